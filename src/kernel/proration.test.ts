import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { proratedByDay } from "../../test/support/billing-periods.ts";
import { type Day, dayOf, parseDay } from "./day.ts";
import { formatMoney, roundToMoney } from "./money.ts";
import { type AnchoredPeriod, anchoredPeriods, type FullPeriod, type Period } from "./periods.ts";
import { proratedShare } from "./proration.ts";
import { addRatios, compareRatios, multiplyRatios, oneRatio, ratio, zeroRatio } from "./ratio.ts";

const period = (start: string, end: string): Period => ({ start: parseDay(start) as Day, end: parseDay(end) as Day });

const shares = [
  ["2012-02-01", "2012-02-15", "2012-02-01", "2012-03-01", 14, 29],
  ["2011-02-15", "2011-02-27", "2011-02-15", "2011-03-15", 12, 28],
  ["2026-01-31", "2026-02-01", "2026-01-31", "2026-02-28", 1, 28],
  ["2024-01-01", "2024-07-01", "2024-01-01", "2025-01-01", 182, 366],
] as const;

for (const [start, end, fullStart, fullEnd, coveredDays, fullDays] of shares) {
  test(`${start} to ${end} is ${coveredDays}/${fullDays} of ${fullStart} to ${fullEnd}`, () => {
    const share = proratedByDay(period(start, end), period(fullStart, fullEnd));
    assert.equal(compareRatios(share, ratio(coveredDays, fullDays)), 0);
  });
}

test("a full period owes the full price, exactly", () => {
  assert.deepEqual(proratedByDay(period("2026-02-01", "2026-03-01"), period("2026-02-01", "2026-03-01")), oneRatio);
});

test("the share is not rounded, only the line is", () => {
  const share = proratedByDay(period("2026-01-01", "2026-01-11"), period("2026-01-01", "2026-02-01"));
  assert.equal(formatMoney(roundToMoney(multiplyRatios(ratio(100), share), "USD", "HALF_UP")), "32.26");
});

// Anchor, interval, number of the period, covered days (end exclusive), and the months of them over the months of the period.
for (const [anchor, interval, index, start, end, part, whole] of [
  ["2026-01-31", "MONTH", 2, "2026-03-31", "2026-04-24", ratio(24, 30), 1],
  ["2026-01-31", "MONTH", 1, "2026-02-28", "2026-03-29", ratio(29, 31), 1],
  ["2026-01-30", "MONTH", 1, "2026-02-28", "2026-03-29", ratio(29, 30), 1],
  ["2026-01-31", "MONTH", 0, "2026-01-31", "2026-02-10", ratio(10, 28), 1],
  ["2026-01-15", "MONTH", 0, "2026-01-15", "2026-02-10", ratio(26, 31), 1],
  ["2026-01-15", "MONTH", 1, "2026-03-05", "2026-03-15", ratio(10, 28), 1],
  ["2026-01-01", "MONTH", 1, "2026-02-01", "2026-02-15", ratio(14, 28), 1],
  ["2025-11-30", "QUARTER", 0, "2025-11-30", "2026-02-15", ratio(2 * 29 + 16, 29), 3],
  ["2025-11-30", "QUARTER", 1, "2026-02-28", "2026-04-10", ratio(31 + 11, 31), 3],
  ["2025-11-30", "QUARTER", 0, "2026-01-10", "2026-02-28", ratio(29 + 18, 29), 3],
  ["2024-02-29", "YEAR", 1, "2025-02-28", "2025-09-10", ratio(6 * 31 + 12, 31), 12],
  ["2026-01-20", "SEMI_MONTH", 1, "2026-02-01", "2026-02-11", ratio(10, 28), ratio(15, 28)],
] as const) {
  test(`MONTH: ${start} to ${end} of period ${index} by the ${interval} from ${anchor}`, () => {
    const rule = { anchor: parseDay(anchor) as Day, interval, intervalFrequency: 1, end: null };
    const [{ full }] = anchoredPeriods(rule).drop(index).take(1).toArray() as [AnchoredPeriod];
    const months = typeof whole === "number" ? ratio(whole) : whole;
    assert.equal(compareRatios(multiplyRatios(proratedShare("MONTH", period(start, end), full), months), part), 0);
  });
}

const fullPeriods = fc
  .tuple(
    fc.integer({ min: dayOf(1950, 1, 1), max: dayOf(2100, 1, 1) }),
    fc.constantFrom("WEEK", "SEMI_MONTH", "MONTH", "QUARTER", "YEAR"),
    fc.nat(20),
  )
  .map(([anchor, interval, index]) => {
    const [found] = anchoredPeriods({ anchor, interval, intervalFrequency: 1, end: null }).drop(index).take(1);
    return (found as { full: FullPeriod }).full;
  });

test("property: the shares of a period's parts add up to one", () => {
  fc.assert(
    fc.property(fullPeriods, fc.array(fc.nat(), { maxLength: 6 }), (full, seeds) => {
      const length = full.end - full.start;
      const cuts = [...new Set(seeds.map((seed) => full.start + (seed % length)))].toSorted((a, b) => a - b);
      const edges = [full.start, ...cuts.filter((cut) => cut > full.start), full.end];
      const shares = edges.slice(1).map((end, k) => proratedByDay({ start: edges[k] as Day, end }, full));
      assert.equal(compareRatios(shares.reduce(addRatios, zeroRatio), oneRatio), 0);
    }),
  );
});

test("property: a longer part owes more, and never more than the whole", () => {
  fc.assert(
    fc.property(fullPeriods, fc.nat(), (full, seed) => {
      const length = full.end - full.start;
      const days = 1 + (seed % (length - 1));
      const shorter = proratedByDay({ start: full.start, end: full.start + days }, full);
      const longer = proratedByDay({ start: full.start, end: full.start + days + 1 }, full);
      assert.ok(compareRatios(zeroRatio, shorter) < 0);
      assert.ok(compareRatios(shorter, longer) < 0);
      assert.ok(compareRatios(longer, oneRatio) <= 0);
    }),
  );
});

test("property: by months too a part that ends later owes no less, and never more than the whole", () => {
  fc.assert(
    fc.property(fullPeriods, fc.nat(), fc.nat(), (full, from, seed) => {
      const start = full.start + (from % (full.end - full.start));
      const end = start + (seed % (full.end - start));
      const share = (last: Day) => proratedShare("MONTH", { start, end: last }, full);
      assert.ok(compareRatios(share(end), share(end + 1)) <= 0);
      assert.ok(compareRatios(share(end + 1), oneRatio) <= 0);
    }),
  );
});
