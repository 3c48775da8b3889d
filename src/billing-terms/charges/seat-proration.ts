import { addMonths, type Day } from "../../kernel/day.ts";
import type { AnchoredPeriod, Interval, Period } from "../../kernel/periods.ts";
import { type ProrationPolicy, partShare, proratedShare } from "../../kernel/proration.ts";
import { compareRatios, multiplyRatios, type Ratio, ratio, subtractRatios, zeroRatio } from "../../kernel/ratio.ts";
import type { SeatProrationPolicy } from "../seats.ts";

/** How a term's periods are counted in months, and how its short ones are prorated. */
export type SeatPeriods = {
  readonly start: Day;
  readonly interval: Interval;
  readonly intervalFrequency: number;
  readonly prorationPolicy: ProrationPolicy;
};

/**
 * The share of a full period's price that seats added on `from` are charged for the rest of the billing period (data model 7.2, rules 6). Exact.
 *
 * - `DAY`: days left ÷ days of the full period. `MONTH`: months left, as for a short period (5.5).
 * - `STARTED_MONTH`, `YEAR`: months or years left, counted from the anchor and each whole once it has begun ÷ those of the
 *   full period. `NONE`: all of it.
 *
 * Rounded-up shares never exceed the share of the whole period.
 *
 * @param part the billing period, or the days of it that are billed by themselves
 */
function restShare(
  policy: SeatProrationPolicy,
  term: SeatPeriods,
  { index, full, covered }: AnchoredPeriod,
  part: Period,
  from: Day,
): Ratio {
  if (from >= part.end) return zeroRatio;
  const rest = { start: from, end: part.end };
  const whole = () => partShare(term.prorationPolicy, covered, full, part.start, part.end);
  switch (policy) {
    case "DAY":
    case "MONTH":
      return proratedShare(policy, rest, full);
    case "NONE":
      return whole();
    case "STARTED_MONTH":
    case "YEAR": {
      const starts = unitStarts(term, index, full, policy === "YEAR" ? 12 : 1);
      const left = starts.filter((start, i) => start < rest.end && (starts[i + 1] ?? full.end) > rest.start);
      const share = ratio(left.length, starts.length);
      const most = whole();
      return compareRatios(share, most) <= 0 ? share : most;
    }
  }
}

/** The share of some days: that of the rest of the period on their first day, less that after their last day. */
export function restShareOfDays(
  policy: SeatProrationPolicy,
  term: SeatPeriods,
  period: AnchoredPeriod,
  part: Period,
  { start, end }: Period,
): Ratio {
  const restFrom = (day: Day) => restShare(policy, term, period, part, day);
  return subtractRatios(restFrom(start), restFrom(end));
}

/**
 * The share of a full period's price that some days owe in arrears, weighed by days whatever the policy: so the shares of the
 * days of `part` sum to its own share, and the seats to their day-weighted count.
 */
export function dayWeight(
  policy: ProrationPolicy,
  { covered, full }: AnchoredPeriod,
  part: Period,
  { start, end }: Period,
): Ratio {
  if (policy === "DAY") return partShare("DAY", covered, full, start, end);
  const whole = partShare(policy, covered, full, part.start, part.end);
  return multiplyRatios(whole, ratio(end - start, part.end - part.start));
}

const monthsOf: Readonly<Partial<Record<Interval, number>>> = { MONTH: 1, QUARTER: 3, YEAR: 12 };

/** The days on which the months (or units of more months) of a full period begin, the first with the period. */
function unitStarts(term: SeatPeriods, index: number, full: Period, unit: number): Day[] {
  const months = monthsOf[term.interval];
  const starts: Day[] = [];
  if (months !== undefined) {
    // Counted from the term's anchor, so that a month which ends on a 28th does not become two.
    const length = months * term.intervalFrequency;
    for (let month = 0; month < length; month += unit) starts.push(addMonths(term.start, index * length + month));
  } else {
    for (let month = 0; addMonths(full.start, month) < full.end; month += unit) {
      starts.push(addMonths(full.start, month));
    }
  }
  return starts;
}
