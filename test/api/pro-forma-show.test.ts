import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { readPdf } from "../../src/platform/pdf/pdf-text.ts";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, obligationBody, priced, rejection, unknownId } from "../support/client.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

const rate = { country: "DE", category: "S", rate: "0.19", validFrom: "2021-01-01" };

/** A German customer with two approved contracts: 300.00 a quarter, and 33.33 a month in arrears, both of 2026. */
async function begin() {
  const merchant = await api.newMerchant("2026-02-10T12:00:00Z");
  const client = clientOf(api, merchant);
  await client.ok("PATCH", "/v3/merchant", { address: { country: "DE" }, vatId: "DE123456789", taxRates: [rate] });
  const billingAddress = { country: "DE", city: "Hamburg" };
  const { id: customerId } = await client.ok("POST", "/v3/customers", { name: "Northwind", billingAddress });
  const contract = async (name: string, schedule: object, currency = "USD") => {
    const id = await client.contract({ name, customerId, currency });
    await client.add(id, obligationBody({}, schedule));
    return id;
  };
  const platform = await contract("Platform 2026", {});
  const monthly = { interval: "MONTH", invoiceDateStrategy: "ARREARS", ...priced("33.33") };
  const support = await contract("Support 2026", monthly);
  for (const id of [platform, support]) await client.approve(id);
  return { client, customerId, contract, platform, support };
}

const invoicesOf = ({ invoices }: Json): string[] =>
  invoices.map((each: Json) => [each.issueDate, each.contractName, each.total].join(" "));

async function pdf(client: Client, path: string) {
  const response = await fetch(new URL(path, api.url), {
    headers: { authorization: `Bearer ${client.merchant.readKey}` },
  });
  assert.deepEqual([response.status, response.headers.get("content-type")], [200, "application/pdf"]);
  const reading = await readPdf(new Uint8Array(await response.arrayBuffer()));
  assert.ok(reading.readable);
  return { text: reading.text, name: response.headers.get("content-disposition") };
}

