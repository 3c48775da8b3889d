import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Money, money } from "../kernel/money.ts";
import {
  type CreditableLine,
  type CreditMemo,
  type CreditMemoItemDraft,
  checkVoid,
  creditItems,
  statusOfCreditMemo,
} from "./credit-memo.ts";

const usd = (minor: number | bigint): Money => money(BigInt(minor), "USD");

function lineOf(parts: Partial<CreditableLine> = {}): CreditableLine {
  return {
    ...{ invoiceLineId: "line", invoiceId: "invoice", contractId: "contract", billingTermId: "term" },
    ...{ service: { start: 0, end: 90 }, currency: "USD", customerId: "customer", isOpen: true, isWrittenOff: false },
    ...{
      total: usd(100_00),
      tax: usd(19_01),
      taxCategory: "S" as const,
      taxRate: "0.19",
      credited: usd(0),
      creditedTax: usd(0),
    },
    ...parts,
  };
}

const draft = (amount: string, tax?: string): CreditMemoItemDraft => ({
  ...{ invoiceLineId: "line", itemId: null, classId: null, name: null, note: null, quantity: null, amount, tax },
});

const memo = { customerId: "customer", currency: "USD", rounding: "HALF_UP" } as const;

function credit(drafts: readonly CreditMemoItemDraft[], line: CreditableLine | undefined = lineOf()) {
  const facts = drafts.map((each, index) => ({ id: String(index), draft: each, line, categoryId: null }));
  const { items, issues } = creditItems(facts, memo);
  return {
    taxes: items.map((item) => item.tax.minor),
    codes: issues.map(({ path, code }) => `${path} ${code}`),
    items,
  };
}

test("the tax of a credit is the tax of all credits of the line less what was credited before", () => {
  assert.deepEqual(credit([draft("50.00"), draft("50.00")]).taxes, [951n, 950n]);
  const rest = lineOf({ credited: usd(50_00), creditedTax: usd(9_51) });
  assert.deepEqual(credit([draft("50.00")], rest).taxes, [950n]);
});

test("an amount that a line never billed is credited beyond it, with tax at its rate", () => {
  const nothing = lineOf({ total: usd(0), tax: usd(0) });
  const { codes, taxes } = credit([{ ...draft("2.50"), isBeyondLine: true }], nothing);
  assert.deepEqual([codes, taxes], [[], [48n]], "0.475");
  assert.deepEqual(credit([draft("2.50")], nothing).codes, ["/items/0/amount EXCEEDS_INVOICE_LINE"]);
  const untaxed = lineOf({ total: usd(0), tax: usd(0), taxCategory: null, taxRate: null });
  assert.deepEqual(credit([{ ...draft("2.50"), isBeyondLine: true }], untaxed).taxes, [0n]);
});

test("a stated tax is used as it is, up to the tax of the line", () => {
  assert.deepEqual(credit([draft("50.00", "19.01")]).taxes, [1901n]);
  assert.deepEqual(credit([draft("50.00", "19.02")]).codes, ["/items/0/salesTaxAmount EXCEEDS_INVOICE_LINE"]);
  const given = lineOf({ credited: usd(50_00), creditedTax: usd(19_01) });
  assert.deepEqual(credit([draft("50.00")], given).taxes, [0n], "no tax is left to credit");
});

test("the credits of a line never exceed it, including those of the same credit memo", () => {
  assert.deepEqual(credit([draft("60.00"), draft("60.00")]).codes, ["/items/1/amount EXCEEDS_INVOICE_LINE"]);
  assert.deepEqual(credit([draft("0.01")], lineOf({ credited: usd(100_00) })).codes, [
    "/items/0/amount EXCEEDS_INVOICE_LINE",
  ]);
});

test("a line has to be of the credit memo's customer and currency, on an invoice that is not void", () => {
  const foreign = lineOf({
    customerId: "other",
    isOpen: false,
    currency: "EUR",
    total: money(1n, "EUR"),
    tax: money(0n, "EUR"),
  });
  assert.deepEqual(credit([draft("1.00")], foreign).codes, [
    "/items/0/invoiceLineItemId CREDIT_MEMO_CUSTOMER_MISMATCH",
    "/items/0/invoiceLineItemId CREDIT_MEMO_CURRENCY_MISMATCH",
    "/items/0/invoiceLineItemId INVOICE_NOT_OPEN",
  ]);
  assert.deepEqual(credit([draft("1.001", "0.001")]).codes, [
    "/items/0/amount AMOUNT_INVALID",
    "/items/0/salesTaxAmount AMOUNT_INVALID",
  ]);
});

test("items that come to more than the books can hold are rejected together", () => {
  const free = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      ...{ id: String(index), draft: draft("999999999999999.99"), line: undefined, categoryId: null },
    }));
  assert.deepEqual(creditItems(free(10), memo).issues, []);
  const [issue, ...others] = creditItems(free(11), memo).issues;
  assert.deepEqual([issue?.path, issue?.code, others], ["/items", "AMOUNT_INVALID", []]);
});

test("an item credits the days of its line, or the stated days", () => {
  assert.deepEqual(credit([draft("1.00")]).items[0]?.line?.service, { start: 0, end: 90 });
  const stretch = { ...draft("1.00"), service: { start: 30, end: 90 }, revenueEffect: "IN_PRICE" } as const;
  const [item] = credit([stretch]).items;
  assert.deepEqual([item?.line?.service, item?.revenueEffect], [{ start: 30, end: 90 }, "IN_PRICE"]);
});

test("property: credits that use up a line credit exactly its tax, in any parts", () => {
  const parts = fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(parts, fc.integer({ min: 0, max: 20_000 }), (amounts, tax) => {
      const total = amounts.reduce((sum, amount) => sum + amount, 0);
      let line = lineOf({ total: usd(total), tax: usd(tax) });
      for (const amount of amounts) {
        const text = `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, "0")}`;
        const { taxes, codes } = credit([draft(text)], line);
        assert.deepEqual(codes, []);
        const [credited = -1n] = taxes;
        assert.ok(credited >= 0n);
        line = {
          ...line,
          credited: usd(line.credited.minor + BigInt(amount)),
          creditedTax: usd(line.creditedTax.minor + credited),
        };
      }
      assert.equal(line.creditedTax.minor, BigInt(tax));
    }),
  );
});

test("the status follows from the applications, refunds and void of the credit memo", () => {
  const status = (applied: number, refunded: number, voidedAt: string | null = null) =>
    statusOfCreditMemo({ total: usd(100), applied: usd(applied), refunded: usd(refunded), voidedAt });
  assert.deepEqual(
    [status(0, 0), status(1, 0), status(0, 99), status(50, 50), status(0, 0, "now")],
    ["OPEN", "PARTIALLY_APPLIED", "PARTIALLY_APPLIED", "APPLIED", "VOID"],
  );
});

test("a credit memo can be voided once, unused, in an open month", () => {
  const used = { status: "PARTIALLY_APPLIED", applied: usd(1), refunded: usd(0), issueDate: 0 } as CreditMemo;
  const codes = (each: CreditMemo, bar?: string) => checkVoid(each, { bar }).map(({ code }) => code);
  assert.deepEqual(codes(used, "closed"), ["CREDIT_MEMO_INSUFFICIENT", "PERIOD_CLOSED"]);
  assert.deepEqual(codes({ ...used, applied: usd(0), status: "OPEN" }), []);
  assert.deepEqual(codes({ ...used, status: "VOID" }, "closed"), ["CREDIT_MEMO_VOID"]);
});
