import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { readPdf } from "../../src/platform/pdf/pdf-text.ts";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { obligationBody as bodyOf, type Client, clientOf, rejection, unknownId } from "../support/client.ts";

let api: TestApi;
let client: Client;
let key: string;
let issued: Json;
let draft: Json;
before(async () => {
  api = await startApi();
  const merchant = await api.newMerchant("2026-02-10T00:00:00Z");
  client = clientOf(api, merchant);
  key = merchant.writeKey;
  await client.ok("PATCH", "/v3/merchant", {
    legalName: "Nordlicht Software GmbH",
    address: { line1: "Speicherstraße 12", postalCode: "20457", city: "Hamburg", country: "DE" },
    vatId: "DE123456789",
    email: "billing@nordlicht.example",
    bankAccount: { iban: "DE89370400440532013000" },
    // Begins like a PNG, but is not a valid one.
    logo: Buffer.from("89504e470d0a1a0a0000000d4948445200000000", "hex").toString("base64"),
    taxRates: [
      { country: "DE", category: "S", rate: "0.19", validFrom: "2021-01-01" },
      { country: "DE", category: "S", rate: "0.25", validFrom: "2026-04-01" },
    ],
  });
  const { id: customerId } = await client.ok("POST", "/v3/customers", {
    name: "Northwind",
    billingAddress: { country: "DE" },
  });
  const contractId = await client.contract({ customerId });
  await client.add(contractId, bodyOf());
  await client.approve(contractId);
  const { data } = await client.ok("GET", `/v3/invoices?filter=contractId:eq:${contractId}`);
  issued = data.find(({ status }: Json) => status === "ISSUED");
  draft = data.find(({ status }: Json) => status === "DRAFT");
});
after(() => api.close());

const file = (path: string) => fetch(new URL(path, api.url), { headers: { authorization: `Bearer ${key}` } });
const textOf = async (id: string) => {
  const response = await file(`/v3/invoices/${id}/pdf`);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("content-type"), "application/pdf");
  assert.match(response.headers.get("content-disposition") ?? "", /^inline; filename="[\w-]+\.pdf"/);
  const reading = await readPdf(new Uint8Array(await response.arrayBuffer()));
  assert.ok(reading.readable);
  return reading.text;
};

describe("tax", () => {
  test("uses the rate of the issue date, on drafts as well", () => {
    const shown = [issued, draft].map(({ subtotal, taxTotal, total }) => [subtotal, taxTotal, total]);
    assert.deepEqual(shown, [
      ["300.00", "57.00", "357.00"],
      ["300.00", "75.00", "375.00"],
    ]);
    assert.deepEqual(issued.taxLines, [{ category: "S", rate: "0.19", taxable: "300.00", tax: "57.00" }]);
    const lines = [...issued.lineItems, ...draft.lineItems];
    assert.deepEqual(
      lines.map(({ taxCategory, taxRate, taxAmount, total }: Json) => [taxCategory, taxRate, taxAmount, total]),
      [
        ["S", "0.19", "57.00", "300.00"],
        ["S", "0.25", "75.00", "300.00"],
      ],
    );
  });

  test("is posted as tax payable and not as contract liability", async () => {
    const { data } = await client.ok(
      "GET",
      `/v3/journal-entries?filter=contractId:eq:${issued.contractId},type:eq:INVOICE_ISSUED`,
    );
    const lines: Json[] = data.flatMap((entry: Json) => entry.lines);
    const byRole = new Map(lines.map(({ role, debit, credit }) => [role, `${debit} ${credit}`]));
    assert.deepEqual([...byRole.keys()].toSorted(), ["CONTRACT_LIABILITY", "RECEIVABLE", "TAX_PAYABLE"]);
    assert.match(byRole.get("TAX_PAYABLE") ?? "", /57\.00/);
    assert.match(byRole.get("RECEIVABLE") ?? "", /357\.00/);
  });

  test("and parties of an issued invoice stay as they were at issue", async () => {
    await client.ok("PATCH", `/v3/customers/${issued.customerId}`, { companyName: "Renamed later" });
    assert.doesNotMatch(await textOf(issued.id), /Renamed later/);
    assert.match(await textOf(draft.id), /Renamed later/);
  });
});

