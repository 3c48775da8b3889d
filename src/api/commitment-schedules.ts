import type { FastifyInstance } from "fastify";
import * as changes from "../commitments/change-service.ts";
import { issuedDaysOf } from "../commitments/figures-service.ts";
import { route } from "../platform/http/route.ts";
import type { WritingPlatform } from "../platform/preview.ts";
import type { WriteContext } from "../platform/write.ts";
import { changeCodes, changeOne, commitmentIds as ids, nested } from "./commitment-write.ts";
import {
  AppendScheduleBody,
  DeleteScheduleBody,
  fieldsFromBody,
  PatchScheduleBody,
  scheduleFromBody,
} from "./schemas/commitment-bodies.ts";
import { ScheduleView, viewOfSchedule } from "./schemas/commitments.ts";

/** The schedules of a commitment. */
export function registerCommitmentScheduleRoutes(app: FastifyInstance, platform: WritingPlatform): void {
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
      changeOne(platform, request, "Schedule appended.", async (ctx, locked) =>
        viewOf(ctx, await changes.addSchedule(ctx, locked, scheduleFromBody(request.body))),
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
      changeOne(platform, request, "Schedule updated.", async (ctx, locked) => {
        const { scheduleId } = request.params;
        return viewOf(ctx, await changes.changeSchedule(ctx, locked, scheduleId, fieldsFromBody(request.body)));
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
      changeOne(platform, request, "Schedule deleted.", async (ctx, locked) => {
        const { scheduleId } = request.params;
        const { reason, extendPreviousSchedule } = request.body;
        const stated = { extendPrevious: extendPreviousSchedule ?? false, reason: reason ?? undefined };
        return viewOf(ctx, await changes.removeSchedule(ctx, locked, scheduleId, stated));
      }),
  });
}

/** One schedule of a commitment, with the last day invoiced. */
async function viewOf(ctx: WriteContext, { record, schedule }: changes.ScheduleResult) {
  return viewOfSchedule(record.commitment, schedule, await issuedDaysOf(ctx, record, schedule));
}
