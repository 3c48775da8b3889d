import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { day, termOf } from "../../../test/support/terms.ts";
import { formatDay } from "../../kernel/day.ts";
import type { BillingTerm, Price, PriceLayer } from "../billing-term.ts";
import { chargesOf } from "./charges.ts";
import { reductionsOf } from "./reductions.ts";

// Amendments of days that are invoiced (ADR 0033): in the end each period is billed as if its prices had been known.

const context = { currency: "USD", rounding: "HALF_UP" } as const;
const [first, end] = [day("2026-01-01"), day("2026-05-01")];
const invoicedThrough = day("2026-04-01");

type Said = { readonly from: number; readonly cents: number };

const said: fc.Arbitrary<Said> = fc.record({
  from: fc.integer({ min: 0, max: end - first - 1 }),
  cents: fc.integer({ min: 0, max: 30_000 }),
});

const policies = fc.constantFrom("DAY", "MONTH", "NONE" as const);
const discounts = fc.constantFrom<Price["discounts"]>(
  [],
  [{ type: "PERCENTAGE", amount: "0.15", note: null, start: null, end: null }],
  [{ type: "FIXED", amount: "33.33", note: null, start: null, end: null }],
);

const priceOf = (term: BillingTerm, cents: number): Price => ({
  ...term.price,
  pricing: [
    {
      tier: 0,
      amount: `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`,
      amountType: "TOTAL_INVOICE",
      tierMinimum: "0",
    },
  ],
});

/** 100.00 a month in advance, with what was said of its price; invoiced to the end of March unless nothing is settled. */
function termWith(parts: Partial<BillingTerm>, all: readonly Said[], isSettled: boolean): BillingTerm {
  const term = termOf({ start: first, end, interval: "MONTH", ...parts });
  const base = { ...term, price: { ...priceOf(term, 10_000), discounts: parts.price?.discounts ?? [] } };
  const layers = all.map(({ from, cents }, index): PriceLayer => {
    const effectiveFrom = first + from;
    const amendment = {
      ...({ effectiveDate: effectiveFrom, settlement: "IMMEDIATE", creditOnDecrease: "PRORATED" } as const),
      ...{ invoicedThrough, unbilled: [], note: null },
    };
    return {
      ...{ id: `layer ${index}`, createdAt: `2026-04-01T00:00:0${index}.000Z`, bookMonth: null },
      ...{ price: priceOf(base, cents), effectiveFrom, ...(isSettled ? { amendment } : {}) },
    };
  });
  return { ...base, layers: layers.toSorted((a, b) => a.effectiveFrom - b.effectiveFrom) };
}

/** What each month is billed net of what is credited, in minor units. */
function netOf(term: BillingTerm): Map<string, bigint> {
  const net = new Map<string, bigint>();
  const add = (start: number, minor: bigint) => {
    const month = formatDay(start).slice(0, 7);
    net.set(month, (net.get(month) ?? 0n) + minor);
  };
  for (const { billingPeriod, price } of chargesOf(term, context)) add(billingPeriod.covered.start, price.total.minor);
  for (const { invoiced, amount } of [...reductionsOf(term, context).values()].flat())
    add(invoiced.start, -amount.minor);
  return net;
}

const someDays = fc.uniqueArray(said, { minLength: 1, maxLength: 4, selector: ({ from }) => from });

test("amended prices bill what the same prices known from the start would have billed, month by month to the cent", () => {
  fc.assert(
    fc.property(someDays, policies, discounts, (all, prorationPolicy, agreed) => {
      const parts = { prorationPolicy, price: { ...termOf({}).price, discounts: agreed } };
      assert.deepEqual(netOf(termWith(parts, all, true)), netOf(termWith(parts, all, false)));
    }),
  );
});

test("the order in which amendments of several days are made changes no month", () => {
  fc.assert(
    fc.property(someDays, policies, (all, prorationPolicy) => {
      const parts = { prorationPolicy };
      assert.deepEqual(netOf(termWith(parts, all, true)), netOf(termWith(parts, all.toReversed(), true)));
    }),
  );
});

test("no true-up and no credit is negative or before its effective day", () => {
  fc.assert(
    fc.property(someDays, policies, (all, prorationPolicy) => {
      const term = termWith({ prorationPolicy }, all, true);
      const days = new Map(term.layers.map(({ id, effectiveFrom }) => [id ?? "", effectiveFrom]));
      for (const { amendmentId, period, price } of chargesOf(term, context)) {
        if (amendmentId === null) continue;
        assert.ok(price.total.minor >= 0n && period.start >= (days.get(amendmentId) ?? end));
      }
      for (const [id, reductions] of reductionsOf(term, context)) {
        for (const { amount, rest } of reductions) assert.ok(amount.minor > 0n && rest.start >= (days.get(id) ?? end));
      }
    }),
  );
});
