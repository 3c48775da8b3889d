import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { day } from "../../test/support/terms.ts";
import { type Day, daysInMonth, firstDayOf, type Month, monthOf } from "../kernel/day.ts";
import { formatMoney, type Money, money } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import { oneRatio, type Rounding, ratio, roundings } from "../kernel/ratio.ts";
import {
  type EarningCurve,
  type EarningSegment,
  earnedBefore,
  earnedByMonth,
  endedOn,
  monthsOf,
  onDay,
  sumEarned,
} from "./earning-segment.ts";

const inception = { of: "INCEPTION" } as const;
const over = (amount: Money, days: Period, by: "MONTHS" | "DAYS"): EarningSegment => {
  return { amount, days, curve: { by }, until: null, reason: inception };
};

/** Minor units of every month of a segment, those without any too. */
function minors(segment: EarningSegment, rounding: Rounding = "HALF_UP"): bigint[] {
  const { first, last } = monthsOf(segment);
  const months = earnedByMonth([segment], { from: first, to: last }, rounding);
  return Array.from({ length: last - first + 1 }, (_, index) => months.get(first + index) ?? 0n);
}

const byMonth = (segment: EarningSegment) =>
  minors(segment).map((minor) => formatMoney(money(minor, segment.amount.currency)));

const halfYear = { start: day("2026-01-11"), end: day("2026-07-11") };
const sixHundred = money(60_000n, "USD");

describe("600.00 from 11 January to 10 July", () => {
  test("by months, the first and the last prorated", () => {
    const months = ["67.74", "100.00", "100.00", "100.00", "100.00", "100.00", "32.26"];
    assert.deepEqual(byMonth(over(sixHundred, halfYear, "MONTHS")), months);
  });

  test("by exact days", () => {
    const months = ["69.61", "92.82", "102.76", "99.45", "102.76", "99.45", "33.15"];
    assert.deepEqual(byMonth(over(sixHundred, halfYear, "DAYS")), months);
  });

  test("at a point in time", () => {
    const segment = onDay(sixHundred, halfYear.end - 1, inception);
    assert.deepEqual(byMonth(segment), ["600.00"]);
    const months = earnedByMonth([segment], { from: monthOf(halfYear.start), to: monthOf(halfYear.end) }, "HALF_UP");
    assert.deepEqual([...months], [[monthOf(halfYear.end - 1), 60_000n]]);
  });
});

test("100 over twelve months never drifts by more than a cent", () => {
  const year = { start: day("2026-01-01"), end: day("2027-01-01") };
  const quarters = ["8.33", "8.34", "8.33"];
  const dollars = byMonth(over(money(10_000n, "USD"), year, "MONTHS"));
  assert.deepEqual(dollars, [...quarters, ...quarters, ...quarters, ...quarters]);
  const yen = byMonth(over(money(100n, "JPY"), year, "MONTHS"));
  assert.deepEqual(yen, ["8", "9", "8", "8", "9", "8", "8", "9", "8", "8", "9", "8"]);
});

test("a point in time is recognized on its day", () => {
  const segment = onDay(money(5n, "USD"), day("2026-03-31"), inception);
  const before = (through: string) => formatMoney(earnedBefore(segment, day(through), "HALF_UP"));
  assert.deepEqual(["2026-03-31", "2026-04-01"].map(before), ["0.00", "0.05"]);
});

test("a segment ended by a modification keeps its revenue, and the next segment has the rest", () => {
  const year = { start: day("2026-01-01"), end: day("2027-01-01") };
  const first = endedOn([over(money(120_000n, "USD"), year, "MONTHS")], day("2026-04-01"));
  const rest = over(money(150_000n, "USD"), { ...year, start: day("2026-04-01") }, "MONTHS");
  const months = earnedByMonth([...first, rest], { from: monthOf(year.start), to: monthOf(year.end) }, "HALF_UP");
  const earned = [...months].sort(([a], [b]) => a - b).map(([, minor]) => formatMoney(money(minor, "USD")));
  const onward = ["166.67", "166.66", "166.67"];
  assert.deepEqual(earned, ["100.00", "100.00", "100.00", ...onward, ...onward, ...onward]);
});

const services = fc
  .record({
    start: fc.integer({ min: day("2019-01-01"), max: day("2029-12-31") }),
    days: fc.integer({ min: 1, max: 2500 }),
  })
  .map(({ start, days }) => ({ start, end: start + days }));
const amounts = fc
  .record({ minor: fc.bigInt({ min: 0n, max: 10n ** 12n }), currency: fc.constantFrom("USD", "JPY", "KWD") })
  .map(({ minor, currency }) => money(minor, currency));
const anyRounding = fc.constantFrom(...roundings);

