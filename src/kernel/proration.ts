import { addMonths, type Day, monthOf } from "./day.ts";
import type { FullPeriod, Period } from "./periods.ts";
import { oneRatio, type Ratio, ratio, subtractRatios, zeroRatio } from "./ratio.ts";

export const prorationPolicies = ["NONE", "MONTH", "DAY"] as const;
/** How the price of a short period is computed from that of the full period (data model 5.5). */
export type ProrationPolicy = (typeof prorationPolicies)[number];

/**
 * The share of a full period's price for a short period. Exact; only the document line is rounded.
 *
 * - `DAY`: covered days ÷ days of the full anchored period.
 * - `MONTH`: whole months from the first covered day, and the remaining days ÷ days of the anchored month in which they begin, over
 * the same measure of the full period (rules 8).
 * - `NONE`: the full price.
 */
export function proratedShare(policy: ProrationPolicy, covered: Period, full: FullPeriod): Ratio {
  if (covered.start === full.start && covered.end === full.end) return oneRatio;
  switch (policy) {
    case "DAY":
      return ratio(covered.end - covered.start, full.end - full.start);
    case "MONTH": {
      const whole = monthsIn(full, full.anchor);
      const part = monthsIn(covered, full.anchor);
      return ratio(part.numerator * whole.denominator, part.denominator * whole.numerator);
    }
    case "NONE":
      return covered.end > covered.start ? oneRatio : zeroRatio;
  }
}

/**
 * Whole months from the first day, and the remaining days ÷ days of the anchored month in which they begin. A span that begins with
 * an anchored month keeps the day of the anchor: 28 February to 31 March is a month of 31 days if the anchor is a 31st. The
 * remaining days are never more than a month.
 */
function monthsIn({ start, end }: Period, anchor: Day): Ratio {
  const before = anchoredMonth(anchor, start);
  const isAnchored = addMonths(anchor, before) === start;
  const after = (count: number) => (isAnchored ? addMonths(anchor, before + count) : addMonths(start, count));
  let months = 0;
  while (after(months + 1) <= end) months++;
  const rest = after(months);
  if (rest === end) return ratio(months);
  const month = anchoredMonth(anchor, rest);
  const length = addMonths(anchor, month + 1) - addMonths(anchor, month);
  return ratio(months * length + Math.min(end - rest, length), length);
}

/** How many months after the anchor the anchored month of a day begins. */
function anchoredMonth(anchor: Day, day: Day): number {
  const months = monthOf(day) - monthOf(anchor);
  return addMonths(anchor, months) <= day ? months : months - 1;
}

/** The share of the part of a covered period from `from` to `to`: the shares of consecutive parts sum to that of the whole. */
export function partShare(policy: ProrationPolicy, covered: Period, full: FullPeriod, from: Day, to: Day): Ratio {
  const through = (day: Day) =>
    day <= covered.start ? zeroRatio : proratedShare(policy, { start: covered.start, end: day }, full);
  return subtractRatios(through(to), through(from));
}
