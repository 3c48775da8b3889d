import { civilDate, type Day, daysInMonth, firstDayOf, type Month, monthOf } from "../kernel/day.ts";
import { type Money, money, sum, zero } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import {
  multiplyRatios,
  oneRatio,
  type Ratio,
  type Rounding,
  ratio,
  roundRatio,
  sumRatios,
  zeroRatio,
} from "../kernel/ratio.ts";

/** How much of an amount is earned by the end of a day; the last step holds until the next. Days ascend. */
export type EarningStep = { readonly day: Day; readonly share: Ratio };

/**
 * How the days of a segment earn its amount: full calendar months alike and parts of a month by their days, days alike, or
 * in steps on some days (ASC 606-10-25-27 and -30; data model 6.5).
 */
export type EarningCurve =
  | { readonly by: "MONTHS" | "DAYS" }
  | { readonly by: "STEPS"; readonly steps: readonly EarningStep[] };

/** Why a segment exists: the initial price, a modification or credit (by id), billing, usage, breakage, manual revenue, or an opening. */
export type SegmentReason =
  | { readonly of: "INCEPTION" | "BILLING" | "USAGE" | "BREAKAGE" | "MANUAL" | "OPENING" }
  | { readonly of: "MODIFICATION" | "CREDIT"; readonly id: string };

/**
 * An amount that is earned over some days. All revenue of an obligation is a sum of these: a prospective modification on
 * day e ends segments there and adds one for what is left; a credit is a segment below zero.
 *
 * ```
 *        1 Jan            1 Apr                 31 Dec
 * v1     |── 300.00 ──────|···· until 1 Apr ····|          1,200.00 over the year, ended on 1 April
 * v2                      |── 1,500.00 ─────────|          900.00 left and 600.00 more
 * ```
 */
export type EarningSegment = {
  readonly amount: Money;
  /** Half-open; of a segment in steps, the days from its first to its last step. */
  readonly days: Period;
  readonly curve: EarningCurve;
  /** The day on which a modification ended it; it keeps what it earned before. Null if it was not ended. */
  readonly until: Day | null;
  readonly reason: SegmentReason;
};

/** What the segment has earned before `day`, rounded once (rules 5, "a total over time"): its months sum to its amount. */
export function earnedBefore(segment: EarningSegment, day: Day, rounding: Rounding): Money {
  const { amount } = segment;
  const share = shareBefore(segment, day);
  if (share === oneRatio) return amount;
  if (share === zeroRatio) return zero(amount.currency);
  const { numerator, denominator } = share;
  return money(roundRatio({ numerator: amount.minor * numerator, denominator }, rounding), amount.currency);
}

/** How much of its amount the segment has earned before `day`, unrounded: `oneRatio` and `zeroRatio` themselves for all and nothing. */
function shareBefore({ days, curve, until }: EarningSegment, day: Day): Ratio {
  const through = until === null ? day : Math.min(day, until);
  if (curve.by === "STEPS") return curve.steps.findLast((step) => step.day < through)?.share ?? zeroRatio;
  if (through <= days.start) return zeroRatio;
  if (through >= days.end) return oneRatio;
  const elapsed = elapsedUnits(curve.by, { start: days.start, end: through });
  return ratio(elapsed, elapsedUnits(curve.by, days));
}

/** What some segments have earned before a day, in minor units, unrounded: for weights, which are never rounded (rules 5). */
export function exactlyEarned(segments: readonly EarningSegment[], day: Day): Ratio {
  return sumRatios(segments.map((segment) => multiplyRatios(ratio(segment.amount.minor), shareBefore(segment, day))));
}

/** What some segments have earned before a day. */
export function sumEarned(
  segments: readonly EarningSegment[],
  day: Day,
  { currency, rounding }: { readonly currency: string; readonly rounding: Rounding },
): Money {
  return sum(
    segments.map((segment) => earnedBefore(segment, day, rounding)),
    currency,
  );
}

/** Segments that a prospective modification ends on a day: each keeps what it earned before. */
export function endedOn(segments: readonly EarningSegment[], day: Day): EarningSegment[] {
  return segments.map((one) => (one.until !== null && one.until <= day ? one : { ...one, until: day }));
}

/** A segment that is earned whole on one day. */
export function onDay(amount: Money, day: Day, reason: SegmentReason): EarningSegment {
  const steps = [{ day, share: oneRatio }];
  return { amount, days: { start: day, end: day + 1 }, curve: { by: "STEPS", steps }, until: null, reason };
}

/** A segment in steps, in the order of their days; null where there are none. */
export function inSteps(amount: Money, steps: readonly EarningStep[], reason: SegmentReason): EarningSegment | null {
  const [first, last] = [steps[0], steps.at(-1)];
  if (first === undefined || last === undefined) return null;
  const days = { start: first.day, end: last.day + 1 };
  return { amount, days, curve: { by: "STEPS", steps }, until: null, reason };
}

/** Revenue by month from `from` to `to`, both included; months without any are absent. */
export function earnedByMonth(
  segments: readonly EarningSegment[],
  { from, to }: { readonly from: Month; readonly to: Month },
  rounding: Rounding,
): Map<Month, bigint> {
  const months = new Map<Month, bigint>();
  for (const segment of segments) {
    const { first, last } = monthsOf(segment);
    const start = Math.max(first, from);
    let before = earnedBefore(segment, firstDayOf(start), rounding).minor;
    for (let month = start; month <= Math.min(last, to); month++) {
      const through = earnedBefore(segment, firstDayOf(month + 1), rounding).minor;
      if (through !== before) months.set(month, (months.get(month) ?? 0n) + through - before);
      before = through;
    }
  }
  return months;
}

/** The first and the last month in which a segment earns. */
export function monthsOf({ days, until }: EarningSegment): { readonly first: Month; readonly last: Month } {
  const end = until === null ? days.end : Math.min(days.end, Math.max(until, days.start + 1));
  return { first: monthOf(days.start), last: monthOf(end - 1) };
}

// One month is this many units, so that a day of a month with 28, 29, 30 or 31 days is a whole number of them.
const unitsPerMonth = 377_580;

/** Units of time from `start` to `end` by the curve's own measure. */
export function elapsedUnits(by: "MONTHS" | "DAYS", { start, end }: Period): number {
  return by === "DAYS" ? end - start : monthUnits(end) - monthUnits(start);
}

/** Month units from year 0 to the start of `day`. */
function monthUnits(day: Day): number {
  const { year, month, day: ofMonth } = civilDate(day);
  const months = year * 12 + month - 1;
  return months * unitsPerMonth + (ofMonth - 1) * (unitsPerMonth / daysInMonth(months));
}
