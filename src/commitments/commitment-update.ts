import type { Day } from "../kernel/day.ts";
import type { Issue } from "../kernel/errors.ts";
import type { Commitment, CommitmentInterval, OverageConfig, PricePriority, TrueUpBehavior } from "./commitment.ts";
import { type Change, type ChangeContext, invoicedThrough } from "./commitment-change.ts";
import { checkCommitment } from "./commitment-check.ts";
import { commitmentPeriods } from "./commitment-periods.ts";
import { checkTerms } from "./eligibility.ts";

/** The fields of the deprecated update (data model 8.7); absent ones stay. */
export type CommitmentPatch = {
  readonly value?: string;
  readonly start?: Day;
  readonly end?: Day;
  readonly interval?: CommitmentInterval | null;
  readonly isFullDuration?: boolean;
  readonly pricePriority?: PricePriority;
  readonly trueUpBehavior?: TrueUpBehavior;
  readonly billingTermsToAdd?: readonly string[];
  /** Set at creation only: always rejected here. */
  readonly overageConfigs?: readonly OverageConfig[];
};

/** Changes fields of a commitment at once. Value, days, interval and added terms can only be changed if it has one schedule and one step. */
export function updateCommitment(commitment: Commitment, patch: CommitmentPatch, context: ChangeContext): Change {
  const issues: Issue[] = [];
  const at = (path: string, code: string, message: string) => issues.push({ path, code, message });
  if (patch.overageConfigs !== undefined) {
    at(
      "/overageConfigs",
      "OVERAGE_CONFIG_IMMUTABLE",
      "Overage is set when a commitment is created; patch its schedule.",
    );
  }
  if (isInvoiced(commitment, context)) {
    at("", "COMMITMENT_LOCKED", "Periods of the commitment are invoiced; change its schedules instead.");
  }
  const [schedule, ...laterSchedules] = commitment.schedules;
  const [step, ...laterSteps] = schedule?.steps ?? [];
  const isFlat = laterSchedules.length === 0 && laterSteps.length === 0;
  const nested = [
    ["commitmentValue", patch.value],
    ["commitmentStartDate", patch.start],
    ["commitmentEndDate", patch.end],
    ["commitmentInterval", patch.interval],
    ["billingTermsToAdd", patch.billingTermsToAdd],
  ] as const;
  for (const [field, value] of nested) {
    if (isFlat || value === undefined) continue;
    at(`/${field}`, "USE_NESTED_ENDPOINTS", "The commitment has several schedules or steps; change those.");
  }
  if (issues.length > 0 || schedule === undefined || step === undefined) return { commitment, issues };

  const { isFullDuration = commitment.isFullDuration, pricePriority = commitment.pricePriority } = patch;
  const schedules = commitment.schedules.map((each) => ({
    ...each,
    trueUp: { ...each.trueUp, behavior: patch.trueUpBehavior ?? each.trueUp.behavior },
  }));
  if (isFlat) {
    const { value = step.value, billingTermsToAdd = [] } = patch;
    const only = { ...step, value, billingTermIds: [...step.billingTermIds, ...billingTermsToAdd] };
    // A commitment changed to the full duration gets the contract's days unless others are stated (rules 13).
    const span = patch.isFullDuration === true ? context.contract : { start: null, end: null };
    const { interval = schedule.interval } = patch;
    const start = patch.start ?? span.start ?? schedule.start;
    const end = patch.end ?? span.end ?? schedule.end;
    schedules[0] = { ...(schedules[0] ?? schedule), start, end, interval, steps: [only] };
  }
  const changed = { ...commitment, isFullDuration, pricePriority, schedules };
  const terms = schedules.flatMap((each, index) => checkTerms(changed, each, context, `/schedules/${index}`));
  return { commitment: changed, issues: [...checkCommitment(changed, context, ""), ...terms] };
}

/** Ends a commitment early, at the end of a period and not before the end of the last invoiced one (data model 8.7). */
export function terminateCommitment(commitment: Commitment, end: Day, context: Pick<ChangeContext, "issued">): Change {
  const kept = commitment.schedules.filter(({ start }) => start < end);
  const last = kept.at(-1);
  const issues: Issue[] = [];
  const at = (code: string, message: string) => issues.push({ path: "/endDate", code, message });
  if (last === undefined || !commitmentPeriods(last).some((period) => period.end === end)) {
    at("SCHEDULE_ALIGNMENT_INVALID", "A commitment must end at the end of one of its periods.");
  }
  const invoiced = commitment.schedules.flatMap((schedule) => invoicedThrough(schedule, context.issued) ?? []);
  if (invoiced.some((through) => end < through)) {
    at("SCHEDULE_INVOICE_GATE", "endDate must be on or after the last invoiced period's end.");
  }
  if (issues.length > 0 || last === undefined) return { commitment, issues };
  const schedules = [...kept.slice(0, -1), { ...last, end }];
  return { commitment: { ...commitment, isFullDuration: false, schedules }, issues };
}

function isInvoiced({ schedules }: Commitment, { issued }: Pick<ChangeContext, "issued">): boolean {
  return schedules.some((schedule) => invoicedThrough(schedule, issued) !== null);
}
