import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { runs } from "../../test/support/case-counts.ts";
import { addMonths, civilDate, type Day, dayOf, formatDay, parseDay } from "./day.ts";
import {
  type AnchoredPeriod,
  anchoredPeriods,
  endAfterPeriods,
  type Interval,
  intervals,
  type PeriodRule,
} from "./periods.ts";

const day = (text: string): Day => parseDay(text) as Day;

function first(count: number, rule: PeriodRule): AnchoredPeriod[] {
  return anchoredPeriods(rule).take(count).toArray();
}

function rule(anchor: string, interval: Interval, end: string | null = null, intervalFrequency = 1): PeriodRule {
  return { anchor: day(anchor), interval, intervalFrequency, end: end === null ? null : day(end) };
}

function starts(periods: readonly AnchoredPeriod[]): string[] {
  return periods.map((period) => formatDay(period.covered.start));
}

for (const { anchor, interval, intervalFrequency = 1, expected } of [
  { anchor: "2026-01-31", interval: "MONTH", expected: ["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30"] },
  { anchor: "2024-01-30", interval: "MONTH", expected: ["2024-01-30", "2024-02-29", "2024-03-30"] },
  { anchor: "2024-02-29", interval: "MONTH", expected: ["2024-02-29", "2024-03-29", "2024-04-29"] },
  {
    anchor: "2026-01-31",
    interval: "MONTH",
    intervalFrequency: 2,
    expected: ["2026-01-31", "2026-03-31", "2026-05-31"],
  },
  { anchor: "2026-02-15", interval: "QUARTER", expected: ["2026-02-15", "2026-05-15", "2026-08-15"] },
  { anchor: "2025-11-30", interval: "QUARTER", expected: ["2025-11-30", "2026-02-28", "2026-05-30"] },
  {
    anchor: "2023-03-01",
    interval: "YEAR",
    intervalFrequency: 3,
    expected: ["2023-03-01", "2026-03-01", "2029-03-01"],
  },
  { anchor: "2026-03-27", interval: "WEEK", expected: ["2026-03-27", "2026-04-03", "2026-04-10"] },
  { anchor: "2026-03-28", interval: "DAY", expected: ["2026-03-28", "2026-03-29", "2026-03-30"] },
  { anchor: "2026-10-24", interval: "DAY", intervalFrequency: 2, expected: ["2026-10-24", "2026-10-26", "2026-10-28"] },
] as const) {
  const every = intervalFrequency === 1 ? interval : `${intervalFrequency} × ${interval}`;
  test(`every ${every} from ${anchor} starts on ${expected.join(", ")}`, () => {
    assert.deepEqual(starts(first(expected.length, rule(anchor, interval, null, intervalFrequency))), expected);
  });
}

test("a leap day anchors every year on the last of February and returns to the 29th", () => {
  const expected = ["2024-02-29", "2025-02-28", "2026-02-28", "2027-02-28", "2028-02-29"];
  assert.deepEqual(starts(first(5, rule("2024-02-29", "YEAR"))), expected);
});

test("a last period that ends inside a month is short and has its full length as well", () => {
  const periods = [...anchoredPeriods(rule("2026-01-31", "MONTH", "2026-03-10"))];
  assert.deepEqual(periods, [
    {
      index: 0,
      full: { start: day("2026-01-31"), end: day("2026-02-28"), anchor: day("2026-01-31") },
      covered: { start: day("2026-01-31"), end: day("2026-02-28") },
    },
    {
      index: 1,
      full: { start: day("2026-02-28"), end: day("2026-03-31"), anchor: day("2026-01-31") },
      covered: { start: day("2026-02-28"), end: day("2026-03-10") },
    },
  ]);
});

test("a span that ends on a boundary has no empty period after it", () => {
  const periods = [...anchoredPeriods(rule("2026-01-15", "MONTH", "2026-03-15"))];
  assert.deepEqual(starts(periods), ["2026-01-15", "2026-02-15"]);
  assert.deepEqual({ ...periods.at(-1)?.covered, anchor: day("2026-01-15") }, periods.at(-1)?.full);
});

