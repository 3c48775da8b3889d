import { isZero, type Money, negate } from "../../kernel/money.ts";
import type { Period } from "../../kernel/periods.ts";
import type { BillingTerm } from "../billing-term.ts";
import { amendedLayers } from "./amended-prices.ts";
import { billedParts, invoicedWhenAmended } from "./billed-parts.ts";
import { billingPeriods } from "./charges.ts";
import { type CreditedSeats, creditedSeatsOf } from "./credited-seats.ts";
import { lineDifference } from "./line-difference.ts";
import { type LinePrice, priceLine } from "./line-price.ts";
import type { PricingContext } from "./price.ts";
import { priceCalculator } from "./price-charges.ts";

/** What an amendment credits of a billing period, or of a part of it that is billed separately. */
export type Reduction = {
  /** The days that were invoiced. */
  readonly invoiced: Period;
  /** The days on which there are fewer seats, or a lower price. */
  readonly rest: Period;
  readonly amount: Money;
};

/** What seat and price amendments credit of billed amounts, by amendment, if the term credits decreases. */
export function reductionsOf(term: BillingTerm, context: PricingContext): Map<string, Reduction[]> {
  const { seatConfig } = term;
  if (seatConfig === null) return loweredPrices(term, context);
  const byAmendment = creditedSeatsOf({ ...term, seatConfig });
  return new Map([...byAmendment].map(([id, seats]) => [id, fewerSeats(term, seats, context)]));
}

/** The price of the seats that an amendment removed, in each billing period, at the price of each day. */
function fewerSeats(
  { start: termStart }: BillingTerm,
  seatsCredited: readonly CreditedSeats[],
  context: PricingContext,
): Reduction[] {
  return seatsCredited.flatMap(({ billingPeriod, invoiced, segments }): Reduction[] => {
    const [first, last] = [segments[0], segments.at(-1)];
    if (first === undefined || last === undefined) return [];
    const rule = { termStart, periodStart: billingPeriod.covered.start, discounts: "PERCENTAGES" } as const;
    const { price } = priceLine(segments, rule, context);
    return [{ invoiced, rest: { start: first.start, end: last.end }, amount: price.total }];
  });
}

/** The credit of a lower price for days that are billed together: a negative line for the changed days. */
export type LoweredLine = {
  readonly amendmentId: string;
  readonly invoiced: Period;
  readonly days: Period;
  readonly line: LinePrice;
};

/** What lower prices credit of billed amounts, in the order of days. */
export function loweredLines(term: BillingTerm, context: PricingContext): LoweredLine[] {
  const lines: LoweredLine[] = [];
  const furthest = Math.max(...amendedLayers(term).map(({ amendment }) => amendment.invoicedThrough ?? term.start));
  const stated = invoicedWhenAmended(term);
  const pricesOf = priceCalculator(term);
  for (const period of billingPeriods(term)) {
    if (!(period.covered.start < furthest)) break;
    for (const invoiced of billedParts(period.covered, undefined, stated)) {
      for (const { layer, days, ...sides } of pricesOf(period, invoiced).lowered) {
        const line = lineDifference(sides, { termStart: term.start, periodStart: period.covered.start }, context);
        lines.push({ amendmentId: layer.id, invoiced, days, line });
      }
    }
  }
  return lines;
}

function loweredPrices(term: BillingTerm, context: PricingContext): Map<string, Reduction[]> {
  const reductions = loweredLines(term, context).flatMap(({ amendmentId, invoiced, days: rest, line }) => {
    const amount = negate(line.price.total);
    return isZero(amount) ? [] : [{ amendmentId, reduction: { invoiced, rest, amount } }];
  });
  const byAmendment = Map.groupBy(reductions, ({ amendmentId }) => amendmentId);
  return new Map([...byAmendment].map(([id, own]) => [id, own.map(({ reduction }) => reduction)]));
}
