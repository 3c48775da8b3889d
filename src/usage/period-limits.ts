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
 * Minimum and maximum of one billing period (data model 5.1, ADR 0096). If the price changes inside the period, they are the sum of the
 * shares that the parts have of theirs, by days, and apply to all that the period charges.
 *
 * ```
 *  at most 9,000 a month, 600 calls at 10 and, from the 16th on, 300 at 12:
 *
 *                 1st            16th           end
 *  used            |─── 6,000 ────|─── 3,600 ────|
 *  charged         |─── 6,000 ────|─── 3,000 ────|      9,000
 * ```
 */
export type PeriodLimits = {
  /** The share of each part; null if its price has no such limit. */
  readonly maxima: readonly (Ratio | null)[];
  readonly minima: readonly (Ratio | null)[];
  /** Index of the last part with a minimum, which has the uplift of the period; -1 if none has one. */
  readonly lastWithMinimum: number;
};

/** What earlier parts with the limit charged: exact and before discounts towards the maximum, rounded and net towards the minimum. */
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

/** The minimum of the period, and what earlier parts left of its maximum; null if the part has no such limit. */
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

/** Adds what one more part charges. */
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
