import { type Static, Type } from "typebox";
import { exampleOf } from "../http/document/example.ts";
import { Closed, Instant, Integer, Named, Uuid } from "../http/wire.ts";
import { type EventType, EventTypeName, eventTypeNames, eventTypes } from "./catalogue.ts";
import { dataSchema } from "./event-schema.ts";
import type { FeedEvent } from "./feed-store.ts";

const fields = {
  id: Uuid({
    description: "Of the event: the same in the feed, in every webhook and in every retry. Handle each id once.",
  }),
  type: EventTypeName,
  timestamp: Instant({ description: "When it happened, by the merchant's clock." }),
  sequence: Integer(1, Number.MAX_SAFE_INTEGER, {
    description: "Its place in the merchant's feed: of two events about one record the later one has the higher.",
  }),
};

/** An event in the feed, and as the body of a webhook. */
export const EventView = Named(
  "Event",
  Closed({
    ...fields,
    data: Type.Object(
      {},
      { additionalProperties: true, description: "Ids, the status reached, and whose it is; by type." },
    ),
  }),
);

export type EventBody = Omit<Static<typeof EventView>, "type" | "data"> & {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
};

export function eventBody({ id, type, createdAt, position, contractId, customerId, data }: FeedEvent): EventBody {
  const owners = {
    ...(contractId === null ? {} : { contractId }),
    ...(customerId === null ? {} : { customerId }),
  };
  return { id, type, timestamp: createdAt, sequence: position, data: { ...owners, ...data } };
}

/** The published documentation of an event type: the JSON schema of `data`, and a whole event. */
export type EventTypeDocument = {
  readonly type: EventType;
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly example: Readonly<Record<string, unknown>>;
};

export function eventTypeDocuments(): EventTypeDocument[] {
  return eventTypeNames.map((type) => {
    const schema = dataSchema(eventTypes[type]);
    const example = { ...(exampleOf(Closed(fields)) as object), type, data: exampleOf(schema) };
    return { type, description: eventTypes[type].summary, schema: published(schema), example };
  });
}

/** The `webhooks` of the OpenAPI document: a body for each type of event. */
export function webhooksDocument(): Record<string, object> {
  const responses = { "2XX": { description: "Anything else is tried again later." } };
  return Object.fromEntries(
    eventTypeDocuments().map(({ type, description, schema }) => {
      const properties = { type: { const: type }, data: schema };
      const body = { allOf: [{ $ref: "#/components/schemas/Event" }], type: "object", properties };
      const content = { "application/json": { schema: body } };
      const operationId = `on${type.replaceAll(/(?:^|[.-])(\w)/g, (_, letter) => letter.toUpperCase())}`;
      const operation = {
        ...{ operationId, summary: description, tags: ["Events"], security: [] },
        ...{ requestBody: { required: true, content }, responses },
      };
      return [type, { post: operation }];
    }),
  );
}

/** A schema without the keywords that only this program uses. */
function published(schema: unknown): Record<string, unknown> {
  const plain = JSON.parse(JSON.stringify(schema), (key, value) => (key === "x-accord" ? undefined : value));
  return plain as Record<string, unknown>;
}
