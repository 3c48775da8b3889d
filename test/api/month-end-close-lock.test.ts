import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import pg from "pg";
import { createKey } from "../../src/platform/auth/keys.ts";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, close, obligationBody, rejection } from "../support/client.ts";
import { runDoctor } from "../support/doctor.ts";

// Sub-ledgers are locked month by month before the month is closed.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

const path = "/v3/month-end-close";

/** An invoice of 300.00 of 1 April; it is 10 June, and nothing is closed. */
async function book(): Promise<{ client: Client; contractId: string; invoice: Json }> {
  const client = clientOf(api, await api.newMerchant("2026-06-10T00:00:00Z"));
  const contractId = await client.contract();
  await client.add(contractId, obligationBody());
  await client.approve(contractId);
  const { data } = await client.ok("GET", `/v3/invoices?filter=contractId:eq:${contractId}`);
  return { client, contractId, invoice: data.find(({ issueDate }: Json) => issueDate === "2026-04-01") };
}

const lock = (client: Client, subLedger: string, month: string) =>
  client.send("POST", `${path}/lock`, { month, subLedger });
const unlock = (client: Client, subLedger: string, month: string, reason = "A late memo") =>
  client.send("POST", `${path}/unlock`, { month, subLedger, reason });
const locksOf = async (client: Client): Promise<string[]> =>
  (await client.ok("GET", `${path}/periods`)).data.map(({ month, status, locked }: Json) =>
    [month, status, ...locked].join(" "),
  );
const creditMemo = (client: Client, invoice: Json, issueDate: string) =>
  client.send("POST", "/v3/credit-memos", {
    ...{ customerId: invoice.customerId, issueDate, reason: "Terms" },
    items: [{ invoiceLineItemId: invoice.lineItems[0].id, amount: "10.00" }],
  });
const pay = (client: Client, invoice: Json, receivedAt: string) =>
  client.ok("POST", `/v3/invoices/${invoice.id}/payments`, { amount: "10.00", receivedAt, method: "CHECK" });
const datesOf = async (client: Client, type: string): Promise<string[]> =>
  (await client.ok("GET", `/v3/journal-entries?filter=type:eq:${type}`)).data.map(({ date }: Json) => date).toSorted();

test("locked for BILLING: no credit memo, void or write-off is dated in the month or before, payments still are", async () => {
  const { client, invoice } = await book();
  assert.equal((await lock(client, "BILLING", "2026-04")).status, 200);
  const refused = await creditMemo(client, invoice, "2026-04-20");
  assert.deepEqual(rejection(refused), [400, "PERIOD_CLOSED", "/issueDate PERIOD_CLOSED"]);
  assert.match(refused.body.error.message, /locked for BILLING/);
  const act = (body: object) => client.send("POST", `/v3/invoices/${invoice.id}/actions`, body);
  assert.equal((await act({ action: "VOID" })).body.error.errorCode, "PERIOD_CLOSED");
  const writeOff = { action: "MARK_UNCOLLECTIBLE", date: "2026-04-20" };
  assert.equal((await act(writeOff)).body.error.errorCode, "PERIOD_CLOSED");
  await pay(client, invoice, "2026-04-20");
  assert.deepEqual(await datesOf(client, "PAYMENT_RECEIVED"), ["2026-04-20"]);
  assert.equal((await creditMemo(client, invoice, "2026-05-02")).status, 201);
  assert.deepEqual(await runDoctor(api.platform.db, { merchantId: client.merchant.merchantId }), []);
});

test("locked for BILLING: an invoice that was planned in the month is dated today", async () => {
  const { client } = await book();
  await lock(client, "BILLING", "2026-04");
  const id = await client.contract();
  await client.add(id, obligationBody());
  await client.approve(id);
  const { data } = await client.ok("GET", `/v3/invoices?filter=contractId:eq:${id}`);
  assert.deepEqual(
    data.filter(({ status }: Json) => status === "ISSUED").map(({ issueDate }: Json) => issueDate),
    ["2026-06-10", "2026-06-10"],
  );
});

