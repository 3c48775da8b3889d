import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, rejection, unknownId } from "../support/client.ts";
import { digestOf } from "../support/digest.ts";
import { runDoctor } from "../support/doctor.ts";
import {
  accountsOf,
  assertSubLedgers,
  creditMemoBody,
  invoiceNow,
  invoiceOf,
  typesOf,
} from "../support/receivable-client.ts";

let api: TestApi;
let own: Client;

before(async () => {
  api = await startApi();
  own = clientOf(api, api.merchants.A);
});
after(() => api.close());

describe("credit memos", () => {
  test("a credit memo for an invoice line debits the contract liability and becomes the customer's credit", async () => {
    const invoice = await invoiceOf(api, own);
    const memo = await own.ok("POST", "/v3/credit-memos", creditMemoBody(invoice, "90.00"));
    assert.match(memo.creditMemoNumber, /^CM-\d{6}$/);
    assert.deepEqual(
      [memo.subtotal, memo.taxTotal, memo.total, memo.balance, memo.status, memo.syncStatus],
      ["90.00", "0.00", "90.00", "90.00", "OPEN", "NOT_SYNCED"],
    );
    assert.deepEqual([memo.items[0].serviceStartDate, memo.items[0].serviceEndDate], ["2026-01-01", "2026-03-31"]);
    assert.deepEqual(await accountsOf(own, memo.id), { CONTRACT_LIABILITY: "90", CUSTOMER_CREDIT: "-90" });

    const application = await own.ok("POST", `/v3/credit-memos/${memo.id}/applications`, { invoiceId: invoice.id });
    assert.deepEqual([application.amountApplied, application.appliedAt], ["90.00", "2026-01-15"]);
    assert.deepEqual(await invoiceNow(own, invoice.id), ["PARTIALLY_PAID", "0.00", "90.00", "210.00"]);
    assert.deepEqual(await accountsOf(own, memo.id), { CONTRACT_LIABILITY: "90", RECEIVABLE: "-90" });
    const read = await own.ok("GET", `/v3/credit-memos/${memo.id}`);
    assert.deepEqual([read.status, read.balance, read.applications], ["APPLIED", "0.00", [application]]);

    const back = await own.ok("DELETE", `/v3/credit-memos/${memo.id}/applications/${application.id}`);
    assert.deepEqual([back.status, back.balance, back.applications], ["OPEN", "90.00", []]);
    assert.deepEqual(await invoiceNow(own, invoice.id), ["ISSUED", "0.00", "0.00", "300.00"]);
    const again = await own.send("DELETE", `/v3/credit-memos/${memo.id}/applications/${application.id}`);
    assert.deepEqual(rejection(again), [404, "APPLICATION_NOT_FOUND"]);

    const voided = await own.ok("POST", `/v3/credit-memos/${memo.id}/void`, { reason: "Wrong customer" });
    assert.deepEqual([voided.status, voided.balance, voided.voidReason], ["VOID", "0.00", "Wrong customer"]);
    assert.deepEqual(await accountsOf(own, memo.id), {});
    assert.deepEqual((await typesOf(own, memo.id)).toSorted(), [
      "2026-01-10 CREDIT_MEMO_ISSUED",
      "2026-01-10 CREDIT_MEMO_VOIDED",
      "2026-01-15 CREDIT_APPLIED",
      "2026-01-15 CREDIT_UNAPPLIED",
    ]);
    await assertSubLedgers(api, own);
  });

  test("a refund cannot be dated before its credit memo", async () => {
    const invoice = await invoiceOf(api, own);
    const memo = await own.ok("POST", "/v3/credit-memos", creditMemoBody(invoice, "1.00", { issueDate: "2026-01-01" }));
    const refund = (date: string) => own.send("POST", `/v3/credit-memos/${memo.id}/refunds`, { date });
    assert.deepEqual(rejection(await refund("2025-12-31")), [400, "INVALID_DATE", "/date INVALID_DATE"]);
    assert.equal((await refund("2026-01-01")).status, 201);
  });

  test("numbers have no gaps, also when a credit memo is rejected", async () => {
    const client = clientOf(api, await api.newMerchant());
    const invoice = await invoiceOf(api, client);
    const first = await client.ok("POST", "/v3/credit-memos", creditMemoBody(invoice, "1.00"));
    assert.equal((await client.send("POST", "/v3/credit-memos", creditMemoBody(invoice, "999.00"))).status, 400);
    const second = await client.ok("POST", "/v3/credit-memos", creditMemoBody(invoice, "1.00"));
    assert.deepEqual([first.creditMemoNumber, second.creditMemoNumber], ["CM-000001", "CM-000002"]);
  });

  test("IDE-6: two identical credit memos are two, and the credits of a line never exceed its amount", async () => {
    const invoice = await invoiceOf(api, own);
    await own.ok("POST", "/v3/credit-memos", creditMemoBody(invoice, "150.00"));
    const { id } = await own.ok("POST", "/v3/credit-memos", creditMemoBody(invoice, "150.00"));
    const third = await own.send("POST", "/v3/credit-memos", creditMemoBody(invoice, "0.01"));
    assert.deepEqual(rejection(third), [400, "EXCEEDS_INVOICE_LINE", "/items/0/amount EXCEEDS_INVOICE_LINE"]);
    await own.ok("POST", `/v3/credit-memos/${id}/void`, { reason: "Twice" });
    const after = await own.ok("POST", "/v3/credit-memos", creditMemoBody(invoice, "150.00"));
    assert.equal(after.status, "OPEN", "a void credit memo credits nothing any more");
  });

  test("a credit memo for an item is contra revenue at once, and belongs to no contract", async () => {
    const { id: itemId } = await own.ok("POST", "/v3/items", { name: "Goodwill" });
    const { id: customerId } = await own.ok("POST", "/v3/customers", { name: "Contoso" });
    const body = {
      customerId,
      issueDate: "2026-01-12",
      reason: "Goodwill",
      items: [{ itemId, amount: "10.00", salesTaxAmount: "1.90", quantity: "2", name: "Sorry" }],
    };
    const memo = await own.ok("POST", "/v3/credit-memos", body);
    assert.deepEqual([memo.subtotal, memo.taxTotal, memo.total], ["10.00", "1.90", "11.90"]);
    assert.deepEqual(await accountsOf(own, memo.id), {
      CONTRA_REVENUE: "10",
      CUSTOMER_CREDIT: "-11.9",
      TAX_PAYABLE: "1.9",
    });
    const { data } = await own.ok("GET", "/v3/journal-entries?filter=type:eq:CREDIT_MEMO_ISSUED");
    assert.equal(data.find((entry: Json) => entry.sourceId === memo.id).contractId, null);

    const refund = await own.ok("POST", `/v3/credit-memos/${memo.id}/refunds`, { amount: "1.90", method: "CHECK" });
    assert.deepEqual([refund.amount, refund.date, refund.creditMemoId], ["1.90", "2026-01-15", memo.id]);
    await own.ok("POST", `/v3/credit-memos/${memo.id}/refunds`, {});
    const spent = await own.ok("GET", `/v3/credit-memos/${memo.id}`);
    assert.deepEqual([spent.status, spent.refundedTotal, spent.balance], ["APPLIED", "11.90", "0.00"]);
    assert.deepEqual(await accountsOf(own, memo.id), { CASH: "-11.9", CONTRA_REVENUE: "10", TAX_PAYABLE: "1.9" });
    const more = await own.send("POST", `/v3/credit-memos/${memo.id}/refunds`, {});
    assert.deepEqual(rejection(more), [400, "CREDIT_MEMO_INSUFFICIENT", "/amount CREDIT_MEMO_INSUFFICIENT"]);
    const voided = await own.send("POST", `/v3/credit-memos/${memo.id}/void`, { reason: "Late" });
    assert.deepEqual(rejection(voided), [400, "CREDIT_MEMO_INSUFFICIENT", " CREDIT_MEMO_INSUFFICIENT"]);
    await assertSubLedgers(api, own);
  });

  test("applyOnCreate applies in the same transaction, or nothing is created", async () => {
    const invoice = await invoiceOf(api, own);
    const body = creditMemoBody(invoice, "300.00", { applyOnCreate: { invoiceId: invoice.id, amount: "300.01" } });
    const before = await digestOf(api.connectionString);
    const rejected = await own.send("POST", "/v3/credit-memos", body);
    assert.deepEqual(rejection(rejected), [
      400,
      "CREDIT_MEMO_INSUFFICIENT",
      "/applyOnCreate/amount CREDIT_MEMO_INSUFFICIENT",
      "/applyOnCreate/amount INVOICE_OVERAPPLIED",
    ]);
    assert.equal(await digestOf(api.connectionString), before);
    const applied = { ...body, applyOnCreate: { invoiceId: invoice.id } };
    const memo = await own.ok("POST", "/v3/credit-memos", applied);
    assert.deepEqual([memo.status, memo.applications[0].amountApplied], ["APPLIED", "300.00"]);
    assert.deepEqual(await invoiceNow(own, invoice.id), ["PAID", "0.00", "300.00", "0.00"], "credited counts as paid");
    const path = `/v3/customers/${invoice.customerId}/invoices/${invoice.id}/credit-memos`;
    assert.deepEqual((await own.ok("GET", path)).data, [memo]);
  });

  test("every unknown record in the body is an issue of its own", async () => {
    const invoice = await invoiceOf(api, own);
    const body = creditMemoBody(invoice, "1.00", {
      items: [
        { invoiceLineItemId: unknownId, amount: "1.00" },
        { itemId: unknownId, classId: unknownId, amount: "1.00" },
      ],
      applyOnCreate: { invoiceId: unknownId },
    });
    assert.deepEqual(rejection(await own.send("POST", "/v3/credit-memos", body)), [
      400,
      "INVOICE_NOT_FOUND",
      "/items/0/invoiceLineItemId INVOICE_NOT_FOUND",
      "/items/1/itemId ITEM_NOT_FOUND",
      "/items/1/classId CLASS_NOT_FOUND",
      "/applyOnCreate/invoiceId INVOICE_NOT_FOUND",
    ]);
    const stranger = await own.send("POST", "/v3/credit-memos", { ...body, customerId: unknownId });
    assert.deepEqual(rejection(stranger), [400, "CUSTOMER_NOT_FOUND", "/customerId CUSTOMER_NOT_FOUND"]);
    const nothing = await own.send(
      "POST",
      "/v3/credit-memos",
      creditMemoBody(invoice, "1", { items: [{ amount: "1" }] }),
    );
    assert.deepEqual(rejection(nothing), [400, "VALIDATION_FAILED", "/items/0/itemId REQUIRED"]);
    const twice = [1, 2].map(() => ({ sourceType: "ERP_A", externalId: "1" }));
    const repeated = await own.send("POST", "/v3/credit-memos", creditMemoBody(invoice, "1", { externalIds: twice }));
    assert.deepEqual(rejection(repeated), [
      400,
      "VALIDATION_FAILED",
      "/externalIds/1/sourceType DUPLICATE_SOURCE_TYPE",
    ]);
  });

  test("lines have to be of the credit memo's customer and currency, with its decimals", async () => {
    const [invoice, other] = [await invoiceOf(api, own), await invoiceOf(api, own)];
    const items = [
      { invoiceLineItemId: other.lineId, amount: "1.00" },
      { invoiceLineItemId: invoice.lineId, amount: "1.001" },
    ];
    assert.deepEqual(rejection(await own.send("POST", "/v3/credit-memos", creditMemoBody(invoice, "", { items }))), [
      400,
      "CREDIT_MEMO_CUSTOMER_MISMATCH",
      "/items/0/invoiceLineItemId CREDIT_MEMO_CUSTOMER_MISMATCH",
      "/items/1/amount AMOUNT_INVALID",
    ]);
    const euros = await own.send("POST", "/v3/credit-memos", creditMemoBody(invoice, "1.00", { currency: "EUR" }));
    assert.deepEqual(rejection(euros).slice(0, 2), [400, "CREDIT_MEMO_CURRENCY_MISMATCH"]);
  });

  test("an application needs the same currency, the same customer or its parent or child, and an open invoice", async () => {
    const invoice = await invoiceOf(api, own);
    const stranger = await invoiceOf(api, own);
    const { id: parentId } = await own.ok("POST", "/v3/customers", { name: "Holding" });
    await own.ok("PATCH", `/v3/customers/${stranger.customerId}`, { parentCustomerId: parentId });
    const memo = await own.ok("POST", "/v3/credit-memos", creditMemoBody(invoice, "100.00"));
    const apply = (creditMemoId: string, body: object) =>
      own.send("POST", `/v3/credit-memos/${creditMemoId}/applications`, body);
    assert.deepEqual(rejection(await apply(memo.id, { invoiceId: stranger.id })), [
      400,
      "CREDIT_MEMO_CUSTOMER_MISMATCH",
      "/invoiceId CREDIT_MEMO_CUSTOMER_MISMATCH",
    ]);
    await own.ok("PATCH", `/v3/customers/${invoice.customerId}`, { parentCustomerId: parentId });
    const sibling = await apply(memo.id, { invoiceId: stranger.id });
    assert.equal(sibling.body.error.errorCode, "CREDIT_MEMO_CUSTOMER_MISMATCH", "brothers are not related");
    assert.deepEqual(rejection(await apply(memo.id, { invoiceId: unknownId })), [404, "INVOICE_NOT_FOUND"]);
    assert.deepEqual(rejection(await apply(memo.id, { invoiceId: invoice.id, appliedAt: "2026-01-16" })), [
      400,
      "INVALID_DATE",
      "/appliedAt INVALID_DATE",
    ]);

    const item = await own.ok("POST", "/v3/items", { name: "Parent's goodwill" });
    const own15 = { customerId: parentId, issueDate: "2026-01-15", reason: "Goodwill" };
    const ofParent = await own.ok("POST", "/v3/credit-memos", {
      ...own15,
      items: [{ itemId: item.id, amount: "400" }],
    });
    const amount = { invoiceId: stranger.id, amount: "300.01" };
    assert.deepEqual(rejection(await apply(ofParent.id, amount)), [
      400,
      "INVOICE_OVERAPPLIED",
      "/amount INVOICE_OVERAPPLIED",
    ]);
    await own.ok("POST", `/v3/credit-memos/${ofParent.id}/applications`, { invoiceId: stranger.id });
    assert.deepEqual((await invoiceNow(own, stranger.id))[0], "PAID");
    await assertSubLedgers(api, own);
    const paid = await apply(ofParent.id, { invoiceId: stranger.id });
    assert.deepEqual(rejection(paid), [400, "INVOICE_NOT_OPEN", "/invoiceId INVOICE_NOT_OPEN"]);

    await own.ok("POST", `/v3/credit-memos/${memo.id}/void`, { reason: "Wrong" });
    assert.deepEqual(rejection(await apply(memo.id, { invoiceId: invoice.id })).slice(0, 2), [400, "CREDIT_MEMO_VOID"]);
    const again = await own.send("POST", `/v3/credit-memos/${memo.id}/void`, { reason: "Wrong" });
    assert.deepEqual(rejection(again), [400, "CREDIT_MEMO_VOID", " CREDIT_MEMO_VOID"]);
    const missing = await apply(unknownId, { invoiceId: invoice.id });
    assert.deepEqual(rejection(missing), [404, "CREDIT_MEMO_NOT_FOUND"]);
  });

  test("the list can be filtered by each documented field", async () => {
    const client = clientOf(api, await api.newMerchant());
    const invoice = await invoiceOf(api, client);
    const early = await client.ok(
      "POST",
      "/v3/credit-memos",
      creditMemoBody(invoice, "10.00", { issueDate: "2026-01-05" }),
    );
    const late = await client.ok(
      "POST",
      "/v3/credit-memos",
      creditMemoBody(invoice, "20.00", { issueDate: "2026-01-20" }),
    );
    await client.ok("POST", `/v3/credit-memos/${late.id}/void`, { reason: "No" });
    const found = async (filter: string) => {
      const { data } = await client.ok("GET", `/v3/credit-memos?filter=${encodeURIComponent(filter)}`);
      return data.map((memo: Json) => memo.creditMemoNumber);
    };
    assert.deepEqual(await found("creditMemoNumber:eq:CM-000001"), [early.creditMemoNumber]);
    assert.deepEqual(await found(`customerId:eq:${invoice.customerId}`), ["CM-000002", "CM-000001"]);
    assert.deepEqual(await found("issueDateFrom:gte:2026-01-06"), ["CM-000002"]);
    assert.deepEqual(await found("issueDateTo:lte:2026-01-05"), ["CM-000001"]);
    assert.deepEqual(await found("status:in:VOID|APPLIED"), ["CM-000002"]);
    assert.deepEqual(await found("syncStatus:eq:NOT_SYNCED"), ["CM-000002", "CM-000001"]);
    assert.deepEqual(await found("lastUpdatedAt:gt:2026-01-15"), []);
    const wrong = await client.send("GET", "/v3/credit-memos?filter=status:neq:VOID");
    assert.equal(wrong.body.error.errorCode, "FILTER_RULE_NOT_ALLOWED");
  });
});

