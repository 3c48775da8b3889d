import { assert, required } from "../kernel/assert.ts";
import type { Day } from "../kernel/day.ts";
import type { NotFoundCode } from "../platform/http/error-codes.ts";
import { recordNotFound } from "../platform/http/error-codes.ts";
import type { WriteContext } from "../platform/write.ts";
import type { Schedule, Step } from "./commitment.ts";
import { appendSchedule, type Change, deleteSchedule, patchSchedule } from "./commitment-change.ts";
import {
  patchFromFields,
  type ScheduleDraft,
  type ScheduleFields,
  type StepDraft,
  scheduleFromDraft,
} from "./commitment-draft.ts";
import type { CommitmentRecord } from "./commitment-record.ts";
import { type CommitmentPatch, terminateCommitment, updateCommitment } from "./commitment-update.ts";
import { rejectUnknown } from "./reference-service.ts";
import { type Changing, changeCommitment, draftContext, type LockedCommitment } from "./service.ts";
import { appendStep, deleteStep, type StepPatch, updateStep } from "./step-change.ts";
import { commitmentOfSchedule, commitmentOfStep } from "./store.ts";

/** A schedule of a commitment; if it was deleted, as it was before. */
export type ScheduleResult = { readonly record: CommitmentRecord; readonly schedule: Schedule };
export type StepResult = { readonly record: CommitmentRecord; readonly scheduleId: string; readonly step: Step };

/**
 * Adds a schedule after the last one. By default it starts on the day after that one ends (data model 8.7).
 *
 * @throws DomainError as `changeCommitment`; BILLING_TERM_NOT_FOUND, ITEM_NOT_FOUND, EVENT_TYPE_NOT_FOUND
 */
export async function addSchedule(
  ctx: WriteContext,
  locked: LockedCommitment,
  draft: ScheduleDraft,
): Promise<ScheduleResult> {
  const record = await changeCommitment(ctx, locked, "commitment-schedule.create", async (changing) => {
    await rejectUnknown(ctx, [draft], draft.steps);
    const { commitment } = changing.record;
    const span = { start: commitment.schedules.at(-1)?.end ?? null, end: null };
    const { fact, issues } = scheduleFromDraft(
      draft,
      span,
      draftContext(ctx, locked.contract, changing.surroundings),
      "",
    );
    if (fact === null) return { commitment, issues };
    return withIssues(appendSchedule(commitment, fact, changing.context), issues);
  });
  return { record, schedule: required(record.commitment.schedules.at(-1), "the added schedule") };
}

/** @throws DomainError SCHEDULE_NOT_FOUND, and as `addSchedule` */
export async function changeSchedule(
  ctx: WriteContext,
  locked: LockedCommitment,
  scheduleId: string,
  fields: ScheduleFields,
): Promise<ScheduleResult> {
  const record = await changeCommitment(ctx, locked, "commitment-schedule.update", async (changing) => {
    const before = await scheduleOf(ctx, changing, scheduleId);
    await rejectUnknown(ctx, [fields], []);
    const { commitment } = changing.record;
    if (before === undefined) return patchSchedule(commitment, scheduleId, {}, changing.context);
    const { fact, issues } = patchFromFields(fields, before, draftContext(ctx, locked.contract, changing.surroundings));
    if (fact === null) return { commitment, issues };
    return withIssues(patchSchedule(commitment, scheduleId, fact, changing.context), issues);
  });
  return { record, schedule: found(record, scheduleId) };
}

/** Deletes a schedule and returns it as it was. @throws DomainError SCHEDULE_NOT_FOUND, and as `changeCommitment` */
export async function removeSchedule(
  ctx: WriteContext,
  locked: LockedCommitment,
  scheduleId: string,
  { extendPrevious, reason }: { readonly extendPrevious: boolean; readonly reason?: string | undefined },
): Promise<ScheduleResult> {
  let gone: Schedule | undefined;
  const decide = async (changing: Changing) => {
    gone = await scheduleOf(ctx, changing, scheduleId);
    return deleteSchedule(changing.record.commitment, scheduleId, { extendPrevious }, changing.context);
  };
  const record = await changeCommitment(ctx, locked, "commitment-schedule.delete", decide, { reason });
  return { record, schedule: required(gone, "the deleted schedule") };
}

