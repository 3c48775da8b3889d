import type { ManualMonth } from "../../billing-terms/performance-obligations/performance-obligation.ts";
import { type Day, firstDayOf } from "../../kernel/day.ts";
import { isNegative, isZero, type Money, subtract, sum } from "../../kernel/money.ts";
import { ratio } from "../../kernel/ratio.ts";
import { type EarningSegment, endedOn, inSteps, onDay, type SegmentReason } from "../earning-segment.ts";

const listed: SegmentReason = { of: "MANUAL" };

/**
 * Revenue in the listed months. If the price differs from the sum of the list, each month gets its proportional share. If the list sums to
 * zero, each month gets its listed amount, and the last month the price.
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
 * Listed months after a price change: months that had begun by `day` keep what they earned, later months share the rest. If no later month
 * exists, or the price is below what is already earned, the whole list is recalculated for the price.
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

/** True if two lists have the same amounts in all months that begin before a day; null compares all months. */
export function isListedAlike(a: readonly ManualMonth[], b: readonly ManualMonth[], before: Day | null): boolean {
  const begun = (list: readonly ManualMonth[]) =>
    list
      .filter(({ month, total }) => total.minor !== 0n && (before === null || firstDayOf(month) < before))
      .map(({ month, total }) => `${month} ${total.minor}`)
      .sort()
      .join();
  return begun(a) === begun(b);
}
