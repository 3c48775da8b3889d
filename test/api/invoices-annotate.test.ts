import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { importCustomFields } from "../../src/catalog/custom-field-service.ts";
import { readPdf } from "../../src/platform/pdf/pdf-text.ts";
import { write } from "../../src/platform/write.ts";
import { type Json, startApi, type TestApi, type TestMerchant } from "../support/api.ts";
import { obligationBody as bodyOf, type Client, clientOf, rejection, unknownId } from "../support/client.ts";
import { seatBody } from "../support/term-client.ts";

const german = { country: "DE", category: "S", rate: "0.19", validFrom: "2021-01-01" };
let api: TestApi;
let client: Client;
let merchant: TestMerchant;
let contractId: string;
let issued: Json;
let draft: Json;
before(async () => {
  api = await startApi();
  merchant = await api.newMerchant("2026-02-10T00:00:00Z");
  client = clientOf(api, merchant);
  await client.ok("PATCH", "/v3/merchant", {
    vatId: "DE123456789",
    address: { city: "Hamburg", country: "DE" },
    taxRates: [german],
  });
  contractId = await contractInGermany();
  await client.add(contractId, bodyOf());
  await client.approve(contractId);
  const { data } = await client.ok("GET", `/v3/invoices?filter=contractId:eq:${contractId}`);
  issued = data.find(({ status }: Json) => status === "ISSUED");
  draft = data.find(({ status }: Json) => status === "DRAFT");
});
after(() => api.close());

/** A contract with a customer whose tax is known. */
async function contractInGermany(): Promise<string> {
  const buyer = { name: "Northwind", billingAddress: { country: "DE" } };
  return client.contract({ customerId: (await client.ok("POST", "/v3/customers", buyer)).id });
}

const get = (id: string): Promise<Json> => client.ok("GET", `/v3/invoices/${id}`);
const issuesOf = (answer: { body: Json }) =>
  (answer.body.error.details.issues ?? []).map(({ path, code }: Json) => `${path} ${code}`);

describe("external ids of an issued invoice", () => {
  const set = (id: string, externalIds: unknown) =>
    client.send("PATCH", `/v3/invoices/${id}/external-ids`, { externalIds });

  test("are set by source type, all or none; other source types stay", async () => {
    assert.deepEqual(
      [issued.externalIds, issued.syncStatus, issued.paymentLink, issued.source],
      [[], "NOT_SYNCED", null, "ENGINE"],
    );
    const first = [
      { sourceType: "TAX_A", externalId: "t-1" },
      { sourceType: "ERP_A", externalId: "e-1" },
    ];
    const { status, body } = await set(issued.id, first);
    const all = [first[1], first[0]];
    assert.deepEqual([status, body.payload], [200, { invoiceId: issued.id, externalIds: all }]);
    const second = await set(issued.id, [{ sourceType: "ERP_A", externalId: "e-2" }]);
    const now = [{ sourceType: "ERP_A", externalId: "e-2" }, first[0]];
    assert.deepEqual(second.body.payload.externalIds, now);
    const twice = await set(issued.id, [
      { sourceType: "CRM_A", externalId: "1" },
      { sourceType: "CRM_A", externalId: "2" },
    ]);
    assert.deepEqual(rejection(twice), [
      400,
      "DUPLICATE_SOURCE_TYPE",
      "/externalIds/1/sourceType DUPLICATE_SOURCE_TYPE",
    ]);
    const unknown = await set(issued.id, [
      { sourceType: "CRM_A", externalId: "1" },
      { sourceType: "ERP_X", externalId: "2" },
    ]);
    assert.deepEqual(rejection(unknown), [
      400,
      "UNSUPPORTED_SOURCE_TYPE",
      "/externalIds/1/sourceType UNSUPPORTED_SOURCE_TYPE",
    ]);
    assert.deepEqual((await get(issued.id)).externalIds, now);
  });

  test("cannot be set on a draft or on another merchant's invoice", async () => {
    const entry = [{ sourceType: "ERP_A", externalId: "1" }];
    assert.deepEqual(rejection(await set(draft.id, entry)), [400, "INVALID_ACTION"]);
    assert.deepEqual(rejection(await set(unknownId, entry)), [404, "INVOICE_NOT_FOUND"]);
  });
});

