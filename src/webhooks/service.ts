import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { conflict, type DomainError, invalidIssues } from "../kernel/errors.ts";
import { changesBetween } from "../platform/audit.ts";
import { formatInstant, wallClock } from "../platform/clock.ts";
import type { Tx } from "../platform/db/pool.ts";
import { lastPosition } from "../platform/events/feed-store.ts";
import { recordNotFound } from "../platform/http/error-codes.ts";
import type { WriteContext } from "../platform/write.ts";
import {
  auditedEndpoint,
  type EndpointDraft,
  type EndpointPatch,
  mostEndpoints,
  rotationHours,
  secretText,
  type WebhookEndpoint,
} from "./endpoint.ts";
import { sealedFor } from "./secret-service.ts";
import * as store from "./store.ts";
import { makeDue } from "./turn-store.ts";

export { listEndpoints } from "./store.ts";

/** An endpoint with its secret, which is shown only once. */
export type WithSecret = { readonly endpoint: WebhookEndpoint; readonly secret: string };

/**
 * Adds an endpoint, which gets the events from now on. The caller must have checked its address.
 *
 * @throws DomainError WEBHOOK_ENDPOINT_LIMIT
 */
export async function createEndpoint(ctx: WriteContext, draft: EndpointDraft): Promise<WithSecret> {
  const { tx, merchant } = ctx;
  await store.lockNumberOfEndpoints(tx, merchant.id);
  const { count } = await store
    .endpointQuery(tx, merchant.id)
    .clearSelect()
    .select(sql<number>`count(*)::int`.as("count"))
    .executeTakeFirstOrThrow();
  if (count >= mostEndpoints) {
    throw conflict("WEBHOOK_ENDPOINT_LIMIT", `There are ${mostEndpoints} endpoints already; delete one of them first.`);
  }
  if (draft.purpose === "SYNC" && (await store.hasSyncEndpoint(tx, merchant.id))) {
    throw conflict("WEBHOOK_ENDPOINT_LIMIT", "There is a SYNC endpoint already; change it, or delete it first.");
  }
  const secret = randomBytes(32);
  const id = ctx.newId();
  const at = ctx.clock.timestamp;
  await tx
    .insertInto("webhook_endpoint")
    .values({
      ...{ merchant_id: merchant.id, id, url: draft.url, description: draft.description, status: "ENABLED" },
      ...sealedFor(ctx, id, secret),
      purpose: draft.purpose ?? "EVENTS",
      event_types: draft.eventTypes === null ? null : JSON.stringify(draft.eventTypes),
      position: await lastPosition(tx, merchant.id),
      ...{ created_at: at, last_updated_at: at },
    })
    .execute();
  const endpoint = await getEndpoint(tx, merchant.id, id);
  note(ctx, "create", id, {}, auditedEndpoint(endpoint));
  ctx.publish({ type: "webhook-endpoint.created", data: { webhookEndpointId: id } });
  return { endpoint, secret: secretText(secret) };
}

/**
 * Changes an endpoint. If it is enabled again, pending deliveries continue; events of the time while it was disabled are sent only by a replay. With
 * another URL it counts as not failing.
 *
 * @throws DomainError WEBHOOK_ENDPOINT_NOT_FOUND, VALIDATION_FAILED for events of an endpoint for records
 */
export async function updateEndpoint(ctx: WriteContext, id: string, patch: EndpointPatch): Promise<WebhookEndpoint> {
  const before = await lockedEndpoint(ctx, id);
  if (before.purpose === "SYNC" && patch.eventTypes !== undefined) throw eventsOfSync();
  const status = patch.status ?? before.status;
  const isTurned = status !== before.status;
  const isMoved = patch.url !== undefined && patch.url !== before.url;
  const after: WebhookEndpoint = {
    ...before,
    ...patch,
    disabledReason: status === "ENABLED" ? null : (before.disabledReason ?? "REQUESTED"),
    failingSince: isTurned || isMoved ? null : before.failingSince,
    lastUpdatedAt: ctx.clock.timestamp,
  };
  await store.saveEndpoint(ctx.tx, ctx.merchant.id, after);
  if (isTurned && status === "ENABLED") await makeDue(ctx.tx, ctx.merchant.id, [id]);
  note(ctx, "update", id, auditedEndpoint(before), auditedEndpoint(after));
  const data = { webhookEndpointId: id };
  if (isTurned && status === "DISABLED") {
    ctx.publish({ type: "webhook-endpoint.disabled", data: { ...data, reason: "REQUESTED" } });
  } else ctx.publish({ type: "webhook-endpoint.updated", data });
  return after;
}

/** Deletes an endpoint; its deliveries can still be read. @throws DomainError WEBHOOK_ENDPOINT_NOT_FOUND */
export async function deleteEndpoint(ctx: WriteContext, id: string): Promise<WebhookEndpoint> {
  const before = await lockedEndpoint(ctx, id);
  await ctx.tx
    .updateTable("webhook_endpoint")
    .set({ deleted_at: ctx.clock.timestamp })
    .where("merchant_id", "=", ctx.merchant.id)
    .where("id", "=", id)
    .execute();
  note(ctx, "delete", id, auditedEndpoint(before), {});
  ctx.publish({ type: "webhook-endpoint.deleted", data: { webhookEndpointId: id } });
  return before;
}

