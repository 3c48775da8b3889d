import assert from "node:assert/strict";
import { test } from "node:test";
import {
  amended,
  day,
  flat,
  flatPrice,
  month,
  seatConfig,
  seatTermOf,
  termOf,
  unitPrice,
} from "../../test/support/terms.ts";
import type { BillingTerm } from "../billing-terms/billing-term.ts";
import { formatMonth } from "../kernel/day.ts";
import { formatMoney, roundToMoney } from "../kernel/money.ts";
import { recurringSpans } from "./recurring-rates.ts";

const context = { currency: "USD", rounding: "HALF_UP" } as const;

/** ARR at the end of some months. */
function arrOf(term: BillingTerm, ...months: string[]): (string | null)[] {
  const spans = recurringSpans([term], month("2027-12"), context);
  return months.map((text) => {
    const span = spans.find(({ from, before }) => from <= month(text) && month(text) < before);
    return span === undefined ? null : formatMoney(roundToMoney(span.rate, "USD", "HALF_UP"));
  });
}

test("a term counts with the price of its period times the periods of a year", () => {
  assert.deepEqual(arrOf(termOf(), "2025-12", "2026-01", "2026-12", "2027-01"), [null, "1200.00", "1200.00", null]);
  assert.deepEqual(arrOf(termOf({ interval: "QUARTER", ...flat("300") }), "2026-05"), ["1200.00"]);
  assert.deepEqual(arrOf(termOf({ interval: "MONTH", ...flat("100") }), "2026-05"), ["1200.00"]);
  assert.deepEqual(arrOf(termOf({ interval: "MONTH", intervalFrequency: 2, ...flat("100") }), "2026-05"), ["600.00"]);
  assert.deepEqual(arrOf(termOf({ interval: "WEEK", ...flat("10") }), "2026-05"), ["520.00"]);
  assert.deepEqual(arrOf(termOf({ end: null }), "2027-06"), ["1200.00"], "without an end");
});

test("one-offs and metered usage are not recurring", () => {
  assert.deepEqual(recurringSpans([termOf({ interval: "NONE" })], month("2026-12"), context), []);
  assert.deepEqual(recurringSpans([termOf({ eventTypeId: "calls" })], month("2026-12"), context), []);
});

test("a period cut short by the end of the term counts at its full price until the end", () => {
  const term = termOf({ interval: "QUARTER", end: day("2026-05-16"), ...flat("300") });
  assert.deepEqual(arrOf(term, "2026-03", "2026-04", "2026-05"), ["1200.00", "1200.00", null]);
});

test("a new price counts from its day on, and discounts are deducted", () => {
  const layer = { price: flatPrice("1500"), effectiveFrom: day("2026-07-15"), bookMonth: null };
  assert.deepEqual(arrOf(termOf({ layers: [layer] }), "2026-06", "2026-07"), ["1200.00", "1500.00"]);
  const discount = { type: "PERCENTAGE", amount: "0.10", note: null, start: null, end: day("2026-07-01") } as const;
  const term = termOf({ interval: "MONTH", ...flat("100", { discounts: [discount] }) });
  assert.deepEqual(arrOf(term, "2026-06", "2026-07"), ["1080.00", "1200.00"]);
});

test("seats count as on the last day of the month", () => {
  const more = seatTermOf({ amendments: [amended("2026-04-10", { delta: "5" })] });
  assert.deepEqual(arrOf(more, "2026-03", "2026-04"), ["12000.00", "18000.00"]);
  const monthly = seatTermOf({
    interval: "MONTH",
    price: unitPrice("100", "10"),
    amendments: [amended("2026-04-10", { delta: "-4" })],
  });
  assert.deepEqual(arrOf(monthly, "2026-03", "2026-05"), ["12000.00", "7200.00"]);
});

test("removed seats count until their day if they are credited, else until they are no longer billed", () => {
  const fewer = (creditOnDecrease: "NONE" | "PRORATED", parts: Partial<BillingTerm> = {}) =>
    seatTermOf({
      end: day("2028-01-01"),
      seatConfig: seatConfig({ creditOnDecrease }),
      amendments: [amended("2026-03-15", { delta: "-2", invoicedThrough: day("2027-01-01") })],
      ...parts,
    });
  const months = ["2026-02", "2026-03", "2026-12", "2027-01"];
  assert.deepEqual(arrOf(fewer("PRORATED"), ...months), ["12000.00", "9600.00", "9600.00", "9600.00"]);
  assert.deepEqual(arrOf(fewer("NONE"), ...months), ["12000.00", "12000.00", "12000.00", "9600.00"]);

  const monthly = fewer("PRORATED", {
    ...{ interval: "MONTH", price: unitPrice("100", "10") },
    amendments: [amended("2026-03-15", { delta: "-2", invoicedThrough: day("2026-04-01") })],
  });
  assert.deepEqual(arrOf(monthly, ...months), ["12000.00", "9600.00", "9600.00", "9600.00"]);

  // Whatever the policy makes of the money, the seats of each day are what they are; some are added again afterwards.
  const [invoicedThrough, prorationPolicy] = [day("2027-01-01"), "NONE"] as const;
  const again = fewer("PRORATED", {
    amendments: [
      amended("2026-03-01", {
        ...{ quantity: "0", invoicedThrough, prorationPolicy },
        createdAt: "2026-03-01T00:00:00.000Z",
      }),
      amended("2026-05-01", { ...{ delta: "3", invoicedThrough }, createdAt: "2026-05-01T00:00:00.000Z" }),
    ],
  });
  assert.deepEqual(arrOf(again, "2026-02", "2026-03", "2026-04", "2026-05"), ["12000.00", "0.00", "0.00", "3600.00"]);

  const discount = { type: "PERCENTAGE", amount: "0.10", note: null, start: null, end: null } as const;
  const cheaper = fewer("PRORATED", { price: unitPrice("1200", "10", { discounts: [discount] }) });
  assert.deepEqual(arrOf(cheaper, "2026-02", "2026-03"), ["10800.00", "8640.00"]);
});

test("months with equal rates are one span, and terms are summed", () => {
  const later = termOf({ start: day("2026-03-01"), end: day("2026-06-01"), interval: "MONTH", ...flat("10") });
  const spans = recurringSpans([termOf(), later], month("2027-12"), context).map(({ from, before, rate }) => [
    formatMonth(from),
    formatMonth(before),
    formatMoney(roundToMoney(rate, "USD", "HALF_UP")),
  ]);
  assert.deepEqual(spans, [
    ["2026-01", "2026-03", "1200.00"],
    ["2026-03", "2026-06", "1320.00"],
    ["2026-06", "2027-01", "1200.00"],
  ]);
});
