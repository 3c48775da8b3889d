import assert from "node:assert/strict";
import fc from "fast-check";
import { startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf } from "../support/client.ts";
import { runDoctor } from "../support/doctor.ts";
import { patiently } from "../support/retry-when-busy.ts";
import { type Month, monthOf } from "./calendar.ts";
import { contractCommands, sharedCommands } from "./lifecycle-commands.ts";
import { type ContractInProgram, compare, termOf } from "./lifecycle-compare.ts";
import type { ContractModel } from "./lifecycle-model.ts";

// Random commands on a contract over HTTP, each compared with a model of its status, sums and rejections. Half of the sequences run two
// at a time, on two contracts of one merchant. At the end the doctor checks the books:
//
//   npm run test:life -- [SEQUENCES] [COMMANDS] [SEED]

export type LifecycleOptions = {
  readonly sequences: number;
  readonly commands: number;
  readonly seed: number;
};

export type LifecycleCounts = { sequences: number; commands: number; rejected: number };

const clock = "2026-01-15T12:00:00Z";
const begin = monthOf(clock);

/** @throws the shortest sequence found for which model and program differ */
export async function runLifecycles(
  api: TestApi,
  { sequences, commands, seed }: LifecycleOptions,
): Promise<LifecycleCounts> {
  const counts = { sequences: 0, commands: 0, rejected: 0 };
  const all = fc.commands([...contractCommands, ...sharedCommands], { maxCommands: commands, size: "max" });
  const alone = fc.asyncProperty(fc.boolean(), all, async (isSigned, drawn) => {
    const client = clientOf(api, await api.newMerchant(clock));
    const pair = await newContract(client, isSigned, inTurns(client.drainOutbox));
    await fc.asyncModelRun(() => pair, drawn);
    await audited(api, client, [pair.model], counts);
  });
  await fc.assert(alone, { numRuns: Math.ceil(sequences / 2), seed });
  const own = fc.commands([...contractCommands], { maxCommands: commands, size: "max" });
  const beside = fc.asyncProperty(fc.boolean(), own, own, async (isSigned, one, other) => {
    const client = clientOf(api, await api.newMerchant(clock));
    const drainOutbox = inTurns(client.drainOutbox);
    const first = await newContract(client, true, drainOutbox);
    const second = await newContract(client, isSigned, drainOutbox);
    await Promise.all([fc.asyncModelRun(() => first, one), fc.asyncModelRun(() => second, other)]);
    await audited(api, client, [first.model, second.model], counts);
  });
  await fc.assert(beside, { numRuns: Math.floor(sequences / 2), seed });
  return counts;
}

/** A contract and its model. A signed one bills 120.00 in each of six months, another one nothing yet. */
async function newContract(
  client: Client,
  isSigned: boolean,
  drainOutbox: ContractInProgram["drainOutbox"],
): Promise<{ model: ContractModel; real: ContractInProgram }> {
  const { id: customerId } = await client.ok("POST", "/v3/customers", { name: "Northwind" });
  const { id: eventTypeId } = await client.ok("POST", "/v3/events/types", {
    name: crypto.randomUUID(),
    unitName: "calls",
  });
  const { id: contractId } = await client.ok("POST", "/v3/contracts", { name: "Plan", customerId });
  // Another contract of the merchant may hold what this one needs for longer than a request waits.
  const send: ContractInProgram["send"] = (method, path, body) => patiently(() => client.send(method, path, body));
  const real = { client, customerId, eventTypeId, contractId, path: `/v3/contracts/${contractId}`, send, drainOutbox };
  const model: ContractModel = {
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

/** The same call, of which only one runs at a time. */
function inTurns(call: () => Promise<void>): () => Promise<void> {
  let last = Promise.resolve();
  return () => {
    last = last.then(call);
    return last;
  };
}

/** Checks the books of a finished sequence, and counts its commands. */
async function audited(
  api: TestApi,
  client: Client,
  models: readonly ContractModel[],
  counts: LifecycleCounts,
): Promise<void> {
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
    const counts = await runLifecycles(api, { sequences, commands, seed });
    const seconds = Math.round((performance.now() - began) / 1_000);
    process.stdout.write(
      `${counts.sequences} sequences in ${seconds} s: ${counts.commands} commands, ${counts.rejected} of them rejected as they must be; ` +
        `doctor finds nothing; seed ${seed}\n`,
    );
  } finally {
    await api.close();
  }
}
