import type { Day } from "../kernel/day.ts";
import { type BilledUsage, measuredTypes, unbilledLines } from "../usage/late-usage.ts";
import type { Commitment, DailyUsage, Schedule } from "./commitment.ts";
import { type CommitmentLine, lineOfNothing, scheduleLines } from "./commitment-lines.ts";
import { commitmentPeriods } from "./commitment-periods.ts";
import { type ComputedPeriod, computePeriod, type PeriodContext } from "./period-computation.ts";

/** Every commitment period of a schedule, computed from all recorded usage. */
export function computedPeriods(
  commitment: Commitment,
  schedule: Schedule,
  facts: readonly DailyUsage[],
  context: PeriodContext,
): ComputedPeriod[] {
  return commitmentPeriods(schedule).map((period) => computePeriod(commitment, schedule, period, facts, context));
}

/**
 * The lines that a commitment still has to bill, over all its periods: the lines by present usage less those of issued documents (rules 7: late and
 * deleted usage recalculates its whole commitment period).
 *
 * @param billed lines of this commitment
 */
export function owedByCommitment(
  commitment: Commitment,
  facts: readonly DailyUsage[],
  billed: readonly BilledUsage[],
  context: PeriodContext,
): CommitmentLine[] {
  return commitment.schedules.flatMap((schedule) => {
    const periods = computedPeriods(commitment, schedule, facts, context);
    const lines = scheduleLines(periods, facts, context.rounding);
    const ofSchedule = billed.filter(({ scheduleId }) => scheduleId === schedule.id);
    return owedOfSchedule(periods, lines, ofSchedule, {
      ...context,
      invoicedThrough: usageInvoicedThrough(ofSchedule),
    });
  });
}

/** @param invoicedThrough the end of the last billing period whose usage is invoiced, exclusive */
export function owedOfSchedule(
  periods: readonly ComputedPeriod[],
  lines: readonly CommitmentLine[],
  billed: readonly BilledUsage[],
  context: Pick<PeriodContext, "terms" | "rounding"> & { readonly invoicedThrough: Day | null },
): CommitmentLine[] {
  return unbilledLines(lines, billed, {
    isInvoiced: ({ service }) => context.invoicedThrough !== null && service.end <= context.invoicedThrough,
    nothingLeft: (line) => lineOfNothing(line, periods, context),
  });
}

/** The end of the last billing period whose usage is invoiced, exclusive; null while none is. */
export function usageInvoicedThrough(billed: readonly BilledUsage[]): Day | null {
  const usage = billed.filter(({ type }) => measuredTypes.includes(type));
  return usage.length === 0 ? null : Math.max(...usage.map(({ service }) => service.end));
}
