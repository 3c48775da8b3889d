import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, close, obligationBody, rejection, unknownId } from "../support/client.ts";
import { dryThenReal } from "../support/dry-run.ts";
import { withPobs } from "../support/pobs.ts";
import { termBody } from "../support/term-client.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

const workshop = { name: "Workshop", unitPrice: "1500.00", revenue: { recognitionDate: "2026-03-12" } };
const support = {
  ...{ name: "Extended support", quantity: "3", unitPrice: "100.00" },
  revenue: { serviceStartDate: "2026-03-01", serviceEndDate: "2026-05-31" },
};

async function begin(date = "2026-03-15T12:00:00Z") {
  const client = clientOf(api, await api.newMerchant(date));
  const { id: customerId } = await client.ok("POST", "/v3/customers", { name: "Northwind" });
  return { client, customerId };
}

const revenueOf = async (client: Client, contractId: string) => {
  const { data } = await client.ok("GET", `/v3/revenue-schedules?limit=100&filter=contractId:eq:${contractId}`);
  return data.map(({ timeframe, amount }: Json) => `${timeframe} ${amount}`).toSorted();
};

test("a manual invoice of a customer has a contract of its own, and its lines state how they are recognized", async () => {
  const { client, customerId } = await begin();
  const body = { customerId, memo: "As discussed", lines: [workshop, support] };
  const made = await client.ok("POST", "/v3/invoices", body);
  assert.deepEqual(
    [made.status, made.issueDate, made.dueDate, made.total, made.memo, made.invoiceNumber],
    ["ISSUED", "2026-03-15", "2026-04-14", "1800.00", "As discussed", "INV-000001"],
  );
  assert.deepEqual(
    made.lineItems.map(({ name, quantity, unitPrice, total }: Json) => [name, quantity, unitPrice, total]),
    [
      ["Workshop", "1", "1500", "1500.00"],
      ["Extended support", "3", "100", "300.00"],
    ],
  );
  assert.deepEqual(await revenueOf(client, made.contractId), [
    "2026-03 100.00",
    "2026-03 1500.00",
    "2026-04 100.00",
    "2026-05 100.00",
  ]);
  await client.advance("2026-06-01T12:00:00Z");
  await close(client, "2026-05");
  const balance = await client.balances("2026-05");
  assert.deepEqual(["RECEIVABLE", "REVENUE", "CONTRACT_LIABILITY", "CONTRACT_ASSET"].map(balance), [
    "1800.00",
    "-1800.00",
    "0.00",
    "0.00",
  ]);
  assert.equal((await client.ok("GET", `/v3/contracts/${made.contractId}`)).source, "INTERNAL");
});