describe("closed months", () => {
  test("reject documents dated in them; payments are posted on the first open day and keep their date", async () => {
    const client = clientOf(api, await api.newMerchant("2026-02-10T12:00:00Z"));
    const invoice = await invoiceOf(api, client);
    const memo = await client.ok("POST", "/v3/credit-memos", creditMemoBody(invoice, "50.00"));
    await client.ok("POST", "/v3/month-end-close/close-period?month=2026-01");
    const late = await client.send("POST", "/v3/credit-memos", creditMemoBody(invoice, "1.00"));
    assert.deepEqual(rejection(late), [400, "PERIOD_CLOSED", "/issueDate PERIOD_CLOSED"]);
    const beforeIt = creditMemoBody(invoice, "1.00", { issueDate: "2025-12-31" });
    assert.deepEqual(rejection(await client.send("POST", "/v3/credit-memos", beforeIt)), [
      ...[400, "PERIOD_CLOSED", "/issueDate PERIOD_CLOSED"],
    ]);
    const voidCreditMemo = await client.send("POST", `/v3/credit-memos/${memo.id}/void`, { reason: "Late" });
    assert.deepEqual(rejection(voidCreditMemo), [400, "PERIOD_CLOSED", " PERIOD_CLOSED"]);
    const voidInvoice = await client.send("POST", `/v3/invoices/${invoice.id}/actions`, { action: "VOID" });
    assert.deepEqual(rejection(voidInvoice), [
      400,
      "INVOICE_HAS_APPLICATIONS",
      " INVOICE_HAS_APPLICATIONS",
      " PERIOD_CLOSED",
    ]);
    const payment = await client.ok("POST", `/v3/invoices/${invoice.id}/payments`, { receivedAt: "2026-01-20" });
    assert.equal(payment.receivedAt, "2026-01-20");
    assert.deepEqual(await typesOf(client, payment.id), ["2026-02-01 PAYMENT_RECEIVED"]);
    await assertSubLedgers(api, client);
  });
});

