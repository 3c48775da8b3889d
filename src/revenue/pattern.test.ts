import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { runs } from "../../test/support/runs.ts";
import { day } from "../../test/support/terms.ts";
import { recognitionPatterns } from "../billing-terms/performance-obligation.ts";
import { type Day, daysInMonth, firstDayOf, monthOf } from "../kernel/day.ts";
import { formatMoney, type Money, money, subtract, zero } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import { type Rounding, roundings } from "../kernel/ratio.ts";
import { earnedPart, isTimed, type TimedPattern } from "./pattern.ts";

function byMonth(amount: Money, pattern: TimedPattern, service: Period, rounding: Rounding = "HALF_UP"): Money[] {
  let before = zero(amount.currency);
  const months: Money[] = [];
  for (let month = monthOf(service.start); month <= monthOf(service.end - 1); month++) {
    const through = earnedPart(amount, pattern, service, service.end - 1, firstDayOf(month + 1), rounding);
    months.push(subtract(through, before));
    before = through;
  }
  return months;
}

const halfYear = { start: day("2026-01-11"), end: day("2026-07-11") };

describe("600.00 from 11 January to 10 July", () => {
  const months = (pattern: TimedPattern) => byMonth(money(60_000n, "USD"), pattern, halfYear).map(formatMoney);

  test("by months, the first and the last prorated", () => {
    assert.deepEqual(months("STRAIGHT_LINE"), ["67.74", "100.00", "100.00", "100.00", "100.00", "100.00", "32.26"]);
  });

  test("by exact days", () => {
    assert.deepEqual(months("STRAIGHT_LINE_DAILY"), ["69.61", "92.82", "102.76", "99.45", "102.76", "99.45", "33.15"]);
  });

  test("at a point in time", () => {
    assert.deepEqual(months("POINT_IN_TIME"), [...Array<string>(6).fill("0.00"), "600.00"]);
  });
});

test("100 over twelve months never drifts by more than a cent", () => {
  const year = { start: day("2026-01-01"), end: day("2027-01-01") };
  const quarters = ["8.33", "8.34", "8.33"];
  assert.deepEqual(byMonth(money(10_000n, "USD"), "STRAIGHT_LINE", year).map(formatMoney), [
    ...quarters,
    ...quarters,
    ...quarters,
    ...quarters,
  ]);
  const yen = byMonth(money(100n, "JPY"), "STRAIGHT_LINE", year).map(formatMoney);
  assert.deepEqual(yen, ["8", "9", "8", "8", "9", "8", "8", "9", "8", "8", "9", "8"]);
});

test("a point in time counts on its day, wherever service lies", () => {
  const on = (through: Day) =>
    formatMoney(earnedPart(money(5n, "USD"), "POINT_IN_TIME", halfYear, day("2026-03-31"), through, "HALF_UP"));
  assert.deepEqual([on(day("2026-03-31")), on(day("2026-04-01"))], ["0.00", "0.05"]);
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
const patterns = fc.constantFrom(...recognitionPatterns.filter(isTimed));
const anyRounding = fc.constantFrom(...roundings);

test("property: the months of a service sum to the amount, and none is negative", () => {
  fc.assert(
    fc.property(amounts, patterns, services, anyRounding, (amount, pattern, service, rounding) => {
      const months = byMonth(amount, pattern, service, rounding);
      assert.equal(
        months.reduce((total, { minor }) => total + minor, 0n),
        amount.minor,
      );
      assert.ok(months.every(({ minor }) => minor >= 0n));
    }),
  );
});

test("property: earned never falls from day to day, is nothing before and all after the service", () => {
  fc.assert(
    fc.property(
      amounts,
      patterns,
      services,
      anyRounding,
      fc.nat(3000),
      (amount, pattern, service, rounding, offset) => {
        const earned = (through: Day) => earnedPart(amount, pattern, service, service.end - 1, through, rounding).minor;
        const through = service.start + (offset % (service.end - service.start + 2));
        assert.ok(earned(through) <= earned(through + 1));
        assert.equal(earned(service.start), 0n);
        assert.equal(earned(service.end), amount.minor);
      },
    ),
  );
});

test("property: the service so far weighs its months, and a part of a month its days", () => {
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
      assert.equal(earnedPart(amount, "STRAIGHT_LINE", service, null, through, "HALF_UP").minor, expected);
      const [days, all] = [BigInt(through - service.start), BigInt(service.end - service.start)];
      const daily = (2n * amount.minor * days + all) / (2n * all);
      assert.equal(earnedPart(amount, "STRAIGHT_LINE_DAILY", service, null, through, "HALF_UP").minor, daily);
    }),
    { numRuns: runs(60) },
  );
});
