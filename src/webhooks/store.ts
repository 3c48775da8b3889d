import { sql } from "kysely";
import { instantOut } from "../platform/clock.ts";
import { sendAhead, type Tx } from "../platform/db/pool.ts";
import { column } from "../platform/http/filter-sql.ts";
import type { Extent, ListQuery } from "../platform/http/list-query.ts";
import { selectPage } from "../platform/http/page-sql.ts";
import type { RowOf } from "../schema/tables.ts";
import type { WebhookDelivery, WebhookEndpoint } from "./endpoint.ts";

export function endpointQuery(tx: Tx, merchantId: string) {
  return tx
    .selectFrom("webhook_endpoint")
    .selectAll()
    .where("merchant_id", "=", merchantId)
    .where("deleted_at", "is", null);
}

/** Prevents others from adding endpoints until the transaction ends, so that a count stays correct. */
export async function lockNumberOfEndpoints(tx: Tx, merchantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('accord.webhook-endpoints'), hashtext(${merchantId}))`.execute(tx);
}

export async function listEndpoints(
  tx: Tx,
  merchantId: string,
  list: ListQuery,
): Promise<{ endpoints: WebhookEndpoint[]; extent: Extent }> {
  const { rows, extent } = await selectPage(endpointQuery(tx, merchantId), list, {});
  return { endpoints: rows.map(endpointFromRow), extent };
}

/** True if the merchant has an endpoint for records. */
export async function hasSyncEndpoint(tx: Tx, merchantId: string): Promise<boolean> {
  const row = await endpointQuery(tx, merchantId).where("purpose", "=", "SYNC").executeTakeFirst();
  return row !== undefined;
}

export async function lockedEndpoint(tx: Tx, merchantId: string, id: string): Promise<WebhookEndpoint | undefined> {
  const row = await endpointQuery(tx, merchantId).where("id", "=", id).forUpdate().executeTakeFirst();
  return row === undefined ? undefined : endpointFromRow(row);
}

export async function findEndpoint(tx: Tx, merchantId: string, id: string): Promise<WebhookEndpoint | undefined> {
  const row = await endpointQuery(tx, merchantId).where("id", "=", id).executeTakeFirst();
  return row === undefined ? undefined : endpointFromRow(row);
}

export async function saveEndpoint(tx: Tx, merchantId: string, endpoint: WebhookEndpoint): Promise<void> {
  const { id, url, description, eventTypes, status, disabledReason, failingSince, lastUpdatedAt } = endpoint;
  await tx
    .updateTable("webhook_endpoint")
    .set({
      ...{ url, description, status },
      event_types: eventTypes === null ? null : JSON.stringify(eventTypes),
      disabled_reason: disabledReason,
      failing_since: failingSince,
      last_updated_at: lastUpdatedAt,
    })
    .where("merchant_id", "=", merchantId)
    .where("id", "=", id)
    .execute();
}

const deliveryColumns = {
  webhookEndpointId: column(sql.ref("webhook_delivery.endpoint_id")),
  status: column(sql.ref("webhook_delivery.status")),
};

function deliveryQuery(tx: Tx, merchantId: string) {
  return tx.selectFrom("webhook_delivery").selectAll().where("merchant_id", "=", merchantId);
}

export async function listDeliveries(
  tx: Tx,
  merchantId: string,
  list: ListQuery,
): Promise<{ deliveries: WebhookDelivery[]; extent: Extent }> {
  const { rows, extent } = await selectPage(deliveryQuery(tx, merchantId), list, { targets: deliveryColumns });
  return { deliveries: rows.map(deliveryFromRow), extent };
}

export async function findDelivery(tx: Tx, merchantId: string, id: string): Promise<WebhookDelivery | undefined> {
  const row = await deliveryQuery(tx, merchantId).where("id", "=", id).executeTakeFirst();
  return row === undefined ? undefined : deliveryFromRow(row);
}

/** Makes endpoints due, so that a worker takes their turns now. */
export async function makeDue(tx: Tx, merchantId: string, endpointIds: readonly string[]): Promise<void> {
  await sql`
    insert into webhook_turn (merchant_id, endpoint_id, due_at)
    select ${merchantId}, id, now() from unnest(${endpointIds}::uuid[]) as named (id) order by id
    on conflict (merchant_id, endpoint_id) do update set due_at = least(webhook_turn.due_at, excluded.due_at)`.execute(
    tx,
  );
}

/** Creates deliveries of events with positions through `last`, for all enabled endpoints with their types, and makes the endpoints due. */
export async function fanOut(tx: Tx, merchantId: string, last: number): Promise<void> {
  const { rows } = await sql<{ endpoint_id: string }>`
    with wanted as (
      select endpoint.id as endpoint_id, event.id as event_id, event.type
      from webhook_endpoint as endpoint
        join feed_event as place on place.merchant_id = endpoint.merchant_id
          and place.position > endpoint.position and place.position <= ${last}
        join outbox_event as event on event.merchant_id = place.merchant_id and event.id = place.event_id
      where endpoint.merchant_id = ${merchantId} and endpoint.status = 'ENABLED' and endpoint.deleted_at is null
        and case when event.type = 'webhook-endpoint.tested' then event.data ->> 'webhookEndpointId' = endpoint.id::text
          else endpoint.event_types is null or endpoint.event_types ? event.type end
    ), made as (
      insert into webhook_delivery (merchant_id, id, endpoint_id, event_id, event_type, status, next_attempt_at, created_at)
      select ${merchantId}, gen_random_uuid(), endpoint_id, event_id, type, 'PENDING', now(), now() from wanted
      on conflict (merchant_id, endpoint_id, event_id) do nothing
      returning endpoint_id
    )
    select endpoint_id from made
    -- Something happened, so there may be something to hand over; one that takes nothing is tried again when it is its time.
    union select id from webhook_endpoint
      where merchant_id = ${merchantId} and purpose = 'SYNC' and status = 'ENABLED' and deleted_at is null
        and position < ${last} and failing_since is null`.execute(tx);
  // A separate statement: on distributed tables, parts of one statement are executed one after the other (ADR 0095).
  const move = sql`
    update webhook_endpoint set position = ${last}
    where merchant_id = ${merchantId} and position < ${last} and deleted_at is null`;
  sendAhead(tx, move.compile(tx));
  if (rows.length > 0)
    await makeDue(
      tx,
      merchantId,
      rows.map((row) => row.endpoint_id),
    );
}

export function endpointFromRow(row: RowOf<"webhook_endpoint">): WebhookEndpoint {
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    purpose: row.purpose,
    eventTypes: row.event_types as string[] | null,
    status: row.status,
    disabledReason: row.disabled_reason,
    failingSince: row.failing_since === null ? null : instantOut(row.failing_since),
    previousSecretUntil: row.previous_secret_until === null ? null : instantOut(row.previous_secret_until),
    createdAt: instantOut(row.created_at),
    lastUpdatedAt: instantOut(row.last_updated_at),
  };
}

function deliveryFromRow(row: RowOf<"webhook_delivery">): WebhookDelivery {
  return {
    id: row.id,
    webhookEndpointId: row.endpoint_id,
    eventId: row.event_id,
    eventType: row.event_type,
    status: row.status,
    attempts: row.attempts,
    nextAttemptAt: row.next_attempt_at === null ? null : instantOut(row.next_attempt_at),
    lastAttemptAt: row.last_attempt_at === null ? null : instantOut(row.last_attempt_at),
    responseStatus: row.response_status,
    failure: row.failure,
    createdAt: instantOut(row.created_at),
  };
}
