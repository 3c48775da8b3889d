import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readPdf } from "../../src/platform/pdf/pdf-text.ts";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, obligationBody, rejection, unknownId } from "../support/client.ts";

// ADR 0065: an e-invoice that breaks rules of EN 16931 is refused with them, and can be completed.

let api: TestApi;
let client: Client;
let customerId: string;
let issued: Json;
before(async () => {
  api = await startApi();
  client = clientOf(api, await api.newMerchant("2026-02-10T00:00:00Z"));
  const rate = { country: "DE", category: "S", rate: "0.19", validFrom: "2021-01-01" };
  await client.ok("PATCH", "/v3/merchant", { taxRates: [rate], vatId: "DE123456789" });
  const buyer = { name: "Northwind", billingAddress: { country: "DE" } };
  customerId = (await client.ok("POST", "/v3/customers", buyer)).id;
  const contractId = await client.contract({ customerId });
  await client.add(contractId, obligationBody());
  await client.approve(contractId);
  const { data } = await client.ok("GET", `/v3/invoices?filter=contractId:eq:${contractId},status:eq:ISSUED`);
  [issued] = data;
});
after(() => api.close());

const file = (path: string) =>
  fetch(new URL(path, api.url), { headers: { authorization: `Bearer ${client.merchant.writeKey}` } });
const xmlOf = async (path: string) => {
  const response = await file(path);
  assert.deepEqual([response.status, response.headers.get("content-type")], [200, "application/xml"]);
  return response.text();
};

test("violated rules are listed with the fields to fill in; once filled in, the e-invoice is served; the PDF is served before", async () => {
  const path = `/v3/invoices/${issued.id}/xml`;
  const refused = await client.send("GET", path);
  assert.deepEqual(rejection(refused), [409, "E_INVOICE_INCOMPLETE", "/merchant/address BR-08"]);
  assert.match(refused.body.error.message, /BR-08/);
  const address = { line1: "Speicherstraße 12", postalCode: "20457", city: "Hamburg", country: "DE" };
  await client.ok("PATCH", "/v3/merchant", { address, vatId: "DE999999999" });
  const xml = await xmlOf(path);
  assert.match(xml, /<cbc:StreetName>Speicherstraße 12</);
  assert.match(xml, /<cbc:CompanyID>DE123456789</, "what was recorded at issue stays");
  const pdf = await readPdf(new Uint8Array(await (await file(`/v3/invoices/${issued.id}/pdf`)).arrayBuffer()));
  assert.ok(pdf.readable && !pdf.text.includes("Speicherstraße"));
});

test("a credit memo is served as PDF and as UBL credit note, taxed like the lines that it credits", async () => {
  const [line] = issued.lineItems;
  const memo = await client.ok("POST", "/v3/credit-memos", {
    customerId,
    currency: issued.currency,
    issueDate: "2026-02-10",
    reason: "PRICE_ADJUSTMENT",
    memo: "As agreed by telephone",
    items: [{ invoiceLineItemId: line.id, name: "Late start", amount: "100.00" }],
    applyOnCreate: { invoiceId: issued.id, amount: "19.00" },
  });
  const response = await file(`/v3/credit-memos/${memo.id}/pdf`);
  assert.deepEqual([response.status, response.headers.get("content-type")], [200, "application/pdf"]);
  assert.match(response.headers.get("content-disposition") ?? "", new RegExp(`"${memo.creditMemoNumber}.pdf"`));
  const reading = await readPdf(new Uint8Array(await response.arrayBuffer()));
  assert.ok(reading.readable);
  for (const part of [
    ...["Credit memo", memo.creditMemoNumber, issued.invoiceNumber, "Late start", "100.00", "119.00"],
    ...["As agreed by telephone", "100.00 to your credit"],
  ]) {
    assert.ok(reading.text.includes(part), `${part} in ${reading.text}`);
  }
  const xml = await xmlOf(`/v3/credit-memos/${memo.id}/xml`);
  assert.match(xml, /<cbc:CreditNoteTypeCode>381</);
  assert.match(xml, new RegExp(`<cac:InvoiceDocumentReference>\\s*<cbc:ID>${issued.invoiceNumber}<`));
  assert.match(xml, /<cbc:TaxAmount currencyID="USD">19\.00</);
  assert.match(xml, /<cbc:PayableAmount currencyID="USD">119\.00</);
});

test("an item without an invoice line is outside the scope of tax; one with a tax amount has the rate that follows from it", async () => {
  const category = await client.ok("POST", "/v3/categories", { name: "Goodwill" });
  const { id: itemId } = await client.ok("POST", "/v3/items", { name: "Goodwill" });
  await client.ok("POST", "/v3/products", { name: "Goodwill", itemId, categoryId: category.id });
  const create = (item: object) =>
    client.ok("POST", "/v3/credit-memos", {
      customerId,
      currency: "USD",
      issueDate: "2026-02-10",
      reason: "GOODWILL",
      items: [{ itemId, name: "Goodwill", ...item }],
    });
  const taxed = await create({ amount: "50.00", salesTaxAmount: "9.50" });
  assert.match(await xmlOf(`/v3/credit-memos/${taxed.id}/xml`), /<cbc:Percent>19<\/cbc:Percent>/);

  // Nothing but its registration identifies a seller who names no VAT id.
  const free = await create({ amount: "50.00" });
  const path = `/v3/credit-memos/${free.id}/xml`;
  assert.deepEqual(rejection(await client.send("GET", path)), [
    409,
    "E_INVOICE_INCOMPLETE",
    "/merchant/registrationNumber BR-CO-26",
  ]);
  await client.ok("PATCH", "/v3/merchant", { registrationNumber: "HRB 104711" });
  assert.match(await xmlOf(path), /<cbc:ID>O<\/cbc:ID>/);
});

test("documents of an unknown credit memo are 404", async () => {
  for (const part of ["pdf", "xml"]) {
    const answer = await client.send("GET", `/v3/credit-memos/${unknownId}/${part}`);
    assert.deepEqual(rejection(answer), [404, "CREDIT_MEMO_NOT_FOUND"]);
  }
});
