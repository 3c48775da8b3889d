import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type DemoMerchant, seedDemo } from "../../src/integrations/demo/service.ts";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { runDoctor } from "../support/doctor.ts";

let api: TestApi;
let demo: DemoMerchant;
before(async () => {
  api = await startApi();
  demo = await seedDemo(api.platform);
});
after(() => api.close());

async function payload(path: string) {
  const answer = await api.request("GET", path, { key: demo.readKey });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.payload;
}

test("the doctor finds nothing", async () => {
  assert.deepEqual(await runDoctor(api.platform.db, { merchantId: demo.merchantId, full: true }), []);
});

test("it has contracts of every kind, most of them approved", async () => {
  const contracts = await payload("/v3/contracts?limit=50");
  const statuses = Map.groupBy(contracts.data, (contract: { status: string }) => contract.status);
  assert.equal(statuses.get("APPROVED")?.length, 12);
  assert.equal(statuses.get("PROCESSED")?.length, 1);
  assert.equal(statuses.get("BLOCKED")?.length, 1);
  const currencies = new Set(contracts.data.map((contract: { currency: string }) => contract.currency));
  assert.deepEqual([...currencies].sort(), ["EUR", "JPY", "USD"]);
});

test("a year is invoiced month by month", async () => {
  const invoices = await payload("/v3/invoices?limit=200");
  const issued = invoices.data.filter((invoice: { status: string }) => invoice.status !== "DRAFT");
  const months = issued.map((invoice: { issueDate: string }) => invoice.issueDate.slice(0, 7));
  const of2025 = new Set(months.filter((month: string) => month.startsWith("2025-")));
  assert.equal(of2025.size, 12);
  assert.ok(issued.length > 80, `${issued.length} invoices`);
});

test("twelve months are closed and the books balance in every currency", async () => {
  const periods = await payload("/v3/month-end-close/periods?limit=50");
  assert.equal(periods.data.length, 12);
  assert.ok(periods.data.every((period: { status: string }) => period.status === "CLOSED"));
  const { currencies } = await payload("/v3/reports/trial-balance?month=2025-12");
  assert.deepEqual(
    currencies.map((each: { currency: string }) => each.currency),
    ["EUR", "JPY", "USD"],
  );
  for (const { currency, totalDebit, totalCredit } of currencies) assert.equal(totalDebit, totalCredit, currency);
});

test("recognized revenue, contract liability, contract asset and unbilled receivable all have an amount", async () => {
  const { currencies } = await payload("/v3/reports/trial-balance?month=2025-11");
  const dollars = currencies.find((each: { currency: string }) => each.currency === "USD");
  const roles = dollars.accounts.map((account: { role: string }) => account.role);
  for (const role of ["RECEIVABLE", "CONTRACT_LIABILITY", "UNBILLED_RECEIVABLE", "REVENUE"]) {
    assert.ok(roles.includes(role), role);
  }
});

test("the sandbox clock stands in January 2026 and both keys work", async () => {
  assert.equal((await payload("/v3/test-clock")).now, "2026-01-15T09:00:00.000Z");
  const rejected = await api.request("POST", "/v3/categories", { key: demo.readKey, body: { name: "More" } });
  assert.equal(rejected.status, 403);
  const created = await api.request("POST", "/v3/categories", { key: demo.writeKey, body: { name: "More" } });
  assert.equal(created.status, 201);
});

test("synthetic contracts are the same in every run, and the doctor finds nothing in them", async () => {
  const [one, two] = [
    await seedDemo(api.platform, { name: "One", contracts: 15 }),
    await seedDemo(api.platform, { name: "Two", contracts: 15 }),
  ];
  const totals = async (key: string) => {
    const answer = await api.request("GET", "/v3/reports/trial-balance?month=2025-12", { key });
    return answer.body.payload.currencies;
  };
  assert.deepEqual(await totals(one.readKey), await totals(two.readKey));
  assert.deepEqual(await runDoctor(api.platform.db, { merchantId: two.merchantId }), []);
});

test("invoices are issued as the pro formas of all customers announced", async () => {
  const until = "2026-06-30";
  const rowOf = (invoice: Json) =>
    [invoice.contractId, invoice.issueDate, invoice.total, ...invoice.lineItems.map(({ total }: Json) => total)].join(
      " ",
    );
  const { data: customers } = await payload("/v3/customers?limit=1000");
  const announced: string[] = [];
  for (const { id } of customers) {
    const { data } = await payload(`/v3/customers/${id}/pro-forma?until=${until}`);
    announced.push(...data.flatMap(({ invoices }: Json) => invoices.map(rowOf)));
  }
  const list = "/v3/invoices?limit=1000&filter=status:neq:DRAFT";
  const before = new Set((await payload(list)).data.map(({ id }: Json) => id));
  const to = { to: `${until}T23:00:00Z` };
  assert.equal((await api.request("POST", "/v3/test-clock/advance", { key: demo.writeKey, body: to })).status, 200);
  const issued = (await payload(list)).data.filter(({ id }: Json) => !before.has(id));
  assert.ok(announced.length > 10, `${announced.length} invoices are announced`);
  assert.deepEqual(issued.map(rowOf).toSorted(), announced.toSorted());
});
