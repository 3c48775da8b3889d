import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type App, openApp } from "../../src/app.ts";
import { handleAllPending } from "../../src/platform/due-work.ts";
import { silentLog } from "../../src/platform/log.ts";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { obligationBody as bodyOf, type Client, clientOf } from "../support/client.ts";
import { patiently } from "../support/retry-when-busy.ts";

// Numbers of invoices and credit memos when two programs give them out at once, on 16 connections each (data model 13.4).

const connections = 16;
const count = 50;
let api: TestApi;
let second: App;
let clients: readonly [Client, Client];
before(async () => {
  api = await startApi({ connections });
  const { connectionString } = api;
  const rest = { log: silentLog(), rateLimitPerMinute: 0, serves: true, works: false };
  second = await openApp({ connectionString, connections, ...rest });
  const url = await second.server.listen({ host: "127.0.0.1", port: 0 });
  const merchant = await api.newMerchant("2026-05-10T00:00:00Z");
  const request: TestApi["request"] = async (method, path, { body } = {}) => {
    const headers = { authorization: `Bearer ${merchant.writeKey}`, "content-type": "application/json" };
    const answer = await fetch(`${url}${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    return { status: answer.status, body: await answer.json(), headers: answer.headers };
  };
  clients = [clientOf(api, merchant), clientOf({ ...api, request }, merchant)];
});
after(async () => {
  await second?.close();
  await api?.close();
});

/** One of the two programs, in turn. */
const clientAt = (index: number): Client => clients[index % 2 === 0 ? 0 : 1];
const upTo = (last: number, prefix: string) =>
  Array.from({ length: last }, (_, index) => `${prefix}${String(index + 1).padStart(6, "0")}`);

/** The documents of some entries in the order in which they were posted: entries are numbered as they are posted. */
async function postingOrder(type: string): Promise<string[]> {
  const { data } = await clients[0].ok("GET", `/v3/journal-entries?limit=1000&filter=type:eq:${type}`);
  const numberOf = (entry: Json) => Number(entry.number.replace(/\D/g, ""));
  return data.toSorted((a: Json, b: Json) => numberOf(a) - numberOf(b)).map(({ sourceId }: Json) => sourceId);
}

test(`${count} contracts issued at once by two programs leave numbers without a gap, in the order of issue`, async () => {
  const ids: string[] = [];
  for (let index = 0; index < count; index++) {
    const id = await clientAt(index).contract();
    await clientAt(index).add(id, bodyOf());
    ids.push(id);
  }
  const programs = [api.platform, second.platform];
  const { merchantId } = clients[0].merchant;
  await Promise.all([
    ...ids.map((id, index) => clientAt(index).ok("POST", `/v3/contracts/${id}/actions`, { action: "APPROVE" })),
    ...[...programs, ...programs, ...programs].map((each) => handleAllPending(each, merchantId)),
  ]);
  await Promise.all(programs.map((each) => handleAllPending(each, merchantId)));

  const { data } = await clients[0].ok("GET", "/v3/invoices?limit=1000&filter=status:eq:ISSUED");
  const byNumber: Json[] = data.toSorted((a: Json, b: Json) => (a.invoiceNumber < b.invoiceNumber ? -1 : 1));
  assert.deepEqual(
    byNumber.map(({ invoiceNumber }) => invoiceNumber),
    upTo(2 * count, "INV-"),
  );
  assert.deepEqual(
    await postingOrder("INVOICE_ISSUED"),
    byNumber.map(({ id }) => id),
  );
  for (const id of ids) {
    const own = byNumber.filter(({ contractId }) => contractId === id).map(({ issueDate }) => issueDate);
    assert.deepEqual(own, ["2026-01-01", "2026-04-01"], "an earlier date has the lower number");
  }
});

test(`${count} credit memos at once, some rejected, leave numbers without a gap, in the order of issue`, async () => {
  const { id: itemId } = await clients[0].ok("POST", "/v3/items", { name: "Goodwill" });
  const { id: customerId } = await clients[0].ok("POST", "/v3/customers", { name: "Northwind" });
  const body = (amount: string) => ({
    ...{ customerId, issueDate: "2026-05-01", reason: "Goodwill" },
    items: [{ itemId, amount }],
    // No credit memo over 2.00 is applied in full to an invoice that nobody has.
    ...(amount === "2.00" ? { applyOnCreate: { invoiceId: customerId, amount } } : {}),
  });
  const answers = await Promise.all(
    Array.from({ length: count + 10 }, (_, index) =>
      patiently(() => clientAt(index).send("POST", "/v3/credit-memos", body(index % 6 === 5 ? "2.00" : "1.00"))),
    ),
  );
  const statuses = answers.map(({ status }) => status).toSorted();
  assert.deepEqual(statuses, [...Array(count).fill(201), ...Array(10).fill(400)]);
  const { data } = await clients[0].ok("GET", "/v3/credit-memos?limit=1000");
  const byNumber: Json[] = data.toSorted((a: Json, b: Json) => (a.creditMemoNumber < b.creditMemoNumber ? -1 : 1));
  assert.deepEqual(
    byNumber.map(({ creditMemoNumber }) => creditMemoNumber),
    upTo(count, "CM-"),
  );
  assert.deepEqual(
    await postingOrder("CREDIT_MEMO_ISSUED"),
    byNumber.map(({ id }) => id),
  );
});
