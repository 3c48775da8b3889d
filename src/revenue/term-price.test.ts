import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { context } from "../../test/support/contract-facts.ts";
import { amended, day, invoicedByPeriod, seatConfig, seatTermOf, termOf, unitPrice } from "../../test/support/terms.ts";
import type { BillingTerm, PriceLayer } from "../billing-terms/billing-term.ts";
import { linesOf } from "../billing-terms/charges/charges.ts";
import type { Treatment } from "../billing-terms/modifications/modification.ts";
import { formatDay } from "../kernel/day.ts";
import { formatMoney } from "../kernel/money.ts";
import { intervals } from "../kernel/periods.ts";
import { type TermAmount, type TermPrice, termPrice } from "./term-price.ts";

const none: ReadonlyMap<string, Treatment> = new Map();
const priced = (term: BillingTerm, known?: TermPrice) => termPrice(term, none, context, known);

test("amounts of seats and prices are recognized from their day, those with catch-up over the whole service", () => {
  const term = seatTermOf({
    interval: "MONTH",
    price: unitPrice("10", "10"),
    prorationPolicy: "MONTH",
    layers: [{ id: "price", effectiveFrom: day("2026-04-01"), price: unitPrice("15", "10"), bookMonth: null }],
    amendments: [amended("2026-08-01", { id: "seats", delta: "2", prorationPolicy: "MONTH" })],
  });
  const shown = (catchUps: readonly string[]) =>
    termPrice(term, new Map(catchUps.map((id) => [id, "CUMULATIVE_CATCH_UP"] as const)), context).amounts.map(
      ({ amount, from }) => `${from === null ? "whole service" : formatDay(from)} ${formatMoney(amount)}`,
    );
  // 100.00 a month; nine months of 50.00 more; five of two seats at 15.00.
  assert.deepEqual(shown([]), ["whole service 1200.00", "2026-04-01 450.00", "2026-08-01 150.00"]);
  assert.deepEqual(shown(["price"]), ["whole service 1200.00", "whole service 450.00", "2026-08-01 150.00"]);
  assert.deepEqual(
    priced(term).amounts.map(({ reason }) => reason),
    [{ of: "INCEPTION" }, { of: "MODIFICATION", id: "price" }, { of: "MODIFICATION", id: "seats" }],
  );
});

const anyDay = fc.integer({ min: day("2026-01-01"), max: day("2027-12-31") });
const anyChangedTerm: fc.Arbitrary<BillingTerm> = fc
  .record({
    // Seats are billed by the period.
    interval: fc.constantFrom(...intervals.filter((interval) => interval !== "NONE")),
    days: fc.integer({ min: 20, max: 800 }),
    invoiceDateStrategy: fc.constantFrom("FIRST_OF_PERIOD", "ARREARS"),
    creditOnDecrease: fc.constantFrom("NONE", "PRORATED"),
    isMovingMinimum: fc.boolean(),
    amendments: fc.array(
      fc.record({
        effectiveDate: anyDay,
        quantity: fc.integer({ min: 0, max: 30 }),
        invoicedThrough: fc.option(anyDay),
      }),
      { maxLength: 6 },
    ),
    layers: fc.array(fc.record({ effectiveFrom: anyDay, amount: fc.integer({ min: 1, max: 20 }) }), { maxLength: 3 }),
  })
  .map(({ days, creditOnDecrease, isMovingMinimum, amendments, layers, ...term }) =>
    seatTermOf({
      ...term,
      end: day("2026-01-01") + days,
      price: unitPrice("10", "10"),
      seatConfig: seatConfig({ creditOnDecrease, isMovingMinimum }),
      layers: layers
        .toSorted((a, b) => a.effectiveFrom - b.effectiveFrom)
        .map(
          ({ effectiveFrom, amount }, index): PriceLayer => ({
            id: `layer ${index}`,
            effectiveFrom,
            price: unitPrice(`${amount}`, "10"),
            bookMonth: null,
            createdAt: "2026-01-01T00:00:00.000Z",
          }),
        ),
      amendments: amendments.map(({ effectiveDate, quantity, invoicedThrough }, index) => ({
        ...amended("2026-01-01", { id: `amendment ${index}`, quantity: `${quantity}`, invoicedThrough }),
        effectiveDate,
      })),
    }),
  )
  .map(invoicedByPeriod);

