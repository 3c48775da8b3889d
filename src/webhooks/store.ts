import { sql } from "kysely";
import { instantOut } from "../platform/clock.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { Extent, ListQuery } from "../platform/http/list-query.ts";
import { selectPage } from "../platform/http/page-sql.ts";
import type { RowOf } from "../schema/tables.ts";
import type { WebhookEndpoint } from "./endpoint.ts";

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

function endpointFromRow(row: RowOf<"webhook_endpoint">): WebhookEndpoint {
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

/** The row of an enabled endpoint, for sending; `previous_holds` is true if its previous secret signs as well. */
export async function enabledEndpoint(tx: Tx, merchantId: string, id: string) {
  return endpointQuery(tx, merchantId)
    .select(sql<boolean>`coalesce(previous_secret_until > now(), false)`.as("previous_holds"))
    .where("id", "=", id)
    .where("status", "=", "ENABLED")
    .executeTakeFirst();
}

/**
 * Stores since when an enabled endpoint has been failing: not any more if something was taken.
 *
 * @returns true if it has been failing for longer than `hours`; undefined if it is not enabled
 */
export async function updateFailing(
  tx: Tx,
  merchantId: string,
  id: string,
  { isTaken, hours }: { readonly isTaken: boolean; readonly hours: number },
): Promise<boolean | undefined> {
  const { rows } = await sql<{ is_over: boolean }>`
    with judged as (
      update webhook_endpoint
      set failing_since = case when ${isTaken}::boolean then null else coalesce(failing_since, moment.at) end
      from (select now() as at) as moment
      where merchant_id = ${merchantId} and id = ${id} and status = 'ENABLED'
      returning failing_since
    )
    select coalesce(failing_since < now() - ${hours} * interval '1 hour', false) as is_over from judged`.execute(tx);
  return rows[0]?.is_over;
}

export async function disableEndpoint(
  tx: Tx,
  merchantId: string,
  id: string,
  { reason, at }: { readonly reason: "GONE" | "FAILING"; readonly at: string },
): Promise<void> {
  await sql`
    update webhook_endpoint set status = 'DISABLED', disabled_reason = ${reason}, last_updated_at = ${at}
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx);
}
