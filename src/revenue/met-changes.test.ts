import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { processorMilliseconds } from "../../test/support/processor-time.ts";
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
} from "../../test/support/terms.ts";
import type { Treatment } from "../billing-terms/modification.ts";
import type { Correction, PerformanceObligationRecord } from "../billing-terms/performance-obligation.ts";
import { withSharedPrices } from "../billing-terms/shared-price.ts";
import { firstDayOf, formatMonth } from "../kernel/day.ts";
import { formatMoney } from "../kernel/money.ts";
import { allKnown, knownIn } from "./known-promise.ts";
import { monthlyRevenue, revenueBefore, revenueThrough, transactionPrice } from "./recognition.ts";

// Where a change of a deal meets another one, the end of a term, or a promise that is done.

const context = { currency: "USD", rounding: "HALF_UP" } as const;
const january = month("2026-01");
const year = { start: day("2026-01-01"), end: day("2027-01-01") };
const half = { start: year.start, end: day("2026-07-01") };
const stored = (minor: number) => ({ minor: String(minor), currency: "USD" });
const priceFrom = (from: number, to: number) => ({ transactionPrice: { from: stored(from), to: stored(to) } });

/** How changes are treated, [id, treatment, first day]. */
function treated(...changes: readonly (readonly [string, Treatment, string])[]) {
  const at = "2026-01-01T00:00:00.000Z";
  return new Map(
    changes.map(([id, treatment, from]) => {
      return [id, { at, effectiveFrom: day(from), booked: [{ treatment, bookMonth: null }] }] as const;
    }),
  );
}

const changed = (id: string, changes: Correction["changes"], parts: Partial<Correction> = {}) =>
  corrected({ id, of: "PROMISE", bookMonth: null, changes, ...parts });

/** What each month of 2026 earns. */
function months(record: PerformanceObligationRecord): string[] {
  const promise = allKnown(record);
  return Array.from({ length: 12 }, (_, index) => {
    const [before, after] = [january + index, january + index + 1].map((each) =>
      revenueBefore(promise, firstDayOf(each), context),
    );
    return formatMoney(usd(Number((after?.minor ?? 0n) - (before?.minor ?? 0n))));
  });
}

const repeated = (count: number, amount: string): string[] => Array.from({ length: count }, () => amount);
const pricesOf = (records: readonly PerformanceObligationRecord[]): string[] =>
  records.map((record) => formatMoney(transactionPrice(allKnown(record), context) ?? assert.fail()));
const shared = (...records: readonly PerformanceObligationRecord[]): PerformanceObligationRecord[] =>
  records.map((record) => ({ ...record, allocatedAmong: records }));

describe("a term that ends early", () => {
  const treatments = treated(["end", "PROSPECTIVE", "2026-07-01"]);

  test("leaves its promise behind the scenes nothing to earn: the term bills less, and less of it is stated", () => {
    const term = termOf({
      interval: "MONTH",
      price: flatPrice("100"),
      end: half.end,
      terminatedAt: "2026-02-10T00:00:00.000Z",
    });
    const remainder = obligationOf(term, { transactionPrice: usd(60_000), service: half });
    const corrections = [
      changed("days", { service: { from: year, to: half } }, { modificationId: "end" }),
      changed("price", priceFrom(120_000, 60_000), { modificationId: "end" }),
      changed("end", { end: { from: year.end, to: half.end } }, { of: "TERM" }),
    ];
    assert.deepEqual(months(recordOf(remainder, { treatments, corrections })), repeated(12, "0.00"));
  });

  test("takes from the stated prices of the days that are given up, not of those served", () => {
    const corrections = [changed("less", priceFrom(240_000, 180_000), { modificationId: "end" })];
    assert.deepEqual(months(recordOf(statedOf(usd(180_000)), { treatments, corrections })), [
      ...repeated(6, "200.00"),
      ...repeated(6, "100.00"),
    ]);
  });

  test("lets measured progress catch up, which is one promise that is satisfied in part", () => {
    const progress = [
      { asOf: day("2026-03-31"), percentComplete: "0.5" },
      { asOf: day("2026-09-30"), percentComplete: "1" },
    ];
    const measured = statedOf(usd(180_000), { recognitionPattern: "PERCENT_COMPLETE", progress });
    const corrections = [changed("less", priceFrom(240_000, 180_000), { modificationId: "end" })];
    const earned = months(recordOf(measured, { treatments, corrections }));
    assert.deepEqual(
      earned.filter((amount) => amount !== "0.00"),
      ["900.00", "900.00"],
    );
  });
});

