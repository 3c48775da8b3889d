import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { earnedMonths, revenueCredited, revenueOf, shownMonths } from "../../../test/support/contract-facts.ts";
import { creditOf, month, statedOf, usd } from "../../../test/support/terms.ts";
import type { PerformanceObligation } from "../../billing-terms/performance-obligations/performance-obligation.ts";

const priced = (parts: Partial<PerformanceObligation>, minor = 60_000) => revenueOf(statedOf(usd(minor), parts));
const listed = (...months: (readonly [string, number])[]) => ({
  recognitionPattern: "CUSTOM" as const,
  manualMonths: months.map(([timeframe, minor]) => ({ month: month(timeframe), total: usd(minor), isManual: true })),
});

describe("listed months", () => {
  test("earn the listed amounts, on any days of service, negative ones too", () => {
    const revenue = priced(listed(["2025-12", 10_000], ["2026-02", -5_000], ["2027-01", 55_000]));
    assert.deepEqual(shownMonths(revenue), ["2025-12 100.00", "2026-02 -50.00", "2027-01 550.00"]);
  });

  test("earn the listed amounts where they sum to zero, and the last one the changed price", () => {
    const months = listed(["2026-01", 5_000], ["2026-02", -5_000]);
    assert.deepEqual(shownMonths(priced(months, 0)), ["2026-01 50.00", "2026-02 -50.00"]);
    assert.deepEqual(shownMonths(priced(months, 2_000)), ["2026-01 50.00", "2026-02 -30.00"]);
  });

  test("are each lowered by their part of a credit", () => {
    const stated = statedOf(usd(60_000), listed(["2026-01", 40_000], ["2026-02", 20_000]));
    assert.deepEqual(shownMonths(revenueCredited(stated, [creditOf(usd(30_000))])), [
      "2026-01 200.00",
      "2026-02 100.00",
    ]);
  });
});

test("property: listed months sum to the price less the credits, for any changed price", () => {
  const months = fc.uniqueArray(fc.record({ at: fc.nat(20), minor: fc.integer({ min: -50_000, max: 50_000 }) }), {
    selector: ({ at }) => at,
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(months, fc.nat(90_000), fc.nat(90_000), (list, minor, credited) => {
      const manualMonths = list.map(({ at, minor: total }) => {
        return { month: month("2025-10") + at, total: usd(total), isManual: true };
      });
      const stated = statedOf(usd(minor), { recognitionPattern: "CUSTOM", manualMonths });
      const revenue = revenueCredited(stated, credited === 0 ? [] : [creditOf(usd(credited))]);
      const earned = earnedMonths(revenue).reduce((sum, { amount }) => sum + amount.minor, 0n);
      assert.equal(earned, BigInt(minor - credited));
    }),
  );
});