/** The same by pricing the whole term anew with the changes up to each of them, by their days, of one day prices first; the prices of a day are earned from one day. */
function amountsByWhole(term: BillingTerm): Pick<TermAmount, "amount" | "from">[] {
  const changes = [
    ...term.layers.map((layer) => ({ day: layer.effectiveFrom, fact: layer })),
    ...term.amendments.map((amendment) => ({ day: amendment.effectiveDate, fact: amendment })),
  ].sort((a, b) => a.day - b.day);
  const charged = (count: number) => {
    const made = new Set<object>(changes.slice(0, count).map(({ fact }) => fact));
    const [layers, amendments] = [
      term.layers.filter((one) => made.has(one)),
      term.amendments.filter((one) => made.has(one)),
    ];
    const lines = [...linesOf({ ...term, layers, amendments }, context)];
    return new Map(
      lines.map(({ type, period, amendmentId, line }) => [
        `${period.start}/${type}/${amendmentId}`,
        line.price.total.minor,
      ]),
    );
  };
  let before = charged(0);
  const total = (of: Map<string, bigint>) => [...of.values()].reduce((sum, minor) => sum + minor, 0n);
  const first = { minor: total(before), currency: "USD" };
  const differences = changes.map(({ day, fact }, index) => {
    const after = charged(index + 1);
    const changed = [...before.keys(), ...after.keys()].filter((key) => before.get(key) !== after.get(key));
    const amount = { minor: total(after) - total(before), currency: "USD" };
    before = after;
    return { day, fact, amount, starts: changed.map((key) => Number.parseInt(key, 10)) };
  });
  const isPrice = ({ fact }: { readonly fact: object }) => "price" in fact;
  const amounts = differences.map((one) => {
    const { day, amount } = one;
    const together = isPrice(one) ? differences.filter((other) => isPrice(other) && other.day === day) : [one];
    const starts = together.flatMap((each) => each.starts);
    return { amount, from: starts.length === 0 ? day : Math.max(day, Math.min(...starts)) };
  });
  return [{ amount: first, from: null }, ...amounts];
}

test("property: each amount is the effect of its change on the whole price, though earlier billing periods are not priced again", () => {
  fc.assert(
    fc.property(anyChangedTerm, (term) => {
      const amounts = priced(term).amounts.map(({ amount, from }) => ({ amount, from }));
      assert.deepEqual(amounts, amountsByWhole(term));
    }),
    { numRuns: 40 },
  );
});

test("property: with any catch-ups the amounts sum to the billing of the term", () => {
  fc.assert(
    fc.property(anyChangedTerm, fc.nat(6), fc.nat(3), (term, seats, prices) => {
      const catchUps = [...term.amendments.slice(0, seats), ...term.layers.slice(0, prices)].map(({ id }) => id ?? "");
      const { amounts } = termPrice(term, new Map(catchUps.map((id) => [id, "CUMULATIVE_CATCH_UP"] as const)), context);
      const billed = [...linesOf(term, context)].map(({ line }) => line.price.total.minor);
      const total = (minors: readonly bigint[]) => minors.reduce((sum, minor) => sum + minor, 0n);
      assert.equal(total(amounts.map(({ amount }) => amount.minor)), total(billed));
      const changes = new Set(catchUps);
      for (const { reason, from } of amounts) {
        assert.equal(from === null, reason.of !== "MODIFICATION" || changes.has(reason.id));
      }
    }),
    { numRuns: 40 },
  );
});