describe("a pro forma", () => {
  test("of a customer has what its approved contracts bill until a day, at current tax rates", async () => {
    const { client, customerId, platform } = await begin();
    const { data } = await client.ok("GET", `/v3/customers/${customerId}/pro-forma?until=2026-04-01`);
    assert.equal(data.length, 1);
    const [proForma] = data;
    assert.deepEqual(invoicesOf(proForma), [
      "2026-03-01 Support 2026 39.66",
      "2026-04-01 Platform 2026 357.00",
      "2026-04-01 Support 2026 39.66",
    ]);
    assert.deepEqual(
      [proForma.title, proForma.date, proForma.subtotal, proForma.taxTotal, proForma.total],
      ["PRO FORMA", "2026-02-10", "366.66", "69.66", "436.32"],
    );
    assert.deepEqual(proForma.taxLines, [{ category: "S", rate: "0.19", taxable: "366.66", tax: "69.66" }]);
    assert.equal(proForma.invoices[1].contractId, platform);
    assert.equal(proForma.invoices[1].lineItems[0].taxAmount, "57.00");
  });

  test("of one billing date has that date alone, and the invoice is the same", async () => {
    const { client, customerId } = await begin();
    const path = `/v3/customers/${customerId}/pro-forma?from=2026-04-01&until=2026-04-01`;
    const [announced] = (await client.ok("GET", path)).data;
    await client.advance("2026-04-01T12:00:00Z");
    const { data: issued } = await client.ok("GET", "/v3/invoices?filter=issueDate:eq:2026-04-01,status:eq:ISSUED");
    const amounts = (invoices: Json[]) =>
      invoices.map(({ contractId, subtotal, taxTotal, total }) => [contractId, subtotal, taxTotal, total]).toSorted();
    assert.deepEqual(amounts(announced.invoices), amounts(issued));
    assert.deepEqual((await client.ok("GET", path)).data, []);
  });

  test("of a contract can be made before approval, and changes nothing", async () => {
    const { client, customerId, contract } = await begin();
    const id = await contract("Offer", { ...priced("500.00") });
    const before = await client.ok("GET", "/v3/audit-log");
    const [proForma] = (await client.ok("GET", `/v3/contracts/${id}/pro-forma`)).data;
    assert.deepEqual(invoicesOf(proForma), [
      "2026-01-01 Offer 595.00",
      "2026-04-01 Offer 595.00",
      "2026-07-01 Offer 595.00",
      "2026-10-01 Offer 595.00",
    ]);
    await pdf(client, `/v3/contracts/${id}/pro-forma/pdf`);
    assert.deepEqual(await client.ok("GET", "/v3/audit-log"), before);
    assert.equal((await client.ok("GET", `/v3/invoices?filter=contractId:eq:${id}`)).totalItems, 0);
    assert.equal((await client.ok("GET", `/v3/journal-entries?filter=contractId:eq:${id}`)).totalItems, 0);
    const [ofCustomer] = (await client.ok("GET", `/v3/customers/${customerId}/pro-forma?until=2026-03-01`)).data;
    assert.deepEqual(invoicesOf(ofCustomer), ["2026-03-01 Support 2026 39.66"]);
  });

  test("as PDF is marked as pro forma, with a section for each planned invoice", async () => {
    const { client, customerId } = await begin();
    const { text, name } = await pdf(client, `/v3/customers/${customerId}/pro-forma/pdf?until=2026-04-01`);
    for (const part of [
      "PRO FORMA",
      "Platform 2026: invoice of 1 Apr 2026, due 1 May 2026",
      "Support 2026: invoice of 1 Mar 2026, due 31 Mar 2026",
      "This pro forma is no invoice",
      "10 Feb 2026",
      "436.32",
    ]) {
      assert.ok(text.includes(part), part);
    }
    assert.doesNotMatch(text, /INV-|given at issue|due by/);
    assert.match(name ?? "", /filename="pro-forma-USD-2026-04-01.pdf"/);
  });

  test("is made for each currency, and as a document for the chosen one", async () => {
    const { client, customerId, contract } = await begin();
    await client.approve(await contract("Berlin", {}, "EUR"));
    const path = `/v3/customers/${customerId}/pro-forma`;
    const { data } = await client.ok("GET", `${path}?until=2026-04-01`);
    assert.deepEqual(
      data.map(({ currency, total }: Json) => `${currency} ${total}`),
      ["EUR 357.00", "USD 436.32"],
    );
    assert.match((await pdf(client, `${path}/pdf?currency=EUR&until=2026-04-01`)).text, /EUR/);
    const open = await client.send("GET", `${path}/pdf?until=2026-04-01`);
    assert.deepEqual(rejection(open), [400, "VALIDATION_FAILED", "/query/currency REQUIRED"]);
  });
});

test("a pro forma is rejected for a wrong range, an unknown record, and a contract without a customer", async () => {
  const { client, customerId, platform } = await begin();
  const refused = async (path: string) => rejection(await client.send("GET", path));
  for (const end of ["pro-forma", "pro-forma/pdf"]) {
    const [ofCustomer, ofContract] = [`/v3/customers/${customerId}/${end}`, `/v3/contracts/${platform}/${end}`];
    const reversed = "?from=2026-05-01&until=2026-04-01";
    for (const path of [ofCustomer, ofContract]) {
      assert.deepEqual(await refused(`${path}${reversed}`), [400, "VALIDATION_FAILED", "/query/until RANGE"]);
      assert.equal((await refused(`${path}?until=soon`))[0], 400);
      assert.deepEqual((await api.request("GET", path, { key: api.merchants.B.writeKey })).status, 404);
    }
    assert.deepEqual(await refused(`/v3/customers/${unknownId}/${end}`), [404, "CUSTOMER_NOT_FOUND"]);
    assert.deepEqual(await refused(`/v3/contracts/${unknownId}/${end}`), [404, "CONTRACT_NOT_FOUND"]);
    const { id: lonely } = await client.ok("POST", "/v3/contracts", { name: "Nobody's" });
    assert.deepEqual(await refused(`/v3/contracts/${lonely}/${end}`), [400, "INVALID_CONTRACT_STATE"]);
    await client.ok("DELETE", `/v3/contracts/${lonely}`);
    assert.deepEqual(await refused(`/v3/contracts/${lonely}/${end}`), [400, "CONTRACT_DELETED"]);
  }
  const nothing = await refused(`/v3/contracts/${platform}/pro-forma/pdf?until=2026-03-31`);
  assert.deepEqual(nothing, [400, "VALIDATION_FAILED", "/query/until RANGE"]);
});
