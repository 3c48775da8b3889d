import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { invalidIssues } from "../kernel/errors.ts";
import { eventTypeNames, isEventType } from "../platform/events/catalogue.ts";
import { EventView, eventBody } from "../platform/events/event-view.ts";
import { awaitFeed } from "../platform/events/feed-service.ts";
import { didYouMean } from "../platform/http/nearest.ts";
import { route } from "../platform/http/route.ts";
import { Closed } from "../platform/http/wire.ts";
import type { Platform } from "../platform/write.ts";

const mostEvents = 1000;
const mostSeconds = 20;

const FeedPageView = Closed({
  data: Type.Array(EventView),
  nextCursor: Type.String({ description: "Send it as `after` of the next call, also where `data` is empty." }),
  hasMore: Type.Boolean({ description: "There are more events by now." }),
});

/** The feed (data model 19): every event of the merchant, in the order in which they were committed. */
export function registerEventsFeedRoutes(app: FastifyInstance, { db }: Platform): void {
  const closing = new AbortController();
  // A server that stops does not wait for requests that wait for events.
  app.addHook("preClose", async () => closing.abort());

  route(app, {
    method: "GET",
    url: "/v3/events-feed",
    operationId: "readEventsFeed",
    summary: "Read events in the order in which they happened",
    description:
      "Every event once, in a fixed order: store `nextCursor` together with your own work, and continue where you " +
      "stopped. Events about one contract are in the order of its changes. Nothing is ever removed from the feed.",
    tag: "Events",
    access: "read",
    isPatient: true,
    query: {
      after: { description: "The cursor to continue from; 0, or none, is the beginning.", pattern: /^\d{1,15}$/ },
      limit: {
        description: `The most events to answer: 1 to ${mostEvents}, default 100.`,
        format: "integer",
        range: [1, mostEvents],
      },
      types: { description: "Only these types, separated by commas.", maxLength: 8000 },
      wait: {
        description: `How many seconds to wait for the first event, ${mostSeconds} at most.`,
        format: "integer",
        range: [0, mostSeconds],
      },
    },
    payload: FeedPageView,
    successStatus: 200,
    errors: [400],
    errorCodes: ["CURSOR_INVALID"],
    handler: async ({ principal, query }) => {
      const limit = Number(query.limit ?? 100);
      const seconds = Number(query.wait ?? 0);
      const request = { after: Number(query.after ?? 0), types: typesOf(query.types), limit };
      const waiting = { seconds, signal: closing.signal };
      const { events, cursor, hasMore } = await awaitFeed(db, principal.merchantId, request, waiting);
      const payload = { data: events.map(eventBody), nextCursor: String(cursor), hasMore };
      return { payload, message: "Events." };
    },
  });
}

function typesOf(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined;
  const types = text.split(",").map((type) => type.trim());
  const unknown = types.filter((type) => !isEventType(type));
  if (unknown.length === 0) return types;
  throw invalidIssues(
    unknown.map((type) => {
      const name = type.slice(0, 64);
      const message = `${JSON.stringify(name)} is not a type of event.${didYouMean(name, eventTypeNames)}`;
      return { path: "/query/types", code: "ENUM", message };
    }),
  );
}
