import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { clientOf, obligationBody, priced } from "../support/client.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

const address = { line1: "Main Street 1", city: "Berlin", postalCode: "10115", country: "DE" };
const taxRates = [{ country: "DE", category: "S", rate: "0.19", validFrom: "2020-01-01" }];

/** A merchant that charges tax, and what a test asks of one of its contracts. */
async function taxed(customer: object) {
  const client = clientOf(api, await api.newMerchant("2026-01-15T12:00:00Z"));
  await client.ok("PATCH", "/v3/merchant", { address: { ...address, line1: "Seller" }, taxRates });
  const { id: customerId } = await client.ok("POST", "/v3/customers", { name: "Buyer", ...customer });
  const contractId = await client.contract({ customerId });
  await client.add(contractId, obligationBody({}, { interval: "MONTH", ...priced("100.00") }));
  const state = async () => {
    const { status, blockReasons } = await client.ok("GET", `/v3/contracts/${contractId}`);
    return [status, ...blockReasons.map(({ code, path }: Json) => `${code} ${path}`)];
  };
  const patch = (fields: object) => client.ok("PATCH", `/v3/customers/${customerId}`, fields);
  const invoices = async () => {
    const { data } = await client.ok("GET", `/v3/invoices?filter=contractId:eq:${contractId}`);
    return data
      .map(({ issueDate, status, holdReason, total }: Json) => [issueDate, status, holdReason, total].join(" "))
      .toSorted();
  };
  return { client, contractId, customerId, state, patch, invoices };
}

test("a contract waits for the address of its customer once the merchant has tax rates", async () => {
  const { client, contractId, state, patch } = await taxed({});
  assert.deepEqual(await state(), ["BLOCKED", "TAX_LOCATION_MISSING /customerId"]);
  const refused = await client.send("POST", `/v3/contracts/${contractId}/actions`, { action: "APPROVE" });
  assert.deepEqual([refused.status, refused.body.error.errorCode], [400, "INVALID_CONTRACT_STATE"]);
  await patch({ billingAddress: address });
  await client.drainOutbox();
  assert.deepEqual(await state(), ["PROCESSED"]);
  await patch({ billingAddress: null });
  await client.drainOutbox();
  assert.deepEqual(await state(), ["BLOCKED", "TAX_LOCATION_MISSING /customerId"]);
  await patch({ taxInfo: { isTaxExempt: true } });
  await client.approve(contractId);
});

test("without tax rates no address is required; the first tax rate makes it required", async () => {
  const { client, state } = await taxed({});
  await client.ok("PATCH", "/v3/merchant", { taxRates: [] });
  await client.drainOutbox();
  assert.deepEqual(await state(), ["PROCESSED"]);
  await client.ok("PATCH", "/v3/merchant", { taxRates });
  await client.drainOutbox();
  assert.deepEqual(await state(), ["BLOCKED", "TAX_LOCATION_MISSING /customerId"]);
});

test("with another customer that has an address the contract is no longer blocked", async () => {
  const { client, contractId, state } = await taxed({});
  const located = await client.ok("POST", "/v3/customers", { name: "Located", billingAddress: address });
  await client.ok("PATCH", `/v3/contracts/${contractId}`, { customerId: located.id });
  assert.deepEqual(await state(), ["PROCESSED"]);
});

test("the drafts of an approved contract are held while its customer has no address", async () => {
  const { client, contractId, patch, invoices } = await taxed({ billingAddress: address });
  await client.approve(contractId);
  const issued = "2026-01-01 ISSUED  119.00";
  assert.deepEqual(await invoices(), [issued, "2026-02-01 DRAFT  119.00"]);

  await patch({ billingAddress: null });
  await client.advance("2026-03-15T12:00:00Z");
  const held = (await invoices()).filter((text: string) => text.includes("DRAFT"));
  assert.deepEqual(held, [
    "2026-02-01 DRAFT TAX_LOCATION_MISSING 119.00",
    "2026-03-01 DRAFT TAX_LOCATION_MISSING 119.00",
    "2026-04-01 DRAFT TAX_LOCATION_MISSING 119.00",
  ]);
  const { data } = await client.ok("GET", `/v3/invoices?filter=contractId:eq:${contractId},status:eq:DRAFT`);
  const due = data.find(({ issueDate }: Json) => issueDate === "2026-02-01");
  const refused = await client.send("POST", `/v3/invoices/${due.id}/actions`, { action: "ISSUE" });
  assert.deepEqual([refused.status, refused.body.error.errorCode], [400, "INVALID_ACTION"]);
  assert.equal(refused.body.error.details.reason, "TAX_LOCATION_MISSING");

  await patch({ billingAddress: address });
  await client.drainOutbox();
  assert.deepEqual([...new Set((await invoices()).map((text: string) => text.slice(11)))].toSorted(), [
    "DRAFT  119.00",
    "ISSUED  119.00",
  ]);
  assert.equal((await invoices()).filter((text: string) => text.includes("ISSUED")).length, 3);
});
