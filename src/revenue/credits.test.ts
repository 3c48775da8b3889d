import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import {
  context,
  earnedIn,
  factsOf,
  revenueNow,
  revenueOf,
  shownMonths,
  yearOf,
} from "../../test/support/contract-facts.ts";
import { creditOf, day, flat, month, obligationOf, recordOf, statedOf, termOf, usd } from "../../test/support/terms.ts";
import type { BillingCredit } from "../billing-terms/billing-credit.ts";
import type { PerformanceObligation } from "../billing-terms/performance-obligations/performance-obligation.ts";
import { firstDayOf, formatDay } from "../kernel/day.ts";
import { formatMoney, type Money, negate, sum } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import { creditSegments } from "./credits.ts";
import { type EarningSegment, earnedBefore, sumEarned } from "./earning-segment.ts";
import { pobFrom } from "./pob.ts";
import { overTime } from "./segments/over-time.ts";

const over = (start: string, end: string): Period => ({ start: day(start), end: day(end) });
const year = over("2026-01-01", "2027-01-01");
const quarter = over("2026-01-01", "2026-04-01");

const credit = (minor: number, service: Period, parts: Partial<BillingCredit> = {}) =>
  creditOf(usd(minor), { service, lineType: "FLAT", ...parts });

/** An obligation of 1,200.00 over 2026, and what it earns before credits. */
const pob = pobFrom(statedOf(usd(120_000)));
const segments = overTime(pob, [{ amount: usd(120_000), from: null, reason: { of: "INCEPTION" } }]);

/** What is credited of which days. */
const shown = (credits: readonly BillingCredit[], earned: readonly EarningSegment[] = segments) =>
  creditSegments(pob, credits, earned, context).map(
    ({ amount, days }) => `${formatMoney(negate(amount))} ${formatDay(days.start)}–${formatDay(days.end)}`,
  );

describe("credits of service over time", () => {
  for (const [what, credits, expected] of [
    ["the days that were credited", [credit(30_000, quarter)], ["300.00 2026-01-01–2026-04-01"]],
    [
      "the days after them where they earn less",
      [credit(40_000, quarter)],
      ["300.00 2026-01-01–2026-04-01", "100.00 2026-04-01–2027-01-01"],
    ],
    [
      "the days before them where none come after",
      [credit(40_000, over("2026-10-01", "2027-01-01"))],
      ["100.00 2026-01-01–2026-10-01", "300.00 2026-10-01–2027-01-01"],
    ],
    [
      "what an earlier credit of the same days has left",
      [credit(20_000, quarter), credit(20_000, over("2026-02-01", "2026-04-01"))],
      ["200.00 2026-01-01–2026-04-01", "66.67 2026-02-01–2026-04-01", "133.33 2026-04-01–2027-01-01"],
    ],
    [
      "no more than their days, so that those before a later credit keep what an earlier one left",
      [credit(22_000, over("2026-02-01", "2027-01-01")), credit(8_000, over("2026-05-01", "2027-01-01"))],
      ["220.00 2026-02-01–2027-01-01", "80.00 2026-05-01–2027-01-01"],
    ],
    [
      "all of the service where it has none of the days",
      [credit(30_000, over("2025-10-01", "2026-01-01"))],
      ["300.00 2026-01-01–2027-01-01"],
    ],
    [
      "nothing where a void gives more to it: that is earned as the service is",
      [credit(-30_000, over("2027-01-01", "2027-07-01"))],
      ["-300.00 2026-01-01–2027-01-01"],
    ],
    [
      "what a void gives as well, a quarter of it to the quarter",
      [credit(40_000, quarter), credit(-30_000, over("2027-01-01", "2027-07-01"))],
      ["300.00 2026-01-01–2026-04-01", "-200.00 2026-04-01–2027-01-01"],
    ],
    ["nothing once it is void", [credit(30_000, quarter), credit(-30_000, quarter)], []],
  ] as const) {
    test(what, () => assert.deepEqual(shown(credits), expected));
  }

  test("lower the credited days, and at most what a modification left of them", () => {
    const [first] = creditSegments(pob, [credit(30_000, quarter, { id: "CM-1" })], segments, context);
    assert.deepEqual(first?.reason, { of: "CREDIT", id: "CM-1" });
    // From April on 50.00 a month is earned instead of 100.00: 450.00 for nine months.
    const april = day("2026-04-01");
    const ended = segments.map((segment): EarningSegment => ({ ...segment, until: april }));
    const lower = overTime(pob, [{ amount: usd(45_000), from: april, reason: { of: "INCEPTION" } }]);
    const summer = credit(20_000, over("2026-04-01", "2026-07-01"));
    const parts = creditSegments(pob, [summer], [...ended, ...lower], context);
    assert.deepEqual(
      parts.map(({ amount, days }) => `${formatMoney(amount)} ${formatDay(days.start)}`),
      ["-150.00 2026-04-01", "-50.00 2026-07-01"],
    );
  });

  test("stop revenue where they are all that is left, to the cent of every month", () => {
    // 125.00 a month from 16 March on: 106.18 are earned by 10 April, and nobody pays the other 1,393.82.
    const service = over("2026-03-16", "2027-03-16");
    const plan = pobFrom({ ...statedOf(usd(150_000)), service });
    const earned = overTime(plan, [{ amount: usd(150_000), from: null, reason: { of: "INCEPTION" } }]);
    const lost = credit(139_382, over("2026-04-11", "2027-03-16"));
    const all = [...earned, ...creditSegments(plan, [lost], earned, context)];
    const ends = Array.from({ length: 12 }, (_, index) => firstDayOf(month("2026-05") + index));
    assert.deepEqual([...new Set(ends.map((end) => formatMoney(sumEarned(all, end, context))))], ["106.18"]);
  });

  // 100.00 a month to March and 50.00 from April on: 750.00 in all.
  const april = day("2026-04-01");
  const versions = [
    ...segments.map((segment): EarningSegment => ({ ...segment, until: april })),
    ...overTime(pob, [{ amount: usd(45_000), from: april, reason: { of: "INCEPTION" } }]),
  ];
  for (const [what, minor, expected] of [
    ["days of two contract versions alike", 30_000, ["300.00 2026-01-01–2027-01-01"]],
    [
      "days of two contract versions by what they earn, where those of one earn less",
      70_000,
      ["280.00 2026-01-01–2026-04-01", "420.00 2026-04-01–2027-01-01"],
    ],
    ["all that two contract versions earn", 75_000, ["300.00 2026-01-01–2026-04-01", "450.00 2026-04-01–2027-01-01"]],
  ] as const) {
    test(what, () => assert.deepEqual(shown([credit(minor, year)], versions), expected));
  }
});

