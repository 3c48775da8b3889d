import type { LineType } from "../billing-terms/line-type.ts";
import type { Day } from "../kernel/day.ts";
import type { Issue } from "../kernel/errors.ts";
import type { Period } from "../kernel/periods.ts";
import { type Commitment, type Prepaid, type Schedule, trueUpOf } from "./commitment.ts";
import { checkCommitment, type StructureContext } from "./commitment-check.ts";
import { commitmentPeriods, lastBoundary, overlap } from "./commitment-periods.ts";
import { checkTerms, type TermContext } from "./eligibility.ts";

/** Type and service days of an issued line of a commitment that is not void: USAGE, OVERAGE, TRUE_UP or PREPAYMENT. */
export type IssuedDays = { readonly type: LineType; readonly service: Period };

export type ChangeContext = StructureContext & TermContext & { readonly issued: readonly IssuedDays[] };

/** A changed commitment, and all validation errors; it may be stored only without any. */
export type Change = { readonly commitment: Commitment; readonly issues: readonly Issue[] };

/** Fields of a schedule to change; absent ones stay. */
export type SchedulePatch = Partial<Omit<Schedule, "id" | "steps">>;

/**
 * The end, exclusive, of the last period of a schedule with an issued line; null if there is none (data model 8.7, the invoice gate). A prepayment of
 * the whole schedule has a line in each period, so it closes all periods to changes.
 */
export function invoicedThrough(schedule: Schedule, issued: readonly IssuedDays[]): Day | null {
  const invoiced = commitmentPeriods(schedule).filter((period) =>
    issued.some(({ service }) => overlap(service, period)),
  );
  return invoiced.at(-1)?.end ?? null;
}

/** Appends a schedule after the last one. */
export function appendSchedule(commitment: Commitment, schedule: Schedule, context: ChangeContext): Change {
  const changed = { ...commitment, schedules: [...commitment.schedules, schedule] };
  const issues: Issue[] = [];
  const { isFullDuration, schedules } = commitment;
  if (isFullDuration && schedules.at(-1)?.end === context.contract.end) {
    issues.push(
      structural("/startDate", "The commitment covers the full duration already; shorten its last schedule first."),
    );
  }
  const index = schedules.length;
  const terms = checkTerms(changed, schedule, context, "", "SCHEDULE_ALIGNMENT_INVALID");
  return { commitment: changed, issues: [...issues, ...issuesOfSchedule(changed, index, context), ...terms] };
}

/** Changes the days or rules of a schedule. Invoiced periods keep both; future lines may get other names, items and payment terms. */
export function patchSchedule(
  commitment: Commitment,
  scheduleId: string,
  patch: SchedulePatch,
  context: ChangeContext,
): Change {
  const index = commitment.schedules.findIndex(({ id }) => id === scheduleId);
  const before = commitment.schedules[index];
  if (before === undefined) return { commitment, issues: [notInCommitment] };
  const schedule = { ...before, ...patch };
  const changed = { ...commitment, schedules: commitment.schedules.with(index, schedule) };
  const issues: Issue[] = [];
  if (schedule.end !== before.end && index !== commitment.schedules.length - 1) {
    issues.push(structural("/endDate", "Only the last schedule may end on another day; delete the later ones first."));
  }
  if (schedule.start !== before.start && index !== 0) {
    issues.push(structural("/startDate", "Only the first schedule may start on another day."));
  }
  issues.push(...gateOfPatch(before, schedule, context.issued));
  const terms = checkTerms(changed, schedule, context, "", "SCHEDULE_ALIGNMENT_INVALID");
  return { commitment: changed, issues: [...issues, ...issuesOfSchedule(changed, index, context), ...terms] };
}

