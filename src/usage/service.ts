import { invalid } from "../kernel/errors.ts";
import { changesBetween } from "../platform/audit.ts";
import type { Tx } from "../platform/db/pool.ts";
import { recordNotFound } from "../platform/http/error-codes.ts";
import type { WriteContext } from "../platform/write.ts";
import type { EventType, EventTypeDraft } from "./event-type.ts";
import * as store from "./store.ts";

/** @throws DomainError EVENT_TYPE_EXISTS (400) if an event type has the same name */
export async function createEventType(ctx: WriteContext, draft: EventTypeDraft): Promise<EventType> {
  const { timestamp } = ctx.clock;
  const eventType = await store.insertEventType(ctx.tx, ctx.merchant.id, {
    ...draft,
    id: ctx.newId(),
    createdAt: timestamp,
    lastUpdatedAt: timestamp,
  });
  if (eventType === undefined) {
    throw invalid(
      "EVENT_TYPE_EXISTS",
      `An event type named ${JSON.stringify(draft.name)} exists already; use it or choose another name.`,
    );
  }
  ctx.audit({
    action: "event-type.create",
    entityType: "EVENT_TYPE",
    entityId: eventType.id,
    changes: changesBetween({}, eventType),
  });
  ctx.publish({ type: "event-type.created", data: { eventTypeId: eventType.id } });
  return eventType;
}

/** @throws DomainError EVENT_TYPE_NOT_FOUND */
export async function getEventType(tx: Tx, merchantId: string, eventTypeId: string): Promise<EventType> {
  const eventType = await store.findEventType(tx, merchantId, eventTypeId);
  if (eventType === undefined) throw recordNotFound("EVENT_TYPE_NOT_FOUND");
  return eventType;
}

/**
 * Deletes an event type that no record refers to. Its name can be used again; its fields stay in the audit log.
 *
 * @throws DomainError EVENT_TYPE_NOT_FOUND, EVENT_TYPE_IN_USE (400)
 */
export async function deleteEventType(ctx: WriteContext, eventTypeId: string): Promise<EventType> {
  const eventType = await store.deleteEventType(ctx.tx, ctx.merchant.id, eventTypeId);
  if (eventType === undefined) throw recordNotFound("EVENT_TYPE_NOT_FOUND");
  ctx.audit({
    action: "event-type.delete",
    entityType: "EVENT_TYPE",
    entityId: eventTypeId,
    changes: changesBetween(eventType, {}),
  });
  ctx.publish({ type: "event-type.deleted", data: { eventTypeId } });
  return eventType;
}

export const { findEventTypes, listEventTypes } = store;
