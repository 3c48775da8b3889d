import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApi, type TestApi, type TestMerchant } from "../support/api.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

type Call = (method: string, path: string, body?: unknown) => ReturnType<TestApi["request"]>;

/** A client of one merchant that expects every call to succeed. */
function clientOf(merchant: TestMerchant): Call {
  return async (method, path, body) => {
    const answer = await api.request(method, path, { key: merchant.writeKey, ...(body === undefined ? {} : { body }) });
    assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer;
  };
}

const quarterly = {
  serviceStartDate: "2026-01-01",
  serviceEndDate: "2026-12-31",
  billingSchedule: {
    name: "Platform",
    startDate: "2026-01-01",
    endDate: "2026-12-31",
    interval: "QUARTER",
    invoiceDateStrategy: "FIRST_OF_PERIOD",
    billingType: "FLAT",
    pricing: [{ amount: "300.00", amountType: "TOTAL_INVOICE" }],
  },
};

async function approvedContract(call: Call, merchant: TestMerchant, obligation: unknown): Promise<string> {
  const customer = await call("POST", "/v3/customers", { name: "Northwind" });
  const contract = await call("POST", "/v3/contracts", { name: "Plan", customerId: customer.body.payload.id });
  const id: string = contract.body.payload.id;
  await call("POST", `/v3/contracts/${id}/obligations`, obligation);
  await call("POST", `/v3/contracts/${id}/actions`, { action: "APPROVE" });
  await api.drainOutbox(merchant);
  return id;
}

async function balances(call: Call, month: string): Promise<Record<string, string>> {
  const { body } = await call("GET", `/v3/reports/trial-balance?month=${month}`);
  const [currency] = body.payload.currencies;
  if (currency === undefined) return {};
  assert.equal(currency.totalDebit, currency.totalCredit, "the trial balance is zero");
  return Object.fromEntries(
    currency.accounts.map((account: { role: string; balance: string }) => [account.role, account.balance]),
  );
}

test("a contract becomes invoices, revenue and balanced books", async () => {
  const merchant = await api.newMerchant("2026-01-15T12:00:00Z");
  const call = clientOf(merchant);
  const id = await approvedContract(call, merchant, quarterly);

  const { body: invoices } = await call("GET", "/v3/invoices");
  assert.deepEqual(
    invoices.payload.data.map((each: Record<string, string>) => [
      each.invoiceNumber,
      each.status,
      each.issueDate,
      each.dueDate,
    ]),
    [
      ["INV-000001", "ISSUED", "2026-01-01", "2026-02-14"],
      [null, "DRAFT", "2026-04-01", "2026-05-01"],
    ],
  );

  const draftId = invoices.payload.data[1].id;
  await call("POST", "/v3/test-clock/advance", { to: "2026-05-10T00:00:00Z" });
  const { body: issued } = await call("GET", `/v3/invoices/${draftId}`);
  assert.equal(issued.payload.invoiceNumber, "INV-000002", "a draft keeps its id when it is issued");
  assert.equal(issued.payload.issueDate, "2026-04-01");

  const { body: closed } = await call("POST", "/v3/month-end-close/close-period?month=2026-04");
  assert.deepEqual(closed.payload.closedMonths, ["2026-01", "2026-02", "2026-03", "2026-04"]);
  assert.deepEqual(await balances(call, "2026-04"), {
    CONTRACT_LIABILITY: "-200.00",
    RECEIVABLE: "600.00",
    REVENUE: "-400.00",
  });

  const { body: schedule } = await call("GET", `/v3/contracts/${id}/invoice-schedule`);
  assert.deepEqual(
    schedule.payload.data.map((each: Record<string, string>) => [each.issueDate, each.status, each.total]),
    [
      ["2026-01-01", "ISSUED", "300.00"],
      ["2026-04-01", "ISSUED", "300.00"],
      ["2026-07-01", "PLANNED", "300.00"],
      ["2026-10-01", "PLANNED", "300.00"],
    ],
  );
});

test("reopening a month reopens later ones, and closing again without a change posts nothing", async () => {
  const merchant = await api.newMerchant("2026-05-10T00:00:00Z");
  const call = clientOf(merchant);
  await approvedContract(call, merchant, quarterly);
  await call("POST", "/v3/month-end-close/close-period?month=2026-04");
  const before = await balances(call, "2026-04");

  const { status } = await call("POST", "/v3/month-end-close/reopen-period?month=2026-02&reason=audit");
  assert.equal(status, 201);
  const { body: periods } = await call("GET", "/v3/month-end-close/periods");
  assert.deepEqual(
    periods.payload.data.map((each: Record<string, string>) => [
      each.month,
      each.status,
      each.reopenReason,
      each.reopenedWith,
    ]),
    [
      ["2026-04", "REOPENED", null, "2026-02"],
      ["2026-03", "REOPENED", null, "2026-02"],
      ["2026-02", "REOPENED", "audit", null],
      ["2026-01", "CLOSED", null, null],
    ],
  );
  const { body: again } = await call("POST", "/v3/month-end-close/close-period?month=2026-04");
  assert.equal(again.payload.entriesPosted, 0);
  assert.deepEqual(await balances(call, "2026-04"), before);
});

