import type { PricingContext } from "../billing-terms/price.ts";
import { type Day, firstDayOf, type Month } from "../kernel/day.ts";
import { type Money, zero } from "../kernel/money.ts";
import { consumedRevenue } from "./consumed-revenue.ts";
import type { KnownPromise } from "./known-promise.ts";
import { firstMonth, revenueOf } from "./recognition.ts";

/** What is earned before a day of a promise as some month counts it; nothing where it does not count. */
export type Earned = (promise: KnownPromise | null) => (through: Day) => Money;

/** Its revenue, without prepaid value that lapsed. */
export function revenueOfCounted(context: PricingContext): Earned {
  return (promise) => (promise === null ? () => zero(context.currency) : revenueOf(promise, context));
}

/** Prepaid value that lapsed unused (data model 8.8). */
export function lapsedOf(context: PricingContext): Earned {
  return (promise) => {
    if (promise === null || promise.consumed.length === 0) return () => zero(context.currency);
    return (through) => consumedRevenue(promise, "BREAKAGE", through, context);
  };
}

/**
 * The first month whose revenue a catch-up of `month` makes good: the first one that earns something else by what this month
 * counts than by what the month before did. Where both know the same, what was posted differed from the first month on.
 *
 * @param now    the promise as the month counts it
 * @param before as the month before counted it
 * @returns a month before `month`
 */
export function firstMadeGood(
  { now, before }: { readonly now: KnownPromise | null; readonly before: KnownPromise | null },
  month: Month,
  earned: Earned,
): Month {
  const known = [now, before].filter((promise) => promise !== null);
  const first = Math.min(month - 1, ...known.map(firstMonth));
  if (now === before) return first;
  const [earnedNow, earnedBefore] = [earned(now), earned(before)];
  for (let each = first; each < month; each++) {
    const through = firstDayOf(each + 1);
    if (earnedNow(through).minor !== earnedBefore(through).minor) return each;
  }
  return first;
}
