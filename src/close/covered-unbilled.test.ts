import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { context, earnedBy, factsOf, revenueNow } from "../../test/support/contract-facts.ts";
import {
  amended,
  anyTerm,
  creditOf,
  day,
  flat,
  obligationOf,
  recordOf,
  statedOf,
  termOf,
  unitPrice,
  usd,
} from "../../test/support/terms.ts";
import type { BillingTerm } from "../billing-terms/billing-term.ts";
import { fixedBilling } from "../billing-terms/performance-obligations/group.ts";
import type {
  PerformanceObligation,
  PerformanceObligationRecord,
} from "../billing-terms/performance-obligations/performance-obligation.ts";
import { monthOf } from "../kernel/day.ts";
import { formatMoney, money } from "../kernel/money.ts";
import { unbilledOfCovered } from "./covered-unbilled.ts";

const arrears = termOf({ id: "arrears", ...flat("300"), interval: "QUARTER", invoiceDateStrategy: "ARREARS" });
const advance = termOf({ id: "advance" });
const year = (cents: number, parts: Partial<PerformanceObligation> = {}) =>
  statedOf(usd(cents), { id: "stated", ...parts });
const milestone = (cents: number, reachedDate: string | null) =>
  year(cents, {
    recognitionPattern: "MILESTONE",
    milestones: [{ name: "Go-live", weight: "1", reachedDate: reachedDate === null ? null : day(reachedDate) }],
  });
const days = { recognitionPattern: "STRAIGHT_LINE_DAILY" } as const;

/** The residual of a term of which stated prices cover a part. */
const residualOf = (term: BillingTerm) => obligationOf(term, { isResidual: true });

type Lines = Readonly<Record<string, readonly (readonly [string, number])[]>>;

function unbilled(
  pobs: readonly (PerformanceObligation | PerformanceObligationRecord)[],
  through: string,
  lines: Lines = {},
  trueUps: Lines = {},
): string[] {
  const byStart = (all: Lines) =>
    new Map(
      Object.entries(all).map(([id, each]) => [id, new Map(each.map(([start, cents]) => [day(start), BigInt(cents)]))]),
    );
  const revenue = revenueNow(factsOf(pobs), monthOf(day(through)));
  const billed = { byPeriod: byStart(lines), trueUps: byStart(trueUps) };
  return [...unbilledOfCovered([...revenue.values()], billed, day(through), context).values()].map(formatMoney);
}

const firstQuarter: Lines = { arrears: [["2026-01-01", 30_000]] };
const rest = residualOf(arrears);
const of = (...pobs: PerformanceObligation[]) => [...numbered(pobs), rest];

/** Stated obligations, each with an id of its own. */
function numbered(pobs: readonly PerformanceObligation[]): PerformanceObligation[] {
  return pobs.map((pob, index) => ({ ...pob, id: `stated ${index}` }));
}