test("custom fields of an issued invoice are set one by one, only those that apply to invoices", async () => {
  const drafts = [
    { externalId: "1", name: "Region", appliesTo: "CUSTOMER" },
    { externalId: "2", name: "Order", appliesTo: "INVOICE" },
    { externalId: "3", name: "Clerk", appliesTo: "INVOICE" },
  ] as const;
  const options = { merchantId: merchant.merchantId, actor: { kind: "SYSTEM", id: "test" } } as const;
  await write(api.platform, options, (ctx) => importCustomFields(ctx, drafts));
  const fields: Json[] = await client.ok("GET", "/v3/custom-fields");
  const idOf = (name: string): string => fields.find((field) => field.name === name).id;
  const path = `/v3/invoices/${issued.id}`;
  const patched = await client.ok("PATCH", path, {
    customFields: [
      { id: idOf("Order"), value: "4711" },
      { id: idOf("Clerk"), value: "Ada" },
    ],
  });
  assert.equal(patched.customFields.length, 2);
  const cleared = await client.ok("PATCH", path, { customFields: [{ id: idOf("Clerk"), value: null }] });
  assert.deepEqual(cleared.customFields, [{ id: idOf("Order"), name: "Order", value: "4711" }]);
  assert.deepEqual(await get(issued.id), cleared);
  const rejected = await client.send("PATCH", path, {
    memo: "not kept",
    customFields: [idOf("Region"), unknownId].map((id) => ({ id, value: "x" })),
  });
  assert.deepEqual(
    issuesOf(rejected),
    [0, 1].map((at) => `/customFields/${at}/id UNKNOWN_CUSTOM_FIELD`),
  );
  assert.deepEqual(await get(issued.id), cleared);
});

test("the PO number of a paid invoice cannot change, its memo can", async () => {
  const other = await contractInGermany();
  await client.add(other, bodyOf());
  await client.approve(other);
  const [paid] = (await client.ok("GET", `/v3/invoices?filter=contractId:eq:${other},status:eq:ISSUED`)).data;
  await client.ok("PATCH", `/v3/invoices/${paid.id}`, { poNumber: "PO-1" });
  await client.ok("POST", `/v3/invoices/${paid.id}/payments`, {});
  const late = await client.send("PATCH", `/v3/invoices/${paid.id}`, { poNumber: "PO-2" });
  assert.deepEqual(rejection(late), [400, "INVALID_ACTION"]);
  const noted = await client.ok("PATCH", `/v3/invoices/${paid.id}`, { memo: "Paid", poNumber: "PO-1" });
  assert.deepEqual([noted.memo, noted.poNumber, noted.status], ["Paid", "PO-1", "PAID"]);
});

describe("the tax of a draft or a planned invoice uses current rates", () => {
  const shown = ({ subtotal, taxTotal, total, balanceRemaining, lineItems, taxLines }: Json) => ({
    totals: [subtotal, taxTotal, total, balanceRemaining],
    line: [lineItems[0].taxCategory, lineItems[0].taxRate, lineItems[0].taxAmount],
    rows: taxLines.map(({ category, rate, tax }: Json) => [category, rate, tax]),
  });
  const at = (category: string, rate: string, tax: string, total: string) => ({
    totals: ["300.00", tax, total, total],
    line: [category, rate, tax],
    rows: [[category, rate, tax]],
  });

  /** The draft everywhere it is shown, and the planned invoice of its date in the schedule. */
  async function assertShown(expected: ReturnType<typeof at>): Promise<void> {
    const listed = await client.ok("GET", `/v3/invoices?filter=contractId:eq:${contractId},status:eq:DRAFT`);
    const ofCustomer = await client.ok("GET", `/v3/customers/${draft.customerId}/invoices/${draft.id}`);
    for (const each of [await get(draft.id), listed.data[0], ofCustomer]) assert.deepEqual(shown(each), expected);
    const { data } = await client.ok("GET", `/v3/contracts/${contractId}/invoice-schedule`);
    const planned = data.find(({ issueDate }: Json) => issueDate === draft.issueDate);
    const [line] = planned.lineItems;
    assert.deepEqual([line.taxCategory, line.taxRate, line.taxAmount], expected.line);
    assert.deepEqual([planned.status, planned.subtotal, planned.total], ["PLANNED", "300.00", expected.totals[2]]);
  }

  test("after tax rates change or the customer becomes exempt, without any regeneration", async () => {
    await assertShown(at("S", "0.19", "57.00", "357.00"));
    await client.ok("PATCH", "/v3/merchant", { taxRates: [{ ...german, rate: "0.25" }] });
    await assertShown(at("S", "0.25", "75.00", "375.00"));
    assert.equal((await get(issued.id)).total, issued.total, "what is issued stays");
    await client.ok("PATCH", `/v3/customers/${draft.customerId}`, { taxInfo: { isTaxExempt: true } });
    await assertShown(at("E", "0", "0.00", "300.00"));
    const pdf = await fetch(new URL(`/v3/invoices/${draft.id}/pdf`, api.url), {
      headers: { authorization: `Bearer ${merchant.writeKey}` },
    });
    const reading = await readPdf(new Uint8Array(await pdf.arrayBuffer()));
    assert.ok(reading.readable && reading.text.includes("Exempt from tax"));
  });

  test("the next regeneration stores it, so that filters find it, and a second one changes nothing", async () => {
    const found = async (total: string) =>
      (await client.ok("GET", `/v3/invoices?filter=contractId:eq:${contractId},status:eq:DRAFT,total:eq:${total}`))
        .data;
    assert.equal((await found("300.00")).length, 0);
    await client.ok("PATCH", `/v3/contracts/${contractId}`, { name: "Renamed" });
    await client.drainOutbox();
    const [rebuilt] = await found("300.00");
    assert.deepEqual([rebuilt.id, rebuilt.total], [draft.id, "300.00"]);
    await client.ok("PATCH", `/v3/contracts/${contractId}`, { name: "Renamed again" });
    await client.drainOutbox();
    assert.deepEqual(await get(draft.id), rebuilt);
  });

  test("and has no tax while its contract has no customer", async () => {
    const { id } = await client.ok("POST", "/v3/contracts", { name: "For somebody" });
    await client.add(id, bodyOf());
    const { data } = await client.ok("GET", `/v3/contracts/${id}/invoice-schedule`);
    assert.deepEqual([data[0].total, data[0].lineItems[0].taxRate], ["300.00", null]);
  });
});

