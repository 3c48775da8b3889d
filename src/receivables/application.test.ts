import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { dayOf, monthOf } from "../kernel/day.ts";
import { add, formatMoney, type Money, money, negate, zero } from "../kernel/money.ts";
import { type Credit, checkApplication, postingDay, sideOf, sideOfReversal } from "./application.ts";
import { balanceOf, type CreditKind, type InvoiceAccount, withApplied } from "./invoice-account.ts";

const usd = (minor: number | bigint): Money => money(BigInt(minor), "USD");

function invoiceOf(parts: Partial<InvoiceAccount> = {}): InvoiceAccount {
  return {
    id: "invoice",
    contractId: "contract",
    customerId: "customer",
    invoiceNumber: "INV-000001",
    currency: "USD",
    status: "ISSUED",
    issueDate: 0,
    dueDate: 30,
    total: usd(300_00),
    tax: usd(0),
    amountPaid: usd(0),
    amountCredited: usd(0),
    lastAppliedOn: null,
    uncollectibleOn: null,
    ...parts,
  };
}

function creditOf(parts: Partial<Credit> = {}): Credit {
  const balance = usd(100_00);
  return {
    kind: "CREDIT_MEMO",
    id: "memo",
    customerId: "customer",
    currency: "USD",
    balance,
    isLive: true,
    date: 0,
    ...parts,
  };
}

function check(credit: Credit, invoice: InvoiceAccount, amount?: string, isRelated = true, postedOn = 5) {
  const request = { invoiceId: invoice.id, amount, path: "" };
  const checked = checkApplication({ credit, invoice, isRelated, request, postedOn, today: 5 });
  return { amount: formatMoney(checked.amount), codes: checked.issues.map(({ path, code }) => `${path} ${code}`) };
}

test("a day in the future is rejected, and documents of later days by their own", () => {
  const said = (credit: Credit, postedOn: number) =>
    checkApplication({
      ...{ credit, invoice: invoiceOf(), isRelated: true, postedOn, today: 5 },
      request: { invoiceId: "i", amount: "1", path: "" },
    }).issues.map(({ message }) => message);
  assert.deepEqual(said(creditOf(), 6), ["1970-01-07 is yet to come; today is 1970-01-06."]);
  assert.deepEqual(said(creditOf({ date: 8 }), 8), [
    "This cannot be applied before 1970-01-09, the later date of both documents.",
  ]);
});

test("without an amount the smaller of both balances is applied", () => {
  assert.deepEqual(check(creditOf(), invoiceOf()), { amount: "100.00", codes: [] });
  assert.deepEqual(check(creditOf({ balance: usd(400_00) }), invoiceOf()), { amount: "300.00", codes: [] });
});

test("an amount above either balance is rejected, with both balances", () => {
  assert.deepEqual(check(creditOf(), invoiceOf(), "100.01").codes, ["/amount CREDIT_MEMO_INSUFFICIENT"]);
  assert.deepEqual(check(creditOf({ balance: usd(400_00) }), invoiceOf(), "300.01").codes, [
    "/amount INVOICE_OVERAPPLIED",
  ]);
  assert.deepEqual(check(creditOf(), invoiceOf(), "300.01").codes, [
    "/amount CREDIT_MEMO_INSUFFICIENT",
    "/amount INVOICE_OVERAPPLIED",
  ]);
});

test("a used up, void or foreign credit memo is an issue before those of the invoice", () => {
  assert.deepEqual(check(creditOf({ balance: usd(0) }), invoiceOf()).codes, ["/amount CREDIT_MEMO_INSUFFICIENT"]);
  assert.deepEqual(
    check(creditOf({ isLive: false, balance: usd(0) }), invoiceOf({ status: "VOID" }), "1.00", false).codes,
    [" CREDIT_MEMO_VOID", "/invoiceId CREDIT_MEMO_CUSTOMER_MISMATCH", "/invoiceId INVOICE_NOT_OPEN"],
  );
  const yen = creditOf({ currency: "JPY", balance: money(100n, "JPY") });
  assert.deepEqual(check(yen, invoiceOf(), "1.00").codes, ["/invoiceId CREDIT_MEMO_CURRENCY_MISMATCH"]);
  assert.deepEqual(check(creditOf(), invoiceOf(), "1.001").codes, ["/amount AMOUNT_INVALID"]);
  assert.deepEqual(check(creditOf(), invoiceOf(), "1.00", true, 6).codes, ["/appliedAt INVALID_DATE"]);
});

