import type { Period } from "../kernel/periods.ts";
import { divideRatios, oneRatio, type Ratio, reduceRatio, sumRatios } from "../kernel/ratio.ts";
import { bySplit, splitKeyOf, type UsageSplit } from "../usage/usage-split.ts";
import type { DailyUsage } from "./commitment.ts";

/** A part of the usage of an event type with a separate line or invoice. */
export type UsageShare = UsageSplit & {
  /** The share of the event type's units in the billing period; shares of all splits sum to one. */
  readonly share: Ratio;
};

/**
 * The shares by which lines of an event type in one billing period are split, ordered by differentiator, then split key, null first. Every line gets
 * its share of each step and of overage, whatever the order of the events. Splits whose sum is not positive have no share.
 */
export function sharesOf(facts: readonly DailyUsage[], eventTypeId: string, { start, end }: Period): UsageShare[] {
  const own = facts.filter((fact) => fact.eventTypeId === eventTypeId && fact.day >= start && fact.day < end);
  const byKey = Map.groupBy(own, splitKeyOf);
  const parts = [...byKey.values()]
    .flatMap((same) => {
      const [first] = same;
      const units = sumRatios(same.map(({ quantity }) => quantity));
      return first !== undefined && units.numerator > 0n ? [{ ...first, units }] : [];
    })
    .toSorted(bySplit);
  const whole = sumRatios(parts.map(({ units }) => units));
  return parts.map(({ differentiator, invoiceSplitKey, units }) => ({
    differentiator,
    invoiceSplitKey,
    share: parts.length === 1 ? oneRatio : reduceRatio(divideRatios(units, whole)),
  }));
}
