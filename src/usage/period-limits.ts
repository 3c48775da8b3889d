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
 * Minimum and maximum of one billing period. They are of its bill (data model 5.1), so where a price changes inside it they are those
 * of its parts together, each by the share of its days: what one part does not reach of them counts for another.
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
  /** Of all parts that have one: null for a part that has none. */
  readonly maxima: readonly (Ratio | null)[];
  readonly minima: readonly (Ratio | null)[];
  /** The last part with a minimum, by its place: it lifts them all. -1 where none has one. */
  readonly lastWithMinimum: number;
};

/** What parts charged of what counts together: exact before discounts, and the total as it was rounded; only parts with the limit count. */
export type Charged = { readonly towardsMaximum: Ratio; readonly towardsMinimum: Money };

export const nothingCharged = (currency: string): Charged => ({
  towardsMaximum: zeroRatio,
  towardsMinimum: zero(currency),
});

/** Of the full period: what flat amounts, minimum and maximum of some days are prorated by. */
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

/** The minimum of the period, and what the parts before left of its maximum; null where the part has none. */
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

/** With what one more part charges. */
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
