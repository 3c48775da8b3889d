import { randomInt } from "node:crypto";
import { startApi, type TestApi } from "../support/api.ts";
import { compareCommitments } from "./commitment-run.ts";
import type { Counts, Difference } from "./compare.ts";
import { compareBook, noCounts } from "./contract-run.ts";
import { runRandomOperations } from "./random-operations.ts";
import { compareUsage } from "./usage-run.ts";

// Calculates contracts by the specification alone and compares them with the running program:
//
//   npm run test:model -- [CONTRACTS] [SEED]
//   npm run test:model -- commitments [COMMITMENTS] [SEED]
//   npm run test:model -- usage [CONTRACTS] [SEED]
//   npm run test:model -- operations [MERCHANTS] [SEED] [OPERATIONS]

type Kind = (api: TestApi, seeds: readonly number[], counts: Counts, steps: number) => Promise<Difference[]>;

/** Random operations on a merchant for each seed; a broken invariant is a difference without a model. */
const operations: Kind = async (api, seeds, counts, count) => {
  const found: Difference[] = [];
  for (const seed of seeds) {
    counts.contracts += 1;
    const broken = await runRandomOperations(api, seed, count);
    found.push(...broken.map((what) => ({ seed, what, model: "", program: "" })));
  }
  return found;
};

const kinds = new Map<string, Kind>([
  ["contracts", compareBook],
  ["commitments", compareCommitments],
  ["usage", compareUsage],
  ["operations", operations],
]);

/** The number of contracts that share a merchant and its closes. */
const inBook = 20;

async function main(words: readonly string[]): Promise<void> {
  const [first = "50"] = words;
  const [name, rest] = kinds.has(first) ? [first, words.slice(1)] : ["contracts", words];
  const [count = "20", seed = String(randomInt(2 ** 31)), steps = "150"] = rest;
  const run = kinds.get(name) ?? compareBook;
  const seeds = Array.from({ length: Number(count) }, (_, index) => Number(seed) + index);
  const counts = noCounts();
  const found: Difference[] = [];
  const api = await startApi();
  try {
    for (let at = 0; at < seeds.length; at += inBook) {
      found.push(...(await run(api, seeds.slice(at, at + inBook), counts, Number(steps))));
    }
  } finally {
    await api.close();
  }
  if (found.length > 0) console.table(found.slice(0, 60));
  console.log(`${name} from seed ${seed}:`, counts, `${found.length} differences`);
  if (found.length > 0) process.exitCode = 1;
}

await main(process.argv.slice(2));