describe("a credit of 90.00 for April to June", () => {
  const billingCredits = [credit(9_000, over("2026-04-01", "2026-07-01"))];
  const months = (parts: Partial<PerformanceObligation>, term = termOf()) =>
    yearOf(revenueOf(recordOf(obligationOf(term, parts), { billingCredits }), {}, month("2026-12")));
  const hundreds = (count: number, amount = "100.00") => Array<string>(count).fill(amount);

  test("lowers those months under straight line", () => {
    assert.deepEqual(months({}), [...hundreds(3), ...hundreds(3, "70.00"), ...hundreds(6)]);
  });

  test("lowers the one day at a point in time", () => {
    const date = { recognitionPattern: "POINT_IN_TIME", recognitionDate: day("2026-12-31") } as const;
    assert.deepEqual(months(date), [...hundreds(11, "0.00"), "1110.00"]);
  });

  test("lowers the credited periods of an open-ended term", () => {
    const term = termOf({ ...flat("100"), interval: "MONTH", end: null });
    assert.deepEqual(months({}, term), [...hundreds(3), ...hundreds(3, "70.00"), ...hundreds(6)]);
  });

  test("lowers progress as far as it is complete", () => {
    const progress = [
      { asOf: day("2026-02-28"), percentComplete: "0.5" },
      { asOf: day("2026-11-30"), percentComplete: "1" },
    ];
    const earned = months({ recognitionPattern: "PERCENT_COMPLETE", progress });
    assert.deepEqual([earned[1], earned[10]], ["555.00", "555.00"]);
  });
});

const someCredits = fc
  .array(
    fc.record({
      days: fc.tuple(fc.integer({ min: -60, max: 420 }), fc.integer({ min: 1, max: 200 })),
      minor: fc.integer({ min: 1, max: 30_000 }),
    }),
    { maxLength: 4 },
  )
  .map((drawn) =>
    drawn.map(({ days: [from, length], minor }, index) =>
      credit(minor, { start: year.start + from, end: year.start + from + length }, { id: `${index}` }),
    ),
  );
const amountOf = (parts: readonly { readonly amount: Money }[]) =>
  sum(
    parts.map(({ amount }) => amount),
    "USD",
  ).minor;

