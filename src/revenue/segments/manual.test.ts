import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { earnedMonths, revenueCredited, revenueOf, shownMonths, yearOf } from "../../../test/support/contract-facts.ts";
import {
  corrected,
  creditOf,
  day,
  flatPrice,
  month,
  obligationOf,
  recordOf,
  statedOf,
  termOf,
  usd,
} from "../../../test/support/terms.ts";
import type { Treatment } from "../../billing-terms/modifications/modification.ts";
import type {
  ManualMonth,
  PerformanceObligation,
  PerformanceObligationRecord,
} from "../../billing-terms/performance-obligations/performance-obligation.ts";
import { firstDayOf } from "../../kernel/day.ts";
import { type Pob, pobFrom } from "../pob.ts";
import { openMonths } from "./manual.ts";

const manual = (timeframe: string, minor: number): ManualMonth => {
  return { month: month(timeframe), total: usd(minor), isManual: true };
};
const service = { start: day("2026-01-01"), end: day("2026-07-01") };
const halfYear = (manualMonths: ManualMonth[], parts: Partial<PerformanceObligation> = {}) =>
  statedOf(usd(60_000), { service, manualMonths, ...parts });

/** The recognition of an obligation whose months can be set manually. */
function timed(pob: PerformanceObligation): Extract<Pob["recognition"], { readonly manual: unknown }> {
  const { recognition } = pobFrom(pob);
  return "manual" in recognition ? recognition : assert.fail("it is earned by the calendar");
}

describe("600.00 from January to June with manual months", () => {
  for (const [name, pob, expected] of [
    ["none", halfYear([]), "01 100, 02 100, 03 100, 04 100, 05 100, 06 100"],
    ["one above the pattern", halfYear([manual("2026-02", 20_000)]), "01 80, 02 200, 03 80, 04 80, 05 80, 06 80"],
    ["one at nothing", halfYear([manual("2026-03", 0)]), "01 120, 02 120, 04 120, 05 120, 06 120"],
    ["one below nothing", halfYear([manual("2026-06", -15_000)]), "01 150, 02 150, 03 150, 04 150, 05 150, 06 -150"],
    [
      "three that say more than there is to earn, as far as the price goes",
      halfYear([manual("2026-02", 20_000), manual("2026-04", 70_000), manual("2026-05", 10_000)]),
      "02 200, 04 400",
    ],
    ["two that take all of it", halfYear([manual("2026-01", 50_000), manual("2026-04", 10_000)]), "01 500, 04 100"],
    [
      "by days, the rest shared by days",
      halfYear([manual("2026-01", 0), manual("2026-03", 0), manual("2026-05", 0)], {
        recognitionPattern: "STRAIGHT_LINE_DAILY",
      }),
      // 28, 30 and 30 days of 88.
      "02 190.91, 04 204.54, 06 204.55",
    ],
    [
      "a part of a first month, which weighs as much less",
      halfYear(
        [manual("2026-02", 0), manual("2026-03", 0), manual("2026-04", 0), manual("2026-05", 0), manual("2026-06", 0)],
        {
          service: { ...service, start: day("2026-01-11") },
        },
      ),
      "01 600",
    ],
    [
      "the day control passes, and two months beside it",
      halfYear([manual("2026-01", 10_000), manual("2026-02", 5_000)], {
        recognitionPattern: "POINT_IN_TIME",
        recognitionDate: day("2026-05-20"),
      }),
      "01 100, 02 50, 05 450",
    ],
  ] as const) {
    test(name, () => {
      const whole = (amount: string) => (amount.includes(".") ? amount : `${amount}.00`);
      assert.deepEqual(
        shownMonths(revenueOf(pob)),
        expected.split(", ").map((each) => `2026-${each.slice(0, 3)}${whole(each.slice(3))}`),
      );
    });
  }

  test("an implied performance obligation shares the billing of its term among the other months", () => {
    const term = termOf({ end: day("2026-07-01"), prorationPolicy: "NONE" });
    const revenue = revenueOf(obligationOf(term, { manualMonths: [manual("2026-01", 20_000)] }));
    assert.deepEqual(shownMonths(revenue).slice(0, 2), ["2026-01 200.00", "2026-02 200.00"]);
  });

  test("a credit lowers the months that are not set", () => {
    const credited = revenueCredited(halfYear([manual("2026-02", 20_000)]), [creditOf(usd(10_000))]);
    assert.deepEqual(shownMonths(credited).slice(0, 3), ["2026-01 60.00", "2026-02 200.00", "2026-03 60.00"]);
  });

  test("a credit when every month is set lowers the last one", () => {
    const months = ["01", "02", "03", "04", "05", "06"].map((each) => manual(`2026-${each}`, 10_000));
    const credited = revenueCredited(halfYear(months), [creditOf(usd(2500))]);
    assert.deepEqual(shownMonths(credited).slice(4), ["2026-05 100.00", "2026-06 75.00"]);
  });
});

