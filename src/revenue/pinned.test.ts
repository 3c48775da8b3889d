import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { creditOf, day, known, month, obligationOf, statedOf, termOf, usd } from "../../test/support/terms.ts";
import { type PerformanceObligation, type PinnedMonth, pinsServed } from "../billing-terms/performance-obligation.ts";
import { firstDayOf, formatMonth } from "../kernel/day.ts";
import { formatMoney } from "../kernel/money.ts";
import type { KnownPromise } from "./known-promise.ts";
import { openMonths } from "./pinned.ts";
import { monthlyRevenue, transactionPrice } from "./recognition.ts";

const context = { currency: "USD", rounding: "HALF_UP" } as const;

const pin = (timeframe: string, minor: number): PinnedMonth => {
  return { month: month(timeframe), total: usd(minor), isByHand: true };
};
const service = { start: day("2026-01-01"), end: day("2026-07-01") };
const pinnedPromise = (pinned: PinnedMonth[], parts: Partial<PerformanceObligation> = {}) =>
  known(statedOf(usd(60_000), { service, pinned, ...parts }));

/** The revenue of each month, those without any left out. */
const table = (promise: KnownPromise) =>
  monthlyRevenue(promise, month("2030-12"), context).map(
    (each) => `${formatMonth(each.month).slice(2)} ${formatMoney(each.amount)}`,
  );

describe("600.00 from January to June, some months of it pinned", () => {
  for (const [name, promise, expected] of [
    ["none", pinnedPromise([]), "01 100, 02 100, 03 100, 04 100, 05 100, 06 100"],
    ["one above the pattern", pinnedPromise([pin("2026-02", 20_000)]), "01 80, 02 200, 03 80, 04 80, 05 80, 06 80"],
    ["one at nothing", pinnedPromise([pin("2026-03", 0)]), "01 120, 02 120, 04 120, 05 120, 06 120"],
    ["one below nothing", pinnedPromise([pin("2026-06", -15_000)]), "01 150, 02 150, 03 150, 04 150, 05 150, 06 -150"],
    [
      "three that say more than there is to earn, as far as the price goes",
      pinnedPromise([pin("2026-02", 20_000), pin("2026-04", 70_000), pin("2026-05", 10_000)]),
      "02 200, 04 400",
    ],
    ["two that take all of it", pinnedPromise([pin("2026-01", 50_000), pin("2026-04", 10_000)]), "01 500, 04 100"],
    [
      "by days, the rest shared by days",
      pinnedPromise([pin("2026-01", 0), pin("2026-03", 0), pin("2026-05", 0)], {
        recognitionPattern: "STRAIGHT_LINE_DAILY",
      }),
      // 28, 30 and 30 days of 88.
      "02 190.91, 04 204.54, 06 204.55",
    ],
    [
      "a part of a first month, which weighs as much less",
      pinnedPromise([pin("2026-02", 0), pin("2026-03", 0), pin("2026-04", 0), pin("2026-05", 0), pin("2026-06", 0)], {
        service: { ...service, start: day("2026-01-11") },
      }),
      "01 600",
    ],
    [
      "the day control passes, and two months beside it",
      pinnedPromise([pin("2026-01", 10_000), pin("2026-02", 5_000)], {
        recognitionPattern: "POINT_IN_TIME",
        recognitionDate: day("2026-05-20"),
      }),
      "01 100, 02 50, 05 450",
    ],
  ] as const) {
    test(name, () => {
      const whole = (amount: string) => (amount.includes(".") ? amount : `${amount}.00`);
      assert.deepEqual(
        table(promise),
        expected.split(", ").map((each) => `26-${each.slice(0, 3)}${whole(each.slice(3))}`),
      );
    });
  }

  test("a promise that follows its term shares what its term bills", () => {
    const term = termOf({ end: day("2026-07-01"), prorationPolicy: "NONE" });
    const promise = known(obligationOf(term, { pinned: [pin("2026-01", 20_000)] }));
    assert.deepEqual(table(promise).slice(0, 2), ["26-01 200.00", "26-02 200.00"]);
  });

  test("what is credited leaves the months that are not pinned", () => {
    const promise = pinnedPromise([pin("2026-02", 20_000)]);
    assert.deepEqual(table({ ...promise, reductions: [creditOf(usd(10_000))] }).slice(0, 3), [
      "26-01 60.00",
      "26-02 200.00",
      "26-03 60.00",
    ]);
  });

  test("what is credited when every month is pinned leaves the last one", () => {
    const months = ["01", "02", "03", "04", "05", "06"].map((each) => pin(`2026-${each}`, 10_000));
    const promise = pinnedPromise(months);
    assert.deepEqual(table({ ...promise, reductions: [creditOf(usd(2500))] }).slice(4), [
      "26-05 100.00",
      "26-06 75.00",
    ]);
  });
});

