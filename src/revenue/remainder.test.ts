import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { anyTerm, day, flatPrice, known, obligationOf, termOf } from "../../test/support/terms.ts";
import type { BillingTerm } from "../billing-terms/billing-term.ts";
import { fixedBilling } from "../billing-terms/group.ts";
import { formatMonth, monthOf } from "../kernel/day.ts";
import { formatMoney, money, subtract, sum } from "../kernel/money.ts";
import { monthlyRevenue, transactionPrice } from "./recognition.ts";

const context = { currency: "USD", rounding: "HALF_UP" } as const;
const usd = (minor: number) => money(BigInt(minor), "USD");
const remainderOf = (term: BillingTerm, covered: number) =>
  known(obligationOf(term, { transactionPrice: usd(covered) }));
const table = (term: BillingTerm, covered: number, last = "2030-12-01") =>
  monthlyRevenue(remainderOf(term, covered), monthOf(day(last)), context).map(
    ({ month, amount }) => `${formatMonth(month)} ${formatMoney(amount)}`,
  );

describe("what a term comes to bill beyond stated prices (rules 7)", () => {
  test("is nothing at first", () => {
    assert.deepEqual(table(termOf(), 120_000), []);
    assert.deepEqual(table(termOf({ interval: "NONE", trigger: "MILESTONE" }), 120_000), []);
  });

  test("is earned from the day on which a price changed", () => {
    const layer = { price: flatPrice("150"), effectiveFrom: day("2026-10-01"), bookMonth: null };
    const term = termOf({ interval: "MONTH", price: flatPrice("100"), layers: [layer] });
    assert.deepEqual(table(term, 120_000), ["2026-10 50.00", "2026-11 50.00", "2026-12 50.00"]);
    const cheaper = { ...term, layers: [{ ...layer, price: flatPrice("70") }] };
    assert.deepEqual(table(cheaper, 120_000), ["2026-10 -30.00", "2026-11 -30.00", "2026-12 -30.00"]);
  });

  test("is all of it once nothing is stated any more", () => {
    assert.equal(table(termOf(), 0).length, 12);
  });

  test("of an open-ended term begins where the stated prices end", () => {
    const term = termOf({ interval: "MONTH", price: flatPrice("100"), end: null });
    assert.deepEqual(table(term, 30_000, "2026-05-01"), ["2026-04 100.00", "2026-05 100.00"]);
  });

  test("property: with the stated prices it comes to what the term bills", () => {
    fc.assert(
      fc.property(anyTerm, fc.nat(3_000_000), (term, covered) => {
        fc.pre(term.end !== null);
        const promise = remainderOf(term, covered);
        const months = monthlyRevenue(promise, 1e6, context).map(({ amount }) => amount);
        const expected = subtract(fixedBilling(term, null, context), usd(covered));
        assert.equal(sum(months, "USD").minor, expected.minor);
        assert.equal(transactionPrice(promise, context)?.minor, expected.minor);
      }),
    );
  });
});
