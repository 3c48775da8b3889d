import type { Period } from "../kernel/periods.ts";
import { divideRatios, oneRatio, type Ratio, reduceRatio } from "../kernel/ratio.ts";
import type { DailyUsage } from "./commitment.ts";
import { sumOf } from "./drawdown.ts";

/** A part of an event type's usage that has a line, or an invoice, of its own. */
export type UsageSplit = Pick<DailyUsage, "differentiator" | "invoiceSplitKey"> & {
  /** Of the event type's units of the billing period; the shares of all splits sum to one. */
  readonly share: Ratio;
};

/**
 * How the lines of an event type in one billing period are split, by differentiator and then by split key, null first. Every
 * line takes its share of each step and of the overage: which of them came first decides nothing. Parts that are negative
 * as a whole have no share.
 */
export function splitsOf(facts: readonly DailyUsage[], eventTypeId: string, { start, end }: Period): UsageSplit[] {
  const own = facts.filter((fact) => fact.eventTypeId === eventTypeId && fact.day >= start && fact.day < end);
  const byKey = Map.groupBy(own, ({ differentiator, invoiceSplitKey }) =>
    JSON.stringify([differentiator, invoiceSplitKey]),
  );
  const parts = [...byKey.values()]
    .flatMap((same) => {
      const [first] = same;
      const units = sumOf(same.map(({ quantity }) => quantity));
      return first !== undefined && units.numerator > 0n ? [{ ...first, units }] : [];
    })
    .toSorted(byName);
  const whole = sumOf(parts.map(({ units }) => units));
  return parts.map(({ differentiator, invoiceSplitKey, units }) => ({
    differentiator,
    invoiceSplitKey,
    share: parts.length === 1 ? oneRatio : reduceRatio(divideRatios(units, whole)),
  }));
}

function byName(a: DailyUsage, b: DailyUsage): number {
  return byText(a.differentiator, b.differentiator) || byText(a.invoiceSplitKey, b.invoiceSplitKey);
}

function byText(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  return a < b ? -1 : 1;
}
