import { formatMonth, type Month } from "../kernel/day.ts";
import { type Issue, invalid, invalidIssues } from "../kernel/errors.ts";
import type { Books } from "../ledger/books.ts";
import { shareBooks } from "../ledger/books-store.ts";
import { changesBetween } from "../platform/audit.ts";
import { recordNotFound } from "../platform/http/error-codes.ts";
import type { WriteContext } from "../platform/write.ts";
import {
  type Evidence,
  firstMonthToChange,
  isDone,
  type MonthTask,
  mostTasks,
  type Owner,
  problemOfMonth,
  problemOfTask,
  type TaskContent,
  type TaskEvent,
  type TaskTemplate,
} from "./task.ts";
import * as store from "./task-store.ts";

/**
 * Creates a task template, for each month from a month on, or for a single month (ADR 0038).
 *
 * @throws DomainError VALIDATION_FAILED for a last month before the first, CLOSE_TASK_OWNER_UNKNOWN, TOO_MANY_CLOSE_TASKS, PERIOD_CLOSED
 */
export async function createTemplate(
  ctx: WriteContext,
  { fromMonth, ...content }: TaskContent & { readonly fromMonth: Month },
): Promise<TaskTemplate> {
  const { tx, merchant } = ctx;
  const books = await shareBooks(tx, merchant.id);
  rejectClosed(books, fromMonth);
  if (content.throughMonth !== null && content.throughMonth < fromMonth) {
    const message = `throughMonth must be ${formatMonth(fromMonth)} or later, the first month of the task.`;
    throw invalidIssues([{ path: "/throughMonth", code: "RANGE", message }]);
  }
  if ((await store.liveTemplates(tx, merchant.id, books.closedThrough)) >= mostTasks) {
    const message = `There are ${mostTasks} task templates for open months already; end one of them first.`;
    throw invalid("TOO_MANY_CLOSE_TASKS", message);
  }
  const owner = await ownerOf(ctx, content.ownerEmail);
  const template = { ...content, ...owner, id: ctx.newId(), fromMonth, revision: 1, effectiveMonth: fromMonth };
  await store.insertTemplate(tx, merchant.id, { ...template, createdAt: ctx.clock.timestamp });
  await store.insertRevision(tx, merchant.id, template.id, template);
  ctx.audit({
    action: "close-task-template.create",
    entityType: "CLOSE_TASK_TEMPLATE",
    entityId: template.id,
    changes: changesBetween({}, auditedTemplate(template)),
  });
  ctx.publish({ type: "close-task-template.created", data: { closeTaskTemplateId: template.id } });
  return template;
}

/**
 * Changes a template from a month on; tasks of closed months do not change.
 *
 * @param effectiveMonth the first changed month; by default the first open one
 * @throws DomainError CLOSE_TASK_NOT_FOUND, CLOSE_TASK_OWNER_UNKNOWN, PERIOD_CLOSED
 */
export async function changeTemplate(
  ctx: WriteContext,
  templateId: string,
  change: Partial<TaskContent> & { readonly effectiveMonth?: Month },
): Promise<TaskTemplate> {
  const { tx, merchant } = ctx;
  const books = await shareBooks(tx, merchant.id);
  const before = await lockedTemplate(ctx, templateId);
  const { effectiveMonth = firstMonthToChange(books, before), ...content } = change;
  rejectClosed(books, effectiveMonth);
  // The present owner may stay the owner, even if no longer a member.
  const owner = content.ownerEmail === undefined ? {} : await ownerOf(ctx, content.ownerEmail);
  const after = { ...before, ...content, ...owner, effectiveMonth, revision: before.revision + 1 };
  await store.insertRevision(tx, merchant.id, templateId, after);
  ctx.audit({
    action: "close-task-template.update",
    entityType: "CLOSE_TASK_TEMPLATE",
    entityId: templateId,
    changes: changesBetween(auditedTemplate(before), auditedTemplate(after)),
  });
  ctx.publish({ type: "close-task-template.updated", data: { closeTaskTemplateId: templateId } });
  return after;
}

/**
 * Completes a task of a month, with evidence.
 *
 * @throws DomainError CLOSE_TASK_NOT_FOUND, CLOSE_TASK_NOT_OF_MONTH, PERIOD_CLOSED, CLOSE_TASK_DONE; JOURNAL_ENTRY_NOT_FOUND
 */