describe("1,200.00 of a term for 2026, February set to 210.00", () => {
  const year = { start: day("2026-01-01"), end: day("2027-01-01") };
  const manualMonths = [manual("2026-02", 21_000)];
  const repeated = (count: number, amount: string): string[] => Array<string>(count).fill(amount);

  test("at a higher price from July on, which the months from July on share", () => {
    const layers = [{ price: flatPrice("2400"), effectiveFrom: day("2026-07-01"), bookMonth: null }];
    const term = termOf({ end: year.end, prorationPolicy: "MONTH", layers });
    const expected = ["90.00", "210.00", ...repeated(4, "90.00"), ...repeated(6, "190.00")];
    assert.deepEqual(yearOf(revenueOf(obligationOf(term, { manualMonths }))), expected);
  });

  test("at a price from July on so much lower that July would be negative: all other months share the rest", () => {
    const layers = [{ price: flatPrice("0"), effectiveFrom: day("2026-07-01"), bookMonth: null }];
    const term = termOf({ end: year.end, prorationPolicy: "MONTH", layers });
    const set = [manual("2026-02", 49_000)];
    const expected = ["10.00", "490.00", ...repeated(10, "10.00")];
    assert.deepEqual(yearOf(revenueOf(obligationOf(term, { manualMonths: set }))), expected);
  });

  const half = { start: year.start, end: day("2026-07-01") };
  const ended = (treatment: Treatment, parts: Partial<PerformanceObligationRecord> = {}) => {
    const terminatedAt = "2026-04-15T00:00:00.000Z";
    const term = termOf({ interval: "MONTH", price: flatPrice("100"), end: half.end, terminatedAt });
    const at = { bookMonth: null, createdAt: terminatedAt };
    const corrections = [
      corrected({
        ...at,
        id: "days",
        of: "POB",
        changes: { service: { from: year, to: half } },
        modificationId: "end",
      }),
      corrected({ ...at, id: "end", of: "TERM", changes: { end: { from: year.end, to: half.end } } }),
    ];
    const record = recordOf(obligationOf(term, { service: half, manualMonths }), { corrections, ...parts });
    const booked = [{ treatment, bookMonth: null }];
    const treatments = new Map([["end", { at: terminatedAt, effectiveFrom: day("2026-04-15"), booked }]]);
    return yearOf(revenueOf(record, { treatments })).slice(0, 7);
  };

  test("terminated in June, recorded in April: earlier months keep their revenue", () => {
    assert.deepEqual(ended("PROSPECTIVE"), ["90.00", "210.00", "90.00", ...repeated(3, "70.00"), "0.00"]);
  });

  test("terminated in June with catch-up chosen: as if it had been agreed at the start", () => {
    assert.deepEqual(ended("CUMULATIVE_CATCH_UP"), ["78.00", "210.00", ...repeated(4, "78.00"), "0.00"]);
  });

  test("terminated in June after a credit: the credit is shared by months before the end, then by the rest", () => {
    const credited = ended("PROSPECTIVE", { billingCredits: [creditOf(usd(11_000))] });
    assert.deepEqual(credited, ["80.00", "210.00", "80.00", ...repeated(3, "40.00"), "0.00"]);
  });
});

test("the other months are those of service, weighted by the pattern", () => {
  const span = { start: day("2026-01-17"), end: day("2026-04-01") };
  const weights = (parts: Partial<PerformanceObligation>) =>
    openMonths(timed(statedOf(usd(1), { service: span, ...parts })), span, new Set([month("2026-02")]));
  assert.deepEqual(weights({ recognitionPattern: "STRAIGHT_LINE_DAILY" }), [
    { month: month("2026-01"), units: 15 },
    { month: month("2026-03"), units: 31 },
  ]);
  const [first, last] = weights({});
  assert.equal((first?.units ?? 0) * 31, (last?.units ?? 0) * 15);
  assert.deepEqual(weights({ recognitionPattern: "POINT_IN_TIME", recognitionDate: day("2026-02-10") }), []);
});

test("property: manual months have the set amounts up to the price, and all months sum to the price", () => {
  const someMonths = fc.uniqueArray(fc.record({ at: fc.nat(7), minor: fc.integer({ min: -50_000, max: 50_000 }) }), {
    selector: ({ at }) => at,
    maxLength: 8,
  });
  const days = fc.record({ start: fc.nat(40), length: fc.integer({ min: 150, max: 230 }) });
  fc.assert(
    fc.property(
      someMonths,
      days,
      fc.constantFrom("STRAIGHT_LINE" as const, "STRAIGHT_LINE_DAILY" as const),
      fc.nat(90_000),
      (set, at, recognitionPattern, credited) => {
        const start = day("2026-01-01") + at.start;
        const span = { start, end: start + at.length };
        const manualMonths = set
          .map(({ at: index, minor }) => ({ ...manual("2026-01", minor), month: month("2026-01") + index }))
          .filter((each) => firstDayOf(each.month + 1) > start && firstDayOf(each.month) < span.end)
          .sort((a, b) => a.month - b.month);
        const stated = statedOf(usd(60_000), { service: span, manualMonths, recognitionPattern });
        const revenue = revenueCredited(stated, credited === 0 ? [] : [creditOf(usd(credited))]);
        const months = earnedMonths(revenue);
        const open = openMonths(timed(stated), span, new Set(manualMonths.map((each) => each.month)));
        const price = revenue.price?.minor ?? 0n;
        const isTooMuch = manualMonths.reduce((total, each) => total + each.total.minor, 0n) > price;
        for (const each of manualMonths) {
          const actual = months.find((one) => one.month === each.month)?.amount.minor ?? 0n;
          if (open.length > 0 && !isTooMuch) assert.equal(actual, each.total.minor);
        }
        const others = months.filter((one) => !manualMonths.some((each) => each.month === one.month));
        if (price >= 0n) assert.ok(others.every(({ amount }) => amount.minor >= 0n));
        assert.deepEqual(
          months.reduce((total, { amount }) => total + amount.minor, 0n),
          price,
        );
      },
    ),
  );
});
