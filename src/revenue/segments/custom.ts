import type { ManualMonth } from "../../billing-terms/performance-obligation.ts";
import { type Day, firstDayOf } from "../../kernel/day.ts";
import { isNegative, isZero, type Money, subtract, sum } from "../../kernel/money.ts";
import { ratio } from "../../kernel/ratio.ts";
import { type EarningSegment, endedOn, inSteps, onDay, type SegmentReason } from "../earning-segment.ts";

const listed: SegmentReason = { of: "MANUAL" };

/**
 * The months that were listed, as listed. If the price changed since, each month gets its proportional share of the new price.
 * Months that come to nothing together earn what is listed of each, and the last one what the price came to be besides.
 */
export function byListedMonths(price: Money, list: readonly ManualMonth[]): EarningSegment[] {
  const months = list.toSorted((a, b) => a.month - b.month);
  const whole = sum(
    months.map(({ total }) => total),
    price.currency,
  ).minor;
  if (whole !== 0n) {
    let reached = 0n;
    const steps = months.map(({ month, total }) => {
      reached += total.minor;
      return { day: firstDayOf(month), share: ratio(reached, whole) };
    });
    const segment = inSteps(price, steps, listed);
    return segment === null ? [] : [segment];
  }
  const last = months.at(-1);
  if (last === undefined) return [];
  const segments = months.map(({ month, total }) => onDay(total, firstDayOf(month), listed));
  return [...segments, onDay(price, firstDayOf(last.month), listed)];
}

/**
 * What is left of a price in the listed months that had not begun by a day: those that had keep what they earned. Where no month is left
 * for it, or less is left than they have, all of the list comes to the price.
 */
export function byMonthsLeft(
  price: Money,
  list: readonly ManualMonth[],
  {
    day,
    segments,
    earned,
  }: { readonly day: Day; readonly segments: readonly EarningSegment[]; readonly earned: Money },
): EarningSegment[] {
  const later = list.filter(({ month }) => firstDayOf(month) >= day);
  const left = subtract(price, earned);
  if (isNegative(left) || (later.length === 0 && !isZero(left))) return byListedMonths(price, list);
  return [...endedOn(segments, day), ...byListedMonths(left, later)];
}

/** Are the months of two lists the same that begin before a day? */
export function isListedAlike(a: readonly ManualMonth[], b: readonly ManualMonth[], before: Day | null): boolean {
  const begun = (list: readonly ManualMonth[]) =>
    list
      .filter(({ month, total }) => total.minor !== 0n && (before === null || firstDayOf(month) < before))
      .map(({ month, total }) => `${month} ${total.minor}`)
      .sort()
      .join();
  return begun(a) === begun(b);
}
