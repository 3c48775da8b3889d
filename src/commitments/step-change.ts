import type { Issue } from "../kernel/errors.ts";
import type { Commitment, Schedule, Step } from "./commitment.ts";
import { type Change, type ChangeContext, invoicedThrough, issuesOfSchedule } from "./commitment-change.ts";
import { checkTerms } from "./eligibility.ts";

/** Fields of a step to change; absent ones stay. */
export type StepPatch = Partial<Omit<Step, "id">>;

/** Appends a step to a schedule; it is drawn down last. */
export function appendStep(commitment: Commitment, scheduleId: string, step: Step, context: ChangeContext): Change {
  const schedule = commitment.schedules.find(({ id }) => id === scheduleId);
  if (schedule === undefined) {
    const message = "The schedule belongs to another commitment.";
    return { commitment, issues: [{ path: "/scheduleId", code: "SCHEDULE_NOT_IN_COMMITMENT", message }] };
  }
  const changed = { ...schedule, steps: [...schedule.steps, step] };
  return changeOf(commitment, schedule, changed, schedule.steps.length, gate(schedule, context), context);
}

/** Changes value, terms or name of a step; new terms must measure the same event types. Only the name may change once a period is invoiced. */
export function updateStep(commitment: Commitment, stepId: string, patch: StepPatch, context: ChangeContext): Change {
  const place = placeOf(commitment, stepId);
  if (place === undefined) return { commitment, issues: [notInCommitment] };
  const { schedule, index, step } = place;
  const updated = { ...step, ...patch };
  const isRenamed = updated.value === step.value && String(updated.billingTermIds) === String(step.billingTermIds);
  const changed = { ...schedule, steps: schedule.steps.with(index, updated) };
  return changeOf(commitment, schedule, changed, index, isRenamed ? [] : gate(schedule, context), context);
}

/** Deletes the last step of a schedule. */
export function deleteStep(commitment: Commitment, stepId: string, context: ChangeContext): Change {
  const place = placeOf(commitment, stepId);
  if (place === undefined) return { commitment, issues: [notInCommitment] };
  const { schedule, index } = place;
  const issues: Issue[] = gate(schedule, context);
  const at = (code: string, message: string) => issues.push({ path: "", code, message });
  if (index !== schedule.steps.length - 1) at("STEP_NOT_LAST", "Only the last step of a schedule can be deleted.");
  if (schedule.steps.length === 1) at("STEP_ONLY_ONE", "A schedule keeps one step; delete the schedule instead.");
  if (issues.length > 0) return { commitment, issues };
  return changeOf(commitment, schedule, { ...schedule, steps: schedule.steps.slice(0, -1) }, index, issues, context);
}

function changeOf(
  commitment: Commitment,
  before: Schedule,
  after: Schedule,
  step: number,
  gated: readonly Issue[],
  context: ChangeContext,
): Change {
  const index = commitment.schedules.indexOf(before);
  const changed = { ...commitment, schedules: commitment.schedules.with(index, after) };
  const found = [...issuesOfSchedule(changed, index, context), ...checkTerms(changed, after, context, "")];
  return { commitment: changed, issues: [...gated, ...found.map((issue) => atStep(issue, step))] };
}

/**
 * An issue of the schedule as an issue of a request for one step: the path is that below the step, and a prepaid value above the sum of the steps
 * becomes an issue of `commitmentValue`.
 */
function atStep(issue: Issue, step: number): Issue {
  if (issue.path === "/prepaidValue") {
    const message = "The steps must add up to at least prepaidValue; lower that first.";
    return { path: "/commitmentValue", code: "STEP_CONFIG_INVALID", message };
  }
  const prefix = `/steps/${step}/`;
  if (!issue.path.startsWith(prefix)) return issue;
  const code = issue.code === "SCHEDULE_EVENT_TYPE_MISMATCH" ? "STEP_EVENT_TYPE_MISMATCH" : issue.code;
  return { ...issue, code, path: issue.path.slice(prefix.length - 1) };
}

function gate(schedule: Schedule, { issued }: ChangeContext): Issue[] {
  if (invoicedThrough(schedule, issued) === null) return [];
  const message = "Periods of the schedule are invoiced; end it after the last of them and append another one.";
  return [{ path: "", code: "SCHEDULE_INVOICE_GATE", message }];
}

function placeOf({ schedules }: Commitment, stepId: string) {
  for (const schedule of schedules) {
    const index = schedule.steps.findIndex(({ id }) => id === stepId);
    const step = schedule.steps[index];
    if (step !== undefined) return { schedule, index, step };
  }
  return undefined;
}

const notInCommitment: Issue = {
  path: "/stepId",
  code: "STEP_NOT_IN_COMMITMENT",
  message: "The step belongs to another commitment.",
};
