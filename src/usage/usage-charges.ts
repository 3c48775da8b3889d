import type { BillingTerm } from "../billing-terms/billing-term.ts";
import type { PricingContext } from "../billing-terms/price.ts";
import { pricedPeriodsOf } from "../billing-terms/segment.ts";
import type { Day } from "../kernel/day.ts";
import type { AnchoredPeriod, Period } from "../kernel/periods.ts";
import { zeroRatio } from "../kernel/ratio.ts";
import { type DayOfUsage, quantitiesOf } from "./daily-usage.ts";
import type { Aggregation } from "./event-type.ts";
import { rateUsage, type UsageLine } from "./rate.ts";

/** A usage term with what its customer used of its event type, on any days. */
export type MeteredTerm = {
  readonly term: BillingTerm;
  readonly aggregation: Aggregation;
  readonly days: readonly DayOfUsage[];
  /** The first day that is billed here, where other books billed those before it (ADR 0077); null otherwise. */
  readonly openedOn: Day | null;
};

/** What the usage of some days of service is worth, tax excluded: below zero where more was credited than used. */
export type UsageCharge = UsageLine & {
  readonly billingPeriod: AnchoredPeriod;
  /** The days that it is for, half-open. */
  readonly period: Period;
};

/**
 * The price to date of the usage of one billing period before a day, tiers included. The uplift to a minimum is
 * not owed before the period is over (rules 7).
 *
 * A changed price holds for its own days (rules 7, "layers"): it cuts the period, and each part is a charge of its own whose
 * tiers begin anew, with its share of flat amounts, minimum and maximum. So does what an opening leaves of a period: what it owed of the
 * days before is on the bills of other books, its minimum too.
 */
export function chargesOfPeriod(
  { term, aggregation, days, openedOn }: MeteredTerm,
  billingPeriod: AnchoredPeriod,
  before: Day,
  context: PricingContext,
): UsageCharge[] {
  const { tierScope, prorationPolicy, start: termStart } = term;
  const subPeriods = pricedPeriodsOf(term, billingPeriod.covered, () => zeroRatio);
  return subPeriods.flatMap(({ start: from, end, price }) => {
    const start = Math.max(from, openedOn ?? from);
    if (start >= Math.min(end, before)) return [];
    const period = { start, end };
    const quantities = quantitiesOf(aggregation, { start, end: Math.min(end, before) }, days);
    const isSum = aggregation === "SUM";
    const rule = { price, tierScope, prorationPolicy, billingPeriod, termStart, days: period, isSum };
    const lines = rateUsage(rule, quantities, context);
    return lines
      .filter(({ type }) => type !== "MINIMUM" || end <= before)
      .map((line) => ({ ...line, billingPeriod, period }));
  });
}