export async function completeTask(
  ctx: WriteContext,
  { taskId, month }: { readonly taskId: string; readonly month: Month },
  evidence: readonly Evidence[],
): Promise<MonthTask> {
  const task = await openedTask(ctx, { taskId, month }, "DONE");
  const ids = evidence.flatMap(({ journalEntryId }) => journalEntryId ?? []);
  const known = await store.knownEntries(ctx.tx, ctx.merchant.id, ids);
  const issues = evidence.flatMap(({ journalEntryId }, index): Issue[] => {
    if (journalEntryId === null || known.has(journalEntryId)) return [];
    const { message } = recordNotFound("JOURNAL_ENTRY_NOT_FOUND");
    return [{ path: `/evidence/${index}/journalEntryId`, code: "JOURNAL_ENTRY_NOT_FOUND", message }];
  });
  if (issues.length > 0) throw invalidIssues(issues, "JOURNAL_ENTRY_NOT_FOUND");
  return saved(ctx, task, { kind: "DONE", reason: null, evidence });
}

/**
 * Reopens a completed task with a reason; the completion stays in its history.
 *
 * @throws DomainError CLOSE_TASK_NOT_FOUND, CLOSE_TASK_NOT_OF_MONTH, PERIOD_CLOSED, CLOSE_TASK_OPEN
 */
export async function reopenTask(
  ctx: WriteContext,
  { taskId, month }: { readonly taskId: string; readonly month: Month },
  reason: string,
): Promise<MonthTask> {
  const task = await openedTask(ctx, { taskId, month }, "REOPENED");
  return saved(ctx, task, { kind: "REOPENED", reason, evidence: [] });
}

/** The task, with its template locked, so that concurrent changes of it are serialized. */
async function openedTask(
  ctx: WriteContext,
  { taskId, month }: { readonly taskId: string; readonly month: Month },
  wanted: TaskEvent["kind"],
): Promise<MonthTask> {
  const { tx, merchant, clock } = ctx;
  const books = await shareBooks(tx, merchant.id);
  await lockedTemplate(ctx, taskId);
  const [task] = await store.tasksOfMonths(tx, merchant.id, { first: month, last: month, only: taskId });
  const problem = problemOfTask(books, { today: clock.today, month, wanted }, task);
  if (problem !== undefined || task === undefined) throw problem;
  return task;
}

async function saved(
  ctx: WriteContext,
  task: MonthTask,
  what: Pick<TaskEvent, "kind" | "reason" | "evidence">,
): Promise<MonthTask> {
  const { tx, merchant, actor, clock } = ctx;
  const last: TaskEvent = {
    ...what,
    sequence: (task.last?.sequence ?? 0) + 1,
    at: clock.timestamp,
    by: `${actor.kind}:${actor.id}`,
    byEmail: await store.makerOf(tx, merchant.id, actor),
  };
  await store.insertEvent(tx, merchant.id, task, last);
  const after = { ...task, last };
  ctx.audit({
    action: what.kind === "DONE" ? "close-task.complete" : "close-task.reopen",
    entityType: "CLOSE_TASK",
    entityId: task.id,
    changes: changesBetween(auditedTask(task), auditedTask(after)),
    ...(what.reason === null ? {} : { reason: what.reason }),
  });
  const type = what.kind === "DONE" ? "close-task.completed" : "close-task.reopened";
  ctx.publish({ type, data: { closeTaskId: task.id, month: formatMonth(task.month) } });
  return after;
}

async function lockedTemplate({ tx, merchant }: WriteContext, templateId: string): Promise<TaskTemplate> {
  const template = await store.lockTemplate(tx, merchant.id, templateId);
  if (template === undefined) throw recordNotFound("CLOSE_TASK_NOT_FOUND");
  return template;
}

async function ownerOf({ tx, merchant }: WriteContext, email: string): Promise<Owner> {
  const owner = await store.activeMember(tx, merchant.id, email);
  if (owner !== undefined) return owner;
  const message = "No active member of the merchant has this e-mail address.";
  throw invalidIssues([{ path: "/ownerEmail", code: "CLOSE_TASK_OWNER_UNKNOWN", message }], "CLOSE_TASK_OWNER_UNKNOWN");
}

function rejectClosed(books: Books, month: Month): void {
  const problem = problemOfMonth(books, month);
  if (problem !== undefined) throw problem;
}

function auditedTemplate(template: TaskTemplate): Readonly<Record<string, unknown>> {
  const {
    id: _id,
    ownerId: _ownerId,
    revision: _revision,
    fromMonth,
    throughMonth,
    effectiveMonth,
    ...content
  } = template;
  return {
    ...content,
    fromMonth: formatMonth(fromMonth),
    throughMonth: throughMonth === null ? null : formatMonth(throughMonth),
    effectiveMonth: formatMonth(effectiveMonth),
  };
}

/** The month is part of the changes, although it does not change, so that the audit row names it. */
function auditedTask(task: MonthTask): Readonly<Record<string, unknown>> {
  const { last, month } = task;
  return { [`${formatMonth(month)}/status`]: isDone(task) ? "DONE" : "OPEN", evidence: last?.evidence ?? [] };
}

export const { listTemplates, tasksOfMonths } = store;
