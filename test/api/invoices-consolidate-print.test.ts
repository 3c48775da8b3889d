import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readPdf } from "../../src/platform/pdf/pdf-text.ts";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { documentOf, monthly, type Pair, pairOf } from "../support/consolidation.ts";

// ADR 0040: one document for several contracts, as people and as programs read it.

let api: TestApi;
let pair: Pair;
let document: Json;
before(async () => {
  api = await startApi();
  pair = await pairOf(api, {
    billingAddress: { line1: "Am Kai 3", city: "Bremen", postalCode: "28195", country: "DE" },
  });
  const { client, customerId } = pair;
  await client.ok("PATCH", "/v3/merchant", {
    legalName: "Nordlicht Software GmbH",
    address: { line1: "Speicherstraße 12", postalCode: "20457", city: "Hamburg", country: "DE" },
    vatId: "DE123456789",
    email: "billing@nordlicht.example",
    bankAccount: { iban: "DE89370400440532013000" },
    taxRates: [{ country: "DE", category: "S", rate: "0.19", validFrom: "2021-01-01" }],
  });
  await client.approve(await monthly(client, "0.03", { name: "Platform 2026", customerId }));
  await client.advance("2026-01-01T12:00:00Z");
  document = await documentOf(client);
});
after(() => api.close());

async function file(path: string): Promise<Response> {
  const headers = { authorization: `Bearer ${pair.client.merchant.readKey}` };
  const response = await fetch(new URL(path, api.url), { headers });
  assert.equal(response.status, 200);
  return response;
}

async function textOf(path: string): Promise<string> {
  const reading = await readPdf(new Uint8Array(await (await file(path)).arrayBuffer()));
  assert.ok(reading.readable);
  return reading.text;
}

test("tax is calculated and rounded for each contract, and the tax table is the sum", () => {
  // 19.00 + 6.33 (6.3327) + 0.01 (0.0057).
  assert.deepEqual(
    document.sections.map(({ taxTotal }: Json) => taxTotal),
    ["19.00", "6.33", "0.01"],
  );
  assert.deepEqual(document.taxLines, [{ category: "S", rate: "0.19", taxable: "133.36", tax: "25.34" }]);
  assert.deepEqual([document.subtotal, document.taxTotal, document.total], ["133.36", "25.34", "158.70"]);
});

test("the PDF has a section for each contract, also for two of one name, and is the same from each section", async () => {
  const path = `/v3/consolidated-invoices/${document.id}/pdf`;
  const text = await textOf(path);
  for (const part of ["1. Platform 2026", "2. Support 2026", "3. Platform 2026", "158.70", "25.34", "INV-000001"]) {
    assert.ok(text.includes(part), part);
  }
  assert.match((await file(path)).headers.get("content-disposition") ?? "", /filename="INV-000001\.pdf"/);
  for (const { id } of document.sections) assert.equal(await textOf(`/v3/invoices/${id}/pdf`), text);
});

test("the e-invoice has one number and total, and its lines name their contract", async () => {
  const xml = await (await file(`/v3/consolidated-invoices/${document.id}/xml`)).text();
  assert.ok(xml.includes("<cbc:ID>INV-000001</cbc:ID>"));
  assert.match(xml, /<cbc:PayableAmount currencyID="USD">158\.70</);
  assert.match(xml, /<cbc:TaxAmount currencyID="USD">25\.34</);
  const notes = [...xml.matchAll(/<cac:InvoiceLine>\s*<cbc:ID>(\d)<\/cbc:ID>\s*<cbc:Note>([^<]*)/g)];
  assert.deepEqual(
    notes.map(([, line, note]) => `${line} ${note}`),
    ["1 Contract 1. Platform 2026", "2 Contract 2. Support 2026", "3 Contract 3. Platform 2026"],
  );
  assert.match(xml, /<cbc:BuyerReference>1\. Platform 2026, 2\. Support 2026, 3\. Platform 2026</);
  assert.doesNotMatch(xml, /ContractDocumentReference/);
  const [section] = document.sections;
  assert.equal(await (await file(`/v3/invoices/${section.id}/xml`)).text(), xml);
});

test("a payment of the consolidated invoice is one line of the PDF", async () => {
  await pair.client.ok("POST", `/v3/consolidated-invoices/${document.id}/payments`, {
    amount: "100.00",
    reference: "P-1",
  });
  const text = await textOf(`/v3/consolidated-invoices/${document.id}/pdf`);
  assert.equal(text.match(/Paid, 1 Jan 2026 \(P-1\)/g)?.length, 1);
  assert.match(text, /\u2212100\.00/);
  assert.match(text, /58\.70/);
});
