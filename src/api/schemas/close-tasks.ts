import { type Static, Type } from "typebox";
import {
  dayCounts,
  type Evidence,
  isDone,
  isOverdue,
  type MonthTask,
  type TaskContent,
  type TaskTemplate,
  taskStatuses,
} from "../../close/task.ts";
import { required } from "../../kernel/assert.ts";
import { type Day, formatDay, formatMonth, type Month as MonthOf, parseMonth } from "../../kernel/day.ts";
import { stringField } from "../../platform/http/filter.ts";
import type { ListDeclaration } from "../../platform/http/list-query.ts";
import {
  CivilDate,
  Closed,
  Email,
  Instant,
  Integer,
  List,
  Month,
  MultilineText,
  Named,
  Nullable,
  OneOf,
  Text,
  Uuid,
} from "../../platform/http/wire.ts";

export const templateList: ListDeclaration = {
  fields: { ownerEmail: stringField("eq", "in"), title: stringField("eq", "like") },
};

const title = Text(1, 200);
const instructions = Type.Optional(
  Nullable(MultilineText(1, 4000, { description: "What to do, for whoever does it." })),
);
const ownerEmail = Email({ description: "Of an active member of the merchant." });
const dueDays = Integer(0, 90, { description: "Days after the last day of the month; 0 is that day." });
const dueIn = Type.Optional(
  OneOf(dayCounts, { description: "Default BUSINESS_DAYS, Monday to Friday. Holidays are not considered." }),
);
const isRequired = Type.Optional(
  Type.Boolean({ description: "The month cannot be closed before it is done; default true." }),
);
const throughMonth = Type.Optional(
  Nullable(Month({ description: "The last month that it is for; a task of one month has the first as last." })),
);

export const CreateTaskTemplateBody = Named(
  "CreateCloseTaskTemplateRequestDto",
  Closed(
    {
      ...{ title, instructions, ownerEmail, dueDays, dueIn, isRequired, throughMonth },
      fromMonth: Month({ description: "The first month that it is for, an open one." }),
    },
    {
      examples: [
        {
          ...{ title: "Reconcile the bank accounts", instructions: "Statements against cash, by account." },
          ...{ ownerEmail: "ada@example.com", dueDays: 3, fromMonth: "2026-02" },
        },
      ],
    },
  ),
);

export const ChangeTaskTemplateBody = Named(
  "ChangeCloseTaskTemplateRequestDto",
  Closed(
    {
      title: Type.Optional(title),
      ...{ instructions, dueIn, isRequired, throughMonth },
      ownerEmail: Type.Optional(ownerEmail),
      dueDays: Type.Optional(dueDays),
      effectiveMonth: Type.Optional(
        Month({ description: "The first month that it changes, an open one; default the first open month." }),
      ),
    },
    { examples: [{ dueDays: 5, effectiveMonth: "2026-04" }] },
  ),
);

export function templateFromBody(body: Static<typeof CreateTaskTemplateBody>): TaskContent & { fromMonth: MonthOf } {
  return {
    title: body.title,
    instructions: body.instructions ?? null,
    ownerEmail: body.ownerEmail,
    dueDays: body.dueDays,
    dueIn: body.dueIn ?? "BUSINESS_DAYS",
    isRequired: body.isRequired ?? true,
    fromMonth: monthFrom(body.fromMonth),
    throughMonth: body.throughMonth == null ? null : monthFrom(body.throughMonth),
  };
}

export function changeFromBody(body: Static<typeof ChangeTaskTemplateBody>) {
  const { throughMonth: through, effectiveMonth: effective, ...content } = body;
  return {
    ...content,
    ...(through === undefined ? {} : { throughMonth: through === null ? null : monthFrom(through) }),
    ...(effective === undefined ? {} : { effectiveMonth: monthFrom(effective) }),
  };
}

export const TaskTemplateView = Named(
  "CloseTaskTemplate",
  Closed({
    id: Uuid(),
    title: Type.String(),
    instructions: Nullable(Type.String()),
    ownerEmail: Type.String(),
    dueDays: Type.Integer(),
    dueIn: OneOf(dayCounts),
    isRequired: Type.Boolean(),
    fromMonth: Month(),
    throughMonth: Nullable(Month()),
    effectiveMonth: Month({ description: "The first month that it holds for; earlier ones keep the version before." }),
  }),
);

