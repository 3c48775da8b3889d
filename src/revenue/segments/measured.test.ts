import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import {
  earnedMonths,
  earnedThrough,
  factsOf,
  revenueAsOf,
  revenueCredited,
  revenueOf,
  shownMonths,
} from "../../../test/support/contract-facts.ts";
import { corrected, creditOf, day, decimal, month, recordOf, statedOf, usd } from "../../../test/support/terms.ts";
import type { PerformanceObligation } from "../../billing-terms/performance-obligations/performance-obligation.ts";
import { formatMoney } from "../../kernel/money.ts";

const priced = (parts: Partial<PerformanceObligation>, minor = 60_000) => revenueOf(statedOf(usd(minor), parts));

describe("600.00 by progress", () => {
  const progress = (...reports: (readonly [string, string])[]) => ({
    recognitionPattern: "PERCENT_COMPLETE" as const,
    progress: reports.map(([asOf, percentComplete]) => ({ asOf: day(asOf), percentComplete })),
  });

  test("each month has the increase reported in it", () => {
    const revenue = priced(
      progress(["2026-01-31", "0.1"], ["2026-03-10", "0.25"], ["2026-03-31", "0.5"], ["2026-12-31", "1"]),
    );
    assert.deepEqual(shownMonths(revenue), ["2026-01 60.00", "2026-03 240.00", "2026-12 300.00"]);
  });

  test("nothing is recognized before the first report, nor beyond the reported part", () => {
    assert.deepEqual(shownMonths(priced(progress())), []);
    assert.deepEqual(shownMonths(priced(progress(["2026-05-31", "0.3333"]))), ["2026-05 199.98"]);
  });

  test("a lower report lowers revenue", () => {
    assert.deepEqual(shownMonths(priced(progress(["2026-02-28", "0.5"], ["2026-04-30", "0.4"]))), [
      "2026-02 300.00",
      "2026-04 -60.00",
    ]);
  });

  test("a report before the first day of service or after the last one counts in its own month", () => {
    assert.deepEqual(shownMonths(priced(progress(["2025-11-30", "0.1"], ["2027-02-28", "1"]))), [
      "2025-11 60.00",
      "2027-02 540.00",
    ]);
  });

  test("a credited price is no longer recognized, and of the reported part it is credited", () => {
    const half = statedOf(usd(60_000), progress(["2026-01-31", "0.5"], ["2026-06-30", "1"]));
    const credited = revenueCredited(half, [creditOf(usd(10_000))]);
    assert.deepEqual(shownMonths(credited), ["2026-01 250.00", "2026-06 250.00"]);
  });

  test("a corrected report changes no month before the correction's book month", () => {
    const now = statedOf(usd(60_000), progress(["2026-01-31", "0.3"]));
    const before = statedOf(usd(60_000), progress(["2026-01-31", "0.2"]));
    const changes = { progress: { from: before.progress, to: now.progress } };
    const record = recordOf(now, {
      corrections: [corrected({ of: "POB", changes, bookMonth: month("2026-03") })],
    });
    const through = (asOf: string, timeframe: string) =>
      formatMoney(earnedThrough(revenueAsOf(factsOf([record]), month(asOf)).get(now.id), month(timeframe)));
    assert.deepEqual([through("2026-01", "2026-01"), through("2026-02", "2026-02")], ["120.00", "120.00"]);
    // A cumulative catch-up: March has all 60.00 that January was short of.
    assert.deepEqual([through("2026-03", "2026-02"), through("2026-03", "2026-03")], ["180.00", "180.00"]);
  });
});

describe("600.00 by milestones", () => {
  const milestones = (...reached: (readonly [weight: string, date: string | null])[]) => ({
    recognitionPattern: "MILESTONE" as const,
    milestones: reached.map(([weight, date], index) => ({
      name: `milestone ${index}`,
      weight,
      reachedDate: date === null ? null : day(date),
    })),
  });

  test("each milestone is recognized by its weight on the day it is reached", () => {
    const revenue = priced(milestones(["20", "2026-02-10"], ["30", "2026-05-31"], ["50", null]));
    assert.deepEqual(shownMonths(revenue), ["2026-02 120.00", "2026-05 180.00"]);
  });

  test("milestones can be reached in any order, several in one month", () => {
    const revenue = priced(milestones(["1", "2026-04-01"], ["1", "2026-02-28"], ["1", "2026-04-30"]));
    assert.deepEqual(shownMonths(revenue), ["2026-02 200.00", "2026-04 400.00"]);
  });

  test("three equal milestones lose no cent", () => {
    const revenue = priced(milestones(["1", "2026-01-15"], ["1", "2026-02-15"], ["1", "2026-03-15"]), 100);
    assert.deepEqual(shownMonths(revenue), ["2026-01 0.33", "2026-02 0.34", "2026-03 0.33"]);
  });

  test("half of it credited: price and credit are rounded separately", () => {
    const thirds = statedOf(usd(100), milestones(["1", "2026-01-15"], ["1", "2026-02-15"], ["1", "2026-03-15"]));
    // 0.33, 0.34 and 0.33 less 0.17, 0.16 and 0.17.
    const credited = revenueCredited(thirds, [creditOf(usd(50))]);
    assert.deepEqual(shownMonths(credited), ["2026-01 0.16", "2026-02 0.18", "2026-03 0.16"]);
  });

  test("milestones reached before or after service are recognized in that month", () => {
    const revenue = priced(milestones(["1", "2025-12-31"], ["1", "2027-06-30"]));
    assert.deepEqual(shownMonths(revenue), ["2025-12 300.00", "2027-06 300.00"]);
  });
});

test("property: all progress and milestones sum to the price less the credit, and no milestone is negative by more than its rounding", () => {
  const dates = fc.array(fc.integer({ min: day("2025-06-01"), max: day("2027-06-30") }), {
    minLength: 1,
    maxLength: 6,
  });
  const weights = fc.array(fc.integer({ min: 1, max: 9999 }), { minLength: 6, maxLength: 6 });
  fc.assert(
    fc.property(
      dates,
      weights,
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
      fc.nat(1000),
      (days, parts, minor, credited) => {
        const reached = days.map((reachedDate, index) => ({
          name: `milestone ${index}`,
          weight: decimal(parts[index] ?? 1, 2),
          reachedDate,
        }));
        const sorted = days.toSorted((a, b) => a - b);
        const reports = sorted.map((asOf, index) => ({
          asOf,
          percentComplete: index === sorted.length - 1 ? "1" : decimal(parts[index] ?? 1, 4),
        }));
        const billingCredits = credited === 0 ? [] : [creditOf(usd(credited))];
        const total = (parts: Partial<PerformanceObligation>) =>
          earnedMonths(revenueCredited(statedOf(usd(minor), parts), billingCredits));
        const sum = (months: ReturnType<typeof total>) => months.reduce((all, { amount }) => all + amount.minor, 0n);
        const byMilestone = total({ recognitionPattern: "MILESTONE", milestones: reached });
        assert.equal(sum(byMilestone), minor - BigInt(credited));
        const least = credited === 0 ? 1n : -1n;
        if (minor > BigInt(credited)) assert.ok(byMilestone.every(({ amount }) => amount.minor >= least));
        assert.equal(
          sum(total({ recognitionPattern: "PERCENT_COMPLETE", progress: reports })),
          minor - BigInt(credited),
        );
      },
    ),
  );
});