/** Progress that never falls and is whole on the last day. */
const steps = (days: Period): fc.Arbitrary<EarningCurve> =>
  fc
    .uniqueArray(fc.integer({ min: days.start, max: days.end - 1 }), { minLength: 1, maxLength: 8 })
    .map((on) => on.sort((a, b) => a - b))
    .map((on) => ({
      by: "STEPS",
      steps: on.map((each, index) => ({
        day: each,
        share: index === on.length - 1 ? oneRatio : ratio(BigInt(index + 1), BigInt(on.length + 1)),
      })),
    }));

/** Segments of every curve that were not ended. */
const anySegment: fc.Arbitrary<EarningSegment> = fc
  .tuple(amounts, services)
  .chain(([amount, days]) =>
    fc
      .oneof(fc.constant<EarningCurve>({ by: "MONTHS" }), fc.constant<EarningCurve>({ by: "DAYS" }), steps(days))
      .map((curve) => ({ amount, days, curve, until: null, reason: inception })),
  );
const total = (parts: readonly bigint[]) => parts.reduce((sum, minor) => sum + minor, 0n);

test("property: the months of a segment sum to its amount, and none is negative", () => {
  fc.assert(
    fc.property(anySegment, anyRounding, (segment, rounding) => {
      const months = minors(segment, rounding);
      assert.equal(total(months), segment.amount.minor);
      assert.ok(months.every((minor) => minor >= 0n));
    }),
  );
});

test("property: a negative segment is the opposite of the positive one, month by month", () => {
  fc.assert(
    fc.property(anySegment, anyRounding, (segment, rounding) => {
      const credited = { ...segment, amount: money(-segment.amount.minor, segment.amount.currency) };
      assert.deepEqual(
        minors(credited, rounding),
        minors(segment, rounding).map((minor) => -minor),
      );
    }),
  );
});

test("property: revenue never falls from day to day, is zero before and complete after the days", () => {
  fc.assert(
    fc.property(anySegment, anyRounding, fc.nat(3000), (segment, rounding, offset) => {
      const { start, end } = segment.days;
      const earned = (through: Day) => earnedBefore(segment, through, rounding).minor;
      const through = start + (offset % (end - start + 2));
      assert.ok(earned(through) <= earned(through + 1));
      assert.equal(earned(start), 0n);
      assert.equal(earned(end), segment.amount.minor);
    }),
  );
});

test("property: an ended segment has the same revenue up to that day, and none after it", () => {
  fc.assert(
    fc.property(anySegment, anyRounding, fc.nat(3000), fc.nat(3000), (segment, rounding, offset, later) => {
      const end = segment.days.start - 20 + offset;
      const [ended] = endedOn([segment], end);
      const [again] = endedOn(endedOn([segment], end), end + later);
      assert.ok(ended !== undefined);
      assert.deepEqual(again, ended, "it ends once");
      for (const through of [end - 40, end, end + later]) {
        const expected = earnedBefore(segment, Math.min(through, end), rounding);
        assert.deepEqual(earnedBefore(ended, through, rounding), expected);
      }
      assert.equal(total(minors(ended, rounding)), earnedBefore(segment, end, rounding).minor);
    }),
  );
});

test("property: selected months of selected segments equal those of all", () => {
  fc.assert(
    fc.property(fc.array(anySegment, { maxLength: 3 }), fc.nat(100), fc.nat(40), (some, ahead, length) => {
      const segments = some.map((segment) => ({ ...segment, amount: { ...segment.amount, currency: "USD" } }));
      const from: Month = monthOf(day("2019-01-01")) + ahead;
      const before = (month: Month) =>
        sumEarned(segments, firstDayOf(month), { currency: "USD", rounding: "HALF_UP" }).minor;
      const months = earnedByMonth(segments, { from, to: from + length }, "HALF_UP");
      for (let month = from; month <= from + length; month++) {
        assert.equal(months.get(month) ?? 0n, before(month + 1) - before(month));
      }
    }),
    { numRuns: 30 },
  );
});

test("property: the service until a day weighs its months, and a part of a month its days", () => {
  // In units of 1/(28 × 29 × 30 × 31) month, one day of any month is whole.
  const monthWeight = 28n * 29n * 30n * 31n;
  const weight = (from: Day, to: Day): bigint => {
    let units = 0n;
    for (let each = from; each < to; each++) units += monthWeight / BigInt(daysInMonth(monthOf(each)));
    return units;
  };
  fc.assert(
    fc.property(amounts, services, fc.double({ min: 0, max: 1, noNaN: true }), (amount, service, share) => {
      const through = service.start + Math.round((service.end - service.start) * share);
      const [part, whole] = [weight(service.start, through), weight(service.start, service.end)];
      const expected = (2n * amount.minor * part + whole) / (2n * whole);
      assert.equal(earnedBefore(over(amount, service, "MONTHS"), through, "HALF_UP").minor, expected);
      const [days, all] = [BigInt(through - service.start), BigInt(service.end - service.start)];
      const daily = (2n * amount.minor * days + all) / (2n * all);
      assert.equal(earnedBefore(over(amount, service, "DAYS"), through, "HALF_UP").minor, daily);
    }),
    { numRuns: 60 },
  );
});
