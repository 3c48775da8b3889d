import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { inTransaction } from "../../src/platform/db/pool.ts";
import { type Json, startApi, type TestApi, type TestMerchant } from "../support/api.ts";
import { type ContractClient, contractClient, rejection } from "../support/contract-client.ts";
import { pdfOf } from "../support/pdf.ts";

let api: TestApi;
let A: ContractClient;
let B: ContractClient;

before(async () => {
  api = await startApi();
  A = await contractClient(api, api.merchants.A);
  B = await contractClient(api, api.merchants.B);
});
after(() => api.close());

const unknownId = "0197f1a0-5c1e-7b9a-9a55-000000000000";
const path = (id: string) => `/v3/contracts/${id}`;
const remove = (client: ContractClient, id: string) => client.send("DELETE", path(id));
const listed = async (client: ContractClient, query = ""): Promise<Json[]> =>
  (await client.send("GET", `/v3/contracts/deleted?limit=1000${query}`)).body.payload.data;

function inMerchant<T>({ merchantId }: TestMerchant, work: Parameters<typeof inTransaction<T>>[2]): Promise<T> {
  return inTransaction(api.platform.db, merchantId, work);
}

test("a deleted contract keeps its status, and its terms and drafts go with it", async () => {
  const { id } = await A.create();
  await A.addObligation(id, { startDate: "2026-03-01", endDate: "2027-02-28" });
  await A.act(id, "APPROVE");
  await api.drainOutbox(A.merchant);
  const before = await A.get(id);
  const drafts = () => A.send("GET", `/v3/invoices?filter=contractId:eq:${id}`);
  assert.equal((await drafts()).body.payload.totalItems, 1);

  const answer = await remove(A, id);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  const { deletedAt, lastUpdatedAt, ...rest } = answer.body.payload;
  assert.equal(deletedAt, lastUpdatedAt);
  assert.deepEqual({ ...rest, deletedAt: null, lastUpdatedAt: before.lastUpdatedAt }, before);
  assert.equal((await drafts()).body.payload.totalItems, 0);
  await api.drainOutbox(A.merchant);
  assert.equal((await drafts()).body.payload.totalItems, 0);
  const rows = await inMerchant(A.merchant, async (tx) => ({
    terms: await tx.selectFrom("billing_term").select("deleted_at").where("contract_id", "=", id).execute(),
    audits: await tx
      .selectFrom("audit_log")
      .select("action")
      .where("request_id", "=", answer.headers.get("x-request-id"))
      .execute(),
  }));
  assert.ok(rows.terms.length === 1 && rows.terms.every((term) => term.deleted_at !== null));
  assert.deepEqual(rows.audits, [{ action: "contract.delete" }]);
  const all = (await A.send("GET", "/v3/contracts?limit=1000")).body.payload.data;
  assert.ok(all.every((contract: Json) => contract.id !== id));
  assert.equal(rejection(await remove(A, id)), "404 CONTRACT_NOT_FOUND");
});

test("contracts of every status without an issued invoice can be deleted, also PROCESSING ones", async () => {
  const fresh = await A.create();
  assert.equal((await remove(A, fresh.id)).body.payload.status, "NEW");
  const processing = await A.createProcessed();
  await A.upload(processing.id, pdfOf(["Agreement"]));
  assert.equal((await remove(A, processing.id)).body.payload.status, "PROCESSING");
  await A.drain();
  const [found] = await listed(A, `&filter=name:eq:Contract,status:eq:PROCESSING`);
  assert.deepEqual([found?.id, found?.status], [processing.id, "PROCESSING"]);
});

test("a contract with an issued invoice cannot be deleted", async () => {
  const { id } = await A.createProcessed();
  await A.act(id, "APPROVE");
  await api.drainOutbox(A.merchant);
  const before = await A.get(id);
  const answer = await remove(A, id);
  assert.equal(rejection(answer), "409 CONTRACT_INVOICED");
  assert.equal(answer.body.error.details.invoiceNumbers.length, 1);
  assert.deepEqual(await A.get(id), before);
});

