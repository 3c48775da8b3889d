import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, rejection, unknownId } from "../support/client.ts";
import { runDoctor } from "../support/doctor.ts";
import { creditMemoBody, type Issued, invoiceOf } from "../support/receivable-client.ts";

let api: TestApi;

before(async () => {
  api = await startApi();
});
after(() => api.close());

const paths = { INVOICE: "invoices", CREDIT_MEMO: "credit-memos", PAYMENT: "payments", CUSTOMER: "customers" } as const;
type Kind = keyof typeof paths;

/** A merchant of its own with a record of each type, none of which the ledger has. */
async function book(): Promise<{ client: Client; invoice: Issued; ids: Readonly<Record<Kind, string>> }> {
  const client = clientOf(api, await api.newMerchant("2026-01-15T00:00:00Z"));
  const invoice = await invoiceOf(api, client);
  const { id: memo } = await client.ok("POST", "/v3/credit-memos", creditMemoBody(invoice, "90.00"));
  const { id: payment } = await client.ok("POST", "/v3/payments", { customerId: invoice.customerId, amount: "50.00" });
  return {
    ...{ client, invoice },
    ids: { INVOICE: invoice.id, CREDIT_MEMO: memo, PAYMENT: payment, CUSTOMER: invoice.customerId },
  };
}

const put = (client: Client, type: string, id: string, body: object): Promise<Json> =>
  client.ok("PUT", `/v3/sync/${type}/${id}`, body);
const recordOf = async (client: Client, id: string): Promise<Json> =>
  (await client.ok("GET", `/v3/sync/records?filter=entityId:eq:${id}`)).data[0];
const statusOf = async (client: Client, type: Kind, id: string): Promise<string> =>
  (await client.ok("GET", `/v3/${paths[type]}/${id}`)).syncStatus;

/** The types of which each of these records is in this state, by its page, by its list and by the sync records. */
async function assertStatus(client: Client, ids: Readonly<Partial<Record<Kind, string>>>, status: string) {
  for (const [type, id] of Object.entries(ids) as [Kind, string][]) {
    assert.equal(await statusOf(client, type, id), status, type);
    const { data } = await client.ok("GET", `/v3/${paths[type]}?filter=syncStatus:eq:${status}`);
    const listed = data.find((each: Json) => each.id === id);
    assert.equal(listed?.syncStatus, status, `${type} is listed`);
    assert.equal((await recordOf(client, id)).status, status);
  }
}

