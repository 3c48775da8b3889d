import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { dayFrom } from "../billing-terms/civil-date.ts";
import {
  AppendScheduleBody,
  AppendStepBody,
  CreateCommitmentsBody,
  DeleteScheduleBody,
  draftsFromBody,
  fieldsFromBody,
  PatchScheduleBody,
  scheduleFromBody,
  stepFromBody,
  TerminateCommitmentBody,
  UpdateStepBody,
} from "../commitments/body-schemas.ts";
import * as changes from "../commitments/change-service.ts";
import { CommitmentView, ScheduleView, StepView, viewOfStep } from "../commitments/schemas.ts";
import * as commitments from "../commitments/service.ts";
import { viewOne, viewSchedule, viewsOf } from "../commitments/view-service.ts";
import { present } from "../kernel/assert.ts";
import { refusalOf } from "../platform/http/error-codes.ts";
import { type RouteDescription, route } from "../platform/http/route.ts";
import { Closed, Uuid } from "../platform/http/wire.ts";
import { type PerformingPlatform, perform } from "../platform/perform.ts";
import type { WriteContext } from "../platform/write.ts";
import { lockSettled } from "./commitment-service.ts";

const tag = "Commitments";
const contractIds = { id: "CONTRACT_NOT_FOUND" } as const;
const ids = { ...contractIds, commitmentId: "COMMITMENT_NOT_FOUND" } as const;

/** Of records that a request names, and of what keeps a term out of a commitment. */
export const commitmentCodes = [
  "BILLING_TERM_NOT_FOUND",
  "ITEM_NOT_FOUND",
  "EVENT_TYPE_NOT_FOUND",
  "BILLING_TERM_INELIGIBLE",
  "BILLING_TERM_LOCKED",
  "SCHEDULE_STRUCTURE_INVALID",
  "SCHEDULE_ALIGNMENT_INVALID",
  "SCHEDULE_EVENT_TYPE_MISMATCH",
  "STEP_EVENT_TYPE_MISMATCH",
  "STEP_CONFIG_INVALID",
  "TIER_INVALID",
  "CURRENCY_INVALID",
  "CONTRACT_DELETED",
] as const;
const changeCodes = [...commitmentCodes, "COMMITMENT_LOCKED", "SCHEDULE_INVOICE_GATE"] as const;

/** Writes of commitments are served here, because what may change of them depends on what is invoiced. */
export function registerCommitmentRoutes(app: FastifyInstance, platform: PerformingPlatform): void {
  registerWholeWrites(app, platform);
  registerScheduleWrites(app, platform);
  registerStepWrites(app, platform);
}

function registerWholeWrites(app: FastifyInstance, platform: PerformingPlatform): void {
  route(app, {
    method: "POST",
    url: "/v3/contracts/:id/commitments",
    operationId: "createCommitments",
    summary: "Add commitments to a contract",
    description:
      "What the customer commits to use, when, at which prices, and what happens with the rest. All or none.",
    tag,
    access: "write",
    ids: contractIds,
    malformedId: "INVALID_ID",
    dryRun: true,
    body: CreateCommitmentsBody,
    payload: Closed({ commitments: Type.Array(CommitmentView), commitmentIds: Type.Array(Uuid()) }),
    successStatus: 201,
    errors: [400, 404],
    errorCodes: [...commitmentCodes, "SCHEDULE_NOT_CONTIGUOUS"],
    handler: (request) => {
      const contractId = present(request.params.id, "the contract id");
      return perform(platform, request, { contractId, message: "Commitments created." }, async (ctx) => {
        const named = request.body.contractId;
        if (named !== undefined && named !== contractId) {
          const message = "contractId is that of the path; leave it out.";
          throw refusalOf([{ path: "/contractId", code: "CONFLICT", message }]);
        }
        const contract = await lockSettled(ctx, contractId);
        const records = await commitments.createCommitments(ctx, contract, draftsFromBody(request.body));
        const views = await viewsOf(ctx, records);
        return { payload: { commitments: views, commitmentIds: views.map(({ id }) => id) }, contractId };
      });
    },
  });

  route(app, {
    ...nested("POST", "/terminate", ids),
    operationId: "terminateCommitment",
    summary: "Terminate a commitment",
    description: "It ends with one of its periods, not before what is invoiced, and can never be changed again.",
    body: TerminateCommitmentBody,
    payload: CommitmentView,
    successStatus: 200,
    errorCodes: ["COMMITMENT_LOCKED", "SCHEDULE_ALIGNMENT_INVALID", "SCHEDULE_INVOICE_GATE", "CONTRACT_DELETED"],
    handler: (request) =>
      change(platform, request, "Commitment terminated.", async (ctx, place) => {
        const { endDate, reason } = request.body;
        const said = { end: dayFrom(endDate) + 1, reason: reason ?? undefined };
        return viewOne(ctx, await changes.terminate(ctx, place, said));
      }),
  });
}

