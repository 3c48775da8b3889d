import { type BillingTerm, priceOn } from "../billing-terms/billing-term.ts";
import { activeDiscounts } from "../billing-terms/charges/discount.ts";
import { escalatedPrice, timesEscalated } from "../billing-terms/charges/escalator.ts";
import type { Day } from "../kernel/day.ts";
import { ratioFromDecimal } from "../kernel/decimal.ts";
import {
  addRatios,
  compareRatios,
  divideRatios,
  maxRatio,
  minRatio,
  multiplyRatios,
  oneRatio,
  type Ratio,
  reduceRatio,
  subtractRatios,
  zeroRatio,
} from "../kernel/ratio.ts";
import type { OverageConfig } from "./commitment.ts";

/** Graduated unit prices: each holds for units from `from` on, counted from 0, until the next begins. */
export type Rate = { readonly from: Ratio; readonly price: Ratio };
export type Rates = readonly Rate[];

/** The units that are priced by one rate, and their amount; `rate` is its index. */
export type RatePart = { readonly rate: number; readonly units: Ratio; readonly price: Ratio; readonly amount: Ratio };

/**
 * The unit prices of a usage term on `day`, escalated and discounted as of the period that begins on `periodStart`. Percentage discounts lower the
 * unit price, one after the other (rules 6). Committed terms have no fixed discounts.
 */
export function ratesOf(
  term: Pick<BillingTerm, "start" | "interval" | "price" | "layers">,
  day: Day,
  periodStart: Day,
): Rates {
  const agreed = priceOn(term, day);
  const times = timesEscalated(agreed, { termStart: term.start, periodStart });
  const price = escalatedPrice(agreed, times);
  const factor = activeDiscounts(price.discounts, periodStart)
    .filter(({ type }) => type === "PERCENTAGE")
    .reduce((left, { amount }) => multiplyRatios(left, subtractRatios(oneRatio, ratioFromDecimal(amount))), oneRatio);
  return price.pricing.map(({ tierMinimum, amount }) => ({
    from: ratioFromDecimal(tierMinimum),
    price: reduceRatio(multiplyRatios(ratioFromDecimal(amount), factor)),
  }));
}

/** The exact amounts for the units between two quantities, by rate. */
export function partsBetween(rates: Rates, from: Ratio, to: Ratio): RatePart[] {
  return rates.flatMap((rate, index): RatePart[] => {
    const lower = maxRatio(rate.from, from);
    const next = rates[index + 1];
    const upper = next === undefined ? to : minRatio(next.from, to);
    if (compareRatios(upper, lower) <= 0) return [];
    const units = reduceRatio(subtractRatios(upper, lower));
    return [{ rate: index, units, price: rate.price, amount: reduceRatio(multiplyRatios(units, rate.price)) }];
  });
}

/** The number of units, at most `most`, that a value pays for, counted from the quantity `from`. A unit may be split. */
export function unitsWithin(rates: Rates, from: Ratio, most: Ratio, value: Ratio): Ratio {
  let [units, left] = [zeroRatio, value];
  for (const part of partsBetween(rates, from, addRatios(from, most))) {
    if (compareRatios(part.amount, left) > 0) return reduceRatio(addRatios(units, divideRatios(left, part.price)));
    units = addRatios(units, part.units);
    left = subtractRatios(left, part.amount);
  }
  return reduceRatio(units);
}

/**
 * The increase of the price of overage between two quantities, by tier (data model 8.4). With `USE_TOP_TIER_PRICE_ONLY` the tier that is reached
 * prices all units; if it is a new one, the price by the tier before is subtracted.
 */
export function overageParts({ tierPricingType, tiers }: OverageConfig, from: Ratio, to: Ratio): RatePart[] {
  const rates = tiers.map((tier) => ({ from: ratioFromDecimal(tier.from), price: ratioFromDecimal(tier.price) }));
  if (compareRatios(from, to) === 0) return [];
  if (tierPricingType === "USE_ALL_TIER_PRICES") return partsBetween(rates, from, to);
  const reached = (units: Ratio) => rates.findLastIndex((rate) => compareRatios(rate.from, units) <= 0);
  const [before, after] = [reached(from), reached(to)];
  const partOf = (rate: number, units: Ratio): RatePart => {
    const { price } = rates[rate] as Rate;
    return { rate, units, price, amount: reduceRatio(multiplyRatios(units, price)) };
  };
  if (before === after) return [partOf(after, reduceRatio(subtractRatios(to, from)))];
  const left = partOf(before, subtractRatios(zeroRatio, from));
  return from.numerator === 0n ? [partOf(after, to)] : [left, partOf(after, to)];
}
