import { setTimeout as sleep } from "node:timers/promises";
import { percentile } from "../../bench/rounds.ts";
import { randomFrom } from "../scenarios/generated-book.ts";
import { type CalmResult, sendCalmly } from "./calm-load.ts";
import { calmRequests, prepareCalm } from "./calm-tenants.ts";
import { attack } from "./hostile-load.ts";
import { prepareHostile, ways } from "./hostile-ways.ts";
import { install } from "./installation.ts";

// Nine merchants at 20 requests a second, alone and then beside one that is hostile in eight ways at once on 32 connections:
//
//   npm run test:neighbours -- [REQUESTS] [SEED] [WAY… | each]
//
// With names of ways it is hostile in those alone, with "each" in one after the other.

export type NeighbourOptions = {
  /** Requests of the nine in each of the two phases. */
  readonly requests: number;
  readonly seed: number;
  /** In which ways it is hostile at once, one phase after the other; all ways in one phase unless stated. */
  readonly phases?: readonly (readonly string[])[];
  readonly nodeOptions?: readonly string[];
  readonly print: (line: string) => void;
};

/** What the nine saw alone, and in each phase beside the hostile one. */
export type NeighbourFigures = { readonly idle: CalmResult; readonly beside: readonly CalmResult[] };

const merchants = 9;
const perSecond = 20;
/** Of the hostile one: 32 for all eight ways. */
const connectionsPerWay = 4;
/** The first requests of a program compile what the others use. */
const warmUp = 100;

export async function measureNeighbours(options: NeighbourOptions): Promise<NeighbourFigures> {
  const { requests, seed, print, phases = [Object.keys(ways)], nodeOptions } = options;
  const random = randomFrom(seed);
  const installation = await install(nodeOptions);
  try {
    const calm = await prepareCalm(installation, merchants);
    const hostile = await prepareHostile(installation);
    const { url } = installation;
    const phase = (count: number) => sendCalmly({ url, perSecond, requests: calmRequests(calm, count, random) });
    await phase(warmUp);
    await longestTurn(url);
    const idle = await phase(requests);
    print(`idle: ${shown(idle)}; longest turn of the event loop ${await longestTurn(url)}`);
    const beside: CalmResult[] = [];
    for (const names of phases) {
      const stop = attack({ hostile, wayNames: names, connections: connectionsPerWay * names.length, seed });
      const result = await phase(requests);
      const counts = await stop();
      beside.push(result);
      print(`beside ${names.join(", ")}: ${shown(result)}; longest turn of the event loop ${await longestTurn(url)}`);
      for (const [name, statuses] of Object.entries(counts)) print(`  ${name}: ${JSON.stringify(statuses)}`);
      await settled(url);
    }
    return { idle, beside };
  } finally {
    await installation.close();
  }
}

/** What the hostile one has begun is carried out before the next phase, as far as it is done in some seconds. */
async function settled(url: string): Promise<void> {
  await sleep(3_000);
  await longestTurn(url);
}

/** How long the event loop of the program stood still at most since this was last asked. */
async function longestTurn(url: string): Promise<string> {
  const answer = await fetch(`${url}/metrics`);
  const seconds = /^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(await answer.text())?.[1];
  return `${Math.round(Number(seconds) * 1_000)} ms`;
}

/** What is wrong with the figures, in words; none is how it should be. */
export function problemsOf(idle: CalmResult, beside: CalmResult): string[] {
  const allowed = Math.max(150, 3 * percentile(idle.took, 0.99));
  const p99 = percentile(beside.took, 0.99);
  return [
    ...(p99 > allowed ? [`The nine's p99 is ${Math.round(p99)} ms, and may be ${Math.round(allowed)} ms.`] : []),
    ...beside.failures.slice(0, 3).map((failure) => `One of the nine failed: ${failure}`),
  ];
}

function shown({ took, statuses }: CalmResult): string {
  const [half, most, longest] = [0.5, 0.99, 1].map((share) => `${Math.round(percentile(took, share))} ms`);
  return `half within ${half}, 99 % within ${most}, all within ${longest}; ${JSON.stringify(statuses)}`;
}

if (import.meta.main) {
  const [requests = "600", seed = String(Date.now() % 100_000), ...wayNames] = process.argv.slice(2);
  process.stdout.write(`${requests} requests in each phase, seed ${seed}\n`);
  const each = Object.keys(ways).map((name) => [name]);
  const named = wayNames[0] === "each" ? each : [wayNames];
  const { idle, beside } = await measureNeighbours({
    requests: Number(requests),
    seed: Number(seed),
    ...(wayNames.length > 0 ? { phases: named } : {}),
    nodeOptions: process.env.NEIGHBOURS_NODE_OPTIONS?.split(" ") ?? [],
    print: (line) => process.stdout.write(`${line}\n`),
  });
  const problems = beside.flatMap((result) => problemsOf(idle, result));
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
