import assert from "node:assert/strict";
import { test } from "node:test";
import { amended, day, flat, seatTermOf, termOf, unitPrice, usd } from "../../../test/support/terms.ts";
import type { BillingTerm } from "../billing-term.ts";
import { isExtendedAtPrice } from "./renewal.ts";

const context = { currency: "USD", rounding: "HALF_UP" } as const;

/** A term of three months, extended to a day, whose unit sells for 100.00. */
function isAtPrice(parts: Partial<BillingTerm>, until: string): boolean {
  const before = termOf({ interval: "MONTH", end: day("2026-04-01"), ...parts });
  return isExtendedAtPrice(before, { ...before, end: day(until) }, usd(100_00), context);
}

const discounted = flat("100.00", {
  discounts: [{ type: "PERCENTAGE", amount: "0.5", note: null, start: day("2026-01-01"), end: day("2026-02-01") }],
});

const { billingType, price, seatConfig } = seatTermOf({ price: unitPrice("100.00", "10") });
const seats = { billingType, price, seatConfig, amendments: [amended("2026-02-01", { id: "more", delta: "5" })] };

for (const [what, parts, until, expected] of [
  ["a flat amount that is what it sells for", flat("100.00", { quantity: "5" }), "2026-06-01", true],
  ["five units at what one sells for", { billingType: "UNIT", price: unitPrice("100.00", "5") }, "2026-06-01", true],
  ["seats, some of which came later, at what one sells for", seats, "2026-06-01", true],
  ["a discount that is over before the days that are added", discounted, "2026-06-01", true],
  ["less than it sells for", flat("90.00"), "2026-06-01", false],
  ["a part of a month", flat("100.00"), "2026-05-15", false],
  ["a term that was cut inside a month", { ...flat("100.00"), end: day("2026-03-15") }, "2026-06-01", false],
  ["fewer days", flat("100.00"), "2026-03-01", false],
  ["no end", { ...flat("100.00"), end: null }, "2026-06-01", false],
] as const satisfies readonly (readonly [string, Partial<BillingTerm>, string, boolean])[]) {
  test(`an extension of ${what} is ${expected ? "" : "not "}at its standalone selling price`, () => {
    assert.equal(isAtPrice(parts, until), expected);
  });
}