/** @throws DomainError SCHEDULE_NOT_FOUND, BILLING_TERM_NOT_FOUND, and as `changeCommitment` */
export async function addStep(
  ctx: WriteContext,
  locked: LockedCommitment,
  scheduleId: string,
  draft: StepDraft,
): Promise<StepResult> {
  const step = { ...draft, id: ctx.newId() };
  const record = await changeCommitment(ctx, locked, "commitment-step.create", async (changing) => {
    await scheduleOf(ctx, changing, scheduleId);
    await rejectUnknown(ctx, [], [draft]);
    return appendStep(changing.record.commitment, scheduleId, step, changing.context);
  });
  return stepResult(record, step.id);
}

/** @throws DomainError STEP_NOT_FOUND, BILLING_TERM_NOT_FOUND, and as `changeCommitment` */
export async function changeStep(
  ctx: WriteContext,
  locked: LockedCommitment,
  stepId: string,
  patch: StepPatch,
): Promise<StepResult> {
  const record = await changeCommitment(ctx, locked, "commitment-step.update", async (changing) => {
    await rejectUnknownStep(ctx, stepId);
    await rejectUnknown(ctx, [], [patch]);
    return updateStep(changing.record.commitment, stepId, patch, changing.context);
  });
  return stepResult(record, stepId);
}

/** Deletes a step and returns it as it was. @throws DomainError STEP_NOT_FOUND, and as `changeCommitment` */
export async function removeStep(ctx: WriteContext, locked: LockedCommitment, stepId: string): Promise<StepResult> {
  let before: CommitmentRecord | undefined;
  await changeCommitment(ctx, locked, "commitment-step.delete", async (changing) => {
    await rejectUnknownStep(ctx, stepId);
    before = changing.record;
    return deleteStep(changing.record.commitment, stepId, changing.context);
  });
  assert(before !== undefined, "a deleted step was there");
  return stepResult(before, stepId);
}

/**
 * Ends a commitment for good (data model 8.7).
 *
 * @param end the day after its last day
 * @throws DomainError as `changeCommitment`
 */
export function terminate(
  ctx: WriteContext,
  locked: LockedCommitment,
  { end, reason }: { readonly end: Day; readonly reason?: string | undefined },
): Promise<CommitmentRecord> {
  const decide = ({ record, context }: Changing) => terminateCommitment(record.commitment, end, context);
  return changeCommitment(ctx, locked, "commitment.terminate", decide, { reason, terminates: true });
}

/** The deprecated update of all fields at once. @throws DomainError BILLING_TERM_NOT_FOUND, and as `changeCommitment` */
export function changeFlat(
  ctx: WriteContext,
  locked: LockedCommitment,
  patch: CommitmentPatch,
): Promise<CommitmentRecord> {
  return changeCommitment(ctx, locked, "commitment.update", async ({ record, context }) => {
    await rejectUnknown(ctx, [], [{ billingTermIds: patch.billingTermsToAdd ?? [] }]);
    return updateCommitment(record.commitment, patch, context);
  });
}

/** The schedule; undefined if it belongs to another commitment of the merchant. @throws DomainError SCHEDULE_NOT_FOUND */
async function scheduleOf(
  { tx, merchant }: WriteContext,
  { record }: Changing,
  scheduleId: string,
): Promise<Schedule | undefined> {
  const own = record.commitment.schedules.find(({ id }) => id === scheduleId);
  if (own === undefined) rejectMissing(await commitmentOfSchedule(tx, merchant.id, scheduleId), "SCHEDULE_NOT_FOUND");
  return own;
}

async function rejectUnknownStep({ tx, merchant }: WriteContext, stepId: string): Promise<void> {
  rejectMissing(await commitmentOfStep(tx, merchant.id, stepId), "STEP_NOT_FOUND");
}

function rejectMissing(commitmentId: string | undefined, code: NotFoundCode): void {
  if (commitmentId === undefined) throw recordNotFound(code);
}

function withIssues({ commitment, issues }: Change, more: Change["issues"]): Change {
  return { commitment, issues: [...more, ...issues] };
}

function found({ commitment }: CommitmentRecord, scheduleId: string): Schedule {
  return required(
    commitment.schedules.find(({ id }) => id === scheduleId),
    "the schedule",
  );
}

function stepResult(record: CommitmentRecord, stepId: string): StepResult {
  for (const { id: scheduleId, steps } of record.commitment.schedules) {
    const step = steps.find(({ id }) => id === stepId);
    if (step !== undefined) return { record, scheduleId, step };
  }
  throw recordNotFound("STEP_NOT_FOUND");
}
