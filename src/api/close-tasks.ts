import type { FastifyInstance } from "fastify";
import { mostTasks } from "../close/task.ts";
import * as service from "../close/task-service.ts";
import { required } from "../kernel/assert.ts";
import { pageOf } from "../platform/http/list-query.ts";
import { route } from "../platform/http/route.ts";
import { PageOf } from "../platform/http/wire.ts";
import type { WritingPlatform } from "../platform/preview.ts";
import { runWrite } from "../platform/run-write.ts";
import { read, readRows } from "../platform/write.ts";
import {
  ChangeTaskTemplateBody,
  CompleteTaskBody,
  CreateTaskTemplateBody,
  changeFromBody,
  evidenceFromBody,
  MonthTasksView,
  MonthTaskView,
  monthFrom,
  ReopenTaskBody,
  TaskTemplateView,
  templateFromBody,
  templateList,
  viewOfTask,
  viewOfTasks,
  viewOfTemplate,
} from "./schemas/close-tasks.ts";

const tag = "Month-end close";
const ids = { id: "CLOSE_TASK_NOT_FOUND" } as const;
const ownerIds = ["CLOSE_TASK_OWNER_UNKNOWN", "PERIOD_CLOSED"] as const;
const taskCodes = ["CLOSE_TASK_NOT_OF_MONTH", "PERIOD_CLOSED"] as const;

export function registerCloseTaskRoutes(app: FastifyInstance, platform: WritingPlatform): void {
  registerTemplates(app, platform);
  registerTasks(app, platform);
}

function registerTemplates(app: FastifyInstance, platform: WritingPlatform): void {
  const url = "/v3/month-end-close/task-templates";

  route(app, {
    method: "GET",
    url,
    operationId: "listCloseTaskTemplates",
    summary: "List templates of close tasks",
    description: "As they are now, the latest first.",
    tag,
    access: "read",
    list: templateList,
    payload: PageOf(TaskTemplateView),
    successStatus: 200,
    errors: [400],
    handler: async ({ list, principal }) => {
      const { templates, extent } = await readRows(platform, principal.merchantId, (tx, merchantId) =>
        service.listTemplates(tx, merchantId, list),
      );
      return { payload: pageOf(list, templates.map(viewOfTemplate), extent), message: "Templates of close tasks." };
    },
  });

  route(app, {
    method: "POST",
    url,
    operationId: "createCloseTaskTemplate",
    summary: "Create a template of close tasks",
    description:
      "Each month from `fromMonth` through `throughMonth` has a task of it at once; with both the same it is a task of one month.",
    tag,
    access: "write",
    dryRun: true,
    body: CreateTaskTemplateBody,
    payload: TaskTemplateView,
    successStatus: 201,
    errors: [400],
    errorCodes: [...ownerIds, "TOO_MANY_CLOSE_TASKS"],
    handler: (request) =>
      runWrite(platform, request, { contractId: null, message: "Template created." }, async (ctx) => {
        const template = await service.createTemplate(ctx, templateFromBody(request.body));
        return { payload: viewOfTemplate(template), contractId: null };
      }),
  });

  route(app, {
    method: "PATCH",
    url: `${url}/:id`,
    operationId: "changeCloseTaskTemplate",
    summary: "Change a template of close tasks",
    description:
      "Of open months alone: closed ones keep what they had. With `throughMonth` it ends; one before `fromMonth` takes it out of every open month.",
    tag,
    access: "write",
    ids,
    dryRun: true,
    body: ChangeTaskTemplateBody,
    payload: TaskTemplateView,
    successStatus: 200,
    errors: [400, 404],
    errorCodes: ownerIds,
    handler: (request) =>
      runWrite(platform, request, { contractId: null, message: "Template changed." }, async (ctx) => {
        const template = await service.changeTemplate(ctx, request.params.id, changeFromBody(request.body));
        return { payload: viewOfTemplate(template), contractId: null };
      }),
  });
}

function registerTasks(app: FastifyInstance, platform: WritingPlatform): void {
  const url = "/v3/month-end-close/tasks";

  route(app, {
    method: "GET",
    url,
    operationId: "listCloseTasks",
    summary: "List the tasks of a month",
    description: `The tasks that its templates give the month, up to ${mostTasks}, with what was done.`,
    tag,
    access: "read",
    query: { month: { format: "month", required: true, description: "The month, YYYY-MM." } },
    payload: MonthTasksView,
    successStatus: 200,
    errors: [400],
    handler: async ({ principal, query }) => {
      const month = monthFrom(required(query.month, "the month"));
      const payload = await read(platform, principal.merchantId, async ({ tx, merchant, clock }) =>
        viewOfTasks(month, await service.tasksOfMonths(tx, merchant.id, { first: month, last: month }), clock.today),
      );
      return { payload, message: "Tasks of the month." };
    },
  });

  const ofTask = { method: "POST", tag, access: "write", ids, dryRun: true, payload: MonthTaskView } as const;

  route(app, {
    ...ofTask,
    url: `${url}/:id/complete`,
    operationId: "completeCloseTask",
    summary: "Complete a task of a month",
    description: "With evidence of what was done. It is kept with the close package of the month.",
    body: CompleteTaskBody,
    successStatus: 200,
    errors: [400, 404],
    errorCodes: [...taskCodes, "CLOSE_TASK_DONE", "JOURNAL_ENTRY_NOT_FOUND"],
    handler: (request) => {
      const of = { taskId: request.params.id, month: monthFrom(request.body.month) };
      return runWrite(platform, request, { contractId: null, message: "The task is done." }, async (ctx) => {
        const task = await service.completeTask(ctx, of, evidenceFromBody(request.body));
        return { payload: viewOfTask(task, ctx.clock.today), contractId: null };
      });
    },
  });

  route(app, {
    ...ofTask,
    url: `${url}/:id/reopen`,
    operationId: "reopenCloseTask",
    summary: "Reopen a task of a month",
    description: "Of an open month. What was done before stays in the audit log.",
    body: ReopenTaskBody,
    successStatus: 200,
    errors: [400, 404],
    errorCodes: [...taskCodes, "CLOSE_TASK_OPEN"],
    handler: (request) => {
      const of = { taskId: request.params.id, month: monthFrom(request.body.month) };
      return runWrite(platform, request, { contractId: null, message: "The task is open again." }, async (ctx) => {
        const task = await service.reopenTask(ctx, of, request.body.reason);
        return { payload: viewOfTask(task, ctx.clock.today), contractId: null };
      });
    },
  });
}