for (const isAllocated of [false, true]) {
  test(`of an as-billed obligation lowers that alone, ${isAllocated ? "allocated" : "as stated"}`, () => {
    const asBilled = statedOf(usd(0), {
      ...{ id: "as billed", transactionPrice: null, recognitionPattern: "RECOGNIZE_AS_BILLED" },
    });
    const term = termOf({ ...flat("1200"), interval: "NONE" });
    const residual = recordOf(obligationOf(term, { id: "residual", isResidual: true }), {
      billingCredits: [credit(30_000, year)],
    });
    const other = statedOf(usd(120_000), {
      ...{ id: "other", billingTermGroupId: "other group", standaloneSellingPrice: usd(120_000) },
    });
    const billed = [
      { date: day("2026-01-01"), amount: usd(120_000), billingTermId: term.id, eventTypeId: null },
      { date: day("2026-02-10"), amount: usd(-30_000), billingTermId: term.id, eventTypeId: null },
    ];
    const billing = new Map([[asBilled.billingTermGroupId, billed]]);
    const revenue = revenueNow(factsOf([asBilled, residual, other], { isAllocated, billing }));
    const months = (id: string) => shownMonths(revenue.get(id) ?? assert.fail());
    assert.deepEqual(months("as billed"), ["2026-01 1200.00", "2026-02 -300.00"]);
    assert.deepEqual(months("residual"), []);
    assert.equal(revenue.get("other")?.price?.minor, 120_000n);
  });
}

test("property: credit segments sum to the credits, and no month is negative while credits do not exceed the price", () => {
  fc.assert(
    fc.property(someCredits, (credits) => {
      const parts = creditSegments(pob, credits, segments, context);
      assert.equal(amountOf(parts), -amountOf(credits));
      const revenue = revenueOf(recordOf(obligationOf(termOf()), { billingCredits: credits }));
      for (let at = month("2026-01"); at <= month("2026-12"); at++) {
        // Each credit segment is rounded by itself.
        assert.ok(earnedIn(revenue, at).minor >= -BigInt(parts.length), `${at}`);
      }
    }),
  );
});

const someShape = fc.constantFrom<Partial<PerformanceObligation>>(
  { recognitionPattern: "STRAIGHT_LINE_DAILY" },
  { recognitionPattern: "POINT_IN_TIME", recognitionDate: day("2026-05-20") },
  {
    recognitionPattern: "PERCENT_COMPLETE",
    progress: [
      { asOf: day("2026-02-10"), percentComplete: "0.3333" },
      { asOf: day("2026-08-10"), percentComplete: "1" },
    ],
  },
  { recognitionPattern: "CUSTOM", manualMonths: [{ month: month("2026-03"), total: usd(120_000), isManual: true }] },
  { manualMonths: [{ month: month("2026-03"), total: usd(20_000), isManual: true }] },
);

test("property: under every pattern revenue sums to the price less the credits, and to the price when all are void", () => {
  fc.assert(
    fc.property(someCredits, someShape, (credits, shape) => {
      const earned = (billingCredits: readonly BillingCredit[]) => {
        const revenue = revenueOf(recordOf(obligationOf(termOf(), shape), { billingCredits }));
        assert.deepEqual(sumEarned(revenue.segments, day("2100-01-01"), context), revenue.price);
        return { total: amountOf(revenue.segments), months: yearOf(revenue) };
      };
      assert.equal(earned(credits).total, 120_000n - amountOf(credits));
      const voided = credits.map((one) => ({ ...one, id: `void of ${one.id}`, amount: negate(one.amount) }));
      assert.deepEqual(earned([...credits, ...voided]), earned([]));
    }),
  );
});

test("property: a month of progress is negative by at most a cent for each credit", () => {
  const shares = fc.uniqueArray(fc.integer({ min: 1, max: 9_999 }), { minLength: 1, maxLength: 8 });
  const parts = fc.array(fc.integer({ min: 1, max: 30_000 }), { maxLength: 4 });
  fc.assert(
    fc.property(shares, parts, (complete, minors) => {
      const progress = [...complete.sort((a, b) => a - b), 10_000].map((share, index) => ({
        asOf: day("2026-01-31") + 31 * index,
        percentComplete: share === 10_000 ? "1" : `0.${String(share).padStart(4, "0")}`,
      }));
      const measured = pobFrom(statedOf(usd(120_000), { recognitionPattern: "PERCENT_COMPLETE", progress }));
      const credits = minors.map((minor) => credit(minor, year));
      const credited = creditSegments(measured, credits, [], context);
      const price = creditSegments(measured, [credit(-120_000, year)], [], context);
      let before = 0n;
      for (const { asOf } of progress) {
        const through = sumEarned([...price, ...credited], asOf + 1, context).minor;
        assert.ok(through - before >= -BigInt(credits.length));
        before = through;
      }
      assert.equal(before, 120_000n - amountOf(credits));
      assert.ok(credited.every((segment) => earnedBefore(segment, progress[0]?.asOf ?? 0, "HALF_UP").minor === 0n));
    }),
  );
});
