import type { PerformanceObligationRecord, RecognitionPattern } from "../billing-terms/performance-obligation.ts";
import { elapsedPart } from "../kernel/allocate.ts";
import { present, unreachable } from "../kernel/assert.ts";
import { civilDate, type Day, daysInMonth, monthOf } from "../kernel/day.ts";
import { type Money, zero } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import type { Rounding } from "../kernel/ratio.ts";

// One month is this many units, so that a day of a month with 28, 29, 30 or 31 days is a whole number of them.
const unitsPerMonth = 377_580;

/**
 * The part of an amount that is earned before `through`, rounded once (rules 5, "a total over time"). Revenue of a month
 * is the difference of two such parts, so the months of a service sum to the amount exactly.
 *
 * - `STRAIGHT_LINE`: every full calendar month weighs the same, a partly covered one its covered days ÷ its days.
 * - `STRAIGHT_LINE_DAILY`: every day weighs the same.
 * - `POINT_IN_TIME`: nothing before `recognitionDate`, everything from it on.
 *
 * Satisfaction over time and at a point in time: ASC 606-10-25-27 and -30; data model 6.5.
 *
 * @param service         days over which the amount is earned, half-open
 * @param recognitionDate the day control passes; used by `POINT_IN_TIME` alone
 * @param through         exclusive: the first day that does not count
 */
export function earnedPart(
  amount: Money,
  pattern: TimedPattern,
  service: Period,
  recognitionDate: Day | null,
  through: Day,
  rounding: Rounding,
): Money {
  if (pattern === "POINT_IN_TIME") {
    return through > present(recognitionDate, "the recognition date") ? amount : zero(amount.currency);
  }
  if (through <= service.start) return zero(amount.currency);
  if (through >= service.end) return amount;
  const elapsed = elapsedUnits(pattern, service.start, through);
  return elapsedPart(amount, elapsed, elapsedUnits(pattern, service.start, service.end), rounding);
}

/** Patterns by which revenue is earned over time, or at one point of it. */
export type TimedPattern = Extract<RecognitionPattern, "STRAIGHT_LINE" | "STRAIGHT_LINE_DAILY" | "POINT_IN_TIME">;

export function isTimed(pattern: RecognitionPattern): pattern is TimedPattern {
  return pattern === "STRAIGHT_LINE" || pattern === "STRAIGHT_LINE_DAILY" || pattern === "POINT_IN_TIME";
}

/** Has the promise this pattern, or had it before a correction? Months before that still count it as it was. */
export function isEver({ obligation, corrections }: PerformanceObligationRecord, pattern: RecognitionPattern): boolean {
  if (obligation.recognitionPattern === pattern) return true;
  return corrections.some(({ of, changes }) => of === "PROMISE" && changes.recognitionPattern?.from === pattern);
}

/** Units of time from `start` to `end` (exclusive) by the pattern's own measure. */
export function elapsedUnits(pattern: "STRAIGHT_LINE" | "STRAIGHT_LINE_DAILY", start: Day, end: Day): number {
  switch (pattern) {
    case "STRAIGHT_LINE":
      return monthUnits(end) - monthUnits(start);
    case "STRAIGHT_LINE_DAILY":
      return end - start;
    default:
      return unreachable(pattern);
  }
}

/** Month units from year 0 to the start of `day`. */
function monthUnits(day: Day): number {
  const month = monthOf(day);
  return month * unitsPerMonth + (civilDate(day).day - 1) * (unitsPerMonth / daysInMonth(month));
}
