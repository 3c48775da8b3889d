import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import {
  amended,
  anyTerm,
  creditOf,
  day,
  flat,
  known,
  obligationOf,
  statedOf,
  termOf,
  unitPrice,
  usd,
} from "../../test/support/terms.ts";
import type { BillingTerm } from "../billing-terms/billing-term.ts";
import { fixedBilling } from "../billing-terms/group.ts";
import type { PerformanceObligation } from "../billing-terms/performance-obligation.ts";
import { formatMoney, money } from "../kernel/money.ts";
import type { KnownPromise } from "../revenue/known-promise.ts";
import { revenueBefore } from "../revenue/recognition.ts";
import { unbilledOfCovered } from "./covered-unbilled.ts";

const context = { currency: "USD", rounding: "HALF_UP" } as const;

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

/** The remainder of a term of which stated prices cover a part. */
const remainderOf = (term: BillingTerm, cents: number) => obligationOf(term, { transactionPrice: usd(cents) });

type Lines = Readonly<Record<string, readonly (readonly [string, number])[]>>;

function unbilled(
  promises: readonly KnownPromise[],
  through: string,
  lines: Lines = {},
  trueUps: Lines = {},
): string[] {
  const byStart = (all: Lines) =>
    new Map(
      Object.entries(all).map(([id, each]) => [id, new Map(each.map(([start, cents]) => [day(start), BigInt(cents)]))]),
    );
  const earning = promises.map((each) => ({
    id: each.obligation.id,
    known: each,
    target: revenueBefore(each, day(through), context),
  }));
  const billed = { byPeriod: byStart(lines), trueUps: byStart(trueUps) };
  return [...unbilledOfCovered(earning, billed, day(through), context).values()].map(formatMoney);
}

const firstQuarter: Lines = { arrears: [["2026-01-01", 30_000]] };
const rest = known(remainderOf(arrears, 120_000));
const of = (...promises: PerformanceObligation[]) => [...promises.map((each) => known(each)), rest];

describe("unbilled receivable of stated promises", () => {
  for (const [name, promises, through, lines, expected] of [
    ["is the price of the days served", of(year(120_000)), "2026-03-01", {}, "200.00"],
    ["goes with the invoice", of(year(120_000)), "2026-05-01", firstQuarter, "100.00"],
    ["is of several promises what it is of one", of(year(90_000), year(30_000)), "2026-03-01", {}, "200.00"],
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
    ["weighs days as the promises do", of(year(120_000, days)), "2026-02-01", {}, "101.92"],
    [
      "weighs days as the remainder where they differ",
      of(year(60_000, days), year(60_000)),
      "2026-02-01",
      {},
      "100.00",
    ],
    [
      "of a group that states nothing more is what its term has served",
      [known(remainderOf(arrears, 0))],
      "2026-03-01",
      {},
      "200.00",
    ],
  ] as const) {
    test(name, () => assert.deepEqual(unbilled(promises, through, lines), [expected]));
  }

  test("is not set off against what was billed ahead, and not measured by it either", () => {
    const both = [known(remainderOf(advance, 120_000)), rest];
    const bundle = (...promises: PerformanceObligation[]) =>
      unbilled([...promises.map((each) => known(each)), ...both], "2026-02-01");
    assert.deepEqual(bundle(year(240_000)), ["0.00", "100.00"]);
    // 100.00 is earned, as much as January of the term in advance is worth.
    assert.deepEqual(bundle(year(120_000), milestone(120_000, null)), ["0.00", "0.00"]);
    assert.deepEqual(bundle(year(180_000), milestone(60_000, null)), ["0.00", "50.00"]);
  });

  test("of several terms in arrears is taken from the first where less is earned", () => {
    const second = termOf({ ...arrears, id: "second" });
    const promises = [known(year(120_000)), known(milestone(120_000, null)), rest, known(remainderOf(second, 120_000))];
    assert.deepEqual(unbilled(promises, "2026-03-01"), ["0.00", "200.00"]);
  });

  test("of an open-ended term is nothing before anything is earned, and goes on after the stated prices", () => {
    const open = { ...arrears, end: null };
    const through = (promise: PerformanceObligation, at: string, lines: Lines = {}) =>
      unbilled([known(promise), known(remainderOf(open, 120_000))], at, lines);
    assert.deepEqual(through(milestone(120_000, null), "2026-02-01"), ["0.00"]);
    const billed = ["2026-01-01", "2026-04-01", "2026-07-01", "2026-10-01"].map((start) => [start, 30_000] as const);
    assert.deepEqual(through(year(120_000), "2027-03-01", { arrears: billed }), ["200.00"]);
  });

  test("has the seats that were added, until they are billed", () => {
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
    const promises = [known(year(120_000)), known(remainderOf(seats, 120_000))];
    assert.deepEqual(unbilled(promises, "2026-07-01"), ["150.00"]);
    const billed = { "amendment of 2026-04-01": [["2026-04-01", 45_000]] } as const;
    assert.deepEqual(unbilled(promises, "2026-07-01", {}, billed), ["0.00"]);
  });

  test("does not shrink by a credit of days that were billed, nor grow by one of days to come", () => {
    const service = { start: day("2026-01-01"), end: day("2026-04-01") };
    const credited = (parts: object) =>
      known(year(120_000), { reductions: [creditOf(usd(6_000), { billingTermId: "arrears", ...parts })] });
    assert.deepEqual(unbilled([credited({ service }), rest], "2026-05-01", firstQuarter), ["100.00"]);
    const later = { start: day("2026-10-01"), end: day("2027-01-01") };
    assert.deepEqual(unbilled([credited({ service: later }), rest], "2026-05-01", firstQuarter), ["100.00"]);
  });

  test("of a term that ended is what it served until then", () => {
    const ended = { ...arrears, end: day("2026-06-01"), prorationPolicy: "MONTH" as const };
    const promise = year(50_000, { service: { start: day("2026-01-01"), end: day("2026-06-01") } });
    const promises = [known(promise), known(remainderOf(ended, 50_000))];
    assert.deepEqual(unbilled(promises, "2026-06-01", firstQuarter), ["200.00"]);
    assert.deepEqual(
      unbilled(promises, "2026-08-01", { arrears: [...(firstQuarter.arrears ?? []), ["2026-04-01", 20_000]] }),
      ["0.00"],
    );
  });

  test("is nothing where every term is billed in advance, and where there is no such group", () => {
    assert.deepEqual(unbilled([known(year(120_000)), known(remainderOf(advance, 120_000))], "2026-03-01"), ["0.00"]);
    assert.deepEqual(unbilled([known(obligationOf(arrears))], "2026-03-01"), []);
  });

  test("property: is never below zero, nor more than what is served, nor than what is earned", () => {
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
          const remainders = terms.map((term, index) =>
            obligationOf(term, { transactionPrice: usd(covered[index] ?? 0n) }),
          );
          const through = first.start + after;
          const earning = [stated, ...remainders].map((each) => ({
            id: each.id,
            known: known(each),
            target: revenueBefore(known(each), through, context),
          }));
          const billed = { byPeriod: new Map(), trueUps: new Map() };
          const found = [...unbilledOfCovered(earning, billed, through, context).values()];
          const total = found.reduce((sum, { minor }) => sum + minor, 0n);
          const earned = earning.reduce((sum, { target }) => sum + target.minor, 0n);
          assert.equal(found.length, terms.length);
          assert.ok(found.every(({ minor }) => minor >= 0n));
          assert.ok(total <= (earned > 0n ? earned : 0n), `${formatMoney(money(total, "USD"))} of ${earned}`);
        },
      ),
    );
  });
});
