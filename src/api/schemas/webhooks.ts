import { type Static, Type } from "typebox";
import { EventTypeName } from "../../platform/events/catalogue.ts";
import { enumField, uuidField } from "../../platform/http/filter.ts";
import type { ListDeclaration } from "../../platform/http/list-query.ts";
import {
  Closed,
  Instant,
  Integer,
  List,
  MultilineText,
  Named,
  Nullable,
  OneOf,
  Text,
  Uuid,
} from "../../platform/http/wire.ts";
import { type EndpointDraft, type EndpointPatch, endpointPurposes } from "../../webhooks/endpoint.ts";
import { eventsOfSync } from "../../webhooks/service.ts";

const url = Text(1, 2048, {
  description: "https, on port 443 or 8443 of a public host; checked now and at every try.",
  examples: ["https://hooks.example.com/accord"],
});
const description = Nullable(MultilineText(1, 255));
const events = List(Type.Union([EventTypeName, Type.Literal("*")]), {
  ...{ min: 1, max: 200, description: "The types that it gets; `*` is all, those to come included." },
  examples: [["invoice.issued", "invoice.paid"]],
});
const statuses = ["ENABLED", "DISABLED"] as const;

export const CreateEndpointBody = Named(
  "CreateWebhookEndpointDto",
  Closed({
    url,
    description: Type.Optional(description),
    purpose: Type.Optional(
      OneOf(endpointPurposes, {
        description:
          "EVENTS, unless stated. SYNC: it is sent the records for the accounting system, and answers which it accepted; then it has no events.",
      }),
    ),
    events: Type.Optional(events),
  }),
);

export const UpdateEndpointBody = Named(
  "UpdateWebhookEndpointDto",
  Closed({
    url: Type.Optional(url),
    description: Type.Optional(description),
    events: Type.Optional(events),
    status: Type.Optional(OneOf(statuses)),
  }),
);

export const ReplayBody = Named(
  "ReplayWebhooksDto",
  Closed({
    afterSequence: Integer(0, Number.MAX_SAFE_INTEGER, { description: "The `sequence` before the first event." }),
    throughSequence: Integer(1, Number.MAX_SAFE_INTEGER, {
      description: "The `sequence` of the last event, at most 10,000 later.",
    }),
  }),
);

/** @throws DomainError VALIDATION_FAILED if an endpoint for records lists events */
export function draftFromBody(body: Static<typeof CreateEndpointBody>): EndpointDraft {
  const { url: address, purpose = "EVENTS", description: words = null } = body;
  if (purpose === "SYNC" && body.events !== undefined) throw eventsOfSync();
  const eventTypes = purpose === "SYNC" ? [] : typesFrom(body.events ?? ["*"]);
  return { url: address, description: words, purpose, eventTypes };
}

export function patchFromBody({ events: wanted, ...rest }: Static<typeof UpdateEndpointBody>): EndpointPatch {
  return { ...rest, ...(wanted === undefined ? {} : { eventTypes: typesFrom(wanted) }) } as EndpointPatch;
}

function typesFrom(wanted: readonly string[]): readonly string[] | null {
  return wanted.includes("*") ? null : [...new Set(wanted)];
}

const endpointFields = {
  id: Uuid(),
  url: Type.String(),
  description: Nullable(Type.String()),
  purpose: OneOf(endpointPurposes),
  events: Type.Array(Type.String()),
  status: OneOf(statuses),
  disabledReason: Nullable(OneOf(["REQUESTED", "GONE", "FAILING"])),
  failingSince: Nullable(
    Instant({ description: "Since when nothing could be delivered; after 5 days it is disabled." }),
  ),
  previousSecretUntil: Nullable(Instant({ description: "Until then the previous secret signs as well." })),
  createdAt: Instant(),
  lastUpdatedAt: Instant(),
};

export const EndpointView = Named("WebhookEndpoint", Closed(endpointFields));

export const EndpointWithSecretView = Named(
  "WebhookEndpointWithSecret",
  Closed({
    ...endpointFields,
    secret: Nullable(Type.String({ description: "Shown only now.", examples: ["whsec_…"] })),
  }),
);

export const ReplayView = Closed({ count: Type.Integer({ description: "How many events will be sent." }) });

export const deliveryList: ListDeclaration = {
  fields: {
    webhookEndpointId: uuidField("eq", "in"),
    status: enumField(["PENDING", "DELIVERED", "FAILED"]),
  },
};

export const DeliveryView = Named(
  "WebhookDelivery",
  Closed({
    id: Uuid(),
    webhookEndpointId: Uuid(),
    eventId: Uuid({ description: "Also the header webhook-id, in every try." }),
    eventType: Type.String(),
    status: OneOf(["PENDING", "DELIVERED", "FAILED"]),
    attempts: Type.Integer({ description: "Tries so far, of eight." }),
    nextAttemptAt: Nullable(Instant()),
    lastAttemptAt: Nullable(Instant()),
    responseStatus: Nullable(Type.Integer()),
    failure: Nullable(Type.String()),
    createdAt: Instant(),
  }),
);

export function viewOfEndpoint<Endpoint extends { readonly eventTypes: readonly string[] | null }>({
  eventTypes,
  ...endpoint
}: Endpoint) {
  return { ...endpoint, events: [...(eventTypes ?? ["*"])] };
}
