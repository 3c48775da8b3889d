import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, close, obligationBody, rejection } from "../support/client.ts";
import { commitmentBody, commitmentsOn } from "../support/commitment-client.ts";

let api: TestApi;
let client: Client;
before(async () => {
  api = await startApi();
  client = clientOf(api, await api.newMerchant("2026-01-15T12:00:00Z"));
  const { id: customerId } = await client.ok("POST", "/v3/customers", { name: "Northwind 50%", companyName: "NW Ltd" });
  const { id } = await client.ok("POST", "/v3/contracts", { name: "Great north plan", customerId, poNumber: "PO-77" });
  await client.add(id, obligationBody());
  await client.approve(id);
  await client.ok("POST", "/v3/payments", { customerId, amount: "10.00", reference: "wire north 1" });
  await client.ok("POST", "/v3/products", { name: "North star" });
  const items = [{ itemId: (await client.ok("POST", "/v3/items", { name: "Item" })).id, amount: "1.00" }];
  await client.ok("POST", "/v3/credit-memos", { customerId, issueDate: "2026-01-15", reason: "less", items });
});
after(() => api.close());

const found = async (text: string, more = ""): Promise<[string, string, string | null][]> =>
  (await client.ok("GET", `/v3/search?q=${encodeURIComponent(text)}${more}`)).data.map((each: Json) => [
    each.type,
    each.title,
    each.detail,
  ]);

test("a part of a name finds every kind of record, in any case of letters", async () => {
  assert.deepEqual(await found("NORTH"), [
    ["CUSTOMER", "Northwind 50%", "NW Ltd"],
    ["CONTRACT", "Great north plan", "Northwind 50%"],
    ["PAYMENT", "wire north 1", "Northwind 50%"],
    ["PRODUCT", "North star", null],
  ]);
  assert.deepEqual(await found("nw ltd"), [["CUSTOMER", "Northwind 50%", "NW Ltd"]]);
  assert.deepEqual(await found("po-77"), [["CONTRACT", "Great north plan", "Northwind 50%"]]);
});

test("a document is found by its number", async () => {
  const [invoice] = (await client.ok("GET", "/v3/invoices?filter=status:eq:ISSUED")).data;
  assert.deepEqual(await found(invoice.invoiceNumber), [["INVOICE", invoice.invoiceNumber, "Northwind 50%"]]);
  const both = (await found("0001")).map(([type]) => type);
  assert.deepEqual(both, ["INVOICE", "CREDIT_MEMO"]);
  assert.deepEqual(
    (await found("cm-")).map(([type]) => type),
    ["CREDIT_MEMO"],
  );
});

test("the wildcards % and _ are searched as letters", async () => {
  assert.deepEqual((await found("50%")).length, 1);
  for (const text of ["5_%", "%", "_", "\\", "n%d"]) {
    const titles = (await found(text)).map(([, title]) => title);
    assert.ok(
      titles.every((title) => title.includes(text)),
      `${text}: ${titles}`,
    );
  }
});

test("matches at the start of a name come first, and each kind shows a few", async () => {
  for (const name of ["A zeta", "Zeta", "B zeta"]) await client.ok("POST", "/v3/customers", { name });
  assert.deepEqual(
    (await found("zeta")).map(([, title]) => title),
    ["Zeta", "B zeta", "A zeta"],
  );
  assert.deepEqual(
    (await found("zeta", "&limit=1")).map(([, title]) => title),
    ["Zeta"],
  );
  const send = async (query: string) => rejection(await client.send("GET", `/v3/search?${query}`));
  assert.deepEqual(await send("q=x&limit=21"), [400, "VALIDATION_FAILED", "/query/limit RANGE"]);
  assert.deepEqual(await send("q=%20"), [400, "VALIDATION_FAILED", "/query/q REQUIRED"]);
  assert.equal((await send("")).at(0), 400);
});

test("another merchant's records and deleted records are not found", async () => {
  const { data } = await clientOf(api, api.merchants.B).ok("GET", "/v3/search?q=north");
  assert.deepEqual(data, []);
  const { id } = await client.ok("POST", "/v3/customers", { name: "Gone soon" });
  assert.equal((await found("gone soon")).length, 1);
  await client.ok("DELETE", `/v3/customers/${id}`);
  assert.deepEqual(await found("gone soon"), []);
});

