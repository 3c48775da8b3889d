import type { BillingTerm } from "../../src/billing-terms/billing-term.ts";
import type { IssuedEnds } from "../../src/billing-terms/charges/billed-parts.ts";
import { linesOf } from "../../src/billing-terms/charges/charges.ts";
import type { PeriodPrice, PricingContext } from "../../src/billing-terms/charges/price.ts";
import type { AnchoredPeriod, Period } from "../../src/kernel/periods.ts";
import { proratedShare } from "../../src/kernel/proration.ts";
import type { Ratio } from "../../src/kernel/ratio.ts";

type PricedPeriod = AnchoredPeriod & { readonly price: PeriodPrice };

/**
 * The billing periods of a term in order, each with the price of its base charge; true-ups of seats are separate charges
 * (`chargesOf`). A period that is billed in several parts comes once for each part, whose days are `covered`. Terms without an end
 * yield periods without end.
 */
export function* pricedPeriods(
  term: BillingTerm,
  context: PricingContext,
  issued?: IssuedEnds,
): Generator<PricedPeriod> {
  for (const { amendmentId, billingPeriod, period, line } of linesOf(term, context, issued)) {
    if (amendmentId === null) yield { ...billingPeriod, covered: period, price: line.price };
  }
}

/** The share of a full period's price for a short period, by days. */
export function proratedByDay(covered: Period, full: Period): Ratio {
  return proratedShare("DAY", covered, { ...full, anchor: full.start });
}
