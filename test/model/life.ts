import assert from "node:assert/strict";
import fc from "fast-check";
import { startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf } from "../support/client.ts";
import { runDoctor } from "../support/doctor.ts";
import { patiently } from "../support/retry-when-busy.ts";
import { type Month, monthOf } from "./calendar.ts";
import { lifeCommands, sharedCommands } from "./life-commands.ts";
import { compare, type Life, termOf } from "./life-compare.ts";
import type { LifeModel } from "./life-model.ts";

// Random commands about the life of a contract, over HTTP, each judged by a model of what must be true; half of the sequences run two by
// two, about two contracts of one merchant at once. The doctor has the last word:
//
//   npm run test:life -- [SEQUENCES] [COMMANDS] [SEED]

export type LifeOptions = {
  readonly sequences: number;
  readonly commands: number;
  readonly seed: number;
};

export type LifeCounts = { sequences: number; commands: number; rejected: number };

const clock = "2026-01-15T12:00:00Z";
const begin = monthOf(clock);

/** @throws the shortest sequence found for which model and program differ */
export async function runLives(api: TestApi, { sequences, commands, seed }: LifeOptions): Promise<LifeCounts> {
  const counts = { sequences: 0, commands: 0, rejected: 0 };
  const all = fc.commands([...lifeCommands, ...sharedCommands], { maxCommands: commands, size: "max" });
  const alone = fc.asyncProperty(fc.boolean(), all, async (isSigned, drawn) => {
    const client = clientOf(api, await api.newMerchant(clock));
    const life = await newLife(client, isSigned, inTurns(client.drainOutbox));
    await fc.asyncModelRun(() => life, drawn);
    await audited(api, client, [life.model], counts);
  });
  await fc.assert(alone, { numRuns: Math.ceil(sequences / 2), seed });
  const own = fc.commands([...lifeCommands], { maxCommands: commands, size: "max" });
  const beside = fc.asyncProperty(fc.boolean(), own, own, async (isSigned, one, other) => {
    const client = clientOf(api, await api.newMerchant(clock));
    const settle = inTurns(client.drainOutbox);
    const lives = [await newLife(client, true, settle), await newLife(client, isSigned, settle)] as const;
    await Promise.all([fc.asyncModelRun(() => lives[0], one), fc.asyncModelRun(() => lives[1], other)]);
    await audited(
      api,
      client,
      lives.map(({ model }) => model),
      counts,
    );
  });
  await fc.assert(beside, { numRuns: Math.floor(sequences / 2), seed });
  return counts;
}

/** A contract: a signed one bills 120.00 in each of six months already, another one nothing yet. */
async function newLife(
  client: Client,
  isSigned: boolean,
  settle: Life["settle"],
): Promise<{ model: LifeModel; real: Life }> {
  const { id: customerId } = await client.ok("POST", "/v3/customers", { name: "Northwind" });
  const { id: eventTypeId } = await client.ok("POST", "/v3/events/types", {
    name: crypto.randomUUID(),
    unitName: "calls",
  });
  const { id: contractId } = await client.ok("POST", "/v3/contracts", { name: "Plan", customerId });
  // Another contract of the merchant may hold what this one needs for longer than a request waits.
  const send: Life["send"] = (method, path, body) => patiently(() => client.send(method, path, body));
  const real = { client, customerId, eventTypeId, contractId, path: `/v3/contracts/${contractId}`, send, settle };
  const model: LifeModel = {
    ...{ today: begin, closedThrough: begin - 1, isApproved: false, terms: [], invoices: [], memos: [] },
    ...{ freed: new Set<Month>(), events: [], commands: 0, rejected: 0 },
  };
  if (isSigned) {
    const [start, end, value] = [begin, begin + 6, 120_00n];
    const { billingTermId: id } = await client.add(contractId, termOf(start, end - start, value, null));
    await client.approve(contractId);
    model.isApproved = true;
    model.terms.push({ id, start, end, isTerminated: false, prices: [{ from: start, value }], seats: null });
    await compare(model, real);
  }
  return { model, real };
}

/** One call after the other, whoever calls. */
function inTurns(call: () => Promise<void>): () => Promise<void> {
  let last = Promise.resolve();
  return () => {
    last = last.then(call);
    return last;
  };
}

async function audited(api: TestApi, client: Client, models: readonly LifeModel[], counts: LifeCounts): Promise<void> {
  counts.sequences += 1;
  for (const model of models) {
    counts.commands += model.commands;
    counts.rejected += model.rejected;
  }
  const { merchantId } = client.merchant;
  assert.deepEqual(await runDoctor(api.platform.db, { merchantId, full: true }), []);
}

if (import.meta.main) {
  const [sequences = 100, commands = 80, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
  process.stdout.write(`seed ${seed}\n`);
  const api = await startApi();
  try {
    const began = performance.now();
    const counts = await runLives(api, { sequences, commands, seed });
    const seconds = Math.round((performance.now() - began) / 1_000);
    process.stdout.write(
      `${counts.sequences} sequences in ${seconds} s: ${counts.commands} commands, ${counts.rejected} of them rejected as they must be; ` +
        `doctor finds nothing; seed ${seed}\n`,
    );
  } finally {
    await api.close();
  }
}