test("service in closed months catches up in the first open month and stays there when they are closed again", async () => {
  const merchant = await api.newMerchant("2026-05-10T00:00:00Z");
  const call = clientOf(merchant);
  await approvedContract(call, merchant, quarterly);
  await call("POST", "/v3/month-end-close/close-period?month=2026-04");

  const late = await approvedContract(call, merchant, {
    ...quarterly,
    billingSchedule: { ...quarterly.billingSchedule, invoiceDateStrategy: "ARREARS", name: "Late" },
  });
  assert.equal((await balances(call, "2026-04")).REVENUE, "-400.00", "a closed month keeps its revenue");
  const { body: planned } = await call(
    "GET",
    `/v3/revenue-schedules?filter=contractId:eq:${late},timeframe:eq:2026-05`,
  );
  assert.deepEqual(
    planned.payload.data.map((each: Record<string, string>) => [
      each.source,
      each.amount,
      each.earnedTimeframe,
      each.status,
    ]),
    [
      ["CATCH_UP", "400.00", "2026-01", "ACCRUED"],
      ["PATTERN", "100.00", "2026-05", "ACCRUED"],
    ],
  );

  await call("POST", "/v3/test-clock/advance", { to: "2026-06-02T00:00:00Z" });
  await call("POST", "/v3/month-end-close/close-period?month=2026-05");
  const afterMay = await balances(call, "2026-05");
  // Two contracts of 100.00 a month: five months each, all in by May, four of the late one as its catch-up.
  assert.equal(afterMay.REVENUE, "-1000.00");
  // The late contract billed its first quarter when it was approved; April and May of it wait for time alone.
  assert.equal(afterMay.UNBILLED_RECEIVABLE, "200.00");

  await call("POST", "/v3/month-end-close/reopen-period?month=2026-03");
  await call("POST", "/v3/month-end-close/close-period?month=2026-05");
  assert.equal((await balances(call, "2026-04")).REVENUE, "-400.00", "the catch-up stays where it was posted");
  assert.deepEqual(await balances(call, "2026-05"), afterMay);
});

test("a month cannot be closed before it is over, twice, or with due drafts", async () => {
  const merchant = await api.newMerchant("2026-01-15T12:00:00Z");
  const call = clientOf(merchant);
  await approvedContract(call, merchant, quarterly);
  const reject = async (month: string) => {
    const path = `/v3/month-end-close/close-period?month=${month}`;
    const { status, body } = await api.request("POST", path, { key: merchant.writeKey });
    assert.equal(status, 400);
    return [body.error.errorCode, ...(body.error.details.checks ?? []).map((check: { code: string }) => check.code)];
  };
  assert.deepEqual(await reject("2026-01"), ["PERIOD_CANNOT_CLOSE", "MONTH_NOT_OVER"]);
  assert.deepEqual(await reject("2026-13"), ["INVALID_MONTH"]);
  await call("POST", "/v3/test-clock/advance", { to: "2026-02-01T00:00:00Z" });
  await call("POST", "/v3/month-end-close/close-period?month=2026-01");
  assert.deepEqual(await reject("2026-01"), ["PERIOD_CANNOT_CLOSE", "ALREADY_CLOSED"]);
});

test("a reopening needs a closed month and a key whose creator is an active member", async () => {
  const merchant = await api.newMerchant("2026-02-15T12:00:00Z");
  const call = clientOf(merchant);
  await approvedContract(call, merchant, quarterly);
  const reopen = (query: string, key: string) =>
    api.request("POST", `/v3/month-end-close/reopen-period?${query}`, { key });

  assert.equal((await reopen("month=2026-01", merchant.writeKey)).body.error.errorCode, "PERIOD_NOT_CLOSED");
  await call("POST", "/v3/month-end-close/close-period?month=2026-01");
  assert.equal((await reopen("month=2026-02", merchant.writeKey)).body.error.errorCode, "PERIOD_NOT_CLOSED");
  assert.equal((await reopen("month=2026-1", merchant.writeKey)).body.error.errorCode, "INVALID_MONTH");
  assert.equal((await reopen("month=2026-01", merchant.readKey)).body.error.errorCode, "KEY_READ_ONLY");
  const { deactivateUser } = await import("../../src/platform/auth/users.ts");
  await deactivateUser(api.platform.db, merchant.userId);
  const rejected = await reopen("month=2026-13", merchant.writeKey);
  assert.deepEqual([rejected.status, rejected.body.error.errorCode], [403, "KEY_CREATOR_INACTIVE"]);
});

