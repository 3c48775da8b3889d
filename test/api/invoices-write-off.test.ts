import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, obligationBody, priced, rejection } from "../support/client.ts";
import { sumOf } from "../support/contract-view.ts";
import { runDoctor } from "../support/doctor.ts";
import { dryThenReal } from "../support/dry-run.ts";
import { accountsOf, assertSubLedgers, invoiceNow, invoiceOf } from "../support/receivable-client.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";
import { revenueOf } from "../support/term-client.ts";

// Rules 8, 9: an invoice of 300.00 for the first quarter of 2026 that is written off, then paid or reinstated.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => closeWithSoundBooks(api));

const act = (client: Client, id: string, body: object) => client.send("POST", `/v3/invoices/${id}/actions`, body);

test("a write-off has to be dated in an open month", async () => {
  const client = clientOf(api, await api.newMerchant("2026-02-15T12:00:00Z"));
  const invoice = await invoiceOf(api, client);
  await client.ok("POST", "/v3/month-end-close/close-period?month=2026-01");
  const closed = await act(client, invoice.id, { action: "MARK_UNCOLLECTIBLE", date: "2026-01-31" });
  assert.deepEqual(rejection(closed), [400, "PERIOD_CLOSED", "/date PERIOD_CLOSED"]);
  const open = await act(client, invoice.id, { action: "MARK_UNCOLLECTIBLE", date: "2026-02-01" });
  assert.equal(open.status, 200);
});

test("several issues are all listed, under the code of the first: status, then closed month, then amounts", async () => {
  const client = clientOf(api, await api.newMerchant("2026-02-15T12:00:00Z"));
  const invoice = await invoiceOf(api, client);
  await client.ok("POST", "/v3/month-end-close/close-period?month=2026-01");
  const { customerId, lineItems } = await client.ok("GET", `/v3/invoices/${invoice.id}`);
  const memo = (issueDate: string, amount: string) => ({
    ...{ customerId, issueDate, reason: "Terms" },
    items: [{ invoiceLineItemId: lineItems[0].id, amount }],
  });
  const tooMuch = await client.send("POST", "/v3/credit-memos", memo("2026-01-31", "300.01"));
  const listed = ["/items/0/amount EXCEEDS_INVOICE_LINE", "/issueDate PERIOD_CLOSED"];
  assert.deepEqual(rejection(tooMuch), [400, "PERIOD_CLOSED", ...listed]);
  await client.ok("POST", `/v3/invoices/${invoice.id}/payments`, {});
  const paid = await act(client, invoice.id, { action: "MARK_UNCOLLECTIBLE", date: "2026-01-31" });
  const both = [" INVOICE_NOT_OPEN", "/date PERIOD_CLOSED"];
  assert.deepEqual(rejection(paid), [400, "INVOICE_NOT_OPEN", ...both]);
  const reinstated = await act(client, invoice.id, { action: "REINSTATE", date: "2026-01-31" });
  assert.deepEqual(rejection(reinstated), [400, "INVOICE_NOT_OPEN", ...both]);
});

test("a write-off of a period that is over before its service ends lowers revenue from the day after", async () => {
  const client = clientOf(api, await api.newMerchant("2026-01-31T12:00:00Z"));
  const contractId = await client.contract();
  const parts = {
    serviceStartDate: "2026-01-05",
    serviceEndDate: "2026-03-31",
  };
  const once = { interval: "NONE", startDate: "2026-01-05", endDate: "2026-01-05" };
  await client.add(contractId, obligationBody(parts, { ...once, ...priced("300.00") }));
  await client.approve(contractId);
  const [invoice] = (await client.ok("GET", `/v3/invoices?filter=contractId:eq:${contractId}`)).data;
  assert.equal((await act(client, invoice.id, { action: "MARK_UNCOLLECTIBLE" })).status, 200);
  // January is earned, 300.00 × 27/31 of 2 27/31 months.
  assert.deepEqual(await accountsOf(client, invoice.id), { BAD_DEBT: "91.01", CONTRACT_LIABILITY: "-91.01" });
});