test("locked for CASH: a payment keeps its date and is posted on the first open day, documents are not affected", async () => {
  const { client, invoice } = await book();
  await lock(client, "CASH", "2026-05");
  await pay(client, invoice, "2026-04-20");
  assert.deepEqual(await datesOf(client, "PAYMENT_RECEIVED"), ["2026-06-01"]);
  assert.equal((await creditMemo(client, invoice, "2026-04-20")).status, 201);
});

test("a lock shows in the list of periods, locks earlier months too, and a reopening removes all locks", async () => {
  const { client } = await book();
  await lock(client, "BILLING", "2026-05");
  await lock(client, "CASH", "2026-04");
  assert.deepEqual(await locksOf(client), ["2026-05 OPEN BILLING", "2026-04 OPEN BILLING CASH"]);
  await close(client, "2026-04");
  assert.deepEqual(await locksOf(client), [
    "2026-05 OPEN BILLING",
    ...["2026-04", "2026-03", "2026-02", "2026-01"].map((month) => `${month} CLOSED BILLING CASH REVENUE`),
  ]);
  await client.ok("POST", `${path}/reopen-period?month=2026-04`);
  assert.deepEqual((await locksOf(client)).slice(0, 2), ["2026-04 REOPENED", "2026-03 CLOSED BILLING CASH REVENUE"]);
});

test("unlocking unlocks the month and later ones, and its reason is in the audit log", async () => {
  const { client, invoice } = await book();
  await lock(client, "BILLING", "2026-05");
  const { body } = await unlock(client, "BILLING", "2026-04");
  assert.deepEqual(body.payload, { subLedger: "BILLING", lockedThrough: "2026-03" });
  assert.equal((await creditMemo(client, invoice, "2026-04-20")).status, 201);
  const { data } = await client.ok("GET", "/v3/audit-log?filter=entityType:eq:SUB_LEDGER");
  assert.deepEqual(
    data.map(({ action, reason, changes }: Json) => [action, reason, changes[0].from, changes[0].to]),
    [
      ["period.unlock", "A late memo", "2026-05", "2026-03"],
      ["period.lock", null, null, "2026-05"],
    ],
  );
});

test("invalid locks and unlocks, and roles that may not, are rejected", async () => {
  const { client } = await book();
  await close(client, "2026-03");
  assert.deepEqual(rejection(await lock(client, "BILLING", "2026-06")), [400, "PERIOD_NOT_OVER"]);
  assert.deepEqual(rejection(await lock(client, "CASH", "2026-03")), [400, "PERIOD_LOCKED"]);
  assert.deepEqual(rejection(await unlock(client, "CASH", "2026-03")), [400, "PERIOD_CLOSED"]);
  assert.deepEqual(rejection(await unlock(client, "CASH", "2026-04")), [400, "PERIOD_NOT_LOCKED"]);
  assert.equal((await lock(client, "REVENUE", "2026-04")).body.error.errorCode, "VALIDATION_FAILED");
  assert.equal((await unlock(client, "CASH", "2026-04", "")).body.error.errorCode, "VALIDATION_FAILED");
  const { merchantId } = client.merchant;
  const { key } = await createKey(api.platform.db, { merchantId, userId: null, access: "WRITE", name: "nobody's" });
  const body = { month: "2026-04", subLedger: "CASH", reason: "x" };
  const denied = await api.request("POST", `${path}/unlock`, { key, body });
  assert.deepEqual(rejection(denied), [403, "KEY_CREATOR_INACTIVE"]);
});

test("the database rejects documents of a locked month as well", async () => {
  const { client } = await book();
  await lock(client, "BILLING", "2026-05");
  const owner = new pg.Client({ connectionString: api.connectionString });
  await owner.connect();
  const again = owner.query(
    `insert into journal_entry (merchant_id, id, number, date, type, contract_id, customer_id, source_type, source_id,
        currency, posted_at)
      select merchant_id, gen_random_uuid(), number + 1000, date, type, contract_id, customer_id, source_type, source_id,
        currency, posted_at
      from journal_entry where merchant_id = $1 and type = 'INVOICE_ISSUED' limit 1`,
    [client.merchant.merchantId],
  );
  await assert.rejects(again, /the month is locked/);
  await owner.end();
});
