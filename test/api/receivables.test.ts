import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { sql } from "kysely";
import { inTransaction } from "../../src/platform/db/pool.ts";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, obligationBody, refusal, unknownId } from "../support/client.ts";
import { digestOf } from "../support/digest.ts";
import { runDoctor } from "../support/doctor.ts";

// Credit memos and payments as an accountant sees them: what each act posts, what is left of every document, and that the
// ledger's accounts are the sums of the documents after every act.

let api: TestApi;
let own: Client;

before(async () => {
  api = await startApi();
  own = clientOf(api, api.merchants.A);
});
after(() => api.close());

type Issued = {
  readonly id: string;
  readonly contractId: string;
  readonly customerId: string;
  readonly lineId: string;
};

/** An issued invoice of 300.00 for the first quarter of 2026, of a customer of its own unless one is given. */
async function invoiceOf(client: Client, contract: object = {}): Promise<Issued> {
  const contractId = await client.contract(contract);
  await client.add(contractId, obligationBody());
  await client.approve(contractId);
  const { data } = await client.ok("GET", `/v3/invoices?filter=contractId:eq:${contractId},status:eq:ISSUED`);
  const [invoice] = data;
  const lineId = await inTransaction(api.platform.db, client.merchant.merchantId, async (tx) => {
    const { rows } = await sql<{ id: string }>`select id from invoice_line where invoice_id = ${invoice.id}`.execute(
      tx,
    );
    return rows[0]?.id ?? "";
  });
  return { id: invoice.id, contractId, customerId: invoice.customerId, lineId };
}

const memoBody = ({ customerId, lineId }: Issued, amount: string, parts: object = {}) => ({
  customerId,
  issueDate: "2026-01-10",
  reason: "Service was down",
  items: [{ invoiceLineItemId: lineId, amount }],
  ...parts,
});

/** The T-accounts of everything that the sources posted: debits above zero, accounts over zero left out. */
async function accountsOf(client: Client, ...sourceIds: string[]): Promise<Record<string, string>> {
  const { data } = await client.ok("GET", "/v3/journal-entries?limit=1000");
  const sums = new Map<string, number>();
  for (const entry of data.filter((each: Json) => sourceIds.includes(each.sourceId))) {
    for (const line of entry.lines) {
      const cents = Math.round(Number(line.debit) * 100) - Math.round(Number(line.credit) * 100);
      sums.set(line.role, (sums.get(line.role) ?? 0) + cents);
    }
  }
  const shown = [...sums].filter(([, cents]) => cents !== 0).map(([role, cents]) => [role, String(cents / 100)]);
  return Object.fromEntries(shown.toSorted());
}

const typesOf = async (client: Client, sourceId: string): Promise<string[]> => {
  const { data } = await client.ok("GET", "/v3/journal-entries?limit=1000");
  return data.filter((each: Json) => each.sourceId === sourceId).map((each: Json) => `${each.date} ${each.type}`);
};

const invoiceNow = async (client: Client, id: string): Promise<unknown[]> => {
  const invoice = await client.ok("GET", `/v3/invoices/${id}`);
  return [invoice.status, invoice.amountPaid, invoice.amountCredited, invoice.balanceRemaining];
};

/** The sub-ledgers of rules 8: both accounts, customer by customer, are what the documents say. */
async function assertSubLedgers(client: Client): Promise<void> {
  const { merchantId } = client.merchant;
  await inTransaction(api.platform.db, merchantId, async (tx) => {
    const { rows } = await sql`
      select role, customer_id, sum(amount) from (
        select role, customer_id, debit_minor - credit_minor as amount from journal_line
        where role in ('RECEIVABLE', 'CUSTOMER_CREDIT')
        union all select 'RECEIVABLE', customer_id, -balance_minor from invoice where status in ('ISSUED', 'PARTIALLY_PAID')
        union all select 'CUSTOMER_CREDIT', customer_id, balance_minor from credit_memo
        union all select 'CUSTOMER_CREDIT', customer_id, unapplied_minor from payment
      ) as movement group by role, customer_id having sum(amount) <> 0`.execute(tx);
    assert.deepEqual(rows, []);
  });
}