test("a span of one day is one period of one day", () => {
  for (const interval of intervals) {
    const periods = [...anchoredPeriods(rule("2026-01-31", interval, "2026-02-01"))];
    assert.equal(periods.length, 1, interval);
    assert.deepEqual(periods[0]?.covered, { start: day("2026-01-31"), end: day("2026-02-01") }, interval);
  }
});

test("half months run from the 1st and the 16th, and a start inside one makes a short first period", () => {
  const periods = first(4, rule("2026-01-20", "SEMI_MONTH"));
  assert.deepEqual(starts(periods), ["2026-01-20", "2026-02-01", "2026-02-16", "2026-03-01"]);
  assert.deepEqual(periods[0]?.full, { start: day("2026-01-16"), end: day("2026-02-01"), anchor: day("2026-01-01") });
  assert.deepEqual(periods[1]?.full, { start: day("2026-02-01"), end: day("2026-02-16"), anchor: day("2026-02-01") });
});

test("the 15th belongs to the first half of a month and the 16th to the second", () => {
  assert.deepEqual(first(1, rule("2026-01-15", "SEMI_MONTH"))[0]?.covered, {
    start: day("2026-01-15"),
    end: day("2026-01-16"),
  });
  assert.deepEqual(first(1, rule("2026-01-16", "SEMI_MONTH"))[0]?.covered, {
    start: day("2026-01-16"),
    end: day("2026-02-01"),
  });
});

test("half months cross the end of a year and the end of a leap February", () => {
  const periods = first(6, rule("2023-12-16", "SEMI_MONTH"));
  const expected = ["2023-12-16", "2024-01-01", "2024-01-16", "2024-02-01", "2024-02-16", "2024-03-01"];
  assert.deepEqual(starts(periods), expected);
  assert.deepEqual(periods[4]?.full, { start: day("2024-02-16"), end: day("2024-03-01"), anchor: day("2024-02-01") });
});

test("without an interval there is one period: the whole span, or its first day when it never ends", () => {
  const span = { start: day("2026-01-31"), end: day("2027-05-04") };
  assert.deepEqual(
    [...anchoredPeriods(rule("2026-01-31", "NONE", "2027-05-04"))],
    [{ index: 0, full: { ...span, anchor: span.start }, covered: span }],
  );
  const oneDay = { start: day("2026-01-31"), end: day("2026-02-01") };
  assert.deepEqual(
    [...anchoredPeriods(rule("2026-01-31", "NONE"))],
    [{ index: 0, full: { ...oneDay, anchor: oneDay.start }, covered: oneDay }],
  );
});

test("a span without a day is a bug", () => {
  assert.throws(() => first(1, rule("2026-01-31", "MONTH", "2026-01-31")), { name: "AssertionError" });
  assert.throws(() => first(1, rule("2026-01-31", "NONE", "2026-01-30")), { name: "AssertionError" });
});

test("a duration is counted from the anchor", () => {
  const end = (anchor: string, interval: Interval, count: number, intervalFrequency = 1) =>
    formatDay(endAfterPeriods({ anchor: day(anchor), interval, intervalFrequency }, count));
  assert.equal(end("2026-01-31", "MONTH", 1), "2026-02-28");
  assert.equal(end("2026-01-31", "MONTH", 12), "2027-01-31");
  assert.equal(end("2024-02-29", "YEAR", 1), "2025-02-28");
  assert.equal(end("2026-01-01", "QUARTER", 2, 2), "2027-01-01");
  assert.equal(end("2026-01-20", "SEMI_MONTH", 3), "2026-03-01");
  assert.throws(() => end("2026-01-31", "NONE", 1), { name: "AssertionError" });
  assert.throws(() => end("2026-01-31", "MONTH", 0), { name: "AssertionError" });
});