test("the months that are open are those of service, weighed by the pattern", () => {
  const promise = statedOf(usd(1), { service: { start: day("2026-01-17"), end: day("2026-04-01") } });
  const weights = (parts: Partial<PerformanceObligation>) =>
    openMonths(
      { ...promise, ...parts },
      { start: day("2026-01-17"), end: day("2026-04-01") },
      new Set([month("2026-02")]),
    );
  assert.deepEqual(weights({ recognitionPattern: "STRAIGHT_LINE_DAILY" }), [
    { month: month("2026-01"), units: 15 },
    { month: month("2026-03"), units: 31 },
  ]);
  const [first, last] = weights({});
  assert.equal((first?.units ?? 0) * 31, (last?.units ?? 0) * 15);
  assert.deepEqual(weights({ recognitionPattern: "POINT_IN_TIME", recognitionDate: day("2026-02-10") }), []);
});

test("service that ends earlier takes what was said by hand of the months after it", () => {
  const pins = [pin("2026-02", 100), { ...pin("2026-03", 200), isByHand: false }, pin("2026-05", 300)];
  const left = (start: string, end: string, recognitionDate: string | null = null) =>
    pinsServed(pins, {
      service: { start: day(start), end: day(end) },
      recognitionDate: recognitionDate === null ? null : day(recognitionDate),
    }).map((each) => formatMonth(each.month).slice(5));
  assert.deepEqual(left("2026-01-01", "2026-05-02"), ["02", "03", "05"]);
  // What a closed month had is no word of anybody's, so it stays until nothing is said by hand any more.
  assert.deepEqual(left("2026-01-01", "2026-03-01"), ["02", "03"]);
  assert.deepEqual(left("2026-04-01", "2026-06-01"), ["03", "05"]);
  assert.deepEqual(left("2026-04-01", "2026-06-01", "2026-02-10"), ["02", "03", "05"]);
  assert.deepEqual(left("2026-01-01", "2026-02-01"), []);
  assert.deepEqual(pinsServed(pins, { service: { start: day("2026-01-01"), end: null }, recognitionDate: null }), pins);
});

test("property: pinned months have what was said, as far as the price goes, and all months sum to the price", () => {
  const pins = fc.uniqueArray(fc.record({ at: fc.nat(7), minor: fc.integer({ min: -50_000, max: 50_000 }) }), {
    selector: ({ at }) => at,
    maxLength: 8,
  });
  const days = fc.record({ start: fc.nat(40), length: fc.integer({ min: 150, max: 230 }) });
  fc.assert(
    fc.property(
      pins,
      days,
      fc.constantFrom("STRAIGHT_LINE" as const, "STRAIGHT_LINE_DAILY" as const),
      fc.nat(90_000),
      (said, at, recognitionPattern, credited) => {
        const start = day("2026-01-01") + at.start;
        const span = { start, end: start + at.length };
        const pinned = said
          .map(({ at: index, minor }) => ({ ...pin("2026-01", minor), month: month("2026-01") + index }))
          .filter((each) => firstDayOf(each.month + 1) > start && firstDayOf(each.month) < span.end)
          .sort((a, b) => a.month - b.month);
        const promise = known(statedOf(usd(60_000), { service: span, pinned, recognitionPattern }), {
          reductions: credited === 0 ? [] : [creditOf(usd(credited))],
        });
        const months = monthlyRevenue(promise, month("2030-12"), context);
        const open = openMonths(promise.obligation, span, new Set(pinned.map((each) => each.month)));
        const price = transactionPrice(promise, context)?.minor ?? 0n;
        const isTooMuch = pinned.reduce((total, each) => total + each.total.minor, 0n) > price;
        for (const each of pinned) {
          const actual = months.find((one) => one.month === each.month)?.amount.minor ?? 0n;
          if (open.length > 0 && !isTooMuch) assert.equal(actual, each.total.minor);
        }
        const others = months.filter((one) => !pinned.some((each) => each.month === one.month));
        if (price >= 0n) assert.ok(others.every(({ amount }) => amount.minor >= 0n));
        assert.deepEqual(
          months.reduce((total, { amount }) => total + amount.minor, 0n),
          price,
        );
      },
    ),
  );
});
