import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { runs } from "../../test/support/case-counts.ts";
import { amended, day, seatConfig, seatTermOf, unitPrice } from "../../test/support/terms.ts";
import type { Price } from "../billing-terms/billing-term.ts";
import type { SeatTerm } from "../billing-terms/charges/seat-charges.ts";
import type { DecreaseCredit, TrueUpTiming } from "../billing-terms/seats.ts";
import { keyOfLine } from "../invoicing/difference.ts";
import { planTerm } from "../invoicing/plan.ts";
import { addMonths, type Day, formatDay } from "../kernel/day.ts";
import { add, type Money, subtract, sum } from "../kernel/money.ts";
import { creditOfAmendment } from "./amendment-credit.ts";
import type { BilledLine } from "./billed-line.ts";

// What seats are billed in the end, less what is credited, is what the seats of each day cost (data model 7, rules 6), whenever
// and in whatever order they were recorded. Two years in advance; a seat costs 1.00 a day or 100.00 a month.

const context = { currency: "USD", rounding: "HALF_UP" } as const;
const first = day("2026-01-01");
const years = [first, day("2027-01-01"), day("2028-01-01")] as const;
const end = years[2];
const seatsAtFirst = 10;

/** Units of price, a day or a month, by number from the first of the term; a year has `perYear` of them. */
type Grid = {
  readonly policy: "DAY" | "MONTH";
  readonly perYear: number;
  readonly price: Price;
  /** What some seats cost in a unit. */
  readonly cents: (seats: number) => number;
};
const initial = String(seatsAtFirst);
const days: Grid = { policy: "DAY", perYear: 365, price: unitPrice("365", initial), cents: (seats) => 100 * seats };
const months: Grid = {
  ...{ policy: "MONTH", perYear: 12, price: unitPrice("1200", initial) },
  cents: (seats) => 10_000 * seats,
};
/** From the ninth on, seats cost half. */
const tiers: Grid = {
  ...{ policy: "DAY", perYear: 365 },
  price: unitPrice("365", initial, {
    pricingType: "TIERED",
    pricing: [
      { tier: 0, amount: "365", amountType: "PER_ITEM", tierMinimum: "0" },
      { tier: 1, amount: "182.5", amountType: "PER_ITEM", tierMinimum: "8" },
    ],
  }),
  cents: (seats) => 100 * Math.min(seats, 8) + 50 * Math.max(seats - 8, 0),
};
const dayOf = ({ policy }: Grid, unit: number): Day => (policy === "DAY" ? first + unit : addMonths(first, unit));

/** A change of seats: recorded on a day from the first of the term on, or before it, and effective from a unit on. */
type Stated = {
  readonly on: number;
  readonly from: number;
  readonly quantity: number | null;
  readonly delta: number;
  readonly timing: TrueUpTiming;
};

/** The seats of each unit: by effective unit, then as they were recorded. */
function countsOf(grid: Grid, stated: readonly Stated[]): number[] {
  const inOrder = stated.toSorted((a, b) => a.from - b.from);
  return Array.from({ length: 2 * grid.perYear }, (_, unit) =>
    inOrder.reduce(
      (count, { from, quantity, delta }) => (from > unit ? count : (quantity ?? count + delta)),
      seatsAtFirst,
    ),
  );
}

/**
 * The seats that are paid for in each unit: those that are there, and those that a decrease left. A decrease that was recorded
 * when its period was invoiced counts from the next period on, and so does a later one that is not credited. What it left is
 * used up by the next increase.
 */
function paidFor(grid: Grid, stated: readonly Stated[], credits: DecreaseCredit): number[] {
  const paid: number[] = [];
  for (const [year, start] of [0, grid.perYear].entries()) {
    const isKnown = ({ on }: Stated) => first + on < (years[year] as Day);
    const heard = stated.filter(isKnown);
    let counts = countsOf(grid, heard).slice(start, start + grid.perYear);
    let left = counts.map((count, unit) => Math.max(...counts.slice(0, unit + 1)) - count);
    for (const each of stated.filter((one) => !isKnown(one))) {
      heard.push(each);
      const next = countsOf(grid, heard).slice(start, start + grid.perYear);
      const more = (unit: number) => (next[unit] ?? 0) - (counts[unit] ?? 0);
      left = left.map((seats, unit) =>
        more(unit) < 0 && credits === "PRORATED" ? seats : Math.max(seats - more(unit), 0),
      );
      counts = next;
    }
    paid.push(...counts.map((count, unit) => count + (left[unit] ?? 0)));
  }
  return paid;
}