const anchors = fc.integer({ min: dayOf(1950, 1, 1), max: dayOf(2100, 12, 31) });
const recurring = fc.constantFrom(...intervals.filter((interval) => interval !== "NONE"));
const frequencies = fc.integer({ min: 1, max: 120 });
const rules = fc
  .record({
    anchor: anchors,
    interval: fc.constantFrom(...intervals),
    intervalFrequency: frequencies,
    days: fc.nat(3000),
  })
  .map(({ anchor, interval, intervalFrequency, days }) => ({
    anchor,
    interval,
    intervalFrequency: interval === "SEMI_MONTH" || interval === "NONE" ? 1 : intervalFrequency,
    end: anchor + days + 1,
  }));

test("property: periods cover exactly the days from the anchor to the end, without a gap or an overlap", () => {
  fc.assert(
    fc.property(rules, (spanRule) => {
      let next = spanRule.anchor;
      let index = 0;
      for (const period of anchoredPeriods(spanRule)) {
        assert.equal(period.index, index++);
        assert.equal(period.covered.start, next);
        assert.ok(period.covered.end > period.covered.start);
        assert.ok(period.full.start <= period.covered.start && period.covered.end <= period.full.end);
        next = period.covered.end;
      }
      assert.equal(next, spanRule.end);
    }),
    { numRuns: runs(300) },
  );
});

test("property: only the last period is short, and the first one of half months", () => {
  fc.assert(
    fc.property(rules, (spanRule) => {
      const periods = [...anchoredPeriods(spanRule)];
      periods.forEach(({ covered, full }, index) => {
        if (index > 0 || spanRule.interval !== "SEMI_MONTH") assert.equal(covered.start, full.start);
        if (index < periods.length - 1) assert.equal(covered.end, full.end);
      });
    }),
    { numRuns: runs(300) },
  );
});

test("property: an end cuts the open-ended periods off and changes none before it", () => {
  fc.assert(
    fc.property(rules, (spanRule) => {
      if (spanRule.interval === "NONE") return;
      const periods = [...anchoredPeriods(spanRule)];
      const open = first(periods.length, { ...spanRule, end: null });
      assert.deepEqual(periods.slice(0, -1), open.slice(0, -1));
      assert.deepEqual(periods.at(-1)?.full, open.at(-1)?.full);
    }),
  );
});

const monthsOf: Partial<Record<Interval, number>> = { MONTH: 1, QUARTER: 3, YEAR: 12 };
const daysOf: Partial<Record<Interval, number>> = { DAY: 1, WEEK: 7 };

test("property: period k starts k intervals after the anchor, whatever came between", () => {
  fc.assert(
    fc.property(anchors, recurring, frequencies, (anchor, interval, intervalFrequency) => {
      if (interval === "SEMI_MONTH") return;
      first(8, { anchor, interval, intervalFrequency, end: null }).forEach(({ full }, k) => {
        const [months, days] = [monthsOf[interval], daysOf[interval]];
        const steps = k * intervalFrequency;
        assert.equal(
          full.start,
          months === undefined ? anchor + steps * (days as number) : addMonths(anchor, steps * months),
        );
      });
    }),
  );
});

test("property: every half month starts on the 1st or the 16th, two to a month", () => {
  fc.assert(
    fc.property(anchors, (anchor) => {
      const periods = first(24, { anchor, interval: "SEMI_MONTH", intervalFrequency: 1, end: null });
      const fullStarts = periods.map(({ full }) => civilDate(full.start).day);
      assert.ok(
        fullStarts.every((start, k) => start === (k % 2 === 0 ? fullStarts[0] : 17 - (fullStarts[0] as number))),
      );
      assert.ok(fullStarts[0] === 1 || fullStarts[0] === 16);
    }),
  );
});

test("property: a duration ends where its last period ends", () => {
  fc.assert(
    fc.property(anchors, recurring, fc.integer({ min: 1, max: 24 }), (anchor, interval, count) => {
      const end = endAfterPeriods({ anchor, interval, intervalFrequency: 1 }, count);
      const periods = [...anchoredPeriods({ anchor, interval, intervalFrequency: 1, end })];
      assert.equal(periods.length, count);
      assert.equal(periods.at(-1)?.full.end, end);
    }),
  );
});