/** 310.00 a month from March to May, invoiced to the end of March, and prices from 16 March on in the order in which they were agreed. */
function amendedOnOneDay(creditOnDecrease: "NONE" | "PRORATED", ...amounts: readonly string[]): BillingTerm {
  const [start, effectiveFrom] = [day("2026-03-01"), day("2026-03-16")];
  const priceOf = (amount: string) => unitPrice(amount, "1");
  return termOf({
    ...{ start, end: day("2026-06-01"), interval: "MONTH", price: priceOf("310") },
    layers: amounts.map((amount, index) => ({
      ...{ id: `layer ${index}`, createdAt: `2026-03-16T00:00:0${index}.000Z`, bookMonth: null },
      ...{ effectiveFrom, price: priceOf(amount) },
      amendment: {
        ...({ effectiveDate: effectiveFrom, settlement: "IMMEDIATE", creditOnDecrease } as const),
        ...{ invoicedThrough: day("2026-04-01"), unbilled: [], note: null },
      },
    })),
  });
}

test("of amendments of one day, a lower price leaves invoiced days as an earlier one raised them", () => {
  const shown = (term: BillingTerm) =>
    priced(term)
      .amounts.slice(1)
      .map(({ amount, from }) => `${formatDay(from ?? 0)} ${formatMoney(amount)}`);
  const raisedAndLowered = ["2026-03-16 780.00", "2026-04-01 -310.00"];
  assert.deepEqual(shown(amendedOnOneDay("PRORATED", "620", "465")), raisedAndLowered);
  assert.deepEqual(shown(amendedOnOneDay("NONE", "620", "465")), raisedAndLowered);
  // Nothing is credited, so the two prices are one from the day on; what is credited is earned by itself.
  assert.deepEqual(shown(amendedOnOneDay("NONE", "155", "465")), ["2026-03-16 -310.00", "2026-03-16 700.00"]);
  assert.deepEqual(shown(amendedOnOneDay("PRORATED", "155", "465")), ["2026-04-01 -310.00", "2026-03-16 780.00"]);
});

test("a price from a free period on is earned from its day, though that period bills nothing more", () => {
  const discounts = [
    { type: "PERCENTAGE" as const, amount: "1", note: null, start: day("2026-01-01"), end: day("2026-04-01") },
  ];
  const price = { ...unitPrice("100", "1"), discounts };
  const term = termOf({
    ...{ start: day("2026-01-01"), end: day("2027-01-01"), interval: "MONTH", price },
    layers: [
      {
        id: "price",
        effectiveFrom: day("2026-03-01"),
        price: { ...unitPrice("133", "1"), discounts },
        bookMonth: null,
      },
    ],
  });
  const changes = priced(term).amounts.slice(1);
  assert.deepEqual(
    changes.map(({ amount, from }) => `${formatDay(from ?? 0)} ${formatMoney(amount)}`),
    ["2026-03-01 297.00"],
  );
});

test("a price continued from one with fewer changes computes the new ones alone", () => {
  const amendments = Array.from({ length: 30 }, (_, index) => ({
    ...amended("2026-01-02", { id: `seats ${index}`, delta: "1" }),
    effectiveDate: day("2026-01-02") + index,
  }));
  const term = seatTermOf({ interval: "MONTH", price: unitPrice("10", "10"), amendments });
  const before = priced({ ...term, amendments: amendments.slice(0, 29) });
  const after = priced(term, before);
  assert.equal(after.states.length, 31);
  assert.ok(before.states.every((state, index) => after.states[index] === state));
});

test("property: a price continued from another one is the same, with one change more, one less, and others", () => {
  fc.assert(
    fc.property(anyChangedTerm, fc.array(fc.nat(6), { maxLength: 6 }), (term, isEffective) => {
      let before: TermPrice | undefined;
      const longer = { ...term, end: (term.end ?? 0) + 31 };
      const cut = isEffective.map((count) => {
        return { ...term, amendments: term.amendments.slice(0, count), layers: term.layers.slice(0, count) };
      });
      for (const now of [...cut, longer]) {
        const next = priced(now, before);
        assert.deepEqual(next.amounts, priced(now).amounts);
        before = next;
      }
    }),
    { numRuns: 25 },
  );
});