describe("unbilled receivable of stated obligations", () => {
  for (const [name, pobs, through, lines, expected] of [
    ["is the price of the days served", of(year(120_000)), "2026-03-01", {}, "200.00"],
    ["goes with the invoice", of(year(120_000)), "2026-05-01", firstQuarter, "100.00"],
    ["is of several obligations what it is of one", of(year(90_000), year(30_000)), "2026-03-01", {}, "200.00"],
    ["is nothing before a milestone is reached", of(milestone(120_000, null)), "2026-03-01", {}, "0.00"],
    ["is the days served once it is reached", of(milestone(120_000, "2026-02-15")), "2026-03-01", {}, "200.00"],
    ["is nothing before what was billed is earned", of(milestone(120_000, null)), "2026-05-01", firstQuarter, "0.00"],
    ["is what half a bundle has earned beyond", of(year(60_000), milestone(60_000, null)), "2026-03-01", {}, "100.00"],
    [
      "of work done ahead stops at the days",
      of(year(120_000, { service: { start: day("2026-01-01"), end: day("2026-04-01") } })),
      "2026-02-01",
      {},
      "100.00",
    ],
    [
      "of service that begins later is nothing",
      of(year(120_000, { service: { start: day("2026-07-01"), end: day("2027-01-01") } })),
      "2026-03-01",
      {},
      "0.00",
    ],
    [
      "of service that goes on is what it has earned",
      of(year(120_000, { service: { start: day("2026-01-01"), end: day("2028-01-01") } })),
      "2026-02-01",
      {},
      "50.00",
    ],
    ["weighs days as the stated obligations do", of(year(120_000, days)), "2026-02-01", {}, "101.92"],
    ["weighs days as the residual where they differ", of(year(60_000, days), year(60_000)), "2026-02-01", {}, "100.00"],
    [
      "of a group that states nothing more is what its term has served",
      [residualOf(arrears)],
      "2026-03-01",
      {},
      "200.00",
    ],
  ] as const) {
    test(name, () => assert.deepEqual(unbilled(pobs, through, lines), [expected]));
  }

  // The timeline in the docstring of `unbilledOfCovered`.
  for (const [setUpOn, expected] of [
    ["2026-03-15", ["80.00", "160.00", "300.00"]],
    ["2026-01-15", ["100.00", "200.00", "300.00"]],
  ] as const) {
    test(`of support and a setup on ${setUpOn} is the price of the served days that was performed`, () => {
      const service = { start: day("2026-01-01"), end: day("2026-04-01") };
      const term = { ...arrears, end: service.end };
      const setUp = { recognitionPattern: "POINT_IN_TIME", recognitionDate: day(setUpOn) } as const;
      const pobs = numbered([year(24_000, { service }), year(6_000, { service, ...setUp })]);
      const ends = ["2026-02-01", "2026-03-01", "2026-04-01"];
      const months = ends.flatMap((end) => unbilled([...pobs, residualOf(term)], end));
      assert.deepEqual(months, expected);
    });
  }

  test("is not netted with billing in advance, and not measured by it", () => {
    const both = [residualOf(advance), rest];
    const bundle = (...pobs: PerformanceObligation[]) => unbilled([...numbered(pobs), ...both], "2026-02-01");
    assert.deepEqual(bundle(year(240_000)), ["0.00", "100.00"]);
    // 100.00 is earned, as much as January of the term in advance is worth.
    assert.deepEqual(bundle(year(120_000), milestone(120_000, null)), ["0.00", "0.00"]);
    assert.deepEqual(bundle(year(180_000), milestone(60_000, null)), ["0.00", "50.00"]);
  });

  test("has billing in advance whose invoice is late, as far as it is earned", () => {
    const both = [residualOf(advance), rest];
    const bundle = (...pobs: PerformanceObligation[]) =>
      unbilled([...numbered(pobs), ...both], "2026-02-01", { advance: [] });
    assert.deepEqual(bundle(year(240_000)), ["100.00", "100.00"]);
    assert.deepEqual(bundle(year(120_000), milestone(120_000, null)), ["0.00", "100.00"]);
  });

  test("of several terms in arrears is assigned to the first terms where less is earned", () => {
    const second = termOf({ ...arrears, id: "second" });
    const pobs = [...of(year(120_000), milestone(120_000, null)), residualOf(second)];
    assert.deepEqual(unbilled(pobs, "2026-03-01"), ["0.00", "200.00"]);
  });

  test("of an open-ended term is zero before revenue begins, and continues after the stated prices end", () => {
    const open = { ...arrears, end: null };
    const through = (stated: PerformanceObligation, at: string, lines: Lines = {}) =>
      unbilled([stated, residualOf(open)], at, lines);
    assert.deepEqual(through(milestone(120_000, null), "2026-02-01"), ["0.00"]);
    const billed = ["2026-01-01", "2026-04-01", "2026-07-01", "2026-10-01"].map((start) => [start, 30_000] as const);
    assert.deepEqual(through(year(120_000), "2027-03-01", { arrears: billed }), ["200.00"]);
  });

  test("includes added seats until they are billed", () => {
    const amendments = [amended("2026-04-01", { delta: "5", prorationPolicy: "MONTH" })];
    const seats = termOf({
      ...advance,
      billingType: "UNIT",
      price: unitPrice("120", "10"),
      prorationPolicy: "MONTH",
      amendments,
      seatConfig: {
        minQuantity: "0",
        isMovingMinimum: false,
        defaultProrationPolicy: "MONTH",
        defaultTrueUpTiming: "IMMEDIATE",
        creditOnDecrease: "NONE",
      },
    });
    const pobs = [year(120_000), residualOf(seats)];
    assert.deepEqual(unbilled(pobs, "2026-07-01"), ["150.00"]);
    const billed = { "amendment of 2026-04-01": [["2026-04-01", 45_000]] } as const;
    assert.deepEqual(unbilled(pobs, "2026-07-01", {}, billed), ["0.00"]);
  });

  test("is not changed by a credit of billed days or of days to come", () => {
    const service = { start: day("2026-01-01"), end: day("2026-04-01") };
    const credited = (parts: object) => {
      const credit = creditOf(usd(6_000), { billingTermId: "arrears", ...parts });
      return [year(120_000), recordOf(rest, { billingCredits: [credit] })];
    };
    assert.deepEqual(unbilled(credited({ service }), "2026-05-01", firstQuarter), ["100.00"]);
    const later = { start: day("2026-10-01"), end: day("2027-01-01") };
    assert.deepEqual(unbilled(credited({ service: later }), "2026-05-01", firstQuarter), ["100.00"]);
  });

  test("of a terminated term is the service until its end", () => {
    const ended = { ...arrears, end: day("2026-06-01"), prorationPolicy: "MONTH" as const };
    const stated = year(50_000, { service: { start: day("2026-01-01"), end: day("2026-06-01") } });
    const pobs = [stated, residualOf(ended)];
    assert.deepEqual(unbilled(pobs, "2026-06-01", firstQuarter), ["200.00"]);
    assert.deepEqual(
      unbilled(pobs, "2026-08-01", { arrears: [...(firstQuarter.arrears ?? []), ["2026-04-01", 20_000]] }),
      ["0.00"],
    );
  });

  test("with an allocated price is not netted with a one-off billed ahead for days of its own", () => {
    const alone = { standaloneSellingPrice: usd(120_000) };
    const once = termOf({ id: "once", ...flat("1200"), interval: "NONE", end: day("2026-01-02") });
    const service = { start: day("2026-01-01"), end: day("2027-01-01") };
    const pobs = [obligationOf(arrears, alone), obligationOf(once, { ...alone, service })];
    const through = day("2026-03-01");
    const revenue = revenueNow(factsOf(pobs, { isAllocated: true }), monthOf(through));
    const billed = { byPeriod: new Map(), trueUps: new Map() };
    const found = [...unbilledOfCovered([...revenue.values()], billed, through, context).values()];
    assert.deepEqual(found.map(formatMoney), ["200.00", "0.00"]);
  });

  test("is not netted with a one-off of its group billed ahead for the service of stated obligations", () => {
    const once = termOf({ id: "once", ...flat("1200"), interval: "NONE", end: day("2026-01-02") });
    const found = unbilled([...numbered([year(180_000), year(60_000)]), residualOf(once), rest], "2026-03-01");
    assert.deepEqual(found, ["0.00", "200.00"]);
  });

  test("is zero where every term is billed in advance, and without such a group", () => {
    assert.deepEqual(unbilled([year(120_000), residualOf(advance)], "2026-03-01"), ["0.00"]);
    assert.deepEqual(unbilled([obligationOf(arrears)], "2026-03-01"), []);
  });

  test("property: is between zero and the service, and not above the revenue", () => {
    const percent = fc.integer({ min: 0, max: 100 });
    const serving = fc.record({
      offset: fc.integer({ min: -200, max: 200 }),
      length: fc.integer({ min: 1, max: 900 }),
    });
    fc.assert(
      fc.property(
        fc.array(anyTerm, { minLength: 1, maxLength: 3 }),
        serving,
        percent,
        fc.nat(900),
        (some, served, part, after) => {
          const terms = some.map((term, index) => ({ ...term, id: `term ${index}` }));
          const first = terms[0] ?? advance;
          const start = first.start + served.offset;
          const covered = terms.map(
            (term) => (fixedBilling(term, start + served.length, context).minor * BigInt(part)) / 100n,
          );
          const stated = statedOf(usd(covered.reduce((sum, minor) => sum + minor, 0n)), {
            id: "stated",
            service: { start, end: start + served.length },
          });
          const residuals = terms.map((term) => residualOf(term));
          const through = first.start + after;
          const earning = [...revenueNow(factsOf([stated, ...residuals]), monthOf(through)).values()];
          const billed = { byPeriod: new Map(), trueUps: new Map() };
          const found = [...unbilledOfCovered(earning, billed, through, context).values()];
          const total = found.reduce((sum, { minor }) => sum + minor, 0n);
          const earned = earning.reduce((sum, each) => sum + earnedBy(each, through).minor, 0n);
          assert.equal(found.length, terms.length);
          assert.ok(found.every(({ minor }) => minor >= 0n));
          assert.ok(total <= (earned > 0n ? earned : 0n), `${formatMoney(money(total, "USD"))} of ${earned}`);
        },
      ),
    );
  });
});
