import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, close, obligationBody, rejection } from "../support/client.ts";

// What a person wants to know first, held against the reports that say it in full.

let api: TestApi;
let client: Client;
before(async () => {
  api = await startApi();
  client = clientOf(api, await api.newMerchant("2026-01-15T12:00:00Z"));
  const contractId = await client.contract();
  await client.add(contractId, obligationBody());
  await client.approve(contractId);
  const [invoice] = (await client.ok("GET", "/v3/invoices?filter=status:eq:ISSUED")).data;
  const { customerId, id: invoiceId } = invoice;
  await client.ok("POST", "/v3/payments", {
    customerId,
    amount: "120.00",
    applications: [{ invoiceId, amount: "120.00" }],
  });
  await client.advance("2026-03-10T00:00:00Z");
  await close(client, "2026-01");
});
after(() => api.close());

test("figures equal those of the trial balance and the revenue report, month by month", async () => {
  const shown = await client.ok("GET", "/v3/overview");
  assert.equal(shown.months.length, 12);
  assert.deepEqual(
    [shown.currency, shown.month.month, shown.monthBefore.month, shown.months[0].month],
    ["USD", "2026-03", "2026-02", "2025-04"],
  );
  const revenue = await client.ok("GET", "/v3/reports/revenue?startMonth=2025-04&endMonth=2026-03&basis=ALL");
  for (const each of shown.months) {
    const { currencies } = await client.ok("GET", `/v3/reports/trial-balance?month=${each.month}`);
    const of = (role: string): Json => currencies[0]?.accounts.find((account: Json) => account.role === role);
    const negated = (text: string) => (Number(text) === 0 ? "0.00" : text.replace(/^-/, ""));
    assert.equal(each.deferred, negated(of("CONTRACT_LIABILITY")?.balance ?? "0.00"), each.month);
    assert.equal(each.recognized, revenue.totals.values[each.month], each.month);
    assert.equal(each.isClosed, each.month <= "2026-01", each.month);
  }
  const january = shown.months.find(({ month }: Json) => month === "2026-01");
  assert.deepEqual([january.billed, january.collected, january.recognized], ["300.00", "120.00", "100.00"]);
  assert.deepEqual([shown.month.billed, shown.month.collected, shown.month.recognized], ["0.00", "0.00", "100.00"]);
});

test("void and credited invoices do not count as billed, and refunded money not as collected", async () => {
  const other = clientOf(api, await api.newMerchant("2026-01-15T12:00:00Z"));
  const contractId = await other.contract();
  await other.add(contractId, obligationBody());
  await other.approve(contractId);
  const [invoice] = (await other.ok("GET", "/v3/invoices?filter=status:eq:ISSUED")).data;
  const { customerId, lineItems } = invoice;
  await other.ok("POST", "/v3/credit-memos", {
    ...{ customerId, issueDate: "2026-01-15", reason: "less" },
    items: [{ invoiceLineItemId: lineItems[0].id, amount: "50.00" }],
  });
  const { id } = await other.ok("POST", "/v3/payments", { customerId, amount: "80.00" });
  await other.ok("POST", `/v3/payments/${id}/return`, { reason: "bounced" });
  const { month } = await other.ok("GET", "/v3/overview?month=2026-01");
  assert.deepEqual([month.billed, month.collected], ["250.00", "0.00"]);
});

test("counts of waiting records equal the totals of their lists", async () => {
  const waiting = clientOf(api, await api.newMerchant("2026-01-15T12:00:00Z"));
  const empty = (await waiting.ok("GET", "/v3/overview")).waiting;
  assert.deepEqual(new Set(Object.values(empty)), new Set([0]));
  const contractId = await waiting.contract();
  await waiting.add(contractId, obligationBody());
  await waiting.approve(contractId);
  const task = {
    title: "Look at accruals",
    ownerEmail: `owner-${waiting.merchant.merchantId}@example.com`,
    dueDays: 3,
  };
  await waiting.ok("POST", "/v3/month-end-close/task-templates", { ...task, fromMonth: "2026-01", isRequired: true });
  await waiting.ok("PUT", "/v3/approval-policies", { kind: "CLOSE", role: "CONTROLLER" });
  await waiting.ok("POST", "/v3/month-end-close/close-period?month=2025-12");
  const [entry] = (await waiting.ok("GET", "/v3/journal-entries")).data;
  await waiting.ok("PUT", `/v3/sync/JOURNAL_ENTRY/${entry.id}`, { status: "SYNC_FAILED", error: "No such account." });
  await waiting.advance("2026-03-10T00:00:00Z");
  const { waiting: counted } = await waiting.ok("GET", "/v3/overview");
  const total = async (path: string) => (await waiting.ok("GET", path)).totalItems;
  assert.deepEqual(counted, {
    contractsBlocked: await total("/v3/contracts?filter=status:eq:BLOCKED"),
    contractsToApprove: await total("/v3/contracts?filter=status:eq:PROCESSED"),
    draftsDue: 0,
    invoicesOverdue: await total("/v3/invoices?filter=status:eq:ISSUED,dueDate:lt:2026-03-10"),
    syncsFailed: await total("/v3/journal-entries?filter=syncStatus:eq:SYNC_FAILED"),
    changeRequestsPending: await total("/v3/change-requests?filter=status:eq:PENDING"),
    closeTasksOpen: 1,
  });
  assert.deepEqual([counted.invoicesOverdue, counted.syncsFailed, counted.changeRequestsPending], [1, 1, 1]);
});

test("a month too far ahead or back is rejected, and another merchant's books are not shown", async () => {
  assert.deepEqual(rejection(await client.send("GET", "/v3/overview?month=1900-12")), [
    ...[400, "INVALID_MONTH", "/query/month INVALID_MONTH"],
  ]);
  assert.equal((await client.send("GET", "/v3/overview?month=1901-01")).status, 200);
  assert.deepEqual(rejection(await client.send("GET", "/v3/overview?month=2099-01")), [
    ...[400, "INVALID_MONTH", "/query/month INVALID_MONTH"],
  ]);
  const { months } = await clientOf(api, api.merchants.B).ok("GET", "/v3/overview?month=2026-01");
  assert.deepEqual(new Set(months.map(({ billed }: Json) => billed)), new Set(["0.00"]));
});