test("documents show each payment and credit memo separately, without reversed ones", async () => {
  const { id: itemId } = await client.ok("POST", "/v3/items", { name: "Goodwill" });
  const memo = await client.ok("POST", "/v3/credit-memos", {
    ...{ customerId: issued.customerId, issueDate: "2026-02-01", reason: "Late" },
    items: [{ itemId, amount: "20.00" }],
    applyOnCreate: { invoiceId: issued.id, amount: "20.00" },
  });
  const pay = (amount: string, reference: string, receivedAt: string) =>
    client.ok("POST", `/v3/invoices/${issued.id}/payments`, { amount, reference, receivedAt });
  await pay("100.00", "wire 2", "2026-02-05");
  await pay("50.00", "wire 1", "2026-02-03");
  const wrong = await pay("7.00", "wire 3", "2026-02-06");
  await client.ok("DELETE", `/v3/payments/${wrong.id}/applications/${wrong.applications[0].id}`);
  const headers = { authorization: `Bearer ${merchant.writeKey}` };
  const pdf = await fetch(new URL(`/v3/invoices/${issued.id}/pdf`, api.url), { headers });
  const reading = await readPdf(new Uint8Array(await pdf.arrayBuffer()));
  assert.ok(reading.readable);
  const { text } = reading;
  const rows = ["Paid, 3 Feb 2026 (wire 1)", "−50.00", "Paid, 5 Feb 2026 (wire 2)", "−100.00", "187.00"];
  const places = rows.map((row) => text.indexOf(row));
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
  );
  assert.ok(!places.includes(-1), text);
  assert.ok(text.includes(`Credit memo ${memo.creditMemoNumber}, `) && !text.includes("wire 3"));
  const xml = await (await fetch(new URL(`/v3/invoices/${issued.id}/xml`, api.url), { headers })).text();
  assert.match(xml, /<cbc:PrepaidAmount currencyID="USD">170\.00</);
  assert.match(xml, /<cbc:PayableAmount currencyID="USD">187\.00</);
});

test("the line of a seat true-up shows old and new seat count and its part of the period", async () => {
  const id = await contractInGermany();
  const term = await client.ok("POST", `/v3/contracts/${id}/billing-terms`, seatBody());
  await client.approve(id);
  const amended = { effectiveDate: "2026-02-08", delta: "5" };
  await client.ok("POST", `/v3/contracts/${id}/billing-terms/${term.id}/seat-amendment`, amended);
  await client.drainOutbox();
  const { data } = await client.ok("GET", `/v3/invoices?limit=100&filter=contractId:eq:${id}`);
  const trueUp = data.find(({ lineItems }: Json) => lineItems.some(({ type }: Json) => type === "SEAT_TRUE_UP"));
  assert.ok(trueUp !== undefined, "the seats are charged");
  const pdf = await fetch(new URL(`/v3/invoices/${trueUp.id}/pdf`, api.url), {
    headers: { authorization: `Bearer ${merchant.writeKey}` },
  });
  const reading = await readPdf(new Uint8Array(await pdf.arrayBuffer()));
  assert.ok(reading.readable);
  assert.match(reading.text, /quantity 10 to 15, \S+ of a full period/);
});