describe("credit memos", () => {
  test("a linked memo takes the contract liability back and becomes the customer's credit", async () => {
    const invoice = await invoiceOf(own);
    const memo = await own.ok("POST", "/v3/credit-memos", memoBody(invoice, "90.00"));
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
    assert.deepEqual(refusal(again), [404, "APPLICATION_NOT_FOUND"]);

    const voided = await own.ok("POST", `/v3/credit-memos/${memo.id}/void`, { reason: "Wrong customer" });
    assert.deepEqual([voided.status, voided.balance, voided.voidReason], ["VOID", "0.00", "Wrong customer"]);
    assert.deepEqual(await accountsOf(own, memo.id), {});
    assert.deepEqual((await typesOf(own, memo.id)).toSorted(), [
      "2026-01-10 CREDIT_MEMO_ISSUED",
      "2026-01-10 CREDIT_MEMO_VOIDED",
      "2026-01-15 CREDIT_APPLIED",
      "2026-01-15 CREDIT_UNAPPLIED",
    ]);
    await assertSubLedgers(own);
  });

  test("numbers have no gaps, also where a memo is refused", async () => {
    const client = clientOf(api, await api.newMerchant());
    const invoice = await invoiceOf(client);
    const first = await client.ok("POST", "/v3/credit-memos", memoBody(invoice, "1.00"));
    assert.equal((await client.send("POST", "/v3/credit-memos", memoBody(invoice, "999.00"))).status, 400);
    const second = await client.ok("POST", "/v3/credit-memos", memoBody(invoice, "1.00"));
    assert.deepEqual([first.creditMemoNumber, second.creditMemoNumber], ["CM-000001", "CM-000002"]);
  });

  test("IDE-6: two identical memos are two, and the credits of a line never exceed it", async () => {
    const invoice = await invoiceOf(own);
    await own.ok("POST", "/v3/credit-memos", memoBody(invoice, "150.00"));
    const { id } = await own.ok("POST", "/v3/credit-memos", memoBody(invoice, "150.00"));
    const third = await own.send("POST", "/v3/credit-memos", memoBody(invoice, "0.01"));
    assert.deepEqual(refusal(third), [400, "EXCEEDS_INVOICE_LINE", "/items/0/amount EXCEEDS_INVOICE_LINE"]);
    await own.ok("POST", `/v3/credit-memos/${id}/void`, { reason: "Twice" });
    const after = await own.ok("POST", "/v3/credit-memos", memoBody(invoice, "150.00"));
    assert.equal(after.status, "OPEN", "a void memo credits nothing any more");
  });

  test("an item of its own is contra revenue at once, and belongs to no contract", async () => {
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
    assert.deepEqual(refusal(more), [400, "CREDIT_MEMO_INSUFFICIENT", "/amount CREDIT_MEMO_INSUFFICIENT"]);
    const voided = await own.send("POST", `/v3/credit-memos/${memo.id}/void`, { reason: "Late" });
    assert.deepEqual(refusal(voided), [400, "CREDIT_MEMO_INSUFFICIENT", " CREDIT_MEMO_INSUFFICIENT"]);
    await assertSubLedgers(own);
  });

  test("applyOnCreate applies in the same write, or nothing happens at all", async () => {
    const invoice = await invoiceOf(own);
    const body = memoBody(invoice, "300.00", { applyOnCreate: { invoiceId: invoice.id, amount: "300.01" } });
    const before = await digestOf(api.connectionString);
    const refused = await own.send("POST", "/v3/credit-memos", body);
    assert.deepEqual(refusal(refused), [
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

  test("what a memo names must exist; every unknown record is told", async () => {
    const invoice = await invoiceOf(own);
    const body = memoBody(invoice, "1.00", {
      items: [
        { invoiceLineItemId: unknownId, amount: "1.00" },
        { itemId: unknownId, classId: unknownId, amount: "1.00" },
      ],
      applyOnCreate: { invoiceId: unknownId },
    });
    assert.deepEqual(refusal(await own.send("POST", "/v3/credit-memos", body)), [
      400,
      "INVOICE_NOT_FOUND",
      "/items/0/invoiceLineItemId INVOICE_NOT_FOUND",
      "/items/1/itemId ITEM_NOT_FOUND",
      "/items/1/classId CLASS_NOT_FOUND",
      "/applyOnCreate/invoiceId INVOICE_NOT_FOUND",
    ]);
    const stranger = await own.send("POST", "/v3/credit-memos", { ...body, customerId: unknownId });
    assert.deepEqual(refusal(stranger), [400, "CUSTOMER_NOT_FOUND", "/customerId CUSTOMER_NOT_FOUND"]);
    const nothing = await own.send("POST", "/v3/credit-memos", memoBody(invoice, "1", { items: [{ amount: "1" }] }));
    assert.deepEqual(refusal(nothing), [400, "VALIDATION_FAILED", "/items/0/itemId REQUIRED"]);
    const twice = [1, 2].map(() => ({ sourceType: "ERP_A", externalId: "1" }));
    const repeated = await own.send("POST", "/v3/credit-memos", memoBody(invoice, "1", { externalIds: twice }));
    assert.deepEqual(refusal(repeated), [400, "VALIDATION_FAILED", "/externalIds/1/sourceType DUPLICATE_SOURCE_TYPE"]);
  });

  test("a memo credits lines of its own customer, in one currency, with the decimals it has", async () => {
    const [invoice, other] = [await invoiceOf(own), await invoiceOf(own)];
    const items = [
      { invoiceLineItemId: other.lineId, amount: "1.00" },
      { invoiceLineItemId: invoice.lineId, amount: "1.001" },
    ];
    assert.deepEqual(refusal(await own.send("POST", "/v3/credit-memos", memoBody(invoice, "", { items }))), [
      400,
      "CREDIT_MEMO_CUSTOMER_MISMATCH",
      "/items/0/invoiceLineItemId CREDIT_MEMO_CUSTOMER_MISMATCH",
      "/items/1/amount AMOUNT_INVALID",
    ]);
    const euros = await own.send("POST", "/v3/credit-memos", memoBody(invoice, "1.00", { currency: "EUR" }));
    assert.deepEqual(refusal(euros).slice(0, 2), [400, "CREDIT_MEMO_CURRENCY_MISMATCH"]);
  });

  test("an application needs the same currency and customer, or its parent or child, and an open invoice", async () => {
    const invoice = await invoiceOf(own);
    const stranger = await invoiceOf(own);
    const { id: parentId } = await own.ok("POST", "/v3/customers", { name: "Holding" });
    await own.ok("PATCH", `/v3/customers/${stranger.customerId}`, { parentCustomerId: parentId });
    const memo = await own.ok("POST", "/v3/credit-memos", memoBody(invoice, "100.00"));
    const apply = (memoId: string, body: object) => own.send("POST", `/v3/credit-memos/${memoId}/applications`, body);
    assert.deepEqual(refusal(await apply(memo.id, { invoiceId: stranger.id })), [
      400,
      "CREDIT_MEMO_CUSTOMER_MISMATCH",
      "/invoiceId CREDIT_MEMO_CUSTOMER_MISMATCH",
    ]);
    await own.ok("PATCH", `/v3/customers/${invoice.customerId}`, { parentCustomerId: parentId });
    const sibling = await apply(memo.id, { invoiceId: stranger.id });
    assert.equal(sibling.body.error.errorCode, "CREDIT_MEMO_CUSTOMER_MISMATCH", "brothers are not related");
    assert.deepEqual(refusal(await apply(memo.id, { invoiceId: unknownId })), [404, "INVOICE_NOT_FOUND"]);
    assert.deepEqual(refusal(await apply(memo.id, { invoiceId: invoice.id, appliedAt: "2026-01-16" })), [
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
    assert.deepEqual(refusal(await apply(ofParent.id, amount)), [
      400,
      "INVOICE_OVERAPPLIED",
      "/amount INVOICE_OVERAPPLIED",
    ]);
    await own.ok("POST", `/v3/credit-memos/${ofParent.id}/applications`, { invoiceId: stranger.id });
    assert.deepEqual((await invoiceNow(own, stranger.id))[0], "PAID");
    await assertSubLedgers(own);
    const paid = await apply(ofParent.id, { invoiceId: stranger.id });
    assert.deepEqual(refusal(paid), [400, "INVOICE_NOT_OPEN", "/invoiceId INVOICE_NOT_OPEN"]);

    await own.ok("POST", `/v3/credit-memos/${memo.id}/void`, { reason: "Wrong" });
    assert.deepEqual(refusal(await apply(memo.id, { invoiceId: invoice.id })).slice(0, 2), [400, "CREDIT_MEMO_VOID"]);
    const again = await own.send("POST", `/v3/credit-memos/${memo.id}/void`, { reason: "Wrong" });
    assert.deepEqual(refusal(again), [400, "CREDIT_MEMO_VOID", " CREDIT_MEMO_VOID"]);
    const missing = await apply(unknownId, { invoiceId: invoice.id });
    assert.deepEqual(refusal(missing), [404, "CREDIT_MEMO_NOT_FOUND"]);
  });

  test("the list is filtered as its row says", async () => {
    const client = clientOf(api, await api.newMerchant());
    const invoice = await invoiceOf(client);
    const early = await client.ok("POST", "/v3/credit-memos", memoBody(invoice, "10.00", { issueDate: "2026-01-05" }));
    const late = await client.ok("POST", "/v3/credit-memos", memoBody(invoice, "20.00", { issueDate: "2026-01-20" }));
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

describe("payments", () => {
  test("a payment settles its invoice, and what is more stays the customer's credit", async () => {
    const invoice = await invoiceOf(own);
    const next = await invoiceOf(own, { customerId: invoice.customerId });
    const payment = await own.ok("POST", `/v3/invoices/${invoice.id}/payments`, {
      amount: "350.00",
      receivedAt: "2026-01-12",
      method: "ACH_CREDIT",
      reference: "TX-1",
    });
    assert.deepEqual(
      [payment.status, payment.total, payment.unappliedAmount, payment.applications[0].amountApplied],
      ["COMPLETED", "350.00", "50.00", "300.00"],
    );
    assert.deepEqual(await invoiceNow(own, invoice.id), ["PAID", "300.00", "0.00", "0.00"]);
    assert.deepEqual(await accountsOf(own, payment.id), { CASH: "350", CUSTOMER_CREDIT: "-50", RECEIVABLE: "-300" });
    await assertSubLedgers(own);

    const applied = await own.ok("POST", `/v3/payments/${payment.id}/applications`, { invoiceId: next.id });
    assert.equal(applied.amountApplied, "50.00");
    assert.deepEqual(await invoiceNow(own, next.id), ["PARTIALLY_PAID", "50.00", "0.00", "250.00"]);
    const over = await own.send("POST", `/v3/payments/${payment.id}/applications`, { invoiceId: next.id, amount: "1" });
    assert.deepEqual(refusal(over), [400, "VALIDATION_FAILED", "/amount PAYMENT_INSUFFICIENT"]);
    const back = await own.ok("DELETE", `/v3/payments/${payment.id}/applications/${applied.id}`);
    assert.equal(back.unappliedAmount, "50.00");

    const refund = await own.ok("POST", `/v3/payments/${payment.id}/refunds`, { amount: "20.00", reference: "back" });
    assert.deepEqual([refund.amount, refund.paymentId], ["20.00", payment.id]);
    assert.equal((await own.ok("GET", `/v3/payments/${payment.id}`)).unappliedAmount, "30.00");
    const more = await own.send("POST", `/v3/payments/${payment.id}/refunds`, { amount: "30.01" });
    assert.deepEqual(refusal(more), [400, "VALIDATION_FAILED", "/amount PAYMENT_INSUFFICIENT"]);
    assert.deepEqual(await accountsOf(own, payment.id), { CASH: "330", CUSTOMER_CREDIT: "-30", RECEIVABLE: "-300" });

    const returned = await own.ok("POST", `/v3/payments/${payment.id}/return`, { reason: "Charged back" });
    assert.deepEqual(
      [returned.status, returned.unappliedAmount, returned.applications, returned.returnedOn],
      ["FAILED", "0.00", [], "2026-01-15"],
    );
    assert.deepEqual(await accountsOf(own, payment.id), {});
    assert.deepEqual(await invoiceNow(own, invoice.id), ["ISSUED", "0.00", "0.00", "300.00"]);
    const twice = await own.send("POST", `/v3/payments/${payment.id}/return`, {});
    assert.deepEqual(refusal(twice), [400, "VALIDATION_FAILED", " PAYMENT_NOT_COMPLETED"]);
    await assertSubLedgers(own);
  });

  test("one payment settles several invoices; its amount is what they come to unless stated", async () => {
    const [one, two] = [await invoiceOf(own), await invoiceOf(own)];
    await own.ok("PATCH", `/v3/customers/${two.customerId}`, { parentCustomerId: one.customerId });
    const applications = [{ invoiceId: one.id, amount: "100.00" }, { invoiceId: one.id }, { invoiceId: two.id }];
    const body = { customerId: one.customerId, receivedAt: "2026-01-02", applications };
    const payment = await own.ok("POST", "/v3/payments", { ...body, amount: "600.00" });
    assert.deepEqual(
      payment.applications.map((each: Json) => each.amountApplied),
      ["100.00", "200.00", "300.00"],
    );
    assert.deepEqual([payment.unappliedAmount, payment.type], ["0.00", "MANUAL"]);
    assert.deepEqual((await invoiceNow(own, two.id))[0], "PAID");
    await assertSubLedgers(own);
    const { data } = await own.ok("GET", `/v3/payments?filter=customerId:eq:${one.customerId}`);
    assert.deepEqual(data, [await own.ok("GET", `/v3/payments/${payment.id}`)]);
  });

  test("money that comes before an invoice is the customer's credit until the invoice's date", async () => {
    const client = clientOf(api, await api.newMerchant("2026-01-15T12:00:00Z"));
    const invoice = await invoiceOf(client);
    const payment = await client.ok("POST", `/v3/invoices/${invoice.id}/payments`, { receivedAt: "2025-12-28" });
    assert.deepEqual((await typesOf(client, payment.id)).toSorted(), [
      "2025-12-28 PAYMENT_RECEIVED",
      "2026-01-01 CREDIT_APPLIED",
    ]);
    assert.deepEqual(await accountsOf(client, payment.id), { CASH: "300", RECEIVABLE: "-300" });
    await assertSubLedgers(client);
  });

  test("every problem of a payment is told", async () => {
    const [invoice, stranger] = [await invoiceOf(own), await invoiceOf(own)];
    const applications = [
      { invoiceId: invoice.id, amount: "300.01" },
      { invoiceId: stranger.id, amount: "1.00" },
    ];
    const body = { customerId: invoice.customerId, amount: "100.00", receivedAt: "2026-01-16", applications };
    assert.deepEqual(refusal(await own.send("POST", "/v3/payments", body)), [
      400,
      "INVALID_DATE",
      "/receivedAt INVALID_DATE",
      "/applications/0/amount PAYMENT_INSUFFICIENT",
      "/applications/0/amount INVOICE_OVERAPPLIED",
      "/applications/0/appliedAt INVALID_DATE",
      "/applications/1/invoiceId CUSTOMER_MISMATCH",
      "/applications/1/appliedAt INVALID_DATE",
    ]);
    const { customerId } = invoice;
    const none = await own.send("POST", "/v3/payments", { customerId });
    assert.deepEqual(refusal(none), [400, "VALIDATION_FAILED", "/amount REQUIRED"]);
    const unknown = await own.send("POST", "/v3/payments", { customerId, applications: [{ invoiceId: unknownId }] });
    assert.deepEqual(refusal(unknown), [400, "INVOICE_NOT_FOUND", "/applications/0/invoiceId INVOICE_NOT_FOUND"]);
    const missing = await own.send("POST", `/v3/payments/${unknownId}/applications`, { invoiceId: invoice.id });
    assert.deepEqual(refusal(missing), [404, "PAYMENT_NOT_FOUND"]);
    const currency = { customerId, amount: "5", currency: "EUR", applications: [{ invoiceId: invoice.id }] };
    assert.deepEqual(refusal(await own.send("POST", "/v3/payments", currency)), [
      400,
      "VALIDATION_FAILED",
      "/applications/0/invoiceId CURRENCY_MISMATCH",
    ]);
  });
});

describe("invoices that end otherwise", () => {
  const act = (client: Client, id: string, body: object) => client.send("POST", `/v3/invoices/${id}/actions`, body);

  test("a void invoice leaves nothing in the books and frees its period", async () => {
    const client = clientOf(api, await api.newMerchant());
    const invoice = await invoiceOf(client);
    const { id: memoId } = await client.ok("POST", "/v3/credit-memos", memoBody(invoice, "10.00"));
    await client.ok("POST", `/v3/credit-memos/${memoId}/applications`, { invoiceId: invoice.id });
    assert.deepEqual(refusal(await act(client, invoice.id, { action: "VOID" })), [
      400,
      "INVOICE_HAS_APPLICATIONS",
      " INVOICE_HAS_APPLICATIONS",
      " INVOICE_HAS_APPLICATIONS",
    ]);
    const { applications } = await client.ok("GET", `/v3/credit-memos/${memoId}`);
    await client.ok("DELETE", `/v3/credit-memos/${memoId}/applications/${applications[0].id}`);
    await client.ok("POST", `/v3/credit-memos/${memoId}/void`, { reason: "Bill again" });
    const voided = await client.ok("POST", `/v3/invoices/${invoice.id}/actions`, { action: "VOID" });
    assert.deepEqual([voided.status, voided.balanceRemaining], ["VOID", "0.00"]);
    assert.deepEqual(await accountsOf(client, invoice.id), {});
    assert.deepEqual((await typesOf(client, invoice.id)).toSorted(), [
      "2026-01-01 INVOICE_ISSUED",
      "2026-01-01 INVOICE_VOIDED",
    ]);
    const schedule = await client.ok("GET", `/v3/contracts/${invoice.contractId}/invoice-schedule`);
    assert.deepEqual(
      schedule.data.filter((each: Json) => each.issueDate === "2026-01-01").map((each: Json) => each.status),
      ["VOID", "PLANNED"],
    );
    assert.deepEqual(refusal(await act(client, invoice.id, { action: "VOID" })), [
      400,
      "INVOICE_NOT_OPEN",
      " INVOICE_NOT_OPEN",
    ]);
    const pay = await client.send("POST", `/v3/invoices/${invoice.id}/payments`, {});
    assert.equal(pay.body.error.errorCode, "INVOICE_NOT_OPEN");
    await assertSubLedgers(client);
    assert.deepEqual(await runDoctor(api.platform.db, { merchantId: client.merchant.merchantId, full: true }), []);

    await client.ok("PATCH", `/v3/contracts/${invoice.contractId}`, { poNumber: "PO-2" }).catch(() => undefined);
    await client.add(invoice.contractId, obligationBody({}, { startDate: "2026-02-01", interval: "NONE" }));
    await client.settle();
    const { data } = await client.ok("GET", "/v3/invoices?filter=status:eq:ISSUED");
    assert.deepEqual([data.length, data[0].total], [1, "300.00"], "the next regeneration bills the period again");
  });

  test("an uncollectible invoice is bad debt but for the days to come, and a late payment is a recovery", async () => {
    const client = clientOf(api, await api.newMerchant("2026-02-15T12:00:00Z"));
    const invoice = await invoiceOf(client);
    await client.ok("POST", `/v3/invoices/${invoice.id}/payments`, { amount: "30.00", receivedAt: "2026-02-01" });
    // 45 of 90 days are served by February 15th.
    const marked = await client.ok("POST", `/v3/invoices/${invoice.id}/actions`, { action: "MARK_UNCOLLECTIBLE" });
    assert.deepEqual([marked.status, marked.balanceRemaining], ["UNCOLLECTIBLE", "270.00"]);
    assert.deepEqual(await accountsOf(client, invoice.id), {
      BAD_DEBT: "120",
      CONTRACT_LIABILITY: "-150",
      RECEIVABLE: "30",
    });
    await assertSubLedgers(client);
    const memo = await client.send("POST", "/v3/credit-memos", memoBody(invoice, "1.00"));
    assert.deepEqual(refusal(memo).slice(0, 2), [400, "INVOICE_NOT_OPEN"]);
    const part = await client.ok("POST", `/v3/invoices/${invoice.id}/payments`, { amount: "70.00" });
    assert.deepEqual(await invoiceNow(client, invoice.id), ["UNCOLLECTIBLE", "100.00", "0.00", "200.00"]);
    assert.deepEqual(await accountsOf(client, part.id), { BAD_DEBT_RECOVERED: "-70", CASH: "70" });
    await client.ok("POST", `/v3/invoices/${invoice.id}/payments`, {});
    assert.deepEqual((await invoiceNow(client, invoice.id))[0], "PAID");
    await client.ok("POST", `/v3/payments/${part.id}/return`, {});
    assert.deepEqual(await invoiceNow(client, invoice.id), ["UNCOLLECTIBLE", "230.00", "0.00", "70.00"]);
    assert.deepEqual(await accountsOf(client, part.id), {});
    await assertSubLedgers(client);
    const again = await act(client, invoice.id, { action: "MARK_UNCOLLECTIBLE" });
    assert.deepEqual(refusal(again), [400, "INVOICE_NOT_OPEN", " INVOICE_NOT_OPEN"]);
  });

  test("drafts are issued on their day and issued invoices sent", async () => {
    const invoice = await invoiceOf(own);
    const { data } = await own.ok("GET", `/v3/invoices?filter=contractId:eq:${invoice.contractId},status:eq:DRAFT`);
    assert.deepEqual(refusal(await act(own, data[0].id, { action: "ISSUE" })), [400, "INVALID_ACTION"]);
    assert.deepEqual(refusal(await act(own, data[0].id, { action: "MARK_AS_SENT" })), [400, "INVALID_ACTION"]);
    assert.deepEqual(refusal(await act(own, data[0].id, { action: "VOID" })), [
      400,
      "INVOICE_NOT_OPEN",
      " INVOICE_NOT_OPEN",
    ]);
    assert.deepEqual(refusal(await act(own, invoice.id, { action: "ISSUE" })), [400, "INVALID_ACTION"]);
    assert.equal((await act(own, invoice.id, { action: "MARK_AS_SENT" })).status, 200);
  });
});

describe("closed months", () => {
  test("documents are refused in them; money is posted on the first open day, with its true date", async () => {
    const client = clientOf(api, await api.newMerchant("2026-02-10T12:00:00Z"));
    const invoice = await invoiceOf(client);
    const memo = await client.ok("POST", "/v3/credit-memos", memoBody(invoice, "50.00"));
    await client.ok("POST", "/v3/month-end-close/close-period?month=2026-01");
    const late = await client.send("POST", "/v3/credit-memos", memoBody(invoice, "1.00"));
    assert.deepEqual(refusal(late), [400, "PERIOD_CLOSED", "/issueDate PERIOD_CLOSED"]);
    const voidMemo = await client.send("POST", `/v3/credit-memos/${memo.id}/void`, { reason: "Late" });
    assert.deepEqual(refusal(voidMemo), [400, "PERIOD_CLOSED", " PERIOD_CLOSED"]);
    const voidInvoice = await client.send("POST", `/v3/invoices/${invoice.id}/actions`, { action: "VOID" });
    assert.deepEqual(refusal(voidInvoice), [
      400,
      "INVOICE_HAS_APPLICATIONS",
      " INVOICE_HAS_APPLICATIONS",
      " PERIOD_CLOSED",
    ]);
    const payment = await client.ok("POST", `/v3/invoices/${invoice.id}/payments`, { receivedAt: "2026-01-20" });
    assert.equal(payment.receivedAt, "2026-01-20");
    assert.deepEqual(await typesOf(client, payment.id), ["2026-02-01 PAYMENT_RECEIVED"]);
    await assertSubLedgers(client);
  });
});

describe("dry runs", () => {
  test("of a memo of one contract: its plan, its journal, and nothing is kept", async () => {
    const invoice = await invoiceOf(own);
    const before = await digestOf(api.connectionString);
    const preview = await own.ok("POST", "/v3/credit-memos?dryRun=true", memoBody(invoice, "60.00"));
    assert.equal(await digestOf(api.connectionString), before);
    assert.deepEqual([preview.result.id, preview.result.creditMemoNumber], [null, null]);
    assert.deepEqual(preview.summary.creditsDueNow, { count: 1, total: "60.00" });
    assert.equal(preview.plan.creditMemos[0].total, "60.00");
    assert.deepEqual(
      preview.plan.journal.map((entry: Json) => entry.type),
      ["CREDIT_MEMO_ISSUED"],
    );
    const header = { "if-plan": preview.planHash };
    const real = await own.send("POST", "/v3/credit-memos", memoBody(invoice, "60.00"), header);
    assert.equal(real.status, 201);
    const moved = await own.send("POST", "/v3/credit-memos", memoBody(invoice, "61.00"), header);
    assert.deepEqual([moved.status, moved.body.error.errorCode], [409, "PLAN_CHANGED"]);
  });

  test("of a document without a contract: what it makes", async () => {
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

describe("reminders", () => {
  test("an unpaid invoice has its reminders on their days, a paid one none, and who wants none gets none", async () => {
    const client = clientOf(api, await api.newMerchant());
    const [unpaid, paid, quiet] = [await invoiceOf(client), await invoiceOf(client), await invoiceOf(client)];
    await client.ok("PATCH", `/v3/customers/${quiet.customerId}`, { dunningDisabled: true });
    const { dueDate } = await client.ok("GET", `/v3/invoices/${unpaid.id}`);
    assert.equal(dueDate, "2026-02-14");
    const reminders = async ({ id }: Issued) =>
      (await client.ok("GET", `/v3/invoices/${id}/reminders`)).data.map((each: Json) => [each.step, each.dueOn]);
    await client.advance("2026-02-17T01:00:00Z");
    await client.ok("POST", `/v3/invoices/${paid.id}/payments`, {});
    await client.advance("2026-03-20T00:00:00Z");
    assert.deepEqual(await reminders(unpaid), [
      [1, "2026-02-17"],
      [2, "2026-02-24"],
      [3, "2026-03-07"],
    ]);
    assert.deepEqual(await reminders(paid), [[1, "2026-02-17"]]);
    assert.deepEqual(await reminders(quiet), []);
  });
});

test("the doctor finds nothing wrong after all of it", async () => {
  const { merchantId } = api.merchants.A;
  assert.deepEqual(await runDoctor(api.platform.db, { merchantId, full: true }), []);
});
