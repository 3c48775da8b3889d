import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { day, usd } from "../../test/support/terms.ts";
import type { BillingReduction } from "../billing-terms/reduction.ts";
import { formatDay } from "../kernel/day.ts";
import { formatMoney, isNegative, type Money, subtract, sum } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import { earnedPart } from "./pattern.ts";
import { takenBack } from "./taken-back.ts";

const over = (start: string, end: string): Period => ({ start: day(start), end: day(end) });
const year = over("2026-01-01", "2027-01-01");

function credit(minor: number, service: Period): BillingReduction {
  return {
    ...{ id: "credit", contractId: "contract", billingTermId: "term", amount: usd(minor), service },
    ...{
      revenueEffect: "CREDITED_DAYS",
      date: service.start,
      bookMonth: 0,
      invoiceLineId: "line",
      lineType: "FLAT",
    },
    source: { type: "CREDIT_MEMO", id: "memo" },
  } as BillingReduction;
}

/** 1,200.00 over the year, or over another service. */
function earning(service: Period = year, minor = 120_000) {
  const spread = (amount: Money, window: Period, through: number) =>
    earnedPart(amount, "STRAIGHT_LINE", window, null, through, "HALF_UP" as never);
  return { service, spread, until: (through: number) => spread(usd(minor), service, through) };
}

const shown = (credits: readonly BillingReduction[], of = earning()) =>
  takenBack(credits, of).map(
    ({ amount, window }) => `${formatMoney(amount)} ${formatDay(window.start)}–${formatDay(window.end)}`,
  );

describe("what was taken back lowers", () => {
  const quarter = over("2026-01-01", "2026-04-01");
  for (const [what, credits, expected] of [
    ["the days that were credited", [credit(30_000, quarter)], ["300.00 2026-01-01–2026-04-01"]],
    [
      "the days after them where they earn less",
      [credit(40_000, quarter)],
      ["300.00 2026-01-01–2026-04-01", "100.00 2026-04-01–2027-01-01"],
    ],
    [
      "the days before them where none come after",
      [credit(40_000, over("2026-10-01", "2027-01-01"))],
      ["100.00 2026-01-01–2026-10-01", "300.00 2026-10-01–2027-01-01"],
    ],
    [
      "what an earlier credit of the same days has left",
      [credit(20_000, quarter), credit(20_000, over("2026-02-01", "2026-04-01"))],
      ["66.67 2026-01-01–2026-02-01", "200.00 2026-02-01–2026-04-01", "133.33 2026-04-01–2027-01-01"],
    ],
    [
      "all of the service where it has none of the days",
      [credit(30_000, over("2025-10-01", "2026-01-01"))],
      ["300.00 2026-01-01–2027-01-01"],
    ],
    [
      "nothing where a void gives more to it: that is earned as the service is",
      [credit(-30_000, over("2027-01-01", "2027-07-01"))],
      ["-300.00 2026-01-01–2027-01-01"],
    ],
    [
      "what a void gives as well, a quarter of it to the quarter",
      [credit(40_000, quarter), credit(-30_000, over("2027-01-01", "2027-07-01"))],
      ["300.00 2026-01-01–2026-04-01", "-200.00 2026-04-01–2027-01-01"],
    ],
    ["nothing once it is void", [credit(30_000, quarter), credit(-30_000, quarter)], []],
  ] as const) {
    test(what, () => assert.deepEqual(shown(credits), expected));
  }

  test("no month below zero while the credits come to no more than the price, and the parts sum to them", () => {
    const days = fc.tuple(fc.integer({ min: -60, max: 420 }), fc.integer({ min: 1, max: 200 }));
    const credits = fc.array(fc.record({ days, minor: fc.integer({ min: 1, max: 30_000 }) }), { maxLength: 4 });
    fc.assert(
      fc.property(credits, (drawn) => {
        const reductions = drawn.map(({ days: [from, length], minor }) => {
          return credit(minor, { start: year.start + from, end: year.start + from + length });
        });
        const of = earning();
        const parts = takenBack(reductions, of);
        const total = (amounts: readonly Money[]) => sum(amounts, "USD").minor;
        assert.equal(total(parts.map(({ amount }) => amount)), total(reductions.map(({ amount }) => amount)));
        const left = (through: number) =>
          parts.reduce(
            (rest, { amount, window }) => subtract(rest, of.spread(amount, window, through)),
            of.until(through),
          );
        for (let month = 1; month <= 12; month += 1) {
          const start = day(`2026-${String(month).padStart(2, "0")}-01`);
          const end = month === 12 ? year.end : day(`2026-${String(month + 1).padStart(2, "0")}-01`);
          const earned = subtract(left(end), left(start));
          // Each part is rounded by itself.
          assert.ok(!isNegative(earned) || earned.minor >= -BigInt(parts.length), `${month}: ${formatMoney(earned)}`);
        }
      }),
    );
  });
});
