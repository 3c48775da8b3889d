import type { Period } from "../kernel/periods.ts";
import { addRatios, divideRatios, oneRatio, type Ratio, reduceRatio, zeroRatio } from "../kernel/ratio.ts";
import type { DailyUsage } from "./commitment.ts";

/** A part of an event type's usage that has a line, or an invoice, of its own. */
export type UsageSplit = Pick<DailyUsage, "differentiator" | "splitKey"> & {
  /** Of the event type's units of the billing period; the shares of all splits sum to one. */
  readonly share: Ratio;
};

/**
 * How the lines of an event type in one billing period are split, in the order of their texts. Every line takes its share of
 * each step and of the overage: which of them came first decides nothing. Parts that are negative as a whole have no share.
 */
export function splitsOf(facts: readonly DailyUsage[], eventTypeId: string, { start, end }: Period): UsageSplit[] {
  const own = facts.filter((fact) => fact.eventTypeId === eventTypeId && fact.day >= start && fact.day < end);
  const byKey = Map.groupBy(own, ({ differentiator, splitKey }) => JSON.stringify([differentiator, splitKey]));
  const parts = [...byKey]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, [first, ...others]]) => {
      if (first === undefined) return [];
      const units = others.reduce((sum, { quantity }) => addRatios(sum, quantity), first.quantity);
      return units.numerator > 0n ? [{ ...first, units: reduceRatio(units) }] : [];
    });
  const whole = parts.reduce((sum, { units }) => addRatios(sum, units), zeroRatio);
  return parts.map(({ differentiator, splitKey, units }) => ({
    differentiator,
    splitKey,
    share: parts.length === 1 ? oneRatio : reduceRatio(divideRatios(units, whole)),
  }));
}