test("commitments, refunds, journal entries, usage events and close packages are found, by no other merchant", async () => {
  const other = clientOf(api, await api.newMerchant("2026-02-15T12:00:00Z"));
  client = clientOf(api, await api.newMerchant("2026-02-15T12:00:00Z"));
  const on = await commitmentsOn(client);
  const { id: commitmentId } = await on.create(commitmentBody(on.first, {}, { name: "Calls 2026" }));
  const event = {
    customerId: on.customerId,
    eventTypeId: on.eventTypeId,
    datetime: "2026-01-20T10:00:00Z",
    value: "5",
  };
  const record = (idempotencyKey: string) => client.ok("POST", "/v3/events", { ...event, idempotencyKey });
  const { id: eventId } = await record("meter-7/2026-01-20");
  const { id: goneId } = await record("meter-7/2026-01-21");
  await client.ok("DELETE", `/v3/events/${goneId}`);
  await client.approve(on.contractId);
  const payment = { customerId: on.customerId, amount: "10.00" };
  const { id: paymentId } = await client.ok("POST", "/v3/payments", payment);
  await client.ok("POST", `/v3/payments/${paymentId}/refunds`, { amount: "10.00", reference: "back to sender 9" });
  await client.drainOutbox();
  await close(client, "2026-01");
  const { data: entries } = await client.ok("GET", "/v3/journal-entries?limit=1");
  const { data: packages } = await client.ok("GET", "/v3/month-end-close/packages");

  const ids = async (by: Client, text: string, type: string): Promise<string[]> =>
    (await by.ok("GET", `/v3/search?q=${encodeURIComponent(text)}`)).data
      .filter((each: Json) => each.type === type)
      .map(({ id }: Json) => id);
  for (const [text, type, id] of [
    ["calls 20", "COMMITMENT", commitmentId],
    ["meter-7/", "USAGE_EVENT", eventId],
    ["meter-7/2026-01-20", "USAGE_EVENT", eventId],
    ["to sender", "PAYMENT", paymentId],
    [entries[0].number, "JOURNAL_ENTRY", entries[0].id],
    [`no. ${entries[0].number}`, "JOURNAL_ENTRY", entries[0].id],
    ["2026-01", "CLOSE_PACKAGE", packages[0].id],
    ["2026", "CLOSE_PACKAGE", packages[0].id],
  ] as const) {
    assert.deepEqual(await ids(client, text, type), [id], text);
    assert.ok(!(await ids(other, text, type)).includes(id), `${text} of another merchant`);
  }
  assert.deepEqual(await ids(client, "meter-7/2026-01-21", "USAGE_EVENT"), [], "what was deleted");
  assert.deepEqual(await ids(client, "METER", "USAGE_EVENT"), [], "a key is taken as it was sent");
  assert.deepEqual(await ids(client, "999999999999999999999", "JOURNAL_ENTRY"), [], "more digits than a number has");
  assert.deepEqual(await found("calls 20"), [["COMMITMENT", "Calls 2026", "Plan"]]);
  assert.deepEqual((await found("meter-7/")).at(0), ["USAGE_EVENT", "meter-7/2026-01-20", "Northwind"]);
});

test("an adjustment is found by its number, and opens its journal entry", async () => {
  client = clientOf(api, await api.newMerchant("2026-02-15T12:00:00Z"));
  const contractId = await client.contract();
  await client.add(contractId, obligationBody());
  await client.approve(contractId);
  await client.drainOutbox();
  const lines = [
    { role: "REVENUE", credit: "50.00", contractId },
    { role: "CONTRACT_LIABILITY", debit: "50.00", contractId },
  ];
  await client.ok("POST", "/v3/adjustments", { date: "2026-02-01", currency: "USD", reason: "Served early", lines });
  const [entry] = (await client.ok("GET", "/v3/journal-entries?filter=type:eq:ADJUSTMENT")).data;
  const { data } = await client.ok("GET", "/v3/search?q=adj-");
  assert.deepEqual(data, [
    { type: "JOURNAL_ENTRY", id: entry.id, title: "ADJ-000001", detail: "Served early", status: null },
  ]);
});