describe("a dry run", () => {
  test("of a credit memo of one contract shows its plan and journal entries, and keeps nothing", async () => {
    const invoice = await invoiceOf(api, own);
    const before = await digestOf(api.connectionString);
    const preview = await own.ok("POST", "/v3/credit-memos?dryRun=true", creditMemoBody(invoice, "60.00"));
    assert.equal(await digestOf(api.connectionString), before);
    assert.deepEqual([preview.result.id, preview.result.creditMemoNumber], [null, null]);
    assert.deepEqual(preview.summary.creditsDueNow, { count: 1, total: "60.00" });
    assert.equal(preview.plan.creditMemos[0].total, "60.00");
    assert.deepEqual(
      preview.plan.journal.map((entry: Json) => entry.type),
      ["CREDIT_MEMO_ISSUED"],
    );
    const header = { "if-plan": preview.planHash };
    const real = await own.send("POST", "/v3/credit-memos", creditMemoBody(invoice, "60.00"), header);
    assert.equal(real.status, 201);
    const moved = await own.send("POST", "/v3/credit-memos", creditMemoBody(invoice, "61.00"), header);
    assert.deepEqual([moved.status, moved.body.error.errorCode], [409, "PLAN_CHANGED"]);
  });

  test("of a document without a contract shows the document", async () => {
    const { id: customerId } = await own.ok("POST", "/v3/customers", { name: "Fabrikam" });
    const before = await digestOf(api.connectionString);
    const body = { customerId, amount: "12.00" };
    const preview = await own.ok("POST", "/v3/payments?dryRun=true", body);
    assert.equal(await digestOf(api.connectionString), before);
    assert.equal(preview.result.unappliedAmount, "12.00");
    assert.deepEqual(
      preview.plan.journal.map((entry: Json) => entry.lines.map((line: Json) => [line.role, line.debit, line.credit])),
      [
        [
          ["CASH", "12.00", "0.00"],
          ["CUSTOMER_CREDIT", "0.00", "12.00"],
        ],
      ],
    );
    const real = await own.send("POST", "/v3/payments", body, { "if-plan": preview.planHash });
    assert.equal(real.status, 201);
  });
});

test("the doctor finds nothing wrong after all of it", async () => {
  const { merchantId } = api.merchants.A;
  assert.deepEqual(await runDoctor(api.platform.db, { merchantId, full: true }), []);
});
