import type { FastifyInstance } from "fastify";
import { pageOf } from "../platform/http/list-query.ts";
import { route } from "../platform/http/route.ts";
import { PageOf } from "../platform/http/wire.ts";
import type { WritingPlatform } from "../platform/preview.ts";
import { answerWrite } from "../platform/run-write.ts";
import { readRows } from "../platform/write.ts";
import * as service from "../usage/service.ts";
import { CreateEventTypeBody, draftFromBody, EventTypeView, eventTypeList, viewOf } from "./schemas/event-types.ts";

const tag = "Event types";
const ids = { eventTypeId: "EVENT_TYPE_NOT_FOUND" } as const;

export function registerEventTypeRoutes(app: FastifyInstance, platform: WritingPlatform): void {
  route(app, {
    method: "GET",
    url: "/v3/events/types",
    operationId: "listEventTypes",
    summary: "List event types",
    tag,
    access: "read",
    list: eventTypeList,
    payload: PageOf(EventTypeView),
    successStatus: 200,
    errors: [400],
    handler: async (request) => {
      const { list } = request;
      const { eventTypes, extent } = await readRows(platform, request.principal.merchantId, (tx, merchantId) =>
        service.listEventTypes(tx, merchantId, list),
      );
      return { payload: pageOf(list, eventTypes.map(viewOf), extent), message: "Event types." };
    },
  });

  route(app, {
    method: "POST",
    url: "/v3/events/types",
    operationId: "createEventType",
    summary: "Create an event type",
    tag,
    access: "write",
    body: CreateEventTypeBody,
    payload: EventTypeView,
    successStatus: 201,
    errors: [400],
    errorCodes: ["EVENT_TYPE_EXISTS"],
    handler: async (request) => {
      const draft = draftFromBody(request.body);
      return answerWrite(platform, request, async (ctx) => {
        const eventType = await service.createEventType(ctx, draft);
        return { payload: viewOf(eventType), message: "Event type created." };
      });
    },
  });

  route(app, {
    method: "GET",
    url: "/v3/events/types/:eventTypeId",
    operationId: "getEventType",
    summary: "Get an event type",
    tag,
    access: "read",
    ids,
    payload: EventTypeView,
    successStatus: 200,
    errors: [404],
    handler: async ({ principal, params }) => {
      const eventType = await readRows(platform, principal.merchantId, (tx, merchantId) =>
        service.getEventType(tx, merchantId, params.eventTypeId),
      );
      return { payload: viewOf(eventType), message: "Event type." };
    },
  });

  route(app, {
    method: "DELETE",
    url: "/v3/events/types/:eventTypeId",
    operationId: "deleteEventType",
    summary: "Delete an event type",
    description: "Rejected while anything names it. Its name is free again afterwards.",
    tag,
    access: "write",
    ids,
    malformedId: "INVALID_ID",
    payload: EventTypeView,
    successStatus: 200,
    errors: [400, 404],
    errorCodes: ["EVENT_TYPE_IN_USE"],
    handler: async (request) => {
      const { eventTypeId } = request.params;
      return answerWrite(platform, request, async (ctx) => {
        const eventType = await service.deleteEventType(ctx, eventTypeId);
        return { payload: viewOf(eventType), message: "Event type deleted." };
      });
    },
  });
}