/** Gives an endpoint a new secret; the previous one also signs for `rotationHours`. @throws DomainError WEBHOOK_ENDPOINT_NOT_FOUND */
export async function rotateSecret(ctx: WriteContext, id: string): Promise<WithSecret> {
  await lockedEndpoint(ctx, id);
  const secret = randomBytes(32);
  await ctx.tx
    .updateTable("webhook_endpoint")
    .set({
      ...{ previous_secret: sql`secret`, previous_secret_key_id: sql`secret_key_id` },
      ...sealedFor(ctx, id, secret),
      last_updated_at: ctx.clock.timestamp,
      previous_secret_until: formatInstant(wallClock().add({ hours: rotationHours })),
    })
    .where("merchant_id", "=", ctx.merchant.id)
    .where("id", "=", id)
    .execute();
  const endpoint = await getEndpoint(ctx.tx, ctx.merchant.id, id);
  note(ctx, "rotate-secret", id, { secret: "one" }, { secret: "another" });
  ctx.publish({ type: "webhook-endpoint.secret-rotated", data: { webhookEndpointId: id } });
  return { endpoint, secret: secretText(secret) };
}

/** Publishes a test event for one endpoint, whatever its event types. @throws DomainError WEBHOOK_ENDPOINT_DISABLED */
export async function testEndpoint(ctx: WriteContext, id: string): Promise<WebhookEndpoint> {
  const endpoint = await lockedEnabled(ctx, id);
  note(ctx, "test", id, {}, { tested: true });
  ctx.publish({ type: "webhook-endpoint.tested", data: { webhookEndpointId: id } });
  return endpoint;
}

/** @throws DomainError WEBHOOK_ENDPOINT_NOT_FOUND */
export async function getEndpoint(tx: Tx, merchantId: string, id: string): Promise<WebhookEndpoint> {
  const endpoint = await store.findEndpoint(tx, merchantId, id);
  if (endpoint === undefined) throw recordNotFound("WEBHOOK_ENDPOINT_NOT_FOUND");
  return endpoint;
}

export type Replay = { readonly afterSequence: number; readonly throughSequence: number };

/** The maximum number of events of a replay. */
export const mostReplayed = 10_000;

/**
 * Sends a range of the feed to an endpoint again, also events that it never got; only of its event types.
 *
 * @returns the number of events that will be sent
 * @throws DomainError WEBHOOK_ENDPOINT_NOT_FOUND, WEBHOOK_ENDPOINT_DISABLED
 */
export async function replay(ctx: WriteContext, id: string, range: Replay): Promise<number> {
  await lockedEnabled(ctx, id);
  const { rows } = await sql<{ count: number }>`
    with asked as (
      insert into webhook_delivery (merchant_id, id, endpoint_id, event_id, event_type, status, next_attempt_at, created_at)
      select ${ctx.merchant.id}, gen_random_uuid(), endpoint.id, event.id, event.type, 'PENDING', now(), now()
      from webhook_endpoint as endpoint
        join feed_event as place on place.merchant_id = endpoint.merchant_id
        join outbox_event as event on event.merchant_id = place.merchant_id and event.id = place.event_id
      where endpoint.merchant_id = ${ctx.merchant.id} and endpoint.id = ${id} and event.type <> 'webhook-endpoint.tested'
        and place.position > ${range.afterSequence} and place.position <= ${range.throughSequence}
        and (endpoint.event_types is null or endpoint.event_types ? event.type)
      order by place.position
      on conflict (merchant_id, endpoint_id, event_id)
        do update set status = 'PENDING', attempts = 0, next_attempt_at = excluded.next_attempt_at
      returning 1
    )
    select count(*)::int as count from asked`.execute(ctx.tx);
  await makeDue(ctx.tx, ctx.merchant.id, [id]);
  const count = rows[0]?.count ?? 0;
  note(ctx, "replay", id, {}, { ...range, count });
  ctx.publish({ type: "webhook-endpoint.replayed", data: { webhookEndpointId: id } });
  return count;
}

/** The error for event types of an endpoint for records. */
export function eventsOfSync(): DomainError {
  const message = "A SYNC endpoint gets no events; leave them out.";
  return invalidIssues([{ path: "/events", code: "CONFLICT", message }]);
}

/** Locks an endpoint to which something is to be sent. @throws DomainError WEBHOOK_ENDPOINT_NOT_FOUND, WEBHOOK_ENDPOINT_DISABLED */
export async function lockedEnabled(ctx: WriteContext, id: string): Promise<WebhookEndpoint> {
  const endpoint = await lockedEndpoint(ctx, id);
  if (endpoint.status === "ENABLED") return endpoint;
  throw conflict("WEBHOOK_ENDPOINT_DISABLED", "The endpoint is disabled; enable it first.");
}

async function lockedEndpoint(ctx: WriteContext, id: string): Promise<WebhookEndpoint> {
  const endpoint = await store.lockedEndpoint(ctx.tx, ctx.merchant.id, id);
  if (endpoint === undefined) throw recordNotFound("WEBHOOK_ENDPOINT_NOT_FOUND");
  return endpoint;
}

type Audited = Readonly<Record<string, unknown>>;

function note(ctx: WriteContext, act: string, entityId: string, from: Audited, to: Audited): void {
  const changes = changesBetween(from, to);
  ctx.audit({ action: `webhook-endpoint.${act}`, entityType: "WEBHOOK_ENDPOINT", entityId, changes });
}
