import type { BillingTerm } from "../billing-terms/billing-term.ts";
import type { PricingContext } from "../billing-terms/charges/price.ts";
import { pricedPeriodsOf } from "../billing-terms/charges/segment.ts";
import type { Day } from "../kernel/day.ts";
import type { AnchoredPeriod, Period } from "../kernel/periods.ts";
import { zeroRatio } from "../kernel/ratio.ts";
import { type DayOfUsage, quantitiesOf } from "./daily-usage.ts";
import type { Aggregation } from "./event-type.ts";
import { limitsOf } from "./period-limits.ts";
import { rateUsage, type UsageLine, type UsagePart } from "./rate.ts";
import type { UsageRule } from "./usage-rule.ts";

/** A usage term with its customer's usage of its event type, on any days. */
export type MeteredTerm = {
  readonly term: BillingTerm;
  readonly aggregation: Aggregation;
  readonly days: readonly DayOfUsage[];
  /** The first day whose usage is billed here, if other books billed the days before it (ADR 0077); else null. */
  readonly openedOn: Day | null;
};

/** The price of usage on some days of service, tax excluded; negative if more was credited than used. */
export type UsageCharge = UsageLine & {
  readonly billingPeriod: AnchoredPeriod;
  /** The days of service, half-open. */
  readonly period: Period;
};

/**
 * The price to date of the usage of one billing period before a day. The uplift to a minimum is only included once its days are over (rules 7).
 *
 * A changed price applies to its own days (rules 7, "layers"): it divides the period into parts, each with charges of its own, tiers from zero and
 * prorated flat amounts. Minimum and maximum apply to all parts together. Days before the opening of a contract are no part of the period: other
 * books billed them, with their share of the minimum.
 */
export function chargesOfPeriod(
  { term, aggregation, days, openedOn }: MeteredTerm,
  billingPeriod: AnchoredPeriod,
  before: Day,
  context: PricingContext,
): UsageCharge[] {
  const { tierScope, prorationPolicy, start: termStart } = term;
  const rules = pricedPeriodsOf(term, billingPeriod.covered, () => zeroRatio).flatMap(
    ({ start: from, end, price }): UsageRule[] => {
      const start = Math.max(from, openedOn ?? from);
      if (start >= end) return [];
      return [{ price, tierScope, prorationPolicy, billingPeriod, termStart, days: { start, end }, aggregation }];
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
