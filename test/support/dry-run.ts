import assert from "node:assert/strict";
import type { Json, TestApi } from "./api.ts";
import type { Client } from "./client.ts";
import { changeBetween, changeOfPlan, differences, look, nothingSeen } from "./contract-view.ts";
import { digestOf } from "./digest.ts";

export type Write = {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  /** The contract that is compared before and after; undefined for a write that creates it. */
  readonly contractId?: string;
};

/** Runs a write as a dry run, then for real with the plan's hash, and compares the plan with the effect. Returns the answer of the dry run. */
export async function dryThenReal(api: TestApi, client: Client, write: Write): Promise<Json> {
  const { contractId, method, path, body } = write;
  const { merchant } = client;
  const seenBefore = contractId === undefined ? nothingSeen : await look(api, merchant, contractId);
  const digest = await digestOf(api.connectionString);
  const dry = await client.send(method, `${path}?dryRun=true`, body);
  assert.equal(dry.status, 200, JSON.stringify(dry.body));
  assert.equal(await digestOf(api.connectionString), digest, "a dry run leaves no byte behind");
  const { dryRun, planHash, summary, result, plan } = dry.body.payload;
  assert.deepEqual(Object.keys(dry.body.payload).toSorted(), ["dryRun", "plan", "planHash", "result", "summary"]);
  assert.equal(dryRun, true);
  assert.match(planHash, /^[0-9a-f]{64}$/);

  const again = await client.send(method, `${path}?dryRun=true`, body);
  assert.equal(again.body.payload.planHash, planHash, "the same question has the same answer");
  const real = await client.send(method, path, body, { "if-plan": planHash });
  assert.ok(real.status === 200 || real.status === 201, JSON.stringify(real.body));
  await client.drainOutbox();
  const id: string = contractId ?? real.body.payload.id;
  const seenAfter = await look(api, merchant, id);
  assert.deepEqual(changeOfPlan(plan, seenBefore.ids), changeBetween(seenBefore, seenAfter));
  assert.deepEqual(differences(result, real.body.payload), []);
  const warnings: Json[] = real.body.error?.details.warnings ?? [];
  assert.deepEqual(differences(plan.warnings, warnings), []);
  assert.deepEqual(
    summary.warnings,
    plan.warnings.map(({ message }: Json) => message),
  );
  const known = new Set(seenBefore.creditMemos.map(({ id: creditMemoId }) => creditMemoId));
  const creditMemos = seenAfter.creditMemos
    .filter((memo) => !known.has(memo.id))
    .map(({ creditMemoNumber: _number, createdAt: _createdAt, lastUpdatedAt: _updatedAt, ...memo }) => memo);
  assert.deepEqual(differences(plan.creditMemos, creditMemos), []);
  assertSummary(summary, plan);
  return dry.body.payload;
}

function assertSummary(summary: Json, plan: Json): void {
  const due = [...plan.invoices.added, ...plan.invoices.changed.map((change: Json) => change.after)].filter(
    ({ status }: Json) => status !== "PLANNED",
  );
  assert.equal(summary.invoicesDueNow.count, due.length);
  assert.equal(plan.totals.invoicesAdded, plan.invoices.added.length);
  assert.equal(plan.totals.invoicesChanged, plan.invoices.changed.length);
  assert.equal(plan.totals.invoicesRemoved, plan.invoices.removed.length);
  assert.equal(plan.totals.journal, plan.journal.length);
}
