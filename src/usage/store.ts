import { sql } from "kysely";
import { invalid } from "../kernel/errors.ts";
import { instantOut } from "../platform/clock.ts";
import { sqlState, type Tx } from "../platform/db/pool.ts";
import { column, type FilterTarget } from "../platform/http/filter-sql.ts";
import type { Extent, ListQuery } from "../platform/http/list-query.ts";
import { selectPage } from "../platform/http/page-sql.ts";
import type { RowOf } from "../schema/tables.ts";
import type { Aggregation, EventType } from "./event-type.ts";

type EventTypeRow = Omit<RowOf<"event_type">, "merchant_id">;

const columns = ["id", "name", "aggregation", "unit_name", "display_type", "created_at", "last_updated_at"] as const;

const filterTargets: Readonly<Record<string, FilterTarget>> = {
  name: column(sql.ref("event_type.name")),
  aggregation: column(sql.ref("event_type.aggregation")),
};

function eventTypeFromRow(row: EventTypeRow): EventType {
  return {
    id: row.id,
    name: row.name,
    aggregation: row.aggregation,
    unitName: row.unit_name,
    displayType: row.display_type,
    createdAt: instantOut(row.created_at),
    lastUpdatedAt: instantOut(row.last_updated_at),
  };
}

/** A page of event types, newest first, and their total number. */
export async function listEventTypes(
  tx: Tx,
  merchantId: string,
  list: ListQuery,
): Promise<{ eventTypes: EventType[]; extent: Extent }> {
  const all = tx.selectFrom("event_type").select(columns).where("merchant_id", "=", merchantId);
  const { rows, extent } = await selectPage(all, list, { targets: filterTargets });
  return { eventTypes: rows.map(eventTypeFromRow), extent };
}

export async function findEventType(tx: Tx, merchantId: string, eventTypeId: string): Promise<EventType | undefined> {
  const row = await tx
    .selectFrom("event_type")
    .select(columns)
    .where("merchant_id", "=", merchantId)
    .where("id", "=", eventTypeId)
    .executeTakeFirst();
  return row === undefined ? undefined : eventTypeFromRow(row);
}

/** Aggregations of event types, by id. */
export async function aggregationsOf(
  tx: Tx,
  merchantId: string,
  eventTypeIds: readonly string[],
): Promise<Map<string, Aggregation>> {
  const rows = await tx
    .selectFrom("event_type")
    .select(["id", "aggregation"])
    .where("merchant_id", "=", merchantId)
    .where("id", "=", sql<string>`any(${eventTypeIds}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, aggregation }) => [id, aggregation as Aggregation]));
}

/** Inserts an event type; returns undefined if its name is taken. The unique index ensures that one of several concurrent inserts succeeds. */
export async function insertEventType(
  tx: Tx,
  merchantId: string,
  eventType: EventType,
): Promise<EventType | undefined> {
  const row = await tx
    .insertInto("event_type")
    .values({
      merchant_id: merchantId,
      id: eventType.id,
      name: eventType.name,
      aggregation: eventType.aggregation,
      unit_name: eventType.unitName,
      display_type: eventType.displayType,
      created_at: eventType.createdAt,
      last_updated_at: eventType.lastUpdatedAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst();
  return row === undefined ? undefined : eventTypeFromRow(row);
}

/** SQLSTATE foreign_key_violation. */
const foreignKeyViolation = "23503";

/**
 * Deletes an event type unless a foreign key refers to it. Foreign keys cover all tables, also future ones, and wait for references that concurrent
 * transactions are about to commit.
 *
 * @throws DomainError EVENT_TYPE_IN_USE
 */
export async function deleteEventType(tx: Tx, merchantId: string, eventTypeId: string): Promise<EventType | undefined> {
  try {
    const row = await tx
      .deleteFrom("event_type")
      .where("merchant_id", "=", merchantId)
      .where("id", "=", eventTypeId)
      .returning(columns)
      .executeTakeFirst();
    return row === undefined ? undefined : eventTypeFromRow(row);
  } catch (error) {
    if (sqlState(error) !== foreignKeyViolation) throw error;
    throw invalid("EVENT_TYPE_IN_USE", "This event type is in use by what it has billed or will bill.");
  }
}

/** Event types by id; unknown ids are left out. */
export async function findEventTypes(
  tx: Tx,
  merchantId: string,
  ids: readonly string[],
): Promise<Map<string, EventType>> {
  const rows = await tx
    .selectFrom("event_type")
    .select(columns)
    .where("merchant_id", "=", merchantId)
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, eventTypeFromRow(row)]));
}