describe("sync records", () => {
  test("every record that a ledger gets has a sync status, and a draft has none", async () => {
    const { client, ids } = await book();
    const { data, totalItems } = await client.ok("GET", "/v3/sync/records?limit=1000");
    const entries = await client.ok("GET", "/v3/journal-entries");
    assert.equal(totalItems, data.length);
    const counted = Object.groupBy(data as Json[], (each) => each.entityType);
    const counts = Object.fromEntries(Object.entries(counted).map(([type, records]) => [type, records?.length]));
    assert.deepEqual(counts, {
      ...{ INVOICE: 1, CREDIT_MEMO: 1, PAYMENT: 1, CUSTOMER: 1 },
      JOURNAL_ENTRY: entries.totalItems,
    });
    const { lastUpdatedAt, ...record } = await recordOf(client, ids.PAYMENT);
    assert.match(lastUpdatedAt, /^2026-01-15T/);
    assert.deepEqual(record, {
      ...{ id: ids.PAYMENT, entityType: "PAYMENT", entityId: ids.PAYMENT, status: "NOT_SYNCED", version: 1 },
      ...{ syncedVersion: null, externalId: null, lastError: null, attempts: 0 },
    });
    await assertStatus(client, ids, "NOT_SYNCED");

    const [draft] = (await client.ok("GET", "/v3/invoices?filter=status:eq:DRAFT")).data;
    assert.equal(draft.syncStatus, "NOT_SYNCED");
    const answer = await client.send("PUT", `/v3/sync/INVOICE/${draft.id}`, { status: "SYNCED" });
    assert.deepEqual(rejection(answer), [404, "INVOICE_NOT_FOUND"]);
    for (const type of Object.keys(paths)) {
      const unknown = await client.send("PUT", `/v3/sync/${type}/${unknownId}`, { status: "SYNCED" });
      assert.deepEqual(rejection(unknown), [404, `${type}_NOT_FOUND`]);
    }
  });

  test("each type goes from SYNCING to SYNCED or SYNC_FAILED and back, and shows it in every view", async () => {
    const { client, ids } = await book();
    for (const status of ["SYNCING", "SYNC_FAILED", "SYNCING", "SYNCED"]) {
      for (const [type, id] of Object.entries(ids)) {
        const error = status === "SYNC_FAILED" ? { error: "No such account" } : {};
        await put(client, type, id, { status, externalId: `L-${type}`, ...error });
      }
      await assertStatus(client, ids, status);
    }
    const record = await recordOf(client, ids.CUSTOMER);
    assert.deepEqual(
      [record.externalId, record.attempts, record.syncedVersion, record.lastError],
      ["L-CUSTOMER", 2, 1, null],
    );
    const synced = await client.ok("GET", "/v3/sync/records?filter=status:eq:SYNCED&sort=lastUpdatedAt:asc");
    assert.deepEqual(synced.data.map((each: Json) => each.entityId).toSorted(), Object.values(ids).toSorted());
    const of = await client.ok("GET", "/v3/sync/records?filter=status:in:SYNCED|SYNC_FAILED,entityType:eq:PAYMENT");
    assert.deepEqual(
      of.data.map((each: Json) => each.entityId),
      [ids.PAYMENT],
    );
    assert.deepEqual(await runDoctor(api.platform.db, { merchantId: client.merchant.merchantId }), []);
  });

  test("a later change makes a synced record NOT_SYNCED, by any write, also if the clock stands still", async () => {
    const { client, invoice, ids } = await book();
    const sync = async () => {
      for (const [type, id] of Object.entries(ids)) await put(client, type, id, { status: "SYNCED", externalId: type });
      await assertStatus(client, ids, "SYNCED");
    };
    const changes: Readonly<Record<string, readonly [readonly Kind[], () => Promise<unknown>]>> = {
      "a credit memo is applied": [
        ["CREDIT_MEMO", "INVOICE"],
        () => client.ok("POST", `/v3/credit-memos/${ids.CREDIT_MEMO}/applications`, { invoiceId: invoice.id }),
      ],
      "a payment is applied": [
        ["PAYMENT", "INVOICE"],
        () => client.ok("POST", `/v3/payments/${ids.PAYMENT}/applications`, { invoiceId: invoice.id }),
      ],
      "a payment is returned": [
        ["PAYMENT", "INVOICE"],
        () => client.ok("POST", `/v3/payments/${ids.PAYMENT}/return`, {}),
      ],
      "a memo is written on an invoice": [
        ["INVOICE"],
        () => client.ok("PATCH", `/v3/invoices/${invoice.id}`, { memo: "Thank you" }),
      ],
      "an application is taken back": [
        ["CREDIT_MEMO", "INVOICE"],
        async () => {
          const { applications } = await client.ok("GET", `/v3/credit-memos/${ids.CREDIT_MEMO}`);
          await client.ok("DELETE", `/v3/credit-memos/${ids.CREDIT_MEMO}/applications/${applications[0].id}`);
        },
      ],
      "a credit memo is voided": [
        ["CREDIT_MEMO"],
        () => client.ok("POST", `/v3/credit-memos/${ids.CREDIT_MEMO}/void`, { reason: "Wrong" }),
      ],
      "an invoice is voided": [
        ["INVOICE"],
        () => client.ok("POST", `/v3/invoices/${invoice.id}/actions`, { action: "VOID" }),
      ],
      "a customer has another name": [
        ["CUSTOMER"],
        () => client.ok("PATCH", `/v3/customers/${ids.CUSTOMER}`, { name: "Acme Cloud" }),
      ],
      "a customer has another billing contact": [
        ["CUSTOMER"],
        () =>
          client.ok("POST", `/v3/customers/${ids.CUSTOMER}/contacts`, {
            ...{ email: "ada@example.com", isPrimaryContact: true },
          }),
      ],
    };
    for (const [what, [changed, change]] of Object.entries(changes)) {
      await sync();
      await change();
      for (const [type, id] of Object.entries(ids) as [Kind, string][]) {
        const expected = changed.includes(type) ? "NOT_SYNCED" : "SYNCED";
        assert.equal(await statusOf(client, type, id), expected, `${type} after ${what}`);
      }
    }
    const record = await recordOf(client, ids.CUSTOMER);
    assert.deepEqual([record.version, record.syncedVersion, record.externalId], [3, 2, "CUSTOMER"]);
    const unchanged = await client.ok("PATCH", `/v3/customers/${ids.CUSTOMER}`, { name: "Acme Cloud" });
    assert.equal(unchanged.syncStatus, "NOT_SYNCED");
    assert.equal((await recordOf(client, ids.CUSTOMER)).version, 3, "what changes nothing makes no version");
    assert.deepEqual(await runDoctor(api.platform.db, { merchantId: client.merchant.merchantId }), []);
  });

  test("a report is about the sent version: a record changed meanwhile is sent again", async () => {
    const { client, ids } = await book();
    const id = ids.CUSTOMER;
    await client.ok("PATCH", `/v3/customers/${id}`, { name: "Acme Cloud" });
    const late = await put(client, "CUSTOMER", id, { status: "SYNCED", externalId: "C-1", version: 1 });
    assert.deepEqual([late.status, late.version, late.syncedVersion], ["NOT_SYNCED", 2, 1]);
    const now = await put(client, "CUSTOMER", id, { status: "SYNCED", externalId: "C-1", version: 2 });
    assert.deepEqual([now.status, now.version, now.syncedVersion, now.attempts], ["SYNCED", 2, 2, 2]);
    const later = await put(client, "CUSTOMER", id, { status: "SYNC_FAILED", error: "Busy", version: 1 });
    assert.deepEqual(later, now, "one that comes late changes nothing");
    const answer = await client.send("PUT", `/v3/sync/CUSTOMER/${id}`, { status: "SYNCED", version: 3 });
    assert.deepEqual(rejection(answer), [400, "VALIDATION_FAILED", "/version OUT_OF_RANGE"]);
  });

  test("only a failed record can be retried; the overview counts failed records of every type", async () => {
    const { client, invoice, ids } = await book();
    const failed = async () => (await client.ok("GET", "/v3/overview")).waiting.syncsFailed;
    for (const [type, id] of Object.entries(ids)) {
      await put(client, type, id, { status: "SYNC_FAILED", externalId: type, error: "No such account" });
    }
    assert.equal(await failed(), 4);
    const again = await client.ok("POST", `/v3/sync/records/${ids.INVOICE}/retry`);
    assert.deepEqual(
      [again.status, again.externalId, again.lastError, again.attempts],
      ["NOT_SYNCED", "INVOICE", null, 1],
    );
    assert.equal(await failed(), 3);
    const twice = await client.send("POST", `/v3/sync/records/${ids.INVOICE}/retry`);
    assert.deepEqual(rejection(twice), [409, "SYNC_NOT_FAILED"]);
    const unknown = await client.send("POST", `/v3/sync/records/${unknownId}/retry`);
    assert.deepEqual(rejection(unknown), [404, "SYNC_RECORD_NOT_FOUND"]);
    await client.ok("POST", `/v3/credit-memos/${ids.CREDIT_MEMO}/applications`, { invoiceId: invoice.id });
    assert.equal(await failed(), 2, "a changed one waits, and did not fail");
    const changed = await client.send("POST", `/v3/sync/records/${ids.CREDIT_MEMO}/retry`);
    assert.deepEqual(rejection(changed), [409, "SYNC_NOT_FAILED"]);
  });

  test("failures and other reports are events, and audited", async () => {
    const { client, ids } = await book();
    for (const [type, id] of Object.entries(ids)) {
      await put(client, type, id, { status: "SYNC_FAILED", error: "No such account" });
      await put(client, type, id, { status: "SYNCED", externalId: "L-1" });
      const { data } = await client.ok("GET", `/v3/audit-log?filter=entityType:eq:SYNC_RECORD,entityId:eq:${id}`);
      assert.deepEqual(
        data.map((each: Json) => each.action),
        ["sync-record.report", "sync-record.report"],
      );
    }
    const told = Object.entries(ids).flatMap(([entityType, entityId]) => [
      ["sync.failed", { entityType, entityId }],
      ["sync.updated", { entityType, entityId, status: "SYNCED" }],
    ]);
    await api.placeEvents(client.merchant);
    const feed = await client.ok("GET", "/v3/events-feed?types=sync.failed,sync.updated");
    assert.deepEqual(
      feed.data.map(({ type, data }: Json) => [type, data]),
      told,
    );
  });
});