test("the PDF of an issued invoice leaves out a logo that cannot be drawn", async () => {
  const text = await textOf(issued.id);
  for (const part of [
    "Nordlicht Software GmbH",
    issued.invoiceNumber,
    "19",
    "57.00",
    "357.00",
    "DE89 3704",
    "Page 1 of 1",
  ]) {
    assert.ok(text.includes(part), part);
  }
});

test("the PDF of a draft is marked as a preview", async () => {
  const text = await textOf(draft.id);
  assert.match(text, /DRAFT/);
  assert.match(text, /Draft invoice/);
});

test("an issued invoice as an e-invoice; a draft has none", async () => {
  const response = await file(`/v3/invoices/${issued.id}/xml`);
  assert.deepEqual([response.status, response.headers.get("content-type")], [200, "application/xml"]);
  const xml = await response.text();
  assert.ok(xml.includes(`<cbc:ID>${issued.invoiceNumber}</cbc:ID>`));
  assert.match(xml, /<cbc:PayableAmount currencyID="USD">357\.00</);
  assert.deepEqual(rejection(await client.send("GET", `/v3/invoices/${draft.id}/xml`)), [400, "INVALID_ACTION"]);
});

test("documents of an unknown invoice are 404", async () => {
  for (const part of ["pdf", "xml"]) {
    assert.deepEqual(rejection(await client.send("GET", `/v3/invoices/${unknownId}/${part}`)), [
      404,
      "INVOICE_NOT_FOUND",
    ]);
  }
});

describe("changing an invoice", () => {
  test("memo and PO number of an issued invoice can change, and its documents show them", async () => {
    const changed = await client.ok("PATCH", `/v3/invoices/${issued.id}`, { memo: "Thank you", poNumber: "PO-77" });
    assert.deepEqual([changed.memo, changed.poNumber, changed.total], ["Thank you", "PO-77", issued.total]);
    const text = await textOf(issued.id);
    assert.ok(text.includes("Thank you") && text.includes("PO-77"));
    const cleared = await client.ok("PATCH", `/v3/invoices/${issued.id}`, { memo: null });
    assert.deepEqual([cleared.memo, cleared.poNumber], [null, "PO-77"]);
  });

  test("a draft cannot be changed, for it follows its contract", async () => {
    const answer = await client.send("PATCH", `/v3/invoices/${draft.id}`, { memo: "x" });
    assert.deepEqual(rejection(answer), [400, "INVALID_ACTION"]);
  });
});

describe("the invoices of a customer", () => {
  test("are those that the list has for the customer", async () => {
    const path = `/v3/customers/${issued.customerId}/invoices`;
    const { data, totalItems } = await client.ok("GET", path);
    assert.deepEqual([data.map(({ id }: Json) => id).toSorted(), totalItems], [[issued.id, draft.id].toSorted(), 2]);
    const filtered = await client.ok("GET", `${path}?filter=status:eq:DRAFT`);
    assert.deepEqual(
      filtered.data.map(({ id }: Json) => id),
      [draft.id],
    );
    assert.equal((await client.ok("GET", `${path}/${issued.id}`)).id, issued.id);
  });

  test("are not those of another", async () => {
    const other = await client.ok("POST", "/v3/customers", { name: "Other" });
    assert.equal((await client.ok("GET", `/v3/customers/${other.id}/invoices`)).totalItems, 0);
    const answer = await client.send("GET", `/v3/customers/${other.id}/invoices/${issued.id}`);
    assert.deepEqual(rejection(answer), [404, "INVOICE_NOT_FOUND"]);
    const nobody = await client.send("GET", `/v3/customers/${unknownId}/invoices`);
    assert.deepEqual(rejection(nobody), [404, "CUSTOMER_NOT_FOUND"]);
  });
});
