import { sql } from "kysely";
import { instantOut } from "../platform/clock.ts";
import { sendAhead, type Tx } from "../platform/db/pool.ts";
import { eventsById, type FeedEvent } from "../platform/events/feed-store.ts";
import { column } from "../platform/http/filter-sql.ts";
import type { Extent, ListQuery } from "../platform/http/list-query.ts";
import { selectPage } from "../platform/http/page-sql.ts";
import type { RowOf } from "../schema/tables.ts";
import type { WebhookDelivery } from "./endpoint.ts";
import { makeDue } from "./turn-store.ts";

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

/** Creates deliveries of events with positions through `last`, for all enabled endpoints with their types, and makes the endpoints due. */
export async function createDeliveries(tx: Tx, merchantId: string, last: number): Promise<void> {
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

/** A delivery to be sent now, with the number of its attempts so far. */
export type DueDelivery = { readonly id: string; readonly attempts: number; readonly event: FeedEvent };

/** The due deliveries of an endpoint, by the time at which they became due, then by the position of their events. */
export async function dueDeliveries(
  tx: Tx,
  merchantId: string,
  endpointId: string,
  limit: number,
): Promise<DueDelivery[]> {
  const { rows } = await sql<{ id: string; event_id: string; attempts: number }>`
    select delivery.id, event_id, attempts
    from webhook_delivery as delivery
      join feed_event as place using (merchant_id, event_id)
    where merchant_id = ${merchantId} and endpoint_id = ${endpointId} and status = 'PENDING' and next_attempt_at <= now()
    order by next_attempt_at, place.position
    limit ${limit}`.execute(tx);
  const events = await eventsById(
    tx,
    merchantId,
    rows.map((row) => row.event_id),
  );
  const byId = new Map(events.map((event) => [event.id, event]));
  return rows.flatMap(({ id, attempts, event_id }): DueDelivery[] => {
    const event = byId.get(event_id);
    return event === undefined ? [] : [{ id, attempts, event }];
  });
}

/** The state of a delivery after an attempt. */
export type AttemptedDelivery = Pick<WebhookDelivery, "id" | "status" | "attempts" | "responseStatus" | "failure"> & {
  /** Seconds until the next attempt; undefined if there is none. */
  readonly seconds: number | undefined;
};

export async function saveAttempt(
  tx: Tx,
  merchantId: string,
  { id, status, attempts, responseStatus, failure, seconds }: AttemptedDelivery,
): Promise<void> {
  await sql`
    update webhook_delivery set status = ${status}, attempts = ${attempts}, last_attempt_at = now(),
      next_attempt_at = now() + ${seconds ?? null}::float8 * interval '1 second', response_status = ${responseStatus}, failure = ${failure}
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx);
}

/** Makes a delivery pending and due, as if it had never been tried. */
export async function restartAttempts(tx: Tx, merchantId: string, id: string): Promise<void> {
  await sql`
    update webhook_delivery set status = 'PENDING', attempts = 0, next_attempt_at = now()
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx);
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
