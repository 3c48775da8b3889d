import { isZero, type Money, subtract } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import { amendedLayers } from "./amended-prices.ts";
import { billedParts, invoicedWhenAmended } from "./billed-parts.ts";
import type { BillingTerm } from "./billing-term.ts";
import { billingPeriods } from "./charges.ts";
import { type CreditedSeats, creditedSeatsOf } from "./credited-seats.ts";
import { priceLine } from "./line-price.ts";
import type { PricingContext } from "./price.ts";
import { priceCalculator, type RepricedSegments } from "./price-charges.ts";

/** What an amendment takes from what was billed of a billing period, or of a part of it that is billed by itself. */
export type Reduction = {
  /** The days that were invoiced. */
  readonly invoiced: Period;
  /** The days on which there are fewer seats, or a lower price. */
  readonly rest: Period;
  readonly amount: Money;
};

/** What amendments of seats or of the price take from what was billed, by amendment, where the term credits decreases. */
export function reductionsOf(term: BillingTerm, context: PricingContext): Map<string, Reduction[]> {
  const { seatConfig } = term;
  if (seatConfig === null) return loweredPrices(term, context);
  const byAmendment = creditedSeatsOf({ ...term, seatConfig });
  return new Map([...byAmendment].map(([id, seats]) => [id, fewerSeats(seats, context)]));
}

/** The price of the seats that an amendment removed, in each billing period, at the price of each day. */
function fewerSeats(seatsCredited: readonly CreditedSeats[], context: PricingContext): Reduction[] {
  return seatsCredited.flatMap(({ billingPeriod, invoiced, segments }): Reduction[] => {
    const [first, last] = [segments[0], segments.at(-1)];
    if (first === undefined || last === undefined) return [];
    const rule = { periodStart: billingPeriod.covered.start, discounts: "PERCENTAGES" } as const;
    const { price } = priceLine(segments, rule, context);
    return [{ invoiced, rest: { start: first.start, end: last.end }, amount: price.total }];
  });
}

function loweredPrices(term: BillingTerm, context: PricingContext): Map<string, Reduction[]> {
  const reductions = new Map<string, Reduction[]>();
  const amended = amendedLayers(term).map(({ amendment }) => amendment.invoicedThrough ?? term.start);
  const furthest = Math.max(...amended);
  const stated = invoicedWhenAmended(term);
  const pricesOf = priceCalculator(term);
  for (const period of billingPeriods(term)) {
    if (!(period.covered.start < furthest)) break;
    for (const part of billedParts(period.covered, undefined, stated)) {
      for (const change of pricesOf(period, part).lowered) {
        const reduction = {
          invoiced: part,
          rest: change.days,
          amount: loweredBy(change, period.covered.start, context),
        };
        if (isZero(reduction.amount)) continue;
        const { id } = change.layer;
        reductions.set(id, [...(reductions.get(id) ?? []), reduction]);
      }
    }
  }
  return reductions;
}

/** What all days came to before, rounded, less what they come to now, rounded: so a period is billed net as its prices say. */
function loweredBy({ former, after }: RepricedSegments, periodStart: number, context: PricingContext): Money {
  const totalOf = (side: typeof former) => priceLine(side, { periodStart, discounts: "ALL" }, context).price.total;
  return subtract(totalOf(former), totalOf(after));
}
