import { randomInt } from "node:crypto";
import { startApi, type TestApi } from "../support/api.ts";
import { compareCommitments } from "./commitment-run.ts";
import type { Counts, Difference } from "./compare.ts";
import { compareBook, noCounts } from "./contract-run.ts";
import { runStorm } from "./storm.ts";
import { compareUsage } from "./usage-run.ts";

// Reckons contracts by the specification alone and holds them against the running program:
//
//   npm run test:model -- [CONTRACTS] [SEED]
//   npm run test:model -- commitments [COMMITMENTS] [SEED]
//   npm run test:model -- usage [CONTRACTS] [SEED]
//   npm run test:model -- storms [STORMS] [SEED] [OPERATIONS]

type Kind = (api: TestApi, seeds: readonly number[], counts: Counts, operations: number) => Promise<Difference[]>;

/** Every storm has a merchant of its own; what it finds broken is a difference without a model. */
const storms: Kind = async (api, seeds, counts, operations) => {
  const found: Difference[] = [];
  for (const seed of seeds) {
    counts.contracts += 1;
    const broken = await runStorm(api, seed, operations);
    found.push(...broken.map((what) => ({ seed, what, model: "", program: "" })));
  }
  return found;
};

const kinds = new Map<string, Kind>([
  ["contracts", compareBook],
  ["commitments", compareCommitments],
  ["usage", compareUsage],
  ["storms", storms],
]);

/** So many share a merchant and its closes. */
const inBook = 20;

async function main(words: readonly string[]): Promise<void> {
  const [first = "50"] = words;
  const [name, rest] = kinds.has(first) ? [first, words.slice(1)] : ["contracts", words];
  const [count = "20", seed = String(randomInt(2 ** 31)), operations = "150"] = rest;
  const run = kinds.get(name) ?? compareBook;
  const seeds = Array.from({ length: Number(count) }, (_, index) => Number(seed) + index);
  const counts = noCounts();
  const found: Difference[] = [];
  const api = await startApi();
  try {
    for (let at = 0; at < seeds.length; at += inBook) {
      found.push(...(await run(api, seeds.slice(at, at + inBook), counts, Number(operations))));
    }
  } finally {
    await api.close();
  }
  if (found.length > 0) console.table(found.slice(0, 60));
  console.log(`${name} from seed ${seed}:`, counts, `${found.length} differences`);
  if (found.length > 0) process.exitCode = 1;
}

await main(process.argv.slice(2));
