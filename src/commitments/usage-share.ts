import type { Period } from "../kernel/periods.ts";
import { divideRatios, oneRatio, type Ratio, reduceRatio, sumRatios } from "../kernel/ratio.ts";
import { bySplit, splitKeyOf, type UsageSplit } from "../usage/usage-split.ts";
import type { DailyUsage } from "./commitment.ts";

/** A part of the usage of an event type with a separate line or invoice. */
export type UsageShare = UsageSplit & {
  /** Of the event type's units of the billing period; the shares of all splits sum to one. */
  readonly share: Ratio;
};

/**
 * How the lines of an event type in one billing period are split, by differentiator and then by split key, null first. Every
 * line takes its share of each step and of the overage: which of them came first decides nothing. Parts that are negative
 * as a whole have no share.
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