function registerScheduleWrites(app: FastifyInstance, platform: PerformingPlatform): void {
  route(app, {
    ...nested("POST", "/schedules", ids),
    operationId: "appendCommitmentSchedule",
    summary: "Append a schedule to a commitment",
    description: "It starts the day after the last one ends and has the event types of the commitment.",
    body: AppendScheduleBody,
    payload: ScheduleView,
    successStatus: 201,
    errorCodes: [...changeCodes, "SCHEDULE_NOT_CONTIGUOUS"],
    handler: (request) =>
      change(platform, request, "Schedule appended.", async (ctx, place) =>
        viewSchedule(ctx, await changes.addSchedule(ctx, place, scheduleFromBody(request.body))),
      ),
  });

  const scheduleIds = { ...ids, scheduleId: "SCHEDULE_NOT_FOUND" } as const;
  route(app, {
    ...nested("PATCH", "/schedules/:scheduleId", scheduleIds),
    operationId: "updateCommitmentSchedule",
    summary: "Change a schedule of a commitment",
    description: "Invoiced periods keep their days and rules; the last schedule may still end with any later period.",
    body: PatchScheduleBody,
    payload: ScheduleView,
    successStatus: 200,
    errorCodes: [...changeCodes, "SCHEDULE_NOT_CONTIGUOUS", "SCHEDULE_NOT_IN_COMMITMENT"],
    handler: (request) =>
      change(platform, request, "Schedule updated.", async (ctx, place) => {
        const scheduleId = present(request.params.scheduleId, "the schedule id");
        return viewSchedule(ctx, await changes.changeSchedule(ctx, place, scheduleId, fieldsFromBody(request.body)));
      }),
  });

  route(app, {
    ...nested("DELETE", "/schedules/:scheduleId", scheduleIds),
    operationId: "deleteCommitmentSchedule",
    summary: "Delete the last schedule of a commitment",
    description: "The commitment ends earlier, or the schedule before takes over its days. A body is optional.",
    body: DeleteScheduleBody,
    bodyMayMiss: true,
    payload: ScheduleView,
    successStatus: 200,
    errorCodes: [
      ...changeCodes,
      "SCHEDULE_NOT_LAST",
      "SCHEDULE_ONLY_ONE",
      "SCHEDULE_HAS_INVOICED_PERIODS",
      "SCHEDULE_NOT_IN_COMMITMENT",
    ],
    handler: (request) =>
      change(platform, request, "Schedule deleted.", async (ctx, place) => {
        const scheduleId = present(request.params.scheduleId, "the schedule id");
        const { reason, extendPreviousSchedule } = request.body;
        const said = { extendPrevious: extendPreviousSchedule ?? false, reason: reason ?? undefined };
        return viewSchedule(ctx, await changes.removeSchedule(ctx, place, scheduleId, said));
      }),
  });
}

function registerStepWrites(app: FastifyInstance, platform: PerformingPlatform): void {
  route(app, {
    ...nested("POST", "/steps", ids),
    operationId: "appendCommitmentStep",
    summary: "Append a step to a schedule",
    description: "It is drawn down when the steps before it are used up.",
    body: AppendStepBody,
    payload: StepView,
    successStatus: 201,
    errorCodes: [...changeCodes, "SCHEDULE_NOT_FOUND", "SCHEDULE_NOT_IN_COMMITMENT"],
    handler: (request) =>
      change(platform, request, "Step appended.", async (ctx, place) => {
        const { scheduleId } = request.body;
        return stepOut(await changes.addStep(ctx, place, scheduleId, stepFromBody(request.body)));
      }),
  });

  const stepIds = { ...ids, stepId: "STEP_NOT_FOUND" } as const;
  route(app, {
    ...nested("PATCH", "/steps/:stepId", stepIds),
    operationId: "updateCommitmentStep",
    summary: "Change a step",
    description: "Its value, its terms of the same event types, or its name.",
    body: UpdateStepBody,
    payload: StepView,
    successStatus: 200,
    errorCodes: [...changeCodes, "STEP_NOT_IN_COMMITMENT"],
    handler: (request) =>
      change(platform, request, "Step updated.", async (ctx, place) => {
        const { name, commitmentValue: value, billingTermIds } = request.body;
        const patch = {
          ...(name === undefined ? {} : { name }),
          ...(value === undefined ? {} : { value }),
          ...(billingTermIds === undefined ? {} : { billingTermIds }),
        };
        return stepOut(await changes.changeStep(ctx, place, present(request.params.stepId, "the step id"), patch));
      }),
  });

  route(app, {
    ...nested("DELETE", "/steps/:stepId", stepIds),
    operationId: "deleteCommitmentStep",
    summary: "Delete the last step of a schedule",
    payload: StepView,
    successStatus: 200,
    errorCodes: [...changeCodes, "STEP_NOT_LAST", "STEP_ONLY_ONE", "STEP_NOT_IN_COMMITMENT"],
    handler: (request) =>
      change(platform, request, "Step deleted.", async (ctx, place) =>
        stepOut(await changes.removeStep(ctx, place, present(request.params.stepId, "the step id"))),
      ),
  });
}

/** What every write of one commitment declares alike. */
function nested<Ids extends RouteDescription["ids"]>(method: "POST" | "PATCH" | "DELETE", path: string, of: Ids) {
  return {
    method,
    url: `/v3/contracts/:id/commitments/:commitmentId${path}`,
    tag,
    access: "write",
    ids: present(of, "the ids"),
    malformedId: "INVALID_ID",
    dryRun: true,
    errors: [400, 404],
  } as const;
}

type CommitmentRequest = Parameters<typeof perform>[1] & { readonly params: Readonly<Record<string, string>> };

/** Changes one commitment of a locked and settled contract. */
function change(
  platform: PerformingPlatform,
  request: CommitmentRequest,
  message: string,
  use: (ctx: WriteContext, place: changes.Place) => Promise<unknown>,
) {
  const contractId = present(request.params.id, "the contract id");
  const commitmentId = present(request.params.commitmentId, "the commitment id");
  return perform(platform, request, { contractId, message }, async (ctx) => {
    const contract = await lockSettled(ctx, contractId, commitmentId);
    return { payload: await use(ctx, { contract, commitmentId }), contractId };
  });
}

function stepOut({ record, scheduleId, step }: changes.StepResult) {
  return { scheduleId, ...viewOfStep(record.commitment, step) };
}
