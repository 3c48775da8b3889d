import { type BillingTerm, periodRule } from "../billing-terms/billing-term.ts";
import { type Day, formatDay } from "../kernel/day.ts";
import { anchoredPeriods, type Interval, type Period } from "../kernel/periods.ts";
import type { CommitmentInterval, Schedule } from "./commitment.ts";

/** A period after which the committed value is renewed. `index` is its number within the schedule, from 0. */
export type CommitmentPeriod = Period & { readonly scheduleId: string; readonly index: number };

/** The key of a commitment period in other capabilities: its schedule and its first day. */
export function commitmentPeriodId({ scheduleId, periodStart }: { scheduleId: string; periodStart: Day }): string {
  return `${scheduleId}:${formatDay(periodStart)}`;
}

type Span = Pick<Schedule, "start" | "end" | "interval">;

const intervalOf: Readonly<Record<CommitmentInterval, Interval>> = {
  DAILY: "DAY",
  WEEKLY: "WEEK",
  MONTHLY: "MONTH",
  QUARTERLY: "QUARTER",
  YEARLY: "YEAR",
};

/** The periods of a schedule: cut by its interval, counted from its first day; one period without an interval. */
export function commitmentPeriods(schedule: Span & Pick<Schedule, "id">): CommitmentPeriod[] {
  return cut(schedule).map(({ covered }, index) => ({ ...covered, scheduleId: schedule.id, index }));
}

/** True if the schedule has a whole number of periods. */
export function isWhole(schedule: Span): boolean {
  const last = cut(schedule).at(-1);
  return last !== undefined && last.covered.end === last.full.end;
}

/** The end, exclusive, of the last whole period from the schedule's start that ends by `limit`; null if there is none. */
export function lastBoundary({ start, interval }: Pick<Schedule, "start" | "interval">, limit: Day): Day | null {
  if (limit <= start) return null;
  if (interval === null) return limit;
  const whole = cut({ start, end: limit, interval }).filter(({ covered, full }) => covered.end === full.end);
  return whole.at(-1)?.full.end ?? null;
}

/** The term's billing periods that overlap a span, in order, cut at the end of the term. */
export function billingPeriodsIn(
  term: Pick<BillingTerm, "start" | "interval" | "intervalFrequency" | "end">,
  span: Period,
): Period[] {
  const periods: Period[] = [];
  for (const { covered } of anchoredPeriods(periodRule(term))) {
    if (covered.start >= span.end) break;
    if (covered.end > span.start) periods.push(covered);
  }
  return periods;
}

/** True if each billing period of the term lies within one commitment period: monthly billing fits quarterly periods, but not the reverse. */
export function isAligned(
  term: Pick<BillingTerm, "start" | "interval" | "intervalFrequency" | "end">,
  span: Span,
): boolean {
  const periods = cut(span).map(({ covered }) => covered);
  let at = 0;
  return billingPeriodsIn(term, span).every(({ start, end }) => {
    while (at < periods.length - 1 && (periods[at] as Period).end <= start) at++;
    const period = periods[at] as Period;
    return period.start <= start && end <= period.end;
  });
}

export function overlap(a: Period, b: Period): boolean {
  return a.start < b.end && b.start < a.end;
}

function cut({ start, end, interval }: Span) {
  if (end <= start) return [];
  const rule = interval === null ? "NONE" : intervalOf[interval];
  return [...anchoredPeriods({ anchor: start, interval: rule, intervalFrequency: 1, end })];
}