test("a credit memo applies to an open balance, a payment also to a written-off one", () => {
  const writtenOff = invoiceOf({ status: "UNCOLLECTIBLE", uncollectibleOn: 3 });
  assert.deepEqual(check(creditOf(), writtenOff).codes, ["/invoiceId INVOICE_NOT_OPEN"]);
  assert.deepEqual(check(creditOf({ kind: "PAYMENT" }), writtenOff).codes, []);
  for (const status of ["DRAFT", "PAID", "VOID"] as const) {
    const amountPaid = usd(status === "PAID" ? 300_00 : 0);
    const codes = check(creditOf({ kind: "PAYMENT" }), invoiceOf({ status, amountPaid })).codes;
    assert.deepEqual(codes, ["/invoiceId INVOICE_NOT_OPEN"], status);
  }
});

test("an application is posted on the latest of its days, and not in a closed month", () => {
  const [january, february] = [dayOf(2026, 1, 20), dayOf(2026, 2, 3)];
  assert.equal(postingDay({ closedThrough: null }, [january, february]), february);
  assert.equal(postingDay({ closedThrough: monthOf(january) }, [january]), dayOf(2026, 2, 1));
  assert.equal(postingDay({ closedThrough: monthOf(january) }, [february]), february);
});

test("a written-off invoice has no balance: a payment of it is a recovery, and its reversal bad debt", () => {
  const writtenOff = { uncollectibleOn: 3 };
  assert.deepEqual([sideOf({ uncollectibleOn: null }), sideOf(writtenOff)], ["RECEIVABLE", "BAD_DEBT_RECOVERED"]);
  assert.equal(sideOfReversal("RECEIVABLE", { uncollectibleOn: null }), "RECEIVABLE");
  assert.equal(sideOfReversal("RECEIVABLE", writtenOff), "BAD_DEBT");
  assert.equal(sideOfReversal("BAD_DEBT_RECOVERED", writtenOff), "BAD_DEBT_RECOVERED");
  assert.equal(sideOfReversal("BAD_DEBT_RECOVERED", { uncollectibleOn: null }), "RECEIVABLE", "it is owed again");
});

test("property: balances never become negative, and reversing applications restores the invoice", () => {
  const act = fc.record({
    kind: fc.constantFrom<CreditKind>("CREDIT_MEMO", "PAYMENT"),
    balance: fc.integer({ min: 0, max: 20_000 }),
    amount: fc.option(fc.integer({ min: 1, max: 20_000 }), { nil: undefined }),
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 30_000 }), fc.array(act, { maxLength: 8 }), (total, acts) => {
      const before = invoiceOf({ total: usd(total) });
      let invoice = before;
      const done: { kind: CreditKind; amount: Money }[] = [];
      for (const { kind, balance, amount } of acts) {
        const request = {
          invoiceId: "invoice",
          amount: amount === undefined ? undefined : formatMoney(usd(amount)),
          path: "",
        };
        const credit = creditOf({ kind, balance: usd(balance) });
        const checked = checkApplication({ credit, invoice, isRelated: true, request, postedOn: 0, today: 0 });
        if (checked.issues.length > 0) continue;
        assert.ok(checked.amount.minor > 0n && checked.amount.minor <= BigInt(balance));
        invoice = withApplied(invoice, { kind, amount: checked.amount, appliedOn: 0 });
        done.push({ kind, amount: checked.amount });
        const left = balanceOf(invoice).minor;
        assert.ok(left >= 0n);
        assert.equal(invoice.status === "PAID", left === 0n);
      }
      for (const { kind, amount } of done)
        invoice = withApplied(invoice, { kind, amount: negate(amount), appliedOn: 0 });
      assert.deepEqual({ ...invoice, lastAppliedOn: null }, before);
      assert.deepEqual(add(balanceOf(invoice), zero("USD")), before.total);
    }),
  );
});
