import { assert, unreachable } from "./assert.ts";
import { addMonths, civilDate, type Day, firstDayOf, monthOf } from "./day.ts";

export const intervals = ["NONE", "DAY", "WEEK", "SEMI_MONTH", "MONTH", "QUARTER", "YEAR"] as const;
export type Interval = (typeof intervals)[number];

/** Half-open: `start` is the first day, `end` the day after the last. */
export type Period = { readonly start: Day; readonly end: Day };

/** How a span of time is divided into billing periods. `end` is the day after the last one, null if open-ended. */
export type PeriodRule = {
  readonly anchor: Day;
  readonly interval: Interval;
  readonly intervalFrequency: number;
  readonly end: Day | null;
};

/** A whole billing period. Its months are counted from `anchor`, a day on or before its start. */
export type FullPeriod = Period & { readonly anchor: Day };

/** A billing period, whole and limited to the rule's span; the two differ for a short first or last period. */
export type AnchoredPeriod = { readonly index: number; readonly full: FullPeriod; readonly covered: Period };

/**
 * The billing periods in order, without a gap or an overlap, from the anchor to the end of the rule (data model 5.3).
 *
 * Period k starts at anchor + k intervals, always counted from the anchor: 31 January, 28 February, 31 March. `SEMI_MONTH` periods
 * are the 1st–15th and the 16th–end of a month; a start inside one makes a short first period. `NONE` is one period, from the
 * anchor to the end, or one day long without an end. An open-ended rule yields periods without end: take only those needed.
 */
export function* anchoredPeriods(rule: PeriodRule): Generator<AnchoredPeriod> {
  assert(rule.end === null || rule.end > rule.anchor, "a span has at least one day");
  for (let index = 0; ; index++) {
    const full = fullPeriod(rule, index);
    if (rule.end !== null && full.start >= rule.end) return;
    const covered = {
      start: Math.max(full.start, rule.anchor),
      end: rule.end === null ? full.end : Math.min(full.end, rule.end),
    };
    yield { index, full, covered };
    if (rule.interval === "NONE") return;
  }
}

/** The end (exclusive) of `count` periods from the anchor. */
export function endAfterPeriods(rule: Omit<PeriodRule, "end">, count: number): Day {
  assert(count > 0 && rule.interval !== "NONE", "a duration counts recurring periods");
  return fullPeriod({ ...rule, end: null }, count - 1).end;
}

function fullPeriod(rule: PeriodRule, index: number): FullPeriod {
  const { anchor, interval } = rule;
  if (interval === "NONE") return { start: anchor, end: rule.end ?? anchor + 1, anchor };
  if (interval === "SEMI_MONTH") return semiMonth(anchor, index);
  return { start: boundary(rule, index), end: boundary(rule, index + 1), anchor };
}

function boundary({ anchor, interval, intervalFrequency }: PeriodRule, index: number): Day {
  const steps = index * intervalFrequency;
  switch (interval) {
    case "DAY":
      return anchor + steps;
    case "WEEK":
      return anchor + 7 * steps;
    case "MONTH":
      return addMonths(anchor, steps);
    case "QUARTER":
      return addMonths(anchor, 3 * steps);
    case "YEAR":
      return addMonths(anchor, 12 * steps);
    case "NONE":
    case "SEMI_MONTH":
      throw new Error(`${interval} has no anchored boundary`);
    default:
      return unreachable(interval);
  }
}

/** Half a calendar month. Its months begin on the first, whatever the first day of the term. */
function semiMonth(anchor: Day, index: number): FullPeriod {
  const half = monthOf(anchor) * 2 + (civilDate(anchor).day > 15 ? 1 : 0) + index;
  const first = firstDayOf(Math.floor(half / 2));
  return half % 2 === 0
    ? { start: first, end: first + 15, anchor: first }
    : { start: first + 15, end: firstDayOf(Math.floor(half / 2) + 1), anchor: first };
}
