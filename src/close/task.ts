import { type Day, firstDayOf, formatMonth, lastDayOf, type Month } from "../kernel/day.ts";
import { type DomainError, type Issue, invalid, invalidIssues } from "../kernel/errors.ts";
import { type Books, firstOpenMonth, isClosed } from "../ledger/books.ts";

/** How days after the end of a month are counted; business days are Monday to Friday, for holidays differ by office. */
export const dayCounts = ["CALENDAR_DAYS", "BUSINESS_DAYS"] as const;
export type DayCount = (typeof dayCounts)[number];

export const taskStatuses = ["OPEN", "DONE"] as const;

/** How many tasks a month can have. */
export const mostTasks = 200;

/** The member who is responsible for a task. */
export type Owner = { readonly ownerId: string; readonly ownerEmail: string };

/** A task to be done for each month in a range, which may have no end. */
export type TaskContent = {
  readonly title: string;
  readonly instructions: string | null;
  readonly ownerEmail: string;
  /** After the last day of the month; 0 is that day itself. */
  readonly dueDays: number;
  readonly dueIn: DayCount;
  /** True if the month cannot be closed before it is done. */
  readonly isRequired: boolean;
  readonly throughMonth: Month | null;
};

export type TaskTemplate = TaskContent &
  Owner & {
    readonly id: string;
    readonly fromMonth: Month;
    /** Revision number; each revision applies from `effectiveMonth` on. */
    readonly revision: number;
    readonly effectiveMonth: Month;
  };

/** The content of a template from `effectiveMonth` on; replaces earlier revisions for those months. */
export type TaskRevision = Omit<TaskTemplate, "id" | "fromMonth" | "ownerEmail">;

/** Evidence that a task was done: a text, with an optional link or journal entry. */
export type Evidence = {
  readonly text: string;
  readonly url: string | null;
  readonly journalEntryId: string | null;
};

/** The last change of a task of a month. */
export type TaskEvent = {
  readonly kind: "DONE" | "REOPENED";
  readonly sequence: number;
  readonly at: string;
  readonly by: string;
  /** E-mail of the user who created the API key, if any. */
  readonly byEmail: string | null;
  /** Why it was reopened; null if it was done. */
  readonly reason: string | null;
  /** Empty if it was reopened. */
  readonly evidence: readonly Evidence[];
};

/** A task of one month, with its state. */
export type MonthTask = Omit<TaskContent, "throughMonth" | "dueDays" | "dueIn"> & {
  readonly id: string;
  readonly month: Month;
  readonly dueDate: Day;
  readonly last: TaskEvent | null;
};

export function isDone({ last }: Pick<MonthTask, "last">): boolean {
  return last?.kind === "DONE";
}

/** The due date of a task of a month. */
export function dueDate(month: Month, { dueDays, dueIn }: Pick<TaskContent, "dueDays" | "dueIn">): Day {
  let day = lastDayOf(month);
  if (dueIn === "CALENDAR_DAYS") return day + dueDays;
  for (let left = dueDays; left > 0; ) {
    day += 1;
    if (!isWeekend(day)) left -= 1;
  }
  return day;
}

/** Day 0 is a Thursday (1970-01-01). */
function isWeekend(day: Day): boolean {
  return [2, 3].includes(((day % 7) + 7) % 7);
}

/** Why a template cannot begin or change in a month; undefined if it can. */
export function problemOfMonth(books: Books, month: Month): DomainError | undefined {
  if (!isClosed(books, month)) return undefined;
  return invalid("PERIOD_CLOSED", `${formatMonth(month)} is closed and its tasks are sealed; name an open month.`);
}

/** The default month from which a change of a template is effective: the first open one. */
export function firstMonthToChange(books: Books, { fromMonth }: Pick<TaskTemplate, "fromMonth">): Month {
  return Math.max(firstOpenMonth(books) ?? fromMonth, fromMonth);
}

/** Why a task of a month cannot be done or reopened today; undefined if it can. */
export function problemOfTask(
  books: Books,
  { today, month, wanted }: { readonly today: Day; readonly month: Month; readonly wanted: TaskEvent["kind"] },
  task: MonthTask | undefined,
): DomainError | undefined {
  const name = formatMonth(month);
  if (task === undefined) {
    return invalid("CLOSE_TASK_NOT_OF_MONTH", `${name} does not have this task; see which months it is for.`);
  }
  if (isClosed(books, month)) {
    return invalid("PERIOD_CLOSED", `${name} is closed and its tasks are sealed; reopen it first.`);
  }
  if (firstDayOf(month) > today) {
    const issue: Issue = { path: "/month", code: "RANGE", message: `${name} has not begun; its tasks can wait.` };
    return invalidIssues([issue]);
  }
  if (wanted === "DONE" && isDone(task)) {
    return invalid("CLOSE_TASK_DONE", "The task is done already; reopen it first to do it again.");
  }
  if (wanted === "REOPENED" && !isDone(task)) return invalid("CLOSE_TASK_OPEN", "The task is open already.");
  return undefined;
}

/** True if it is past its due date and not done. */
export function isOverdue(task: MonthTask, today: Day): boolean {
  return !isDone(task) && today > task.dueDate;
}

/** The first tasks as text, such as "2026-01 Bank reconciliation". */
export function named(tasks: readonly MonthTask[]): string {
  const shown = tasks.slice(0, titlesShown).map(({ month, title }) => `${formatMonth(month)} ${title}`);
  const more = tasks.length - shown.length;
  return more === 0 ? shown.join(", ") : `${shown.join(", ")} and ${more} more`;
}

const titlesShown = 10;