test("a write-off is reversed in an open month, once, and the invoice is open again", async () => {
  const client = clientOf(api, await api.newMerchant("2026-01-31T12:00:00Z"));
  const invoice = await invoiceOf(api, client);
  const reinstate = (date?: string) => act(client, invoice.id, { action: "REINSTATE", date });
  assert.deepEqual(rejection(await reinstate()), [400, "INVOICE_NOT_OPEN", " INVOICE_NOT_OPEN"]);
  await client.ok("POST", `/v3/invoices/${invoice.id}/actions`, { action: "MARK_UNCOLLECTIBLE" });
  const part = await client.ok("POST", `/v3/invoices/${invoice.id}/payments`, { amount: "40.00" });
  assert.deepEqual(rejection(await reinstate("2026-01-30")).slice(0, 2), [400, "INVALID_DATE"]);
  assert.deepEqual(rejection(await reinstate("2026-02-01")).slice(0, 2), [400, "INVALID_DATE"]);
  await client.advance("2026-02-10T12:00:00Z");
  await client.ok("POST", "/v3/month-end-close/close-period?month=2026-01");
  assert.deepEqual(rejection(await reinstate("2026-01-31")), [400, "PERIOD_CLOSED", "/date PERIOD_CLOSED"]);

  const preview = await client.ok("POST", `/v3/invoices/${invoice.id}/actions?dryRun=true`, { action: "REINSTATE" });
  assert.deepEqual([preview.dryRun, preview.result.status], [true, "PARTIALLY_PAID"]);
  assert.equal((await invoiceNow(client, invoice.id))[0], "UNCOLLECTIBLE");
  const owed = await client.ok("POST", `/v3/invoices/${invoice.id}/actions`, { action: "REINSTATE" });
  assert.deepEqual([owed.status, owed.balanceRemaining, owed.uncollectibleOn], ["PARTIALLY_PAID", "260.00", null]);
  assert.deepEqual(await accountsOf(client, invoice.id), {
    BAD_DEBT: "40",
    CONTRACT_LIABILITY: "-300",
    RECEIVABLE: "260",
  });
  const { data } = await client.ok("GET", "/v3/audit-log?filter=action:eq:invoice.reinstate");
  const changes = [{ path: "/status", from: "UNCOLLECTIBLE", to: "PARTIALLY_PAID" }];
  assert.deepEqual(
    data.map((each: Json) => [each.entityId, each.changes]),
    [[invoice.id, changes]],
  );
  assert.deepEqual(rejection(await reinstate()), [400, "INVOICE_NOT_OPEN", " INVOICE_NOT_OPEN"]);

  // A recovery that goes back is owed like the rest; it can be written off again, and paid.
  await client.ok("POST", `/v3/payments/${part.id}/return`, {});
  assert.deepEqual(await invoiceNow(client, invoice.id), ["ISSUED", "0.00", "0.00", "300.00"]);
  await assertSubLedgers(api, client);
  await client.ok("POST", `/v3/invoices/${invoice.id}/actions`, { action: "MARK_UNCOLLECTIBLE" });
  await client.ok("POST", `/v3/invoices/${invoice.id}/payments`, {});
  assert.equal((await invoiceNow(client, invoice.id))[0], "PAID");
  await assertSubLedgers(api, client);
});

test("a reinstated invoice that is voided takes back both its write-off and its reinstatement, each on its day", async () => {
  const merchant = await api.newMerchant("2026-01-31T12:00:00Z");
  const client = clientOf(api, merchant);
  const invoice = await invoiceOf(api, client);
  await client.ok("POST", `/v3/invoices/${invoice.id}/actions`, { action: "MARK_UNCOLLECTIBLE" });
  await client.advance("2026-02-10T12:00:00Z");
  await client.ok("POST", `/v3/invoices/${invoice.id}/actions`, { action: "REINSTATE" });
  await client.advance("2026-02-11T12:00:00Z");
  await client.ok("POST", `/v3/invoices/${invoice.id}/actions`, { action: "VOID" });
  assert.deepEqual(await runDoctor(api.platform.db, { merchantId: merchant.merchantId }), []);
});

test("a line of a written-off invoice can be credited only once the invoice is paid in full", async () => {
  const client = clientOf(api, await api.newMerchant("2026-02-15T12:00:00Z"));
  const invoice = await invoiceOf(api, client);
  const { contractId } = invoice;
  assert.equal((await act(client, invoice.id, { action: "MARK_UNCOLLECTIBLE" })).status, 200);
  await client.ok("POST", `/v3/invoices/${invoice.id}/payments`, { amount: "100.00" });
  const { customerId, lineItems } = await client.ok("GET", `/v3/invoices/${invoice.id}`);
  const items = [{ invoiceLineItemId: lineItems[0].id, amount: "30.00" }];
  const body = { customerId, issueDate: "2026-02-15", reason: "Goodwill", items };
  const path = "/v3/credit-memos";
  for (const dryRun of ["", "?dryRun=true"]) {
    const early = await client.send("POST", path + dryRun, body);
    assert.deepEqual(rejection(early).slice(0, 2), [400, "INVOICE_NOT_OPEN"]);
  }
  const last = await client.ok("POST", `/v3/invoices/${invoice.id}/payments`, {});
  const { result } = await dryThenReal(api, client, { method: "POST", path, body, contractId });
  assert.deepEqual([result.status, result.balance], ["OPEN", "30.00"]);
  await assertSubLedgers(api, client);
  const earned = async () => sumOf((await revenueOf(client, contractId)).map((month) => month.split(" ")[1] ?? ""));
  assert.equal(await earned(), "1170.00");
  // The payment brought 53.57 of the loss and 146.43 for service. Of that, 30.00 are credited: they cannot be lost twice.
  await client.ok("POST", `/v3/payments/${last.id}/return`, {});
  await client.drainOutbox();
  assert.deepEqual(await accountsOf(client, last.id), { BAD_DEBT_RECOVERED: "30", CONTRACT_LIABILITY: "-30" });
  assert.equal(await earned(), "1053.57");
});
