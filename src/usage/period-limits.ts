import { ratioFromDecimal } from "../kernel/decimal.ts";
import { add, type Money, zero } from "../kernel/money.ts";
import { partShare } from "../kernel/proration.ts";
import {
  addRatios,
  multiplyRatios,
  oneRatio,
  type Ratio,
  subtractRatios,
  sumRatios,
  zeroRatio,
} from "../kernel/ratio.ts";
import type { RatedGroup, UsageRule } from "./usage-rule.ts";

/**
 * Minimum and maximum of one billing period (data model 5.1, ADR 0096). If the price changes within the period, they are the sums of the
 * limits of the parts, prorated by days, and apply to the charges of the whole period.
 *
 * ```
 *  maximum 9,000 a month; 600 calls at 10 and, from the 16th on, 300 calls at 12:
 *
 *                 1st            16th           end
 *  used            |─── 6,000 ────|─── 3,600 ────|
 *  charged         |─── 6,000 ────|─── 3,000 ────|      9,000
 * ```
 */
export type PeriodLimits = {
  /** Prorated limits of each part; null if its price has no such limit. */
  readonly maxima: readonly (Ratio | null)[];
  readonly minima: readonly (Ratio | null)[];
  /** Index of the last part with a minimum, which gets the uplift of the period; -1 if there is none. */
  readonly lastWithMinimum: number;
};

/** Charges of earlier parts with the same limit: exact and before discounts for the maximum, rounded and after discounts for the minimum. */
export type Charged = { readonly towardsMaximum: Ratio; readonly towardsMinimum: Money };

export const nothingCharged = (currency: string): Charged => ({
  towardsMaximum: zeroRatio,
  towardsMinimum: zero(currency),
});

/** The share of the full period by which flat amounts, minimum and maximum of these days are prorated. */
export function shareOf({ prorationPolicy, billingPeriod: { covered, full }, days }: UsageRule): Ratio {
  const isFull = days.start === full.start && days.end === full.end;
  return isFull ? oneRatio : partShare(prorationPolicy, covered, full, days.start, days.end);
}

/** @param rules of all parts of the period, also of those that have not begun */
export function limitsOf(rules: readonly UsageRule[]): PeriodLimits {
  const prorated = (amount: string | null, rule: UsageRule) =>
    amount === null ? null : multiplyRatios(ratioFromDecimal(amount), shareOf(rule));
  const minima = rules.map((rule) => prorated(rule.price.minimumAmount, rule));
  const maxima = rules.map((rule) => prorated(rule.price.maximumAmount, rule));
  return { minima, maxima, lastWithMinimum: minima.findLastIndex((minimum) => minimum !== null) };
}

/** The minimum of the period, and the rest of its maximum after earlier parts; each null if the part has no such limit. */
export function limitsOfPart(
  { minima, maxima }: PeriodLimits,
  place: number,
  before: Charged,
): Pick<RatedGroup, "minimum" | "maximum"> {
  const all = (limits: readonly (Ratio | null)[]) => sumRatios(limits.filter((limit) => limit !== null));
  return {
    minimum: minima[place] === null ? null : all(minima),
    maximum: maxima[place] === null ? null : subtractRatios(all(maxima), before.towardsMaximum),
  };
}

/** Adds the charge of one more part. */
export function chargedWith(
  { towardsMaximum, towardsMinimum }: Charged,
  { capped, minimum, maximum }: RatedGroup,
  total: Money,
): Charged {
  return {
    towardsMaximum: maximum === null ? towardsMaximum : addRatios(towardsMaximum, capped),
    towardsMinimum: minimum === null ? towardsMinimum : add(towardsMinimum, total),
  };
}
