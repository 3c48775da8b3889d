import type { BillingTerm } from "../billing-terms/billing-term.ts";
import type { PricingContext } from "../billing-terms/price.ts";
import { pricedPeriodsOf } from "../billing-terms/segment.ts";
import type { Day } from "../kernel/day.ts";
import type { AnchoredPeriod, Period } from "../kernel/periods.ts";
import { zeroRatio } from "../kernel/ratio.ts";
import { type DayOfUsage, quantitiesOf } from "./daily-usage.ts";
import type { Aggregation } from "./event-type.ts";
import { limitsOf } from "./period-limits.ts";
import { rateUsage, type UsageLine, type UsagePart } from "./rate.ts";
import type { UsageRule } from "./usage-rule.ts";

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
 * tiers begin anew, with its share of flat amounts. Minimum and maximum are those of all parts together. What an opening leaves of a
 * period is cut as well: what it owed of the days before is on the bills of other books, its minimum too.
 */
export function chargesOfPeriod(
  { term, aggregation, days, openedOn }: MeteredTerm,
  billingPeriod: AnchoredPeriod,
  before: Day,
  context: PricingContext,
): UsageCharge[] {
  const { tierScope, prorationPolicy, start: termStart } = term;
  const isSum = aggregation === "SUM";
  const rules = pricedPeriodsOf(term, billingPeriod.covered, () => zeroRatio).flatMap(
    ({ start: from, end, price }): UsageRule[] => {
      const start = Math.max(from, openedOn ?? from);
      if (start >= end) return [];
      return [{ price, tierScope, prorationPolicy, billingPeriod, termStart, days: { start, end }, isSum }];
    },
  );
  const parts = rules
    .filter((rule) => rule.days.start < before)
    .map((rule): UsagePart => {
      const { start, end } = rule.days;
      return { rule, quantities: quantitiesOf(aggregation, { start, end: Math.min(end, before) }, days) };
    });
  return rateUsage(parts, limitsOf(rules), context).flatMap((lines, place) => {
    const period = (parts[place] as UsagePart).rule.days;
    return lines
      .filter(({ type }) => type !== "MINIMUM" || period.end <= before)
      .map((line) => ({ ...line, billingPeriod, period }));
  });
}
