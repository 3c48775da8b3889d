import assert from "node:assert/strict";
import { type TaxedSale, taxOfLines } from "../../src/invoicing/tax.ts";
import { allocate } from "../../src/kernel/allocate.ts";
import { required } from "../../src/kernel/assert.ts";
import { add, formatMoney, type Money, subtract, sum, zero } from "../../src/kernel/money.ts";
import { checkApplication } from "../../src/receivables/application.ts";
import { balanceOfCreditMemo, statusOfCreditMemo, taxOfCredit } from "../../src/receivables/credit-memo.ts";
import { balanceOf, type InvoiceAccount, withApplied } from "../../src/receivables/invoice-account.ts";
import { assertMoney, type Check, checking, moneyFrom, testOracles } from "./cases.ts";

// Accord's conventions (rules 5): a total over parallel lines is split by largest remainder, ties by line order; the
// tax of a credit is what the line's credits so far come to less what was credited before; a credit memo is applied to
// invoices whole.

const notOffered: Readonly<Record<string, string>> = {
  "cm-rounding-25-down":
    "the day of termination counts as used; the unused days are priced by the term, not by the credit memo",
  "cm-full-with-line-discount":
    "a refund limited to what was paid; a credit memo refunds what is left of it, whoever paid it",
  "cm-two-successive-repairs":
    "a price change in an invoiced period is billed by the plan, not credited by a credit memo",
  "cm-refund-equals-credit":
    "a payment is unapplied and refunded by two calls; no endpoint swaps it for a credit memo at once",
  "cm-partial-credit-lines":
    "applications settle invoices, not lines; crediting lines is what a credit memo's items do",
  "cm-credit-capped-at-billed": "a credit above what was billed net is rejected by EXCEEDS_INVOICE_LINE, never cut",
};

type Lines = readonly { readonly id: string; readonly amount: string }[];

const currency = "USD";
const usd = (text: string) => moneyFrom(text, currency);
const weightsOf = (texts: readonly string[]) => {
  const places = Math.max(...texts.map((text) => text.split(".")[1]?.length ?? 0));
  return texts.map((text) => {
    const [whole = "", fraction = ""] = text.split(".");
    return BigInt(whole + fraction.padEnd(places, "0"));
  });
};

function assertAllocation(
  total: Money,
  weights: Readonly<Record<string, string>>,
  expected: Readonly<Record<string, string>>,
) {
  const parts = allocate(total, weightsOf(Object.values(weights)));
  for (const [index, id] of Object.keys(weights).entries())
    assertMoney(required(parts[index], id), expected[id] ?? "", id);
}

const byId = (lines: Lines) => Object.fromEntries(lines.map(({ id, amount }) => [id, amount]));

function invoiceOf(id: string, balance: Money): InvoiceAccount {
  const none = zero(currency);
  return {
    ...{ id, contractId: "contract", customerId: "customer", invoiceNumber: id, currency, status: "ISSUED" },
    ...{ issueDate: 0, dueDate: 30, total: balance, tax: none, amountPaid: none, amountCredited: none },
    ...{ lastAppliedOn: null, uncollectibleOn: null },
  };
}

/**
 * Applies what a credit memo has to invoices, one after the other, as the service does: each as much as both sides
 * have.
 */
function applied(total: Money, invoices: readonly InvoiceAccount[]) {
  let memo = { total, applied: zero(currency), refunded: zero(currency), voidedAt: null };
  return invoices.map((invoice) => {
    const status = statusOfCreditMemo(memo);
    const balance = balanceOfCreditMemo({ ...memo, status });
    const credit = {
      kind: "CREDIT_MEMO",
      id: "memo",
      customerId: "customer",
      currency,
      balance,
      isLive: true,
      date: 0,
    } as const;
    const request = { invoiceId: invoice.id, amount: undefined, path: "" };
    const { amount, issues } = checkApplication({ credit, invoice, isRelated: true, request, postedOn: 0, today: 0 });
    assert.deepEqual(issues, []);
    memo = { ...memo, applied: add(memo.applied, amount) };
    const after = withApplied(invoice, { kind: "CREDIT_MEMO", amount, appliedOn: 0 });
    return { amount, invoice: balanceOf(after), memo: subtract(total, memo.applied), status: statusOfCreditMemo(memo) };
  });
}

