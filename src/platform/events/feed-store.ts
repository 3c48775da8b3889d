import { sql } from "kysely";
import { required } from "../../kernel/assert.ts";
import { instantOut } from "../clock.ts";
import type { Db, Tx } from "../db/pool.ts";

/** An event as integrators see it, with its position in the merchant's feed. */
export type FeedEvent = {
  readonly position: number;
  readonly id: string;
  readonly type: string;
  readonly contractId: string | null;
  readonly customerId: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly createdAt: string;
};

/** Merchants that have events without a position, in no order. */
export async function merchantsWithArrivals(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("event_arrival").select("merchant_id").distinct().execute();
  return rows.map((row) => row.merchant_id);
}

/** Maximal number of events that get their positions in one transaction. */
export const eventsAtOnce = 5_000;

/**
 * Gives positions to committed events, at most {@link eventsAtOnce}. Others that do it for the same merchant wait until this
 * transaction ends, so a reader that sees a position sees every earlier one, and no event is inserted before it later (ADR 0062).
 *
 * @returns the last position before and after
 */
export async function placeEvents(tx: Tx, merchantId: string): Promise<{ before: number; last: number }> {
  const before = await lockFeed(tx, merchantId);
  const { rows } = await sql<{ count: string }>`
    with arrived as (
      delete from event_arrival where merchant_id = ${merchantId} and ordinal in (
        select ordinal from event_arrival where merchant_id = ${merchantId} order by ordinal limit ${eventsAtOnce})
      returning ordinal, event_id
    ), placed as (
      insert into feed_event (merchant_id, position, event_id, customer_id)
      select ${merchantId}, ${before} + row_number() over (order by arrived.ordinal), event.id,
        coalesce(event.customer_id, contract.customer_id)
      from arrived
        join outbox_event as event on event.merchant_id = ${merchantId} and event.id = arrived.event_id
        left join contract on contract.merchant_id = ${merchantId} and contract.id = event.contract_id
      returning position
    )
    select count(*) from placed`.execute(tx);
  const last = before + Number(rows[0]?.count ?? 0);
  if (last > before) {
    await tx.updateTable("event_feed").set({ position: last }).where("merchant_id", "=", merchantId).execute();
  }
  return { before, last };
}

async function lockFeed(tx: Tx, merchantId: string): Promise<number> {
  const locked = () =>
    tx.selectFrom("event_feed").select("position").where("merchant_id", "=", merchantId).forUpdate().executeTakeFirst();
  let row = await locked();
  if (row === undefined) {
    const first = { merchant_id: merchantId, position: 0 };
    await tx
      .insertInto("event_feed")
      .values(first)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    row = required(await locked(), "the feed of the merchant");
  }
  return Number(row.position);
}

/** The last position of the feed; 0 before the first event. */
export async function lastPosition(tx: Tx, merchantId: string): Promise<number> {
  const row = await tx
    .selectFrom("event_feed")
    .select("position")
    .where("merchant_id", "=", merchantId)
    .executeTakeFirst();
  return Number(row?.position ?? 0);
}

export type FeedRange = {
  /** Only events after this position. */
  readonly after: number;
  /** Only events up to and including this one. */
  readonly through?: number;
  /** Only events of these types; undefined: all. */
  readonly types?: readonly string[] | undefined;
  readonly limit: number;
};

/** Events of the feed, in order. */
export async function feedEvents(
  tx: Tx,
  merchantId: string,
  { after, through, types, limit }: FeedRange,
): Promise<FeedEvent[]> {
  const rows = await eventQuery(tx, merchantId)
    .where("feed_event.position", ">", String(after))
    .$if(through !== undefined, (query) => query.where("feed_event.position", "<=", String(through)))
    .$if(types !== undefined, (query) => query.where("type", "=", sql<string>`any(${types ?? []}::text[])`))
    .orderBy("feed_event.position")
    .limit(limit)
    .execute();
  return rows.map(eventFromRow);
}

/** The events with these ids, in the order of the feed. */
export async function eventsById(tx: Tx, merchantId: string, ids: readonly string[]): Promise<FeedEvent[]> {
  const rows = await eventQuery(tx, merchantId)
    .where("event.id", "=", sql<string>`any(${ids}::uuid[])`)
    .orderBy("feed_event.position")
    .execute();
  return rows.map(eventFromRow);
}

function eventQuery(tx: Tx, merchantId: string) {
  return tx
    .selectFrom("feed_event")
    .innerJoin("outbox_event as event", (join) =>
      join.onRef("event.merchant_id", "=", "feed_event.merchant_id").onRef("event.id", "=", "feed_event.event_id"),
    )
    .select(["feed_event.position", "event.id", "event.type", "event.contract_id", "feed_event.customer_id"])
    .select(["event.data", "event.created_at"])
    .where("feed_event.merchant_id", "=", merchantId);
}

type EventRow = Awaited<ReturnType<ReturnType<typeof eventQuery>["execute"]>>[number];

function eventFromRow(row: EventRow): FeedEvent {
  return {
    position: Number(row.position),
    id: row.id,
    type: row.type,
    contractId: row.contract_id,
    customerId: row.customer_id,
    data: row.data as FeedEvent["data"],
    createdAt: instantOut(row.created_at),
  };
}
