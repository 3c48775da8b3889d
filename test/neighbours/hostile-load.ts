import { once } from "node:events";
import { Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { comeSecond } from "../../src/platform/thread-priority.ts";
import { randomFrom } from "../scenarios/generated-book.ts";
import { type Hostile, ways } from "./hostile-ways.ts";

export type HostileTask = {
  readonly hostile: Hostile;
  readonly wayNames: readonly string[];
  readonly connections: number;
  readonly seed: number;
};

/** How many answers of each way had which status. */
export type HostileCounts = Readonly<Record<string, Readonly<Record<string, number>>>>;

/**
 * Goes on in the given ways until it is stopped, each way having its part of the connections, each of which sends its next request
 * when it has its answer. In a thread that comes second: who attacks from elsewhere takes nothing of the processor.
 *
 * @returns what stops it and says what was answered
 */
export function attack(task: HostileTask): () => Promise<HostileCounts> {
  const thread = new Worker(new URL(import.meta.url), { workerData: task });
  return async () => {
    thread.postMessage("stop");
    const [counts] = await once(thread, "message");
    await thread.terminate();
    return counts;
  };
}

if (!isMainThread) {
  comeSecond();
  const { hostile, wayNames, connections, seed } = workerData as HostileTask;
  const random = randomFrom(seed);
  const counts: Record<string, Record<string, number>> = {};
  const goOn = async (name: string) => {
    const way = ways[name];
    if (way === undefined) throw new Error(`There is no way "${name}"; there are ${Object.keys(ways).join(", ")}.`);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    counts[name] ??= {};
    const ofWay = counts[name];
    for (;;) {
      const status = await way({ ...hostile, random }, agent);
      ofWay[status] = (ofWay[status] ?? 0) + 1;
      // A connection that breaks is made again, and not in a circle.
      if (status === 0) await sleep(20);
    }
  };
  for (let index = 0; index < connections; index += 1) void goOn(wayNames[index % wayNames.length] ?? "");
  parentPort?.once("message", () => parentPort?.postMessage(counts));
}
