import { ratioFromDecimal } from "../kernel/decimal.ts";
import type { Money } from "../kernel/money.ts";
import type { AnchoredPeriod } from "../kernel/periods.ts";
import type { Ratio, Rounding } from "../kernel/ratio.ts";
import type { BillingTerm, Price } from "./billing-term.ts";
import { type IssuedEnds, linesOf } from "./charges.ts";
import { amountOfQuantity } from "./tier-price.ts";

/** What a term charges for one billing period, tax excluded. `total` = `subtotal` − `discountTotal`, never below zero. */
export type PeriodPrice = { readonly subtotal: Money; readonly discountTotal: Money; readonly total: Money };

export type PricedPeriod = AnchoredPeriod & { readonly price: PeriodPrice };

export type PricingContext = { readonly currency: string; readonly rounding: Rounding };

/**
 * The billing periods of a term in order, each with the price of its base charge; true-ups of seats are charges of their
 * own (`chargesOf`). A period that is billed in parts comes once for each, `covered` its days. Open-ended terms never stop.
 */
export function* pricedPeriods(
  term: BillingTerm,
  context: PricingContext,
  issued?: IssuedEnds,
): Generator<PricedPeriod> {
  for (const { seatAmendmentId, billingPeriod, period, line } of linesOf(term, context, issued)) {
    if (seatAmendmentId === null) yield { ...billingPeriod, covered: period, price: line.price };
  }
}

/** The exact price of a full period as it was agreed at first, before escalation and discounts. */
export function fullPeriodPrice(price: Price): Ratio {
  return amountOfQuantity(price, ratioFromDecimal(price.quantity));
}