/** Deletes the last schedule. The one before keeps its end or, with `extendPrevious`, takes over the days of the deleted one. */
export function deleteSchedule(
  commitment: Commitment,
  scheduleId: string,
  { extendPrevious }: { readonly extendPrevious: boolean },
  context: ChangeContext,
): Change {
  const { schedules, isFullDuration } = commitment;
  const index = schedules.findIndex(({ id }) => id === scheduleId);
  const gone = schedules[index];
  if (gone === undefined) return { commitment, issues: [notInCommitment] };
  const issues: Issue[] = [];
  const at = (code: string, message: string) => issues.push({ path: "", code, message });
  if (index !== schedules.length - 1) at("SCHEDULE_NOT_LAST", "Only the last schedule can be deleted.");
  if (schedules.length === 1) at("SCHEDULE_ONLY_ONE", "A commitment keeps one schedule; terminate it instead.");
  if (invoicedThrough(gone, context.issued) !== null) {
    at("SCHEDULE_HAS_INVOICED_PERIODS", "The schedule has invoiced periods; end it after them instead.");
  }
  if (isFullDuration && !extendPrevious) {
    at("SCHEDULE_STRUCTURE_INVALID", "A commitment for the full duration needs extendPreviousSchedule: true.");
  }
  const previous = schedules[index - 1];
  if (issues.length > 0 || previous === undefined) return { commitment, issues };
  const shorter = { ...commitment, schedules: schedules.slice(0, -1) };
  if (!extendPrevious) return { commitment: shorter, issues };
  return patchSchedule(shorter, previous.id, { end: gone.end }, context);
}

function gateOfPatch(before: Schedule, after: Schedule, issued: readonly IssuedDays[]): Issue[] {
  const through = invoicedThrough(before, issued);
  if (through === null) return [];
  const issues: Issue[] = [];
  const at = (path: string, message: string) => issues.push({ path, code: "SCHEDULE_INVOICE_GATE", message });
  const closed = "Periods of the schedule are invoiced; end it after the last of them and append another one.";
  if (after.end !== before.end) {
    if (before.interval === null) at("/endDate", "The only period of the schedule is invoiced, so its days stay.");
    else if (after.end < through) at("/endDate", "endDate must be on or after the last invoiced period's end.");
    else if (lastBoundary(before, after.end) !== after.end)
      at("/endDate", "endDate must be the end of a commitment period.");
  }
  if (after.start !== before.start) at("/startDate", closed);
  if (after.interval !== before.interval) at("/commitmentInterval", closed);
  if (trueUpOf(after) !== trueUpOf(before)) at("/trueUpBehavior", closed);
  if (!isSame(after.overageConfigs, before.overageConfigs)) at("/overageConfigs", closed);
  if (!isSame(ruleOf(after.prepaid), ruleOf(before.prepaid))) at("/prepaidValue", closed);
  const isAllIssued =
    before.prepaid?.scheduleType === "FULL_UPFRONT" && issued.some(({ type }) => type === "PREPAYMENT");
  if (isAllIssued && !isSame(after.prepaid, before.prepaid)) {
    at("/prepaymentInvoiceLineName", "All prepayments of the schedule are invoiced.");
  }
  return issues;
}

function ruleOf(prepaid: Prepaid | null) {
  return prepaid === null ? null : [prepaid.value, prepaid.scheduleType];
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The issues of a commitment that are about one of its schedules, with paths of a request for that schedule only. */
export function issuesOfSchedule(commitment: Commitment, index: number, context: StructureContext): Issue[] {
  const prefix = `/schedules/${index}`;
  return checkCommitment(commitment, context, "").flatMap((issue) => {
    if (issue.path === "/isFullDuration") return [issue];
    if (issue.path.startsWith(`${prefix}/`)) return [{ ...issue, path: issue.path.slice(prefix.length) }];
    // An issue about the sum of all schedules is reported for the changed one.
    return issue.code === "AMOUNT_INVALID" ? [{ ...issue, path: "" }] : [];
  });
}

const notInCommitment: Issue = {
  path: "/scheduleId",
  code: "SCHEDULE_NOT_IN_COMMITMENT",
  message: "The schedule belongs to another commitment.",
};

function structural(path: string, message: string): Issue {
  return { path, code: "SCHEDULE_STRUCTURE_INVALID", message };
}
