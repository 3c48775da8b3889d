import type { PerformanceObligation } from "../billing-terms/obligation.ts";
import { type PricingContext, pricedPeriods } from "../billing-terms/price.ts";
import { assert } from "../kernel/assert.ts";
import { type Day, firstDayOf, type Month, monthOf } from "../kernel/day.ts";
import { add, type Money, subtract, zero } from "../kernel/money.ts";
import { earnedPart } from "./pattern.ts";

export type MonthlyRevenue = { readonly month: Month; readonly amount: Money };

/** All that the billing schedule bills, net of discounts; null while it is open-ended (rules 7). */
export function transactionPrice(obligation: PerformanceObligation, context: PricingContext): Money | null {
  if (obligation.billingTerm.end === null && obligation.billingTerm.interval !== "NONE") return null;
  let price = zero(context.currency);
  for (const period of pricedPeriods(obligation.billingTerm, context)) price = add(price, period.price.total);
  return price;
}

/**
 * Revenue from the start of service to the end of `month`: the target that a close compares with what is posted.
 * Every month's revenue is a difference of two targets, so nothing is lost to rounding and nothing drifts.
 */
export function revenueThrough(obligation: PerformanceObligation, month: Month, context: PricingContext): Money {
  return revenueBefore(obligation, firstDayOf(month + 1), context);
}

/** Revenue from the start of service to the day before `through`. */
export function revenueBefore(obligation: PerformanceObligation, through: Day, context: PricingContext): Money {
  return obligation.service.end === null
    ? evergreenRevenue(obligation, through, context)
    : fixedRevenue(obligation, { start: obligation.service.start, end: obligation.service.end }, through, context);
}

/** Revenue month by month from the first month of service to `last`; months without revenue are left out. */
export function monthlyRevenue(
  obligation: PerformanceObligation,
  last: Month,
  context: PricingContext,
): MonthlyRevenue[] {
  const months: MonthlyRevenue[] = [];
  let before = zero(context.currency);
  for (let month = firstMonth(obligation); month <= Math.min(last, lastMonth(obligation) ?? last); month++) {
    const through = revenueThrough(obligation, month, context);
    const amount = subtract(through, before);
    if (amount.minor !== 0n) months.push({ month, amount });
    before = through;
  }
  return months;
}

/** The first month that can have revenue. */
export function firstMonth(obligation: PerformanceObligation): Month {
  return monthOf(obligation.recognitionDate ?? obligation.service.start);
}

/** The last month that can have revenue; null for an evergreen obligation. */
export function lastMonth(obligation: PerformanceObligation): Month | null {
  if (obligation.recognitionDate !== null) return monthOf(obligation.recognitionDate);
  return obligation.service.end === null ? null : monthOf(obligation.service.end - 1);
}

function fixedRevenue(
  obligation: PerformanceObligation,
  service: { readonly start: Day; readonly end: Day },
  through: Day,
  context: PricingContext,
): Money {
  const price = transactionPrice(obligation, context);
  assert(price !== null, "an obligation with a last service day has a price");
  return earnedPart(
    price,
    obligation.recognitionPattern,
    service,
    obligation.recognitionDate,
    through,
    context.rounding,
  );
}

/** The unit is the billed period: those served in full count whole, the one under way by the pattern. */
function evergreenRevenue(obligation: PerformanceObligation, through: Day, context: PricingContext): Money {
  let revenue = zero(context.currency);
  for (const { covered, price } of pricedPeriods(obligation.billingTerm, context)) {
    if (covered.start >= through) break;
    revenue = add(
      revenue,
      earnedPart(price.total, obligation.recognitionPattern, covered, covered.start, through, context.rounding),
    );
  }
  return revenue;
}