export function viewOfTemplate(template: TaskTemplate) {
  const { id, title, instructions, ownerEmail, dueDays, dueIn, isRequired } = template;
  const { fromMonth, throughMonth, effectiveMonth } = template;
  return {
    ...{ id, title, instructions, ownerEmail, dueDays, dueIn, isRequired },
    fromMonth: formatMonth(fromMonth),
    throughMonth: throughMonth === null ? null : formatMonth(throughMonth),
    effectiveMonth: formatMonth(effectiveMonth),
  };
}

const month = Month({ description: "The month whose task it is." });
const EvidenceBody = Closed({
  text: MultilineText(1, 1000, { description: "What was done, or found." }),
  url: Type.Optional(
    Nullable(Text(8, 2000, { pattern: "^https?://\\S+$", description: "Where: a report, a document, a ticket." })),
  ),
  journalEntryId: Type.Optional(Nullable(Uuid({ description: "The entry that it is about." }))),
});

export const CompleteTaskBody = Closed(
  { month, evidence: List(EvidenceBody, { min: 1, max: 20 }) },
  {
    examples: [
      {
        month: "2026-01",
        evidence: [{ text: "Bank and books agree: 12,400.00", url: "https://files.example.com/bank-2026-01.pdf" }],
      },
    ],
  },
);

export const ReopenTaskBody = Closed(
  { month, reason: MultilineText(1, 1000) },
  { examples: [{ month: "2026-01", reason: "A statement came late" }] },
);

export function evidenceFromBody({ evidence }: Static<typeof CompleteTaskBody>): Evidence[] {
  return evidence.map(({ text, url, journalEntryId }) => ({
    text,
    url: url ?? null,
    journalEntryId: journalEntryId ?? null,
  }));
}

export const EvidenceView = Closed({
  text: Type.String(),
  url: Nullable(Type.String()),
  journalEntryId: Nullable(Uuid()),
});

export const MonthTaskView = Named(
  "CloseTask",
  Closed({
    id: Uuid({ description: "Of its template." }),
    month: Month(),
    title: Type.String(),
    instructions: Nullable(Type.String()),
    ownerEmail: Type.String(),
    isRequired: Type.Boolean(),
    dueDate: CivilDate(),
    status: OneOf(taskStatuses),
    isOverdue: Type.Boolean({ description: "Open after its due date." }),
    doneAt: Nullable(Instant()),
    doneBy: Nullable(Type.String()),
    doneByEmail: Nullable(Type.String({ description: "Of the user who made the key that it was done with." })),
    evidence: Type.Array(EvidenceView),
    reopenReason: Nullable(Type.String({ description: "Why it is open again." })),
  }),
);

export const MonthTasksView = Closed({
  month: Month(),
  required: Closed({ total: Type.Integer(), open: Type.Integer() }),
  tasks: Type.Array(MonthTaskView, { description: "By due date and title." }),
});

export function viewOfTask(task: MonthTask, today: Day) {
  const { id, month, title, instructions, ownerEmail, isRequired, last } = task;
  const done = isDone(task) ? last : null;
  return {
    ...{ id, month: formatMonth(month), title, instructions, ownerEmail, isRequired },
    dueDate: formatDay(task.dueDate),
    status: done === null ? ("OPEN" as const) : ("DONE" as const),
    isOverdue: isOverdue(task, today),
    doneAt: done?.at ?? null,
    doneBy: done?.by ?? null,
    doneByEmail: done?.byEmail ?? null,
    // The database does not keep the order of fields in JSON.
    evidence: (done?.evidence ?? []).map(({ text, url, journalEntryId }) => ({ text, url, journalEntryId })),
    reopenReason: last?.reason ?? null,
  };
}

export function viewOfTasks(of: MonthOf, tasks: readonly MonthTask[], today: Day) {
  const isToDo = tasks.filter(({ isRequired }) => isRequired);
  return {
    month: formatMonth(of),
    required: { total: isToDo.length, open: isToDo.filter((task) => !isDone(task)).length },
    tasks: tasks.map((task) => viewOfTask(task, today)),
  };
}

export function monthFrom(text: string): MonthOf {
  return required(parseMonth(text), "a month that was checked");
}
