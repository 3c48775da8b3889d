import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, priced } from "../support/client.ts";
import { withPobs } from "../support/pobs.ts";

// What is credited or written off stops the revenue of its days, and never makes a month that is served earn less than
// nothing (data model 15.4; rules 8).

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

const year = { startDate: "2026-01-01", endDate: "2026-12-31" };

async function months(client: Client, filter: string): Promise<string[]> {
  const { data } = await client.ok("GET", `/v3/revenue-schedules?filter=${filter}&limit=1000`);
  return data.map(({ timeframe, amount }: Json) => `${timeframe} ${amount}`);
}

const each = (amount: string, from: number, to: number, of = 2026) =>
  Array.from({ length: to - from + 1 }, (_, index) => `${of}-${String(from + index).padStart(2, "0")} ${amount}`);

/**
 * 300.00 a quarter in advance, the first of which is credited whole, and what stated performance obligations earn of
 * it.
 */
async function creditedQuarter(pobs: readonly object[]): Promise<string[][]> {
  const client = clientOf(api, await withPobs(api, "2026-01-15T12:00:00Z"));
  const { id: customerId } = await client.ok("POST", "/v3/customers", { name: "Northwind" });
  const { id } = await client.ok("POST", "/v3/contracts", { name: "Credited", customerId });
  const path = `/v3/contracts/${id}`;
  const { billingTermGroupId } = await client.ok("POST", `${path}/billing-terms`, {
    ...{ name: "Platform", ...year, interval: "QUARTER", invoiceDateStrategy: "FIRST_OF_PERIOD", billingType: "FLAT" },
    ...priced("300.00"),
  });
  await client.ok("POST", `${path}/performance-obligations`, { billingTermGroupId, toCreate: pobs });
  await client.approve(id);
  const { data } = await client.ok("GET", `/v3/invoices?filter=status:eq:ISSUED&limit=10`);
  const items = [{ invoiceLineItemId: data[0].lineItems[0].id, amount: "300.00" }];
  await client.ok("POST", "/v3/credit-memos", { customerId, issueDate: "2026-01-15", reason: "Terms", items });
  await client.drainOutbox();
  const { data: listed } = await client.ok("GET", `${path}/performance-obligations?limit=10`);
  // Performance obligations of one request have no order of their own.
  const byService = listed.toSorted((a: Json, b: Json) => a.serviceStartDate.localeCompare(b.serviceStartDate));
  return Promise.all(byService.map((one: Json) => months(client, `performanceObligationId:eq:${one.id}`)));
}

test("a performance obligation with longer service than billing loses the revenue of the credited days, and the rest after them", async () => {
  const pob = {
    name: "Whole",
    transactionPrice: "1200.00",
    serviceStartDate: "2026-01-01",
    serviceEndDate: "2027-12-31",
  };
  const [whole] = await creditedQuarter([pob]);
  assert.deepEqual(whole?.slice(0, 3), ["2026-04 42.86", "2026-05 42.85", "2026-06 42.86"]);
  assert.equal(whole?.length, 21);
  assert.ok(
    whole?.every((text) => ["42.85", "42.86"].includes(text.split(" ")[1] ?? "")),
    whole?.join(),
  );
});

test("a performance obligation with later service spreads a credit over its own service", async () => {
  const [setup, support] = await creditedQuarter([
    { name: "Setup", transactionPrice: "600.00", serviceStartDate: "2026-01-01", serviceEndDate: "2026-06-30" },
    { name: "Support", transactionPrice: "600.00", serviceStartDate: "2026-07-01", serviceEndDate: "2026-12-31" },
  ]);
  assert.deepEqual(setup, [...each("50.00", 1, 3), ...each("100.00", 4, 6)]);
  assert.deepEqual(support, each("75.00", 7, 12));
});

test("a write-off in the middle of a month ends revenue there, and leaves no balance and no remaining obligation", async () => {
  const client = clientOf(api, await api.newMerchant("2026-01-10T12:00:00Z"));
  const id = await client.contract();
  await client.add(id, {
    ...{ serviceStartDate: "2026-01-01", serviceEndDate: "2026-12-31", recognitionPattern: "STRAIGHT_LINE" },
    billingSchedule: {
      ...{ name: "Platform", ...year, interval: "YEAR", billingType: "FLAT", invoiceDateStrategy: "FIRST_OF_PERIOD" },
      pricing: [{ tier: 0, amount: "2400.00", amountType: "TOTAL_INVOICE" }],
    },
  });
  await client.approve(id);
  await client.advance("2026-02-21T12:00:00Z");
  await client.ok("POST", "/v3/month-end-close/close-period?month=2026-01");
  const { data } = await client.ok("GET", "/v3/invoices?filter=status:eq:ISSUED&limit=10");
  await client.ok("POST", `/v3/invoices/${data[0].id}/actions`, { action: "MARK_UNCOLLECTIBLE" });
  await client.drainOutbox();
  const revenue = async () => (await months(client, `contractId:eq:${id}`)).filter((text) => !text.endsWith(" 0.00"));
  // January and 21 of 28 days of February are kept, 350.00.
  const sum = (await revenue()).reduce((total, text) => total + Math.round(Number(text.split(" ")[1]) * 100), 0);
  assert.equal(sum, 35_000);
  assert.deepEqual((await revenue())[0], "2026-01 200.00");
  assert.ok(
    (await revenue()).every((text) => text < "2026-03"),
    (await revenue()).join(),
  );

  await client.advance("2026-05-02T12:00:00Z");
  await client.ok("POST", "/v3/month-end-close/close-period?month=2026-04");
  const balance = await client.balances("2026-04");
  assert.deepEqual(["CONTRACT_LIABILITY", "CONTRACT_ASSET", "UNBILLED_RECEIVABLE"].map(balance), [
    "0.00",
    "0.00",
    "0.00",
  ]);
  const remaining = await client.ok("GET", "/v3/reports/remaining-performance-obligations?month=2026-04");
  assert.doesNotMatch(JSON.stringify(remaining), /"-\d/);
});
