import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import pg from "pg";
import { kindOfEffect, policyKinds } from "../../src/platform/approvals/policy.ts";
import { createKey } from "../../src/platform/auth/keys.ts";
import { addUser } from "../../src/platform/auth/users.ts";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf } from "../support/client.ts";
import { digestOf } from "../support/digest.ts";
import { type Operation, readOperations, readsByPost } from "./operations.ts";
import { type Book, createBook, pathWith } from "./records.ts";
import { preparedRecords, validRequest } from "./requests.ts";

// The column "a second pair of eyes" (ADR 0032): with every policy in force, each operation either does nothing that a policy
// names, or asks and does nothing; and what is asked for is done when somebody else approves it.

let api: TestApi;
let operations: readonly Operation[];
let book: Book;
let approver: Client;
let owner: pg.Client;
before(async () => {
  api = await startApi();
  operations = (await readOperations(api.url)).filter(({ isWrite, name }) => isWrite && !readsByPost.has(name));
  const merchant = await api.newMerchant("2026-02-15T12:00:00Z");
  book = await createBook(api, merchant, "Approvals");
  approver = clientOf(api, { ...merchant, writeKey: await keyOfAnother(merchant.merchantId) });
  owner = new pg.Client({ connectionString: api.connectionString });
  await owner.connect();
});
after(async () => {
  await owner.end();
  await api.close();
});

async function keyOfAnother(merchantId: string): Promise<string> {
  const { db } = api.platform;
  const userId = await addUser(db, merchantId, "second@example.com", "OWNER");
  return (await createKey(db, { merchantId, userId, access: "WRITE", name: "second" })).key;
}

const everyPolicy = policyKinds.map((kind) => ({ kind, role: "OWNER", above: null }));

/** What changes when somebody asks. */
const asking = ["audit_head", "audit_log", "change_request", "event_arrival", "outbox_event"].map(
  (table) => `public.${table}`,
);

/** What alone is done about policies and decisions: they are how a second person is asked. */
const decisions = ["POST /v3/change-requests/{id}/approve", "POST /v3/change-requests/{id}/reject"];

const waiting = [
  "DELETE /v3/approval-policies",
  "DELETE /v3/contracts/{id}/close-hold",
  "PATCH /v3/contracts/{id}/modifications/{modificationId}",
  "POST /v3/adjustments",
  "POST /v3/adjustments/{id}/reverse",
  "POST /v3/contracts/{id}/actions",
  "POST /v3/contracts/{id}/close-hold",
  "POST /v3/contracts/{id}/obligation/{obligationId}/custom-revenue",
  "POST /v3/contracts/{id}/opening",
  "POST /v3/credit-memos",
  "POST /v3/credit-memos/{id}/void",
  "POST /v3/invoices",
  "POST /v3/journal-exports",
  "POST /v3/month-end-close/close-period",
  "POST /v3/month-end-close/reopen-period",
  "POST /v3/month-end-close/unlock",
  "POST /v3/performance-obligations/{pobId}/recognized",
  "POST /v3/users",
  "PUT /v3/approval-policies",
  "PUT /v3/members/{id}/role",
];

async function auditedSince(known: number): Promise<Json[]> {
  const { rows } = await owner.query(
    "select action, changes from audit_log where merchant_id = $1 order by sequence offset $2",
    [book.client.merchant.merchantId, known],
  );
  return rows;
}

/** Sends a request under every policy; answers whether it waited. */
async function asksFirst(operation: Operation): Promise<boolean> {
  const path = pathWith(operation, await preparedRecords(operation, book));
  const { body, headers } = await validRequest(operation, book);
  await book.client.drainOutbox();
  await book.setPolicies(everyPolicy);
  const [known, untouched] = [(await auditedSince(0)).length, await digestOf(api.connectionString, asking)];
  const answer = await book.client.send(operation.method, path, body, headers);
  assert.ok(answer.status < 300, `${operation.name}: ${JSON.stringify(answer.body)}`);
  const { payload } = answer.body;
  if (payload.status !== "PENDING" || payload.kinds === undefined) {
    await book.client.drainOutbox();
    const named = (await auditedSince(known)).filter((effect) => kindOfEffect(effect as { action: string }));
    assert.deepEqual(named, [], `${operation.name} did alone what a policy names`);
    return false;
  }
  assert.equal(answer.status, 202, operation.name);
  assert.equal(await digestOf(api.connectionString, asking), untouched, `${operation.name} changed something`);
  assert.deepEqual(
    (await auditedSince(known)).map(({ action }) => action),
    ["change-request.create"],
  );
  const approved = await approver.send("POST", `/v3/change-requests/${payload.id}/approve`);
  assert.equal(approved.status, 200, `${operation.name}: ${JSON.stringify(approved.body)}`);
  await book.client.drainOutbox();
  const done = (await auditedSince(known + 1)).flatMap((effect) => kindOfEffect(effect as { action: string }) ?? []);
  assert.ok(done.length > 0 && done.every((kind) => payload.kinds.includes(kind)), `${operation.name}: ${done}`);
  return true;
}

test("no operation does alone what a policy covers, and each is carried out when a second person approves", async () => {
  const waited: string[] = [];
  for (const operation of operations.filter(({ name }) => !decisions.includes(name))) {
    await book.setPolicies([]);
    if (await asksFirst(operation)) waited.push(operation.name);
  }
  assert.deepEqual(waited.toSorted(), waiting);
});
