import type { FastifyInstance } from "fastify";
import * as changes from "../commitments/change-service.ts";
import { route } from "../platform/http/route.ts";
import type { WritingPlatform } from "../platform/preview.ts";
import { changeCodes, changeOne, commitmentIds as ids, nested } from "./commitment-write.ts";
import { AppendStepBody, stepFromBody, UpdateStepBody } from "./schemas/commitment-bodies.ts";
import { StepView, viewOfStep } from "./schemas/commitments.ts";

/** The steps of a schedule, which are drawn down one after the other. */
export function registerCommitmentStepRoutes(app: FastifyInstance, platform: WritingPlatform): void {
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
      changeOne(platform, request, "Step appended.", async (ctx, locked) => {
        const { scheduleId } = request.body;
        return stepOut(await changes.addStep(ctx, locked, scheduleId, stepFromBody(request.body)));
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
      changeOne(platform, request, "Step updated.", async (ctx, locked) => {
        const { name, commitmentValue: value, billingTermIds } = request.body;
        const patch = {
          ...(name === undefined ? {} : { name }),
          ...(value === undefined ? {} : { value }),
          ...(billingTermIds === undefined ? {} : { billingTermIds }),
        };
        return stepOut(await changes.changeStep(ctx, locked, request.params.stepId, patch));
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
      changeOne(platform, request, "Step deleted.", async (ctx, locked) =>
        stepOut(await changes.removeStep(ctx, locked, request.params.stepId)),
      ),
  });
}

function stepOut({ record, scheduleId, step }: changes.StepResult) {
  return { scheduleId, ...viewOfStep(record.commitment, step) };
}
