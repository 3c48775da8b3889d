import { type Static, Type } from "typebox";
import { enumField, stringField } from "../../platform/http/filter.ts";
import type { ListDeclaration } from "../../platform/http/list-query.ts";
import { Closed, Instant, Named, Nullable, OneOf, Text, Uuid } from "../../platform/http/wire.ts";
import { aggregations, defaultAggregation, type EventType, type EventTypeDraft } from "../../usage/event-type.ts";

export const eventTypeList: ListDeclaration = {
  fields: { name: stringField(), aggregation: enumField(aggregations) },
  sorts: ["createdAt"],
};

export const CreateEventTypeBody = Named(
  "CreateEventTypeDto",
  Closed({
    name: Text(1, 255, {
      description: "Unique among your event types; case counts, outer white space is ignored.",
      examples: ["API call"],
    }),
    aggregation: Type.Optional(
      OneOf(aggregations, {
        description: `How values of events become the quantity of a period. ${defaultAggregation} unless sent.`,
      }),
    ),
    unitName: Type.Optional(Nullable(Text(1, 255, { description: "The name of one unit.", examples: ["call"] }))),
    displayType: Type.Optional(
      Nullable(Text(1, 255, { description: "How you show quantities of it; stored as sent." })),
    ),
  }),
);

export const EventTypeView = Named(
  "EventType",
  Closed({
    id: Uuid(),
    name: Type.String(),
    aggregation: OneOf(aggregations),
    unitName: Nullable(Type.String()),
    displayType: Nullable(Type.String()),
    createdAt: Instant(),
    lastUpdatedAt: Instant(),
  }),
);

export function draftFromBody(body: Static<typeof CreateEventTypeBody>): EventTypeDraft {
  return {
    name: body.name.trim(),
    aggregation: body.aggregation ?? defaultAggregation,
    unitName: body.unitName?.trim() ?? null,
    displayType: body.displayType?.trim() ?? null,
  };
}

/** An event type as integrators see it. */
export function viewOf(eventType: EventType): Static<typeof EventTypeView> {
  const { id, name, aggregation, unitName, displayType, createdAt, lastUpdatedAt } = eventType;
  return { id, name, aggregation, unitName, displayType, createdAt, lastUpdatedAt };
}