describe("after two prospective changes", () => {
  const treatments = treated(["a", "PROSPECTIVE", "2026-06-01"], ["b", "PROSPECTIVE", "2026-09-01"]);
  const later = { createdAt: "2026-01-02T00:00:00.000Z" };
  const prices = [changed("a", priceFrom(120_000, 180_000)), changed("b", priceFrom(180_000, 150_000), later)];

  test("months that are listed say what the whole comes to", () => {
    const pinned = Array.from({ length: 12 }, (_, index) => ({
      month: january + index,
      total: usd(12_500),
      isByHand: true,
    }));
    const toListed = {
      recognitionPattern: { from: "STRAIGHT_LINE", to: "CUSTOM" },
      pinned: { from: [], to: pinned.map((pin) => ({ ...pin, total: stored(12_500) })) },
    };
    const listed = changed("c", toListed, later);
    const promise = statedOf(usd(150_000), { recognitionPattern: "CUSTOM", pinned });
    assert.deepEqual(
      months(recordOf(promise, { treatments, corrections: [...prices, listed] })),
      repeated(12, "125.00"),
    );
  });

  test("a single day has all of it", () => {
    const recognitionDate = day("2026-12-15");
    const toOneDay = {
      recognitionPattern: { from: "STRAIGHT_LINE", to: "POINT_IN_TIME" },
      recognitionDate: { from: null, to: recognitionDate },
    };
    const onOneDay = changed("c", toOneDay, later);
    const promise = statedOf(usd(150_000), { recognitionPattern: "POINT_IN_TIME", recognitionDate });
    assert.deepEqual(months(recordOf(promise, { treatments, corrections: [...prices, onOneDay] })), [
      ...repeated(11, "0.00"),
      "1500.00",
    ]);
  });
});

test("service that is said to begin later has the months in which it was earned, in its schedule too", () => {
  const late = { start: day("2026-08-01"), end: year.end };
  const corrections = [changed("a", priceFrom(120_000, 180_000)), changed("b", { service: { from: year, to: late } })];
  const record = recordOf(statedOf(usd(180_000), { service: late }), {
    corrections,
    treatments: treated(["a", "PROSPECTIVE", "2026-06-01"]),
  });
  const scheduled = monthlyRevenue(allKnown(record), january + 11, context);
  assert.deepEqual(
    scheduled.map((each) => `${formatMonth(each.month)} ${formatMoney(each.amount)}`),
    months(record).flatMap((amount, index) => (amount === "0.00" ? [] : [`${formatMonth(january + index)} ${amount}`])),
  );
  assert.equal(scheduled.length, 10, "five months before the change, and five of the new service");
});

test("a promise that is added as a contract of its own takes from the rest from its own day", () => {
  const corrections = [changed("less", priceFrom(120_000, 150_000), { modificationId: "added" })];
  const treatments = treated(["added", "SEPARATE_CONTRACT", "2026-06-01"]);
  const remainder = recordOf(obligationOf(termOf(), { transactionPrice: usd(150_000) }), { corrections, treatments });
  assert.deepEqual(months(remainder).slice(0, 6), [...repeated(5, "0.00"), "-42.86"]);
});

describe("promises that share a price, when one of them is raised", () => {
  const treatments = treated(["raised", "PROSPECTIVE", "2026-06-01"]);
  const sold = (id: string, price: number, selling: number, parts = {}, rest = {}) =>
    recordOf({ ...statedOf(usd(price), parts), id, standaloneSellingPrice: usd(selling) }, { treatments, ...rest });

  test("milestones that are all reached, and listed months that are over, keep their price", () => {
    const milestones = [{ name: "Go-live", weight: "1", reachedDate: day("2026-03-10") }];
    const pinned = [{ month: month("2026-05"), total: usd(100_000), isByHand: true }];
    const raised = sold("c", 160_000, 100_000, {}, { corrections: [changed("raised", priceFrom(100_000, 160_000))] });
    for (const done of [
      { recognitionPattern: "MILESTONE", milestones },
      { recognitionPattern: "CUSTOM", pinned },
    ]) {
      assert.deepEqual(pricesOf(shared(sold("a", 100_000, 100_000, done), raised)), ["1000.00", "1600.00"]);
    }
    const half = [...milestones, { name: "Handover", weight: "1", reachedDate: null }];
    const open = sold("a", 100_000, 100_000, { recognitionPattern: "MILESTONE", milestones: half });
    // Of 2,600.00 are 500.00 and 416.67 earned; the rest is shared by 500.00 and 583.33 that are left to serve.
    assert.deepEqual(pricesOf(shared(open, raised)), ["1276.92", "1323.08"]);
  });

  test("a discount goes on to hold for those of its promises that are left", () => {
    const discounts = [{ discount: usd(6_000), promiseIds: ["a", "b"] }];
    const service = { start: year.start, end: day("2026-06-01") };
    const corrections = [changed("raised", priceFrom(8_000, 11_000))];
    const records = [
      sold("a", 8_000, 10_000, { service }, { discounts }),
      sold("b", 8_000, 10_000, {}, { discounts }),
      sold("c", 11_000, 10_000, {}, { discounts, corrections }),
    ];
    assert.deepEqual(pricesOf(shared(...records)), ["70.00", "82.35", "117.65"], "200.00 by 70 and 100");
  });

  test("months that are listed as nothing earn what is allocated to them in the last one", () => {
    const pinned = [{ month: month("2026-03"), total: usd(0), isByHand: true }];
    const free = sold("b", 0, 10_000, { recognitionPattern: "CUSTOM", pinned });
    const [, listed] = shared(sold("a", 12_000, 10_000), free);
    assert.deepEqual(months(listed ?? assert.fail()), [...repeated(2, "0.00"), "60.00", ...repeated(9, "0.00")]);
  });
});