describe("a manual invoice of an approved contract", () => {
  async function withContract(parts: object = {}) {
    const { client } = await begin();
    const contractId = await client.contract();
    await client.add(contractId, obligationBody(parts));
    await client.approve(contractId);
    return { client, contractId };
  }

  test("stands beside planned invoices, and its contract has one net position", async () => {
    const { client, contractId } = await withContract();
    const made = await client.ok("POST", "/v3/invoices", { contractId, issueDate: "2026-03-02", lines: [workshop] });
    assert.deepEqual([made.contractId, made.issueDate, made.total], [contractId, "2026-03-02", "1500.00"]);
    const { data } = await client.ok("GET", `/v3/invoices?filter=contractId:eq:${contractId}`);
    const shown = data.map(({ issueDate, status, total }: Json) => [issueDate, status, total].join(" ")).toSorted();
    assert.deepEqual(shown, ["2026-01-01 ISSUED 300.00", "2026-03-02 ISSUED 1500.00", "2026-04-01 DRAFT 300.00"]);
  });

  test("is marked as manual, also as the draft after a void, and the list can be filtered by that", async () => {
    const { client, contractId } = await withContract();
    const made = await client.ok("POST", "/v3/invoices", { contractId, issueDate: "2026-03-02", lines: [workshop] });
    assert.equal(made.source, "MANUAL");
    const found = async (filter: string) => {
      const { data } = await client.ok("GET", `/v3/invoices?filter=${filter}`);
      return data.map(({ issueDate, source }: Json) => `${issueDate} ${source}`).toSorted();
    };
    const billed = ["2026-01-01 ENGINE", "2026-04-01 ENGINE"];
    assert.deepEqual(await found("source:eq:MANUAL"), ["2026-03-02 MANUAL"]);
    assert.deepEqual(await found("source:eq:ENGINE"), billed);
    assert.deepEqual(await found("source:nin:MANUAL"), billed);
    await client.ok("POST", `/v3/invoices/${made.id}/actions`, { action: "VOID" });
    assert.deepEqual(await found("source:eq:MANUAL,status:eq:DRAFT"), ["2026-03-02 MANUAL"]);
    const other = await client.send("GET", "/v3/invoices?filter=source:eq:TYPED");
    assert.deepEqual(rejection(other), [400, "FILTER_VALUE_INVALID"]);
  });

  test("with a later date is a draft until that day", async () => {
    const { client, contractId } = await withContract();
    const made = await client.ok("POST", "/v3/invoices", { contractId, issueDate: "2026-03-20", lines: [workshop] });
    assert.deepEqual([made.status, made.issueDate], ["DRAFT", "2026-03-20"]);
    await client.advance("2026-03-20T12:00:00Z");
    const { data } = await client.ok("GET", `/v3/invoices?filter=contractId:eq:${contractId},status:eq:ISSUED`);
    assert.ok(data.some(({ issueDate, total }: Json) => issueDate === "2026-03-20" && total === "1500.00"));
  });

  test("dated after the next planned invoice is a draft too, and does not move planned ones", async () => {
    const { client, contractId } = await withContract();
    for (const issueDate of ["2026-05-02", "2026-04-15"]) {
      const made = await client.ok("POST", "/v3/invoices", { contractId, issueDate, lines: [workshop] });
      assert.deepEqual([made.status, made.issueDate], ["DRAFT", issueDate]);
    }
    const shown = async () => {
      const { data } = await client.ok("GET", `/v3/invoices?filter=contractId:eq:${contractId}`);
      return data.map(({ issueDate, status, total }: Json) => [issueDate, status, total].join(" ")).toSorted();
    };
    const drafts = ["2026-04-01 DRAFT 300.00", "2026-04-15 DRAFT 1500.00", "2026-05-02 DRAFT 1500.00"];
    assert.deepEqual(await shown(), ["2026-01-01 ISSUED 300.00", ...drafts]);
    await client.advance("2026-04-15T12:00:00Z");
    assert.deepEqual(await shown(), [
      "2026-01-01 ISSUED 300.00",
      "2026-04-01 ISSUED 300.00",
      "2026-04-15 ISSUED 1500.00",
      "2026-05-02 DRAFT 1500.00",
      "2026-07-01 DRAFT 300.00",
    ]);
  });

  test("a dry run shows exactly what the invoice then does", async () => {
    const { client, contractId } = await withContract();
    const body = { contractId, lines: [workshop, support] };
    await dryThenReal(api, client, { method: "POST", path: "/v3/invoices", body, contractId });
  });
});

test("a line may name a performance obligation with a stated price, which rises by the line", async () => {
  const client = clientOf(api, await withPobs(api, "2026-03-15T12:00:00Z"));
  const contractId = await client.contract();
  const term = await client.ok("POST", `/v3/contracts/${contractId}/billing-terms`, {
    ...{ name: "Platform", startDate: "2026-01-01", endDate: "2026-12-31", interval: "YEAR", billingType: "FLAT" },
    ...{ invoiceDateStrategy: "FIRST_OF_PERIOD", pricing: [{ amount: "1200.00", amountType: "TOTAL_INVOICE" }] },
  });
  const pob = {
    ...{ name: "Build", transactionPrice: "1200.00", recognitionPattern: "PERCENT_COMPLETE" },
    ...{ serviceStartDate: "2026-01-01", serviceEndDate: "2026-12-31" },
    progress: [{ asOf: "2026-03-10", percentComplete: "0.5" }],
  };
  const { billingTermGroupId } = term;
  const path = `/v3/contracts/${contractId}/performance-obligations`;
  const { created } = await client.ok("POST", path, { billingTermGroupId, toCreate: [pob] });
  await client.approve(contractId);
  const [{ id: performanceObligationId }] = created;
  const line = { name: "Extra work", unitPrice: "200.00", revenue: { performanceObligationId } };
  const made = await client.ok("POST", "/v3/invoices", { contractId, lines: [line] });
  assert.equal(made.total, "200.00");
  await client.drainOutbox();
  const { data } = await client.ok("GET", path);
  const raised = data.find(({ id }: Json) => id === performanceObligationId);
  assert.equal(raised.transactionPrice, "1400.00");
  assert.deepEqual(await revenueOf(client, contractId), ["2026-03 700.00"]);
});