test("a contract with an entry in a closed month cannot be deleted; after reopening it can, and the next close reverses the entry", async () => {
  const merchant = await api.newMerchant("2026-02-10T12:00:00Z");
  const client = await contractClient(api, merchant);
  const { id } = await client.create();
  await client.addObligation(id, { invoiceDateStrategy: "ARREARS" });
  await client.act(id, "APPROVE");
  await api.drainOutbox(merchant);
  const close = () => client.send("POST", "/v3/month-end-close/close-period?month=2026-01");
  const closed = await close();
  assert.ok(closed.status < 300, JSON.stringify(closed.body));
  const revenue = async () => {
    const { minor } = await inMerchant(merchant, (tx) =>
      tx
        .selectFrom("revenue_entry")
        .select((eb) => eb.fn.sum<string>("amount_minor").as("minor"))
        .where("merchant_id", "=", merchant.merchantId)
        .where("contract_id", "=", id)
        .executeTakeFirstOrThrow(),
    );
    return Number(minor);
  };
  assert.equal(await revenue(), 10_000);
  assert.equal(rejection(await remove(client, id)), "409 CONTRACT_INVOICED");
  assert.equal((await client.send("POST", "/v3/month-end-close/reopen-period?month=2026-01")).status, 201);
  assert.equal((await remove(client, id)).status, 200);
  assert.equal(await revenue(), 10_000, "what is posted stays until the month is closed again");
  assert.ok((await close()).status < 300);
  assert.equal(await revenue(), 0);
});

test("a dry run lists what would be deleted and deletes nothing", async () => {
  const contract = await A.createProcessed();
  const answer = await A.send("DELETE", `${path(contract.id)}?dryRun=true`);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  const { dryRun, result, plan, planHash } = answer.body.payload;
  assert.equal(dryRun, true);
  assert.notEqual(result.deletedAt, null);
  assert.equal(plan.invoices.removed.length, 1);
  assert.deepEqual(await A.get(contract.id), contract);
  const deleted = await api.request("DELETE", path(contract.id), { headers: { "if-plan": planHash } });
  assert.equal(deleted.status, 200, JSON.stringify(deleted.body));
});

test("the list of deleted contracts: last deleted first, with filters, of one merchant", async () => {
  const merchant = await api.newMerchant();
  const client = await contractClient(api, merchant);
  const names = ["First", "Second", "Third"];
  const ids: string[] = [];
  for (const name of names) ids.push((await client.create({ name })).id);
  await client.create({ name: "Live" });
  for (const id of ids.toReversed()) assert.equal((await remove(client, id)).status, 200);
  const data = await listed(client);
  assert.deepEqual(
    data.map(({ name }) => name),
    names,
  );
  assert.ok(data.every(({ deletedAt }) => deletedAt !== null));
  const second = data[1];
  for (const [filter, expected] of [
    [`deletedAt:gt:${second.deletedAt}`, ["First"]],
    [`deletedAt:lte:${second.deletedAt}`, ["Second", "Third"]],
    ["deletedAt:isnotnull:", names],
    ["deletedAt:isnull:", []],
    ["name:in:First;Third", ["First", "Third"]],
    ["status:eq:NEW,name:like:ir", ["First", "Third"]],
  ] as const) {
    const found = await listed(client, `&filter=${encodeURIComponent(filter)}`);
    assert.deepEqual(
      found.map(({ name }) => name),
      expected,
      filter,
    );
  }
  const page = (await client.send("GET", "/v3/contracts/deleted?limit=2&page=2")).body.payload;
  assert.deepEqual([page.totalItems, page.data.map(({ name }: Json) => name)], [3, ["Third"]]);
  assert.equal(
    rejection(await client.send("GET", "/v3/contracts/deleted?filter=deletedAt:like:x")),
    "400 FILTER_RULE_NOT_ALLOWED",
  );
  assert.equal(
    rejection(await client.send("GET", "/v3/contracts?filter=deletedAt:isnull:")),
    "400 FILTER_FIELD_UNKNOWN",
  );
});