test("a preview of a close shows exactly what the close then posts", async () => {
  const merchant = await api.newMerchant("2026-02-15T12:00:00Z");
  const call = clientOf(merchant);
  await approvedContract(call, merchant, quarterly);
  const { body: preview } = await call("GET", "/v3/month-end-close/preview?month=2026-01");
  assert.equal(preview.payload.canClose, true);
  const { body: closed } = await call("POST", "/v3/month-end-close/close-period?month=2026-01");
  assert.equal(closed.payload.entriesPosted, preview.payload.totalEntries);
  const { body: journal } = await call("GET", "/v3/journal-entries?filter=type:eq:REVENUE_RECOGNIZED");
  const strip = (lines: Record<string, string>[]) =>
    lines.map(({ account, role, debit, credit }) => ({ account, role, debit, credit }));
  assert.deepEqual(strip(journal.payload.data[0].lines), preview.payload.entries[0].lines);
});

test("a month reopened to replace an obligation by an equal one can be closed again", async () => {
  const merchant = await api.newMerchant("2026-02-15T12:00:00Z");
  const call = clientOf(merchant);
  const yearly = {
    ...quarterly,
    billingSchedule: { ...quarterly.billingSchedule, interval: "YEAR", invoiceDateStrategy: "ARREARS" },
  };
  const id = await approvedContract(call, merchant, yearly);
  await call("POST", "/v3/month-end-close/close-period?month=2026-01");
  const before = await balances(call, "2026-01");
  await call("POST", "/v3/month-end-close/reopen-period?month=2026-01");
  const { body: obligations } = await call("GET", `/v3/contracts/${id}/obligations`);
  const [replaced] = obligations.payload.data;
  await call("DELETE", `/v3/contracts/${id}/obligations/${replaced.id}?agreedOn=2026-01-01`);
  await call("POST", `/v3/contracts/${id}/obligations`, yearly);
  await call("POST", "/v3/month-end-close/close-period?month=2026-01");
  assert.deepEqual(await balances(call, "2026-01"), before);
});

test("late records of months before the first book month are a catch-up in the first open month", async () => {
  const merchant = await api.newMerchant("2026-03-15T12:00:00Z");
  const call = clientOf(merchant);
  await approvedContract(call, merchant, quarterly);
  await call("POST", "/v3/month-end-close/close-period?month=2026-01");
  const reopening = "/v3/month-end-close/reopen-period?month=2025-11";
  const rejected = await api.request("POST", reopening, { key: merchant.writeKey });
  assert.equal(rejected.body.error.errorCode, "PERIOD_NOT_CLOSED");

  const of2025 = {
    serviceStartDate: "2025-11-01",
    serviceEndDate: "2025-12-31",
    billingSchedule: {
      ...quarterly.billingSchedule,
      startDate: "2025-11-01",
      endDate: "2025-12-31",
      interval: "MONTH",
      pricing: [{ amount: "50.00", amountType: "TOTAL_INVOICE" }],
    },
  };
  await approvedContract(call, merchant, of2025);
  const { body: closed } = await call("POST", "/v3/month-end-close/close-period?month=2026-02");
  assert.deepEqual(closed.payload.closedMonths, ["2026-02"]);
  assert.equal((await balances(call, "2026-01")).REVENUE, "-100.00");
  assert.equal(
    (await balances(call, "2026-02")).REVENUE,
    "-300.00",
    "100.00 of February, and 100.00 of what came late",
  );
});

test("an obligation with a due invoice cannot be deleted, whether or not the worker has issued it yet", async () => {
  const merchant = await api.newMerchant("2026-01-15T12:00:00Z");
  const call = clientOf(merchant);
  const customer = await call("POST", "/v3/customers", { name: "Northwind" });
  const contract = await call("POST", "/v3/contracts", { name: "Plan", customerId: customer.body.payload.id });
  const path = `/v3/contracts/${contract.body.payload.id}`;
  const obligation = await call("POST", `${path}/obligations`, quarterly);
  await call("POST", `${path}/actions`, { action: "APPROVE" });
  const key = merchant.writeKey;
  const ofObligation = await api.request("DELETE", `${path}/obligations/${obligation.body.payload.id}`, { key });
  assert.deepEqual([ofObligation.status, ofObligation.body.error.errorCode], [400, "OBLIGATION_LOCKED"]);
  const ofContract = await api.request("DELETE", path, { key });
  assert.deepEqual([ofContract.status, ofContract.body.error.errorCode], [409, "CONTRACT_INVOICED"]);
});

test("an unknown journal entry is 404", async () => {
  const answer = await api.request("GET", "/v3/journal-entries/0197f1a0-5c1e-7b9a-9a55-000000000000");
  assert.deepEqual([answer.status, answer.body.error.errorCode], [404, "JOURNAL_ENTRY_NOT_FOUND"]);
});
