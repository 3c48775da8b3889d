import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { amended, day, invoicedByPeriod, seatConfig, seatTermOf, unitPrice } from "../../test/support/terms.ts";
import type { BillingTerm, PriceLayer } from "../billing-terms/billing-term.ts";
import { linesOf } from "../billing-terms/charges.ts";
import { intervals } from "../kernel/periods.ts";
import { type PricePart, priceParts, rememberingPrices } from "./price-parts.ts";

const context = { currency: "USD", rounding: "HALF_UP" } as const;

const anyDay = fc.integer({ min: day("2026-01-01"), max: day("2027-12-31") });
const anyChangedTerm: fc.Arbitrary<BillingTerm> = fc
  .record({
    interval: fc.constantFrom(...intervals),
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

/** The same by pricing the whole term anew with the changes up to each day. */
function partsByWhole(term: BillingTerm): PricePart[] {
  const charged = (through: number) => {
    const layers = term.layers.filter(({ effectiveFrom }) => effectiveFrom <= through);
    const amendments = term.amendments.filter(({ effectiveDate }) => effectiveDate <= through);
    const lines = [...linesOf({ ...term, layers, amendments }, context)];
    return new Map(
      lines.map(({ type, period, seatAmendmentId, line }) => [
        `${period.start}/${type}/${seatAmendmentId}`,
        line.price.total.minor,
      ]),
    );
  };
  const days = [
    ...term.layers.map(({ effectiveFrom }) => effectiveFrom),
    ...term.amendments.map(({ effectiveDate }) => effectiveDate),
  ];
  let before = charged(Number.NEGATIVE_INFINITY);
  const total = (of: Map<string, bigint>) => [...of.values()].reduce((sum, minor) => sum + minor, 0n);
  const parts: PricePart[] = [{ amount: { minor: total(before), currency: "USD" }, from: term.start }];
  for (const through of [...new Set(days)].sort((a, b) => a - b)) {
    const after = charged(through);
    const changed = [...before.keys(), ...after.keys()].filter((key) => before.get(key) !== after.get(key));
    const starts = changed.map((key) => Number.parseInt(key, 10));
    const amount = { minor: total(after) - total(before), currency: "USD" };
    const from = starts.length === 0 ? through : Math.max(through, Math.min(...starts));
    parts.push({ amount, isCaughtUp: false, from });
    before = after;
  }
  return parts;
}

test("property: each part is what its day made of the whole price, though earlier billing periods are not priced anew", () => {
  fc.assert(fc.property(anyChangedTerm, (term) => assert.deepEqual(priceParts(term, context), partsByWhole(term))));
});

test("property: a remembered price is the same after one change more, one less, and others", () => {
  fc.assert(
    fc.property(anyChangedTerm, fc.array(fc.nat(6), { maxLength: 6 }), (term, counts) => {
      const remembering = rememberingPrices(context);
      for (const count of counts) {
        const now = { ...term, amendments: term.amendments.slice(0, count), layers: term.layers.slice(0, count) };
        assert.deepEqual(priceParts(now, remembering), priceParts(now, context));
      }
      const longer = { ...term, end: (term.end ?? 0) + 31 };
      assert.deepEqual(priceParts(longer, remembering), priceParts(longer, context));
    }),
  );
});
