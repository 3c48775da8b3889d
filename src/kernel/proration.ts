import { addMonths, type Day, daysInMonth, monthOf } from "./day.ts";
import type { Period } from "./periods.ts";
import { oneRatio, type Ratio, ratio, subtractRatios, zeroRatio } from "./ratio.ts";

export const prorationPolicies = ["NONE", "MONTH", "DAY"] as const;
/** How a short period owes a part of the full period's price (data model 5.5). */
export type ProrationPolicy = (typeof prorationPolicies)[number];

/**
 * The share of a full period's price that a short period owes. Exact; only the document line is rounded.
 *
 * - `DAY`: covered days ÷ days of the full anchored period.
 * - `MONTH`: whole months from the first covered day, and the rest as days of the month they lie in ÷ its length, over the
 *   same measure of the full period.
 * - `NONE`: the full price.
 */
export function proratedShare(policy: ProrationPolicy, covered: Period, full: Period): Ratio {
  if (covered.start === full.start && covered.end === full.end) return oneRatio;
  switch (policy) {
    case "DAY":
      return ratio(covered.end - covered.start, full.end - full.start);
    case "MONTH": {
      const whole = monthsBetween(full.start, full.end);
      const part = monthsBetween(covered.start, covered.end);
      return ratio(part.numerator * whole.denominator, part.denominator * whole.numerator);
    }
    case "NONE":
      return covered.end > covered.start ? oneRatio : zeroRatio;
  }
}

/** Whole months from `start`, counted from its day of the month, plus the days left ÷ days of the month they begin in. */
export function monthsBetween(start: Day, end: Day): Ratio {
  let months = 0;
  while (addMonths(start, months + 1) <= end) months++;
  const rest = addMonths(start, months);
  if (rest === end) return ratio(months);
  const length = daysInMonth(monthOf(rest));
  return ratio(months * length + (end - rest), length);
}

/** The share of the part of a covered period from `from` to `to`: shares of consecutive parts sum to that of the whole. */
export function partShare(policy: ProrationPolicy, covered: Period, full: Period, from: Day, to: Day): Ratio {
  const through = (day: Day) =>
    day <= covered.start ? zeroRatio : proratedShare(policy, { start: covered.start, end: day }, full);
  return subtractRatios(through(to), through(from));
}