const checks: Readonly<Record<string, Check>> = {
  "cm-last-credit-takes-remainder": checking(
    (
      input: {
        lines: readonly string[];
        invoice: { tax: string; total: string };
        credits: readonly { line: number; net: string }[];
      },
      expected: { credits: readonly { net: string; tax: string; total: string }[] },
    ) => {
      // Rounded cumulatively in line order at issue (rules 5), so each line credited whole gives back its own tax.
      const sale: TaxedSale = {
        table: { kind: "FIXED_RATE", rate: "0.2" },
        date: 0,
        seller: { country: "DE", vatId: null },
        buyer: { country: "DE", region: null, vatId: null, isTaxExempt: false },
      };
      const totals = input.lines.map((line) => ({ category: "S", total: usd(line) }) as const);
      const { lines, taxLines } = taxOfLines(totals, sale, { currency, rounding: "HALF_UP" });
      assertMoney(required(taxLines[0], "the row").tax, input.invoice.tax);
      for (const [index, { line, net }] of input.credits.entries()) {
        const { tax } = required(lines[line - 1], "a line");
        const total = required(totals[line - 1], "a line").total;
        const nothing = { net: zero(currency), tax: zero(currency) };
        const credited = taxOfCredit({ line: { total, tax }, before: nothing, amount: usd(net), rounding: "HALF_UP" });
        assertMoney(credited, expected.credits[index]?.tax ?? "");
        assertMoney(add(usd(net), credited), expected.credits[index]?.total ?? "");
      }
    },
  ),
  "cm-largest-remainder-basic": checking(
    (
      input: { cases: readonly { amount: string; weights: Record<string, string> }[] },
      expected: { allocations: readonly Record<string, string>[] },
    ) => {
      for (const [index, { amount, weights }] of input.cases.entries()) {
        assertAllocation(usd(amount), weights, expected.allocations[index] ?? {});
      }
    },
  ),
  "drv-cm-allocate-lines": checking(
    (input: { lines: Lines; credit: string }, expected: { allocation: Record<string, string> }) =>
      assertAllocation(usd(input.credit), byId(input.lines), expected.allocation),
  ),
  "cm-discount-allocation-six-lines": checking(
    (
      input: { lines: Lines; discounts: readonly string[] },
      expected: {
        allocation_2dp_largest_remainder: Record<string, string>;
        discount_total: string;
        net: string;
        tax: string;
        total: string;
      },
    ) => {
      const discount = sum(input.discounts.map(usd), currency);
      assertMoney(discount, expected.discount_total);
      assertAllocation(discount, byId(input.lines), expected.allocation_2dp_largest_remainder);
      const lines = input.lines.map(({ amount }) => usd(amount));
      const net = subtract(sum(lines, currency), discount);
      assertMoney(net, expected.net);
      // A credit of everything gives back exactly the tax, in one credit memo or in one for each line.
      const tax = usd(expected.tax);
      const parts = allocate(discount, weightsOf(input.lines.map(({ amount }) => amount)));
      let before = { net: zero(currency), tax: zero(currency) };
      for (const [index, line] of lines.entries()) {
        const amount = subtract(line, required(parts[index], "a part"));
        const part = taxOfCredit({ line: { total: net, tax }, before, amount, rounding: "HALF_UP" });
        before = { net: add(before.net, amount), tax: add(before.tax, part) };
      }
      assertMoney(add(before.net, before.tax), expected.total);
    },
  ),
  "cm-apply-partial-invoice": checking(
    (
      input: { invoice: { total: string }; credit_memo: string },
      expected: { applied: string; invoice_balance: string; credit_memo_balance: string; credit_memo_status: string },
    ) => {
      const [only] = applied(usd(input.credit_memo), [invoiceOf("I", usd(input.invoice.total))]);
      assert.deepEqual(
        only && [only.amount, only.invoice, only.memo].map(formatMoney),
        [expected.applied, expected.invoice_balance, expected.credit_memo_balance].map((text) =>
          formatMoney(usd(text)),
        ),
      );
      assert.equal(only?.status, expected.credit_memo_status);
    },
  ),
  "drv-cm-apply-fifo-status": checking(
    (
      input: { credit_memo: string; invoices: readonly { id: string; balance: string }[] },
      expected: Record<"applied" | "invoice_balance_after" | "credit_memo_balance" | "status", readonly string[]>,
    ) => {
      const steps = applied(
        usd(input.credit_memo),
        input.invoices.map(({ id, balance }) => invoiceOf(id, usd(balance))),
      );
      assert.deepEqual(
        steps.map((step) => formatMoney(step.amount)),
        expected.applied,
      );
      assert.deepEqual(
        steps.map((step) => formatMoney(step.invoice)),
        expected.invoice_balance_after,
      );
      assert.deepEqual(
        steps.map((step) => formatMoney(step.memo)),
        expected.credit_memo_balance,
      );
      assert.deepEqual(
        steps.map((step) => step.status),
        expected.status,
      );
    },
  ),
};

testOracles("credit-memo", checks, notOffered);
