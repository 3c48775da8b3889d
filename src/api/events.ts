import type { FastifyInstance } from "fastify";
import type { Tx } from "../platform/db/pool.ts";
import type { RouteAnswer } from "../platform/http/answer.ts";
import { pageOf } from "../platform/http/list-query.ts";
import { route } from "../platform/http/route.ts";
import { mayBeCollected } from "../platform/http/route-declaration.ts";
import { PageOf } from "../platform/http/wire.ts";
import type { WritingPlatform } from "../platform/preview.ts";
import { answerWrite, runWrite, writeOptions } from "../platform/run-write.ts";
import { read } from "../platform/write.ts";
import * as service from "../usage/event-service.ts";
import * as matchedEvents from "../usage/matched-event-service.ts";
import {
  BulkEventsView,
  CreateEventBody,
  CreateEventsBody,
  DeletedEventsView,
  DeleteEventsBody,
  draftFromBody,
  draftsFromBody,
  EventView,
  eventList,
  RecordedEventView,
  resultsView,
  viewOf,
} from "./schemas/events.ts";

const tag = "Usage events";
const ids = { id: "USAGE_EVENT_NOT_FOUND" } as const;
const bulkBodyLimit = 8 * 1024 * 1024;

export function registerEventRoutes(app: FastifyInstance, platform: WritingPlatform): void {
  registerReads(app, platform);
  registerRecording(app, platform);
  registerDeletions(app, platform);
}

function registerReads(app: FastifyInstance, platform: WritingPlatform): void {
  route(app, {
    method: "GET",
    url: "/v3/events",
    operationId: "listUsageEvents",
    summary: "List usage events",
    description:
      "Newest first, deleted ones too without `deletedAt:isnull`; `matched:eq:true` are those that a usage term covers.",
    tag,
    access: "read",
    list: eventList,
    payload: PageOf(EventView),
    successStatus: 200,
    errors: [400],
    handler: async (request) => {
      const { list } = request;
      const { events, extent } = await read(platform, request.principal.merchantId, ({ tx, merchant }) =>
        matchedEvents.listEvents(tx, merchant, list),
      );
      return { payload: pageOf(list, events.map(viewOf), extent), message: "Usage events." };
    },
  });

  route(app, {
    method: "GET",
    url: "/v3/events/:id",
    operationId: "getUsageEvent",
    summary: "Get a usage event",
    tag,
    access: "read",
    ids,
    payload: EventView,
    successStatus: 200,
    errors: [404],
    handler: async ({ principal, params }) => {
      const event = await read(platform, principal.merchantId, ({ tx, merchant }) =>
        matchedEvents.getEvent(tx, merchant, params.id),
      );
      return { payload: viewOf(event), message: "Usage event." };
    },
  });
}

function recordedAnswer({ isDuplicate, ...recorded }: service.RecordedEvent): RouteAnswer {
  return {
    status: isDuplicate ? 200 : 201,
    payload: { ...viewOf(recorded), duplicate: isDuplicate },
    message: isDuplicate ? "The usage event was recorded before." : "Usage event recorded.",
  };
}

function registerRecording(app: FastifyInstance, platform: WritingPlatform): void {
  const collect = service.collectEvents(platform);
  route(app, {
    method: "POST",
    url: "/v3/events",
    operationId: "recordUsageEvent",
    summary: "Record a usage event",
    description:
      "The same event under the same key answers 200 with the first one; a different event under that key, 409.",
    tag,
    access: "write",
    isCollected: true,
    dryRun: true,
    body: CreateEventBody,
    payload: RecordedEventView,
    successStatus: 201,
    repeatStatus: 200,
    errors: [400, 409],
    errorCodes: ["USAGE_EVENT_INVALID", "USAGE_EVENT_CONFLICT"],
    handler: async (request) => {
      const draft = draftFromBody(request);
      if (mayBeCollected(request)) {
        const { merchantId, actor } = writeOptions(request);
        const recorded = await collect(merchantId, { draft, by: { actor, requestId: request.requestId } });
        return recordedAnswer(service.recordedOrThrow(recorded));
      }
      const options = {
        contractId: (tx: Tx, merchantId: string) => matchedEvents.contractOfEvent(tx, merchantId, draft),
        message: "Usage event recorded.",
      };
      return runWrite(platform, request, options, async (ctx) => {
        const answer = recordedAnswer(await service.recordEvent(ctx, draft));
        return { ...answer, contractId: null };
      });
    },
  });

  route(app, {
    method: "POST",
    url: "/v3/events/bulk",
    operationId: "recordUsageEvents",
    summary: "Record up to 1,000 usage events",
    description:
      "Each event is recorded or rejected separately: see its result. Sending the request again records nothing twice.",
    tag,
    access: "write",
    body: CreateEventsBody,
    bodyLimit: bulkBodyLimit,
    payload: BulkEventsView,
    successStatus: 200,
    errors: [400],
    errorCodes: ["TOO_MANY_ITEMS"],
    handler: async (request) => {
      const drafts = draftsFromBody(request);
      return answerWrite(platform, request, async (ctx) => {
        const batch = await service.recordEvents(ctx, drafts);
        return { payload: resultsView(batch), message: "Usage events: see each result." };
      });
    },
  });
}

function registerDeletions(app: FastifyInstance, platform: WritingPlatform): void {
  route(app, {
    method: "DELETE",
    url: "/v3/events/:id",
    operationId: "deleteUsageEvent",
    summary: "Delete a usage event",
    description: "Appends a deletion event. The event can still be read, and its key stays taken.",
    tag,
    access: "write",
    dryRun: true,
    ids,
    payload: EventView,
    successStatus: 200,
    errors: [404],
    handler: (request) => {
      const eventId = request.params.id;
      const options = {
        contractId: (tx: Tx, merchantId: string) => matchedEvents.contractOfRecordedEvent(tx, merchantId, eventId),
        message: "Usage event deleted.",
      };
      return runWrite(platform, request, options, async (ctx) => {
        const deleted = await service.deleteEvent(ctx, eventId);
        return { payload: viewOf(deleted), contractId: null };
      });
    },
  });

  route(app, {
    method: "DELETE",
    url: "/v3/events/bulk",
    operationId: "deleteUsageEvents",
    summary: "Delete up to 1,000 usage events",
    description: "All of them, or none where one is unknown or deleted already.",
    tag,
    access: "write",
    body: DeleteEventsBody,
    bodyLimit: bulkBodyLimit,
    payload: DeletedEventsView,
    successStatus: 200,
    errors: [400, 404],
    errorCodes: ["TOO_MANY_ITEMS", "USAGE_EVENT_NOT_FOUND"],
    handler: async (request) => {
      const { eventIds } = request.body;
      return answerWrite(platform, request, async (ctx) => {
        const { batchId, results } = await service.deleteManyEvents(ctx, eventIds);
        return { payload: { batchId, deleted: results.map(viewOf) }, message: "Usage events deleted." };
      });
    },
  });
}
