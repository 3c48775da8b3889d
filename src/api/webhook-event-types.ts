import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { EventTypeName } from "../platform/events/catalogue.ts";
import { eventTypeDocuments } from "../platform/events/event-view.ts";
import { pageOf } from "../platform/http/list-query.ts";
import { pageOfAll } from "../platform/http/page-of-all.ts";
import { route } from "../platform/http/route.ts";
import { Closed, Named, PageOf } from "../platform/http/wire.ts";

const EventTypeView = Named(
  "WebhookEventType",
  Closed({
    type: EventTypeName,
    description: Type.String(),
    schema: Type.Object({}, { additionalProperties: true, description: "The JSON schema of `data`." }),
    example: Type.Object({}, { additionalProperties: true, description: "A whole event." }),
  }),
);

/** The catalogue of events, in the same form as under `webhooks` in the OpenAPI document. */
export function registerWebhookEventTypeRoutes(app: FastifyInstance): void {
  const all = eventTypeDocuments();
  route(app, {
    method: "GET",
    url: "/v3/webhook-event-types",
    operationId: "listWebhookEventTypes",
    summary: "List the types of events",
    description: "Of webhooks and of the feed, each with the schema of its data and an example.",
    tag: "Events",
    access: "read",
    list: { fields: {}, sorts: ["type"] },
    payload: PageOf(EventTypeView),
    successStatus: 200,
    errors: [400],
    handler: async ({ list }) => {
      const { rows, extent } = pageOfAll(list, all, ({ type }) => type);
      return { payload: pageOf(list, rows, extent), message: "Event types." };
    },
  });
}