test("ISO-11: requests under a deleted contract are 400 CONTRACT_DELETED where the endpoint lists 400, else 404; for other merchants always 404", async () => {
  const { id } = await A.createProcessed();
  await A.upload(id, pdfOf(["Agreement"]));
  assert.equal(rejection(await remove(B, id)), "404 CONTRACT_NOT_FOUND");
  assert.equal((await remove(A, id)).status, 200);
  for (const [method, below, body, expected] of [
    ["GET", "", undefined, "400 CONTRACT_DELETED"],
    ["PATCH", "", { name: "A" }, "404 CONTRACT_NOT_FOUND"],
    ["DELETE", "", undefined, "404 CONTRACT_NOT_FOUND"],
    ["POST", "/actions", { action: "PROCESS" }, "400 CONTRACT_DELETED"],
    ["POST", "/actions", { action: "UNBLOCK" }, "400 CONTRACT_DELETED"],
    ["GET", "/file", undefined, "404 CONTRACT_NOT_FOUND"],
    ["DELETE", "/file", undefined, "400 CONTRACT_DELETED"],
    ["GET", "/metadata", undefined, "404 CONTRACT_NOT_FOUND"],
    ["PATCH", "/metadata", { metadata: {} }, "400 CONTRACT_DELETED"],
    ["DELETE", "/metadata", undefined, "404 CONTRACT_NOT_FOUND"],
    ["GET", "/invoice-schedule", undefined, "400 CONTRACT_DELETED"],
    ["GET", "/obligations", undefined, "400 CONTRACT_DELETED"],
    ["GET", `/obligations/${unknownId}`, undefined, "404 CONTRACT_NOT_FOUND"],
    ["DELETE", `/obligations/${unknownId}`, undefined, "400 CONTRACT_DELETED"],
  ] as const) {
    assert.equal(rejection(await A.send(method, `${path(id)}${below}`, body)), expected, `${method} ${below}`);
    assert.equal((await B.send(method, `${path(id)}${below}`, body)).status, 404, `${method} ${below} by B`);
  }
  assert.equal(rejection(await A.upload(id, pdfOf(["Agreement"]))), "404 CONTRACT_NOT_FOUND");
  assert.equal(rejection(await B.upload(id, pdfOf(["Agreement"]))), "404 CONTRACT_NOT_FOUND");
});

test("ISO-1, AUT-2, UID-1: deletion by another merchant, by a read-only key, and with malformed ids is rejected", async () => {
  const { id } = await A.create();
  for (const each of [unknownId, "x", (await B.create()).id]) {
    assert.equal(rejection(await remove(A, each)), "404 CONTRACT_NOT_FOUND");
  }
  const reading = await api.request("DELETE", path(id), { key: api.merchants.A.readKey });
  assert.equal(rejection(reading), "403 KEY_READ_ONLY");
  assert.equal((await A.get(id)).deletedAt, null);
});

test("of 16 concurrent deletions one succeeds; beside an obligation or an approval none is half done", async () => {
  const { id } = await A.createProcessed();
  const answers = await Promise.all([
    ...Array.from({ length: 16 }, () => remove(A, id)),
    A.act(id, "APPROVE"),
    A.send("PATCH", path(id), { name: "Beside" }),
  ]);
  assert.equal(answers.slice(0, 16).filter(({ status }) => status === 200).length, 1);
  for (const { status } of answers) assert.ok(status < 500);
  await api.drainOutbox(A.merchant);
  const invoices = await A.send("GET", `/v3/invoices?filter=contractId:eq:${id}`);
  assert.equal(invoices.body.payload.totalItems, 0);
});
