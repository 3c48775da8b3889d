import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { processorMilliseconds } from "../../test/support/processor-time.ts";
import { anyTerm, day, flat, known, month, obligationOf, termOf, usd } from "../../test/support/terms.ts";
import { monthlyRevenue, revenueBefore, revenueOf } from "./recognition.ts";

const context = { currency: "USD", rounding: "HALF_UP" } as const;

test("nearly two hundred years of an evergreen promise are told at once", () => {
  const promise = known(obligationOf(termOf({ ...flat("100"), interval: "MONTH", end: null })));
  const tell = () => monthlyRevenue(promise, month("2200-12"), context);
  assert.ok(processorMilliseconds(tell) < 1_000, "each billing period is priced once, not once for every later month");
  const months = tell();
  assert.equal(months.length, 2_100);
  assert.ok(months.every(({ amount }) => amount.minor === 10_000n));
});

test("property: days of an evergreen promise asked for in any order are what each is by itself", () => {
  const pattern = fc.constantFrom("STRAIGHT_LINE", "STRAIGHT_LINE_DAILY", "POINT_IN_TIME");
  const days = fc.array(fc.integer({ min: day("2024-12-01"), max: day("2029-12-31") }), { maxLength: 12 });
  const stated = fc.option(fc.integer({ min: 0, max: 5_000_000 }));
  const evergreen = anyTerm.map((term) => ({ ...term, end: null }));
  fc.assert(
    fc.property(evergreen, pattern, stated, days, (term, recognitionPattern, minor, asked) => {
      const transactionPrice = minor === null ? null : usd(minor);
      const promise = known(obligationOf(term, { recognitionPattern, transactionPrice }));
      const earned = revenueOf(promise, context);
      for (const through of asked) assert.deepEqual(earned(through), revenueBefore(promise, through, context));
    }),
  );
});
