import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { runs } from "../../../test/support/case-counts.ts";
import { amended, day, seatConfig, seatTermOf, unitPrice } from "../../../test/support/terms.ts";
import { addMonths, formatDay } from "../../kernel/day.ts";
import { byMaking, seatProrationPolicies } from "../seats.ts";
import { type CreditedSeats, creditedSeatsOf } from "./credited-seats.ts";
import type { SeatTerm } from "./seat-charges.ts";

const first = day("2026-01-01");
const volume = unitPrice("1200", "10", {
  pricingType: "VOLUME",
  pricing: [
    { tier: 0, amount: "1200", amountType: "PER_ITEM", tierMinimum: "0" },
    { tier: 1, amount: "600", amountType: "PER_ITEM", tierMinimum: "8" },
  ],
});

/** Two years of credited seats; what was invoiced through may also fall, as it does when an invoice is void. */
const terms = fc
  .record({
    interval: fc.constantFrom("MONTH", "QUARTER", "YEAR"),
    prorationPolicy: fc.constantFrom("DAY", "MONTH"),
    invoiceDateStrategy: fc.constantFrom("FIRST_OF_PERIOD", "LAST_OF_PERIOD"),
    price: fc.constantFrom(unitPrice("1200", "10"), volume),
    layerFrom: fc.option(fc.integer({ min: 1, max: 729 })),
    isMovingMinimum: fc.boolean(),
    stated: fc.array(
      fc.record({
        from: fc.nat(729),
        quantity: fc.option(fc.nat(15), { freq: 3 }),
        delta: fc.integer({ min: -4, max: 6 }),
        prorationPolicy: fc.constantFrom(...seatProrationPolicies),
        throughMonth: fc.option(fc.integer({ min: 0, max: 24 }), { freq: 8 }),
        throughDay: fc.constantFrom(0, 0, 0, 9),
        unbilled: fc.array(fc.nat(9), { maxLength: 3 }),
        second: fc.nat(9),
      }),
      { minLength: 1, maxLength: 10 },
    ),
  })
  .map(({ stated, price, layerFrom, isMovingMinimum, ...term }): SeatTerm => {
    const amendments = stated.map((each, index) =>
      amended(formatDay(first + each.from), {
        id: `amendment ${index}`,
        quantity: each.quantity === null ? null : String(each.quantity),
        delta: each.quantity === null ? String(each.delta) : null,
        prorationPolicy: each.prorationPolicy,
        invoicedThrough: each.throughMonth === null ? null : addMonths(first, each.throughMonth) + each.throughDay,
        unbilled: each.unbilled.map((other) => `amendment ${other}`),
        createdAt: `2026-01-01T00:00:0${each.second}.000Z`,
      }),
    );
    const later = { price: { ...price, pricing: unitPrice("2400", "10").pricing }, bookMonth: null };
    return seatTermOf({
      ...term,
      ...{ price, amendments },
      end: day("2028-01-01"),
      layers: layerFrom === null ? [] : [{ ...later, effectiveFrom: first + layerFrom }],
      seatConfig: seatConfig({ creditOnDecrease: "PRORATED", isMovingMinimum }),
    });
  });

test("property: the seats that an amendment credits do not depend on later amendments", () => {
  fc.assert(
    fc.property(terms, (term) => {
      const oneByOne = new Map<string, CreditedSeats[]>();
      for (const amendment of term.amendments) {
        const amendments = term.amendments.filter((each) => byMaking(each, amendment) <= 0);
        const own = creditedSeatsOf({ ...term, amendments }).get(amendment.id);
        if (own !== undefined) oneByOne.set(amendment.id, own);
      }
      assert.deepEqual(creditedSeatsOf(term), oneByOne);
    }),
    { numRuns: runs(500) },
  );
});