test("of two new prices of one day each is treated as it was said to be", () => {
  const layer = (id: string, amount: string) => ({
    ...{ id, price: flatPrice(amount), effectiveFrom: day("2026-06-01"), bookMonth: null },
  });
  const term = termOf({
    interval: "MONTH",
    price: flatPrice("100"),
    layers: [layer("first", "148"), layer("second", "160")],
  });
  const treatments = treated(["first", "PROSPECTIVE", "2026-06-01"], ["second", "CUMULATIVE_CATCH_UP", "2026-06-01"]);
  // 7 × 12.00 over twelve months, and 48.00 more in each month from June.
  assert.deepEqual(months(recordOf(obligationOf(term), { treatments })), [
    ...repeated(5, "107.00"),
    ...repeated(7, "155.00"),
  ]);
});

test("a price that is corrected after a satisfied promise kept its own stays with that promise", () => {
  const treatments = treated(
    ["raised", "PROSPECTIVE", "2026-06-01"],
    ["corrected", "CUMULATIVE_CATCH_UP", "2026-07-01"],
  );
  const service = recordOf(
    { ...statedOf(usd(140_000)), id: "service", standaloneSellingPrice: usd(120_000) },
    {
      treatments,
      corrections: [changed("raised", priceFrom(120_000, 140_000), { createdAt: "2026-06-01T00:00:00.000Z" })],
    },
  );
  const onOneDay = { recognitionPattern: "POINT_IN_TIME", recognitionDate: day("2026-01-15") } as const;
  const setup = recordOf(
    { ...statedOf(usd(110_000), onOneDay), id: "setup", standaloneSellingPrice: usd(100_000) },
    {
      treatments,
      corrections: [changed("corrected", priceFrom(100_000, 110_000), { createdAt: "2026-07-01T00:00:00.000Z" })],
    },
  );
  assert.deepEqual(pricesOf(shared(service, setup)), ["1400.00", "1100.00"]);
});

/** A group of stated promises with the memo that was taken back of its term, and whoever joins them later. */
function credited(count: number, memos: readonly ReturnType<typeof creditOf>[], allocates: boolean) {
  const promises = Array.from({ length: count }, (_, index) => {
    const service = { start: year.start, end: day(index % 2 === 0 ? "2026-04-01" : "2026-05-01") };
    return recordOf({
      ...statedOf(usd(60_000), { service }),
      id: `promise ${index}`,
      standaloneSellingPrice: usd(60_000),
    });
  });
  const treatments = treated(["later", "PROSPECTIVE", "2026-06-01"]);
  const bookMonth = month("2026-06");
  const later = { ...statedOf(usd(120_000), { service: { start: day("2026-10-01"), end: year.end } }), id: "later" };
  const rest = recordOf(obligationOf(termOf(), { id: "rest", transactionPrice: usd(60_000 * count) }), {
    reductions: memos,
  });
  const all = [...promises, recordOf({ ...later, standaloneSellingPrice: usd(120_000) }, { bookMonth }), rest];
  return withSharedPrices(
    all.map((record) => ({ ...record, treatments })),
    () => allocates,
  );
}

const memo = (minor: number) =>
  creditOf(usd(minor), { service: { start: day("2026-02-01"), end: day("2026-03-01") }, bookMonth: month("2026-02") });

for (const allocates of [false, true]) {
  test(`a memo stays with the promises of its month when others join them, ${allocates ? "allocated" : "as stated"}`, () => {
    const records = credited(2, [memo(40_000)], allocates);
    const earned = (timeframe: string) =>
      records
        .filter(({ bookMonth }) => bookMonth === null || bookMonth <= month(timeframe))
        .map((record) => formatMoney(revenueThrough(knownIn(record, month(timeframe)), month(timeframe), context)));
    assert.deepEqual(earned("2026-05"), ["400.00", "400.00", "0.00"]);
    assert.deepEqual(earned("2026-06"), ["400.00", "400.00", "0.00", "0.00"]);
    assert.deepEqual(earned("2026-12"), ["400.00", "400.00", "1200.00", "0.00"]);
  });
}

test("two hundred promises that share a price and a memo are known at once", () => {
  const records = credited(200, [memo(4_000_000)], true);
  const know = () => records.forEach((record) => void knownIn(record, month("2026-06")));
  assert.ok(processorMilliseconds(know) < 2_000, "each promise is worked out once, not once for every other");
});
