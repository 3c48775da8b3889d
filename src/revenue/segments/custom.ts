import type { ManualMonth } from "../../billing-terms/performance-obligation.ts";
import { firstDayOf } from "../../kernel/day.ts";
import { type Money, sum } from "../../kernel/money.ts";
import { ratio } from "../../kernel/ratio.ts";
import { type EarningSegment, inSteps, onDay, type SegmentReason } from "../earning-segment.ts";

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
