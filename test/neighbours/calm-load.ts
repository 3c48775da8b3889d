import { once } from "node:events";
import { Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { exchange, type Sent } from "./exchange.ts";

/** Requests that are due at fixed moments, whether the ones before have their answers or not. */
export type CalmTask = { readonly url: string; readonly perSecond: number; readonly requests: readonly Sent[] };

/** Milliseconds of each answer from the moment when its request was due, how many had which status, and what failed. */
export type CalmResult = {
  readonly took: readonly number[];
  readonly statuses: Readonly<Record<string, number>>;
  readonly failures: readonly string[];
};

/** Sends the requests in a thread of its own: what the hostile one computes here delays none of them. */
export async function sendCalmly(task: CalmTask): Promise<CalmResult> {
  const thread = new Worker(new URL(import.meta.url), { workerData: task });
  const [result] = await once(thread, "message");
  await thread.terminate();
  return result;
}

if (!isMainThread) {
  const { url, perSecond, requests } = workerData as CalmTask;
  const agent = new Agent({ keepAlive: true });
  const took: number[] = [];
  const statuses: Record<string, number> = {};
  const failures: string[] = [];
  const begin = performance.now();
  const answers: Promise<void>[] = [];
  for (const [index, each] of requests.entries()) {
    const due = begin + (index * 1_000) / perSecond;
    await sleep(Math.max(0, due - performance.now()));
    const answered = exchange(agent, url, each, true).then(({ status, text }) => {
      took.push(performance.now() - due);
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status < 200 || status > 299) failures.push(`${each.method} ${each.path}: ${status} ${text}`);
    });
    answers.push(answered);
  }
  await Promise.all(answers);
  parentPort?.postMessage({ took, statuses, failures } satisfies CalmResult);
}