test("a term of another contract that names the group of a manual invoice is billed by itself", async () => {
  const { client, customerId } = await begin();
  const body = { customerId, issueDate: "2026-03-20", lines: [workshop] };
  const { invoiceGroup } = await client.ok("POST", "/v3/invoices", body);
  assert.ok(invoiceGroup);
  const contractId = await client.contract();
  const path = `/v3/contracts/${contractId}/billing-terms`;
  await client.ok("POST", path, termBody({ startDate: "2026-01-01", interval: "QUARTER", invoiceGroup }));
  await client.ok("POST", path, termBody({ startDate: "2026-03-20", interval: "MONTH" }));
  await client.approve(contractId);
  await client.advance("2026-03-20T12:00:00Z");
  const { data } = await client.ok("GET", `/v3/invoices?filter=contractId:eq:${contractId},status:eq:DRAFT`);
  assert.deepEqual(
    data.map(({ issueDate }: Json) => issueDate),
    ["2026-04-01"],
  );
});

describe("what is rejected", () => {
  test("a line without a recognition or with two", async () => {
    const { client, customerId } = await begin();
    const post = async (revenue: object, parts: object = {}) =>
      rejection(await client.send("POST", "/v3/invoices", { customerId, ...parts, lines: [{ ...workshop, revenue }] }));
    assert.deepEqual(await post({}), [400, "VALIDATION_FAILED", "/lines/0/revenue REQUIRED"]);
    const twice = { recognitionDate: "2026-03-12", serviceStartDate: "2026-03-01", serviceEndDate: "2026-03-31" };
    assert.deepEqual(await post(twice), [400, "VALIDATION_FAILED", "/lines/0/revenue CONFLICT"]);
    const half = { serviceStartDate: "2026-03-01" };
    assert.deepEqual(await post(half), [400, "VALIDATION_FAILED", "/lines/0/revenue/serviceEndDate REQUIRED"]);
    const turned = { serviceStartDate: "2026-03-31", serviceEndDate: "2026-03-01" };
    const [status, code, issue] = await post(turned);
    assert.deepEqual([status, code], [400, "VALIDATION_FAILED"]);
    assert.match(String(issue), /^\/lines\/0\/revenue\/serviceEndDate /);
    const unknown = { performanceObligationId: unknownId };
    assert.deepEqual((await post(unknown)).slice(0, 2), [400, "POB_NOT_FOUND"]);
    const [, , category] = await post({ recognitionDate: "2026-03-12", categoryId: unknownId });
    assert.equal(category, "/lines/0/revenue/categoryId CATEGORY_NOT_FOUND");
  });

  test("an invoice without customer, of an unapproved contract, of another customer or in a closed month", async () => {
    const { client, customerId } = await begin();
    const post = async (parts: object) =>
      rejection(await client.send("POST", "/v3/invoices", { lines: [workshop], ...parts }));
    assert.deepEqual(await post({}), [400, "VALIDATION_FAILED", "/customerId REQUIRED"]);
    assert.deepEqual((await post({ customerId: unknownId })).slice(0, 2), [400, "CUSTOMER_NOT_FOUND"]);
    assert.deepEqual((await post({ contractId: unknownId })).slice(0, 2), [400, "CONTRACT_NOT_FOUND"]);
    const contractId = await client.contract();
    assert.deepEqual((await post({ contractId })).slice(0, 2), [400, "INVALID_CONTRACT_STATE"]);
    assert.deepEqual(await post({ contractId, customerId }), [400, "VALIDATION_FAILED", "/customerId CONFLICT"]);
    await close(client, "2026-02");
    const ahead = await post({ customerId, issueDate: "2026-04-01", memo: "Later" });
    assert.deepEqual(ahead, [400, "VALIDATION_FAILED", "/memo CONFLICT"]);
    const closed = await post({ customerId, issueDate: "2026-02-10" });
    assert.deepEqual(closed, [400, "PERIOD_CLOSED", "/issueDate PERIOD_CLOSED"]);
    assert.deepEqual((await client.ok("GET", "/v3/invoices")).data, [], "nothing is left of what was rejected");
  });
});