/** Says it all, invoicing and crediting as time goes by; what is billed in the end, less what is credited. */
function billedNet(grid: Grid, stated: readonly Stated[], creditOnDecrease: DecreaseCredit) {
  let term: SeatTerm = seatTermOf({
    end,
    price: grid.price,
    seatConfig: seatConfig({ creditOnDecrease }),
  });
  const lines = new Map<string, BilledLine>();
  let invoicedThrough: Day | null = null;
  const settle = (today: Day) => {
    const plan = planTerm(term, context, { through: today, andNext: false });
    for (const line of plan.lines) {
      const { type, amendmentId, period, total } = line;
      const id = keyOfLine(line);
      invoicedThrough = Math.max(invoicedThrough ?? period.end, period.end);
      const credited = subtract(total, total);
      if (!lines.has(id))
        lines.set(id, { id, type, amendmentId, period, isOpen: true, isWrittenOff: false, total, credited });
    }
    if (plan.droppedThrough !== null) {
      invoicedThrough = Math.max(invoicedThrough ?? plan.droppedThrough, plan.droppedThrough);
    }
  };
  let documents = 0;
  for (const [index, { on, from, quantity, delta, timing }] of stated.entries()) {
    settle(first + on);
    const billed = new Set([...lines.values()].map(({ amendmentId }) => amendmentId));
    const amendment = amended(formatDay(dayOf(grid, from)), {
      id: `amendment ${index}`,
      quantity: quantity === null ? null : String(quantity),
      delta: quantity === null ? String(delta) : null,
      prorationPolicy: grid.policy,
      trueUpTiming: timing,
      invoicedThrough,
      unbilled: term.amendments.flatMap(({ id }) => (billed.has(id) ? [] : [id])),
      createdAt: `2026-01-01T00:00:0${index}.000Z`,
    });
    term = { ...term, amendments: [...term.amendments, amendment] };
    const parts =
      creditOnDecrease === "NONE" ? [] : creditOfAmendment(term, amendment.id, [...lines.values()], context);
    for (const { invoiceLineId, amount } of parts) {
      const line = lines.get(invoiceLineId) as BilledLine;
      lines.set(line.id, { ...line, credited: add(line.credited, amount) });
      documents++;
    }
    settle(first + on);
  }
  settle(end + 1);
  const total = (amountOf: (line: BilledLine) => Money) => sum([...lines.values()].map(amountOf), "USD").minor;
  return {
    net: total((line) => line.total) - total((line) => line.credited),
    documents: documents + lines.size,
  };
}

function assertPaid(grid: Grid, stated: readonly Stated[], credits: DecreaseCredit): void {
  const { net, documents } = billedNet(grid, stated, credits);
  const paid = paidFor(grid, stated, credits).reduce((all, seats) => all + grid.cents(seats), 0);
  const off = Number(net) - paid;
  assert.ok(Math.abs(off) <= documents, `${net} is billed net, ${paid} is owed`);
}

const isPossible = (grid: Grid, stated: readonly Stated[]) =>
  stated.every((_, index) => countsOf(grid, stated.slice(0, index + 1)).every((count) => count >= 0));

/** Changes in the order in which they are recorded. */
const changes = (grid: Grid, timing: fc.Arbitrary<TrueUpTiming>) =>
  fc
    .array(
      fc.record({
        on: fc.integer({ min: -60, max: 720 }),
        from: fc.nat(2 * grid.perYear - 1),
        quantity: fc.option(fc.nat(15), { freq: 3 }),
        delta: fc.integer({ min: -6, max: 6 }).filter((delta) => delta !== 0),
        timing,
      }),
      { minLength: 1, maxLength: 6 },
    )
    .map((stated): Stated[] => stated.toSorted((a, b) => a.on - b.on))
    .filter((stated) => isPossible(grid, stated));

const saying = (on: number, from: number, delta: number): Stated => ({
  on,
  from,
  delta,
  quantity: null,
  timing: "IMMEDIATE",
});

for (const [name, stated, cents] of [
  // 10 × 365 less 2 × 122 days, of which 3 more seats use up what 4 fewer have left; then 7 × 365.
  [
    "what a known decrease left is not billed again",
    [saying(-10, 181, -4), saying(10, 243, -2), saying(20, 273, 3)],
    596_100,
  ],
  // 10 × 365, twice: there were never eleven.
  ["a known increase that is taken back for the same day", [saying(-10, 90, 1), saying(-9, 90, -1)], 730_000],
  // 10 × 31 + 8 × 334, then 9 × 365.
  ["more in advance, and fewer of them", [saying(-10, 365, 1), saying(5, 31, -2)], 626_700],
] as const) {
  test(`with credits, ${name}`, () => {
    assertPaid(days, stated, "PRORATED");
    assert.equal(billedNet(days, stated, "PRORATED").net, BigInt(cents));
  });
}

for (const [name, grid] of Object.entries({ days, months, tiers })) {
  test(`property: with credits, net billing is the price of the seats, by ${name}`, () => {
    fc.assert(
      fc.property(changes(grid, fc.constantFrom("IMMEDIATE", "CO_TERM")), (stated) =>
        assertPaid(grid, stated, "PRORATED"),
      ),
      { numRuns: runs(1000) },
    );
  });

  test(`property: without credits, a decrease within a period is used up by later increases, by ${name}`, () => {
    const inOrder = changes(grid, fc.constantFrom("IMMEDIATE", "CO_TERM")).map((stated): Stated[] => {
      const from = stated.map((each) => each.from).toSorted((a, b) => a - b);
      return stated.map((each, index) => ({ ...each, from: from[index] as number }));
    });
    fc.assert(
      fc.property(
        inOrder.filter((stated) => isPossible(grid, stated)),
        (stated) => assertPaid(grid, stated, "NONE"),
      ),
      { numRuns: runs(1000) },
    );
  });
}
