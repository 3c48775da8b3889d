import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { day, month } from "../../test/support/terms.ts";
import { required } from "../kernel/assert.ts";
import { firstDayOf, monthOf } from "../kernel/day.ts";
import { formatMoney, isZero, money, parseMoney, subtract, zero } from "../kernel/money.ts";
import { type EarningSegment, earnedByMonth, sumEarned } from "./earning-segment.ts";
import { canSpread, differencesByMonth, hasKnownMonths, openedSegments, type PobOpening } from "./opening.ts";
import type { Pob } from "./pob.ts";

const context = { currency: "USD", rounding: "HALF_UP" } as const;
const asOf = day("2026-06-30");

const dollars = (text: string) => required(parseMoney(text, "USD"), "an amount");

const pobOf = (pattern: "STRAIGHT_LINE" | "STRAIGHT_LINE_DAILY", start: string, end: string | null): Pob => ({
  ...{ id: "pob", billingTermGroupId: "group", standaloneSellingPrice: null, isFixed: true },
  service: { start: day(start), end: end === null ? null : day(end) },
  price: { of: "STATED", amount: dollars("1200.00") },
  recognition: { pattern, manual: [] },
});

const yearOf = (amount: string, by: "MONTHS" | "DAYS" = "MONTHS"): EarningSegment => ({
  amount: dollars(amount),
  days: { start: day("2026-01-01"), end: day("2027-01-01") },
  ...{ curve: { by }, until: null, reason: { of: "INCEPTION" } as const },
});

const opening = (recognized: string, earned: string, treatedAs: PobOpening["treatedAs"] = "SPREAD"): PobOpening => ({
  ...{ asOf, treatedAs, recognized: dollars(recognized), difference: subtract(dollars(earned), dollars(recognized)) },
  byMonth: null,
  createdAt: "",
});

/** "2026-06 600.00" of each month that earns something. */
const monthsOf = (segments: readonly EarningSegment[]) =>
  [...earnedByMonth(segments, { from: month("2025-01"), to: month("2028-12") }, context.rounding)]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([, minor]) => (minor === 0n ? [] : [formatMoney(money(minor, "USD"))]));

describe("1,200.00 for 2026, loaded as of 30 June", () => {
  const pob = pobOf("STRAIGHT_LINE", "2026-01-01", "2027-01-01");
  const opened = (said: PobOpening) =>
    monthsOf(openedSegments([yearOf("1200.00")], said, [{ from: asOf + 1, pob }], context));

  test("June has the loaded revenue, and the months after it the pattern's", () => {
    assert.deepEqual(opened(opening("600.00", "600.00")), ["600.00", ...Array(6).fill("100.00")]);
  });

  test("50.00 less than the pattern are spread over six months, 8.33 or 8.34 each", () => {
    const each = ["108.33", "108.34", "108.33", "108.33", "108.34", "108.33"];
    assert.deepEqual(opened(opening("550.00", "600.00")), ["550.00", ...each]);
  });

  test("or caught up in July, where revenue loaded 50.00 too high is reversed", () => {
    assert.deepEqual(opened(opening("550.00", "600.00", "CATCH_UP")), ["550.00", "150.00", ...Array(5).fill("100.00")]);
    assert.deepEqual(opened(opening("650.00", "600.00", "CATCH_UP")), ["650.00", "50.00", ...Array(5).fill("100.00")]);
  });

  test("with a pattern by days the difference is spread by days", () => {
    const daily = pobOf("STRAIGHT_LINE_DAILY", "2026-01-01", "2027-01-01");
    // 365.00: 181.00 by the end of June. 184.00 less recognized, 1.00 for each of the 184 days that are left.
    const served = [{ from: asOf + 1, pob: daily }];
    const months = monthsOf(openedSegments([yearOf("365.00", "DAYS")], opening("-3.00", "181.00"), served, context));
    assert.deepEqual(months, ["-3.00", "62.00", "62.00", "60.00", "62.00", "60.00", "62.00"]);
  });

  test("an end from a month on keeps the part of a spread difference in earlier months", () => {
    const endedOn = (end: string) => pobOf("STRAIGHT_LINE", "2026-01-01", end);
    const known = (...later: readonly (readonly [string, string])[]) =>
      monthsOf(
        openedSegments(
          [],
          { ...opening("550.00", "600.00"), recognized: dollars("-50.00") },
          [{ from: asOf + 1, pob }, ...later.map(([from, end]) => ({ from: day(from), pob: endedOn(end) }))],
          context,
        ),
      );
    const loaded = "-50.00";
    assert.deepEqual(known(["2026-08-01", "2026-10-01"]), [loaded, "8.33", "20.84", "20.83"]);
    assert.deepEqual(known(["2026-09-01", "2026-10-01"]), [loaded, "8.33", "8.34", "33.33"]);
    // One that is over by then: what is left is earned in the month that the end counts from.
    assert.deepEqual(known(["2026-09-01", "2026-08-01"]), [loaded, "8.33", "8.34", "33.33"]);
    assert.deepEqual(known(["2026-08-01", "2027-07-01"]), [
      ...[loaded, "8.33", "3.79", "3.79", "3.78", "3.79", "3.79", "3.79", "3.79", "3.79", "3.78", "3.79", "3.79"],
    ]);
    // A month that knows nothing else about the days goes on with them.
    assert.deepEqual(known(["2026-08-01", "2027-01-01"]), [loaded, "8.33", "8.34", "8.33", "8.33", "8.34", "8.33"]);
  });

  test("without an end, after the end, or with milestones there is no service to spread a difference over", () => {
    const cases: [Pob, boolean][] = [
      [pob, true],
      [pobOf("STRAIGHT_LINE", "2026-01-01", null), false],
      [pobOf("STRAIGHT_LINE", "2026-01-01", "2026-07-01"), false],
      [{ ...pob, recognition: { pattern: "MILESTONE", milestones: [] } }, false],
      [
        {
          ...pob,
          recognition: { pattern: "STRAIGHT_LINE", manual: [{ month: 1, total: dollars("1.00"), isManual: true }] },
        },
        false,
      ],
    ];
    for (const [one, expected] of cases) assert.equal(canSpread(one, asOf), expected);
  });

  describe("with 550.00 recognized, and the months after it as the old books have them", () => {
    const months = ["2026-07", "2026-08", "2026-09", "2026-10", "2026-11", "2026-12"].map(month);
    const stated = (...amounts: readonly string[]) =>
      amounts.flatMap((amount, at) => ({ month: required(months[at], "a month"), amount: dollars(amount) }));
    const endedOn = (end: string) => pobOf("STRAIGHT_LINE", "2026-01-01", end);
    const inMonths = (amounts: readonly string[], ...later: readonly (readonly [string, string])[]) => {
      const year = [yearOf("1200.00")];
      const byMonth = differencesByMonth(year, stated(...amounts), asOf, context);
      const served = [{ from: asOf + 1, pob }, ...later.map(([from, end]) => ({ from: day(from), pob: endedOn(end) }))];
      return monthsOf(openedSegments(year, { ...opening("550.00", "600.00"), byMonth }, served, context));
    };

    test("each month has the stated amount, and none that is not stated", () => {
      const uneven = ["108.00", "109.00", "110.00", "111.00", "112.00", "100.00"];
      assert.deepEqual(inMonths(uneven), ["550.00", ...uneven]);
      assert.deepEqual(inMonths(["0.00", "650.00"]), ["550.00", "650.00"]);
    });

    test("an end from August on keeps July, and August and September share what later months differ by", () => {
      // The year itself ends with a change of its price. The months differ by 8, 9, 10, 11, 12 and 0: 23.00 are shared.
      const amounts = ["108.00", "109.00", "110.00", "111.00", "112.00", "100.00"];
      assert.deepEqual(inMonths(amounts, ["2026-08-01", "2026-10-01"]), [
        ...["550.00", "108.00", "120.50", "121.50", "100.00", "100.00", "100.00"],
      ]);
      // One that is over by September: all that is left is earned in it.
      assert.deepEqual(inMonths(amounts, ["2026-09-01", "2026-08-01"]), [
        ...["550.00", "108.00", "109.00", "133.00", "100.00", "100.00", "100.00"],
      ]);
      // A longer service changes nothing.
      assert.deepEqual(inMonths(amounts, ["2026-09-01", "2027-04-01"]), ["550.00", ...amounts]);
    });
  });

  test("months are known of a price with an end, and not of what follows progress, billing or usage", () => {
    const cases: [Pob, boolean][] = [
      [pob, true],
      [pobOf("STRAIGHT_LINE", "2026-01-01", null), false],
      [{ ...pob, recognition: { pattern: "POINT_IN_TIME", date: null, manual: [] } }, true],
      [{ ...pob, recognition: { pattern: "MILESTONE", milestones: [] } }, false],
      [{ ...pob, price: { of: "BILLING" } }, false],
      [{ ...pob, price: { of: "USAGE" } }, false],
    ];
    for (const [one, expected] of cases) assert.equal(hasKnownMonths(one), expected);
  });
});

