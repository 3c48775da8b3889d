import assert from "node:assert/strict";
import { test } from "node:test";
import { day, flatPrice } from "../../../test/support/terms.ts";
import type { Escalator } from "../billing-term.ts";
import { escalatedPrice, escalationOf, firstUplift, timesEscalated } from "./escalator.ts";

const yearly: Escalator = { type: "PERCENTAGE", amount: "0.05", everyMonths: 12, firstDate: day("2027-01-01") };

test("a price escalates on its first date and again after every interval of months", () => {
  const times = (escalator: Escalator, ...days: string[]) =>
    days.map((text) => timesEscalated({ escalator }, { termStart: day("2026-01-01"), periodStart: day(text) }));
  assert.deepEqual(
    times(yearly, "2026-01-01", "2026-12-31", "2027-01-01", "2027-12-31", "2029-01-01"),
    [0, 0, 1, 1, 3],
  );
  const monthEnds = { ...yearly, everyMonths: 1, firstDate: day("2026-01-31") };
  assert.deepEqual(
    times(monthEnds, "2026-01-30", "2026-02-27", "2026-02-28", "2026-03-30", "2026-03-31"),
    [0, 1, 2, 2, 3],
  );
});

test("without a first date intervals are counted from the first day of the term, on which nothing escalates", () => {
  const everyMonths = (count: number): Escalator => ({ ...yearly, everyMonths: count, firstDate: null });
  const times = (escalator: Escalator, termStart: string, ...days: string[]) =>
    days.map((text) => timesEscalated({ escalator }, { termStart: day(termStart), periodStart: day(text) }));
  assert.deepEqual(
    times(everyMonths(12), "2026-02-01", "2026-02-01", "2027-01-31", "2027-02-01", "2028-02-01"),
    [0, 0, 1, 2],
  );
  assert.deepEqual(times(everyMonths(12), "2026-01-01", "2027-01-01", "2028-02-01"), [1, 2]);
  // Months are added to the first day, not to the day of the uplift before: 28 February, then 31 March again.
  assert.deepEqual(
    times(everyMonths(1), "2026-01-31", "2026-02-27", "2026-02-28", "2026-03-28", "2026-03-31"),
    [0, 1, 1, 2],
  );
  assert.equal(firstUplift(everyMonths(1), day("2026-01-31")), day("2026-02-28"));
  assert.equal(firstUplift(yearly, day("2026-01-31")), day("2027-01-01"));
});

test("every tier amount rises by the percentage of its last value, or by the same sum each time", () => {
  const price = flatPrice("0", {
    pricingType: "VOLUME",
    pricing: [
      { tier: 0, amount: "100", amountType: "TOTAL_INVOICE", tierMinimum: "0" },
      { tier: 1, amount: "0.3", amountType: "PER_ITEM", tierMinimum: "10" },
    ],
  });
  const amounts = (escalator: Escalator, times: number) =>
    escalatedPrice({ ...price, escalator }, times).pricing.map(({ amount }) => amount);
  assert.deepEqual(amounts(yearly, 0), ["100", "0.3"]);
  assert.deepEqual(amounts(yearly, 3), ["115.7625", "0.3472875"]);
  const fixed: Escalator = { ...yearly, type: "FIXED", amount: "0.25" };
  assert.deepEqual(amounts(fixed, 2), ["100.5", "0.8"]);
  assert.deepEqual(escalationOf({ ...price, escalator: yearly }, 2), { times: 2, factor: "1.1025" });
  assert.deepEqual(escalationOf({ ...price, escalator: fixed }, 2), { times: 2, added: "0.5" });
  assert.equal(escalationOf({ ...price, escalator: fixed }, 0), null);
});
