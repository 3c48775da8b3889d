import type { Day } from "../../kernel/day.ts";
import { type Money, parseMoney } from "../../kernel/money.ts";
import { type BillingTerm, priceOn } from "../billing-term.ts";
import { billingPeriods } from "./charges.ts";
import { escalatedPrice, timesEscalated } from "./escalator.ts";

/**
 * The price of one unit, or the flat amount of a period, on a day, with escalations up to its billing period. Null if tiers, discounts or usage
 * make it ambiguous, or if it has more decimals than the currency.
 *
 * @param day within the term
 */
export function unitPriceOn(term: BillingTerm, day: Day, currency: string): Money | null {
  const price = priceOn(term, day);
  if (price.pricingType !== "SIMPLE" || price.discounts.length > 0 || term.eventTypeId !== null) return null;
  const [only] = escalatedPrice(
    price,
    timesEscalated(price, { termStart: term.start, periodStart: startOf(term, day) }),
  ).pricing;
  return only === undefined ? null : (parseMoney(only.amount, currency) ?? null);
}

/** The first day of the billing period of a day. */
function startOf(term: BillingTerm, day: Day): Day {
  if (term.price.escalator === null && term.layers.every(({ price }) => price.escalator === null)) return day;
  let start = term.start;
  for (const { covered } of billingPeriods(term)) {
    if (covered.start > day) return start;
    start = covered.start;
  }
  return start;
}