test("property: with an opening revenue sums to the same price, with the loaded revenue first and the pattern afterwards", () => {
  const someSegment = fc
    .record({
      minor: fc.integer({ min: -100_000, max: 1_000_000 }),
      start: fc.integer({ min: -700, max: 700 }),
      length: fc.integer({ min: 1, max: 1_000 }),
      until: fc.option(fc.integer({ min: -600, max: 600 })),
      by: fc.constantFrom("MONTHS" as const, "DAYS" as const),
    })
    .map(
      ({ minor, start, length, until, by }): EarningSegment => ({
        amount: money(BigInt(minor), "USD"),
        days: { start: asOf + start, end: asOf + start + length },
        ...{ curve: { by }, until: until === null ? null : asOf + until, reason: { of: "INCEPTION" } as const },
      }),
    );
  fc.assert(
    fc.property(
      fc.array(someSegment, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: -50_000, max: 50_000 }),
      fc.constantFrom("SPREAD" as const, "CATCH_UP" as const),
      fc.constantFrom("2026-05-01", "2026-07-01", "2027-03-16", null),
      (segments, minor, treatedAs, end) => {
        const pob = pobOf("STRAIGHT_LINE", "2026-01-01", end);
        const difference = money(BigInt(minor), "USD");
        const earned = sumEarned(segments, asOf + 1, context);
        const said = {
          asOf,
          treatedAs,
          recognized: subtract(earned, difference),
          difference,
          byMonth: null,
          createdAt: "",
        };
        const opened = openedSegments(segments, said, [{ from: asOf + 1, pob }], context);
        const last = day("2040-01-01");
        assert.deepEqual(sumEarned(opened, last, context), sumEarned(segments, last, context));
        assert.deepEqual(sumEarned(opened, asOf + 1, context), said.recognized);
        assert.deepEqual(sumEarned(opened, firstDayOf(monthOf(asOf)), context), zero("USD"));
        const isSpread = treatedAs === "SPREAD" && canSpread(pob, asOf);
        for (const ahead of isSpread ? [300] : [2, 31, 100, 300]) {
          assert.deepEqual(sumEarned(opened, asOf + ahead, context), sumEarned(segments, asOf + ahead, context));
        }
        assert.ok(
          !isZero(difference) || opened.every(({ reason }, at) => at < segments.length * 2 || reason.of === "OPENING"),
        );
      },
    ),
  );
});
