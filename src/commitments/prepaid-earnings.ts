import type { Day } from "../kernel/day.ts";
import { add, type Money } from "../kernel/money.ts";
import type { Rounding } from "../kernel/ratio.ts";
import { commitmentPeriods } from "./commitment-periods.ts";
import { type ContractUsage, committedTerms, dailyFacts } from "./contract-usage.ts";
import { computePeriod, prepaidAccount } from "./period-computation.ts";

/** The earned part of the prepaid value of one commitment period. */
export type PrepaidEarnings = {
  /** Key of the period: schedule id and first day. */
  readonly period: string;
  /** Drawn by usage, or lapsed after the period. */
  readonly earned: Money;
};

/**
 * The part of a prepayment that is earned before a day: what usage has drawn down (data model 8.8). Null if the term has no prepayment on the day of
 * the line, or if it is earned evenly (`STRAIGHT_LINE`).
 *
 * @param line the term under which it is billed, and its first day of service
 */
export function prepaidEarned(
  usage: ContractUsage,
  line: { readonly billingTermId: string; readonly start: Day },
  { before, rounding }: { readonly before: Day; readonly rounding: Rounding },
): PrepaidEarnings | null {
  for (const commitment of usage.commitments.filter(({ pattern }) => pattern === "RECOGNIZE_AS_CONSUMED")) {
    const schedule = commitment.schedules.find(
      ({ start, end, steps }) =>
        start <= line.start && line.start < end && steps[0]?.billingTermIds[0] === line.billingTermId,
    );
    if (schedule === undefined) continue;
    const period = commitmentPeriods(schedule).find(({ start, end }) => start <= line.start && line.start < end);
    if (period === undefined) continue;
    const facts = dailyFacts(usage).filter(({ day }) => day < before);
    const context = { terms: committedTerms(usage), rounding, today: before };
    const { drawn, lapsed } = prepaidAccount(computePeriod(commitment, schedule, period, facts, context).computation);
    return { period: `${schedule.id}/${period.start}`, earned: add(drawn, lapsed) };
  }
  return null;
}
