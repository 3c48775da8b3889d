import { type SqlBool, sql } from "kysely";
import { assert, required } from "../kernel/assert.ts";
import { dayFrom, type Month } from "../kernel/day.ts";
import { canonicalDecimal } from "../kernel/decimal.ts";
import { instantOut } from "../platform/clock.ts";
import { type ColumnType, idArray, monthColumn, plainColumn } from "../platform/db/columns.ts";
import { sendAhead, type Tx } from "../platform/db/pool.ts";
import { column, type FilterTarget } from "../platform/http/filter-sql.ts";
import type { Extent, ListQuery } from "../platform/http/list-query.ts";
import { selectPage, sizeOfList } from "../platform/http/page-sql.ts";
import type { RowOf } from "../schema/tables.ts";
import type { Aggregation } from "./event-type.ts";
import { type Stream, streamOf, type UsageTerm } from "./matching.ts";
import { aggregationsOf } from "./store.ts";
import type { EventDraft, UsageEvent } from "./usage-event.ts";

/** An event to be recorded. Its idempotency key stays reserved for ever. */
export type NewEvent = EventDraft & {
  readonly id: string;
  readonly value: string;
  /** SHA-256 of its content, in hex. */
  readonly fingerprint: string;
  /** The first open month if the event's own month is closed; else null (rules 7, "bookMonth"). */
  readonly bookMonth: Month | null;
};

/** What inserting events returns: the events as stored, or only their ids. */
export type Returned = "EVENTS" | "IDS";

/** The event that has an idempotency key, with the hash of its content. */
export type RecordedKey = Pick<NewEvent, "fingerprint"> & { readonly eventId: string };

/** The live customers among some ids. They are not locked: an event during the deletion of its customer is like one recorded before it. */
export async function liveCustomers(tx: Tx, merchantId: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom("customer")
    .select("id")
    .where("merchant_id", "=", merchantId)
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .where("deleted_at", "is", null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/**
 * Aggregations of event types by id. Event types without events are locked against deletion until the transaction ends; those with events can never
 * be deleted.
 */
export function shareAggregations(
  tx: Tx,
  merchantId: string,
  ids: readonly string[],
): Promise<Map<string, Aggregation>> {
  const share = sql`
    select id from event_type where merchant_id = ${merchantId} and id = any(${ids}::uuid[]) and not exists (
      select from usage_stream as used
      where used.merchant_id = event_type.merchant_id and used.event_type_id = event_type.id)
    order by id for key share`;
  sendAhead(tx, share.compile(tx));
  return aggregationsOf(tx, merchantId, ids);
}

/**
 * Inserts the events whose keys are new, in one statement; others are left out. Keys are inserted in order, so that two batches with the same keys
 * cannot deadlock.
 *
 * @param events  with different keys
 * @param returned the events as stored, or only their ids
 */
export async function insertEvents(
  tx: Tx,
  merchantId: string,
  events: readonly NewEvent[],
  { createdAt, returned }: { readonly createdAt: string; readonly returned: Returned },
): Promise<{ readonly ids: ReadonlySet<string>; readonly stored: readonly UsageEvent[] }> {
  if (events.length === 0) return { ids: new Set(), stored: [] };
  insertStreams(tx, merchantId, events);
  const list = (field: (event: NewEvent) => string | null) => events.map(field);
  const ids = (field: (event: NewEvent) => string) => idArray(events.map(field));
  // Timestamps and decimals need no quoting in an array.
  const plain = (field: (event: NewEvent) => string | null, type: ColumnType) => plainColumn(events.map(field), type);
  const { rows } = await sql<Omit<EventRow, "deleted_at">>`
    with sent as materialized (
      select * from unnest(
        ${ids((event) => event.id)}::uuid[], ${list((event) => event.idempotencyKey)}::text[],
        ${plain((event) => event.fingerprint, "text")}, ${ids((event) => event.customerId)}::uuid[],
        ${ids((event) => event.eventTypeId)}::uuid[], ${plain((event) => event.datetime, "timestamptz")},
        ${plain((event) => event.value, "numeric")}, ${list((event) => event.differentiator)}::text[],
        ${list((event) => event.invoiceSplitKey)}::text[], ${list((event) => JSON.stringify(event.metadata))}::jsonb[],
        ${plain(({ bookMonth }) => (bookMonth === null ? null : monthColumn(bookMonth)), "date")}
      ) as sent (id, idempotency_key, fingerprint, customer_id, event_type_id, datetime, value, differentiator,
        invoice_split_key, metadata, book_month)
    ), claimed as (
      insert into usage_event_key (merchant_id, idempotency_key, event_id, fingerprint)
      select ${merchantId}::uuid, idempotency_key, id, decode(fingerprint, 'hex') from sent order by idempotency_key collate "C"
      on conflict do nothing returning event_id
    )
    insert into usage_event (merchant_id, id, customer_id, event_type_id, datetime, value, differentiator,
      invoice_split_key, idempotency_key, metadata, book_month, created_at)
    select ${merchantId}::uuid, id, customer_id, event_type_id, datetime, value, differentiator, invoice_split_key,
      idempotency_key, metadata, book_month, ${createdAt}::timestamptz
    from sent join claimed on claimed.event_id = sent.id
    returning ${returned === "EVENTS" ? wholeEvent : sql`id`}`.execute(tx);
  const stored = returned === "EVENTS" ? rows.map((row) => eventFromRow({ ...row, deleted_at: null })) : [];
  return { ids: new Set(rows.map(({ id }) => id)), stored };
}

const wholeEvent = sql`id, idempotency_key, customer_id, event_type_id, datetime, value, differentiator, invoice_split_key, metadata,
  created_at`;

/**
 * Takes a shared lock on the usage of some customers until the transaction ends. Approvals take it exclusively
 * (`billing-terms/usage-overlap-store.ts`), so that no contract is approved that bills these events but does not see them.
 */
export function shareUsageOf(tx: Tx, merchantId: string, customerIds: readonly string[]): void {
  const share = sql`
    select pg_advisory_xact_lock_shared(hashtext('accord.usage-terms'), hashtext(id::text)) from (
      select id from customer where merchant_id = ${merchantId} and id = any(${[...new Set(customerIds)]}::uuid[])
      order by id offset 0) as customer`;
  sendAhead(tx, share.compile(tx));
}

function insertStreams(tx: Tx, merchantId: string, events: readonly NewEvent[]): void {
  const streams = [...new Map(events.map((event) => [streamOf(event), event])).values()].toSorted((a, b) =>
    a.customerId + a.eventTypeId < b.customerId + b.eventTypeId ? -1 : 1,
  );
  const insert = sql`
    insert into usage_stream (merchant_id, customer_id, event_type_id)
    select ${merchantId}::uuid, customer_id, event_type_id
    from unnest(${streams.map((each) => each.customerId)}::uuid[], ${streams.map((each) => each.eventTypeId)}::uuid[])
      as stream (customer_id, event_type_id)
    on conflict do nothing`;
  sendAhead(tx, insert.compile(tx));
}

/** The recorded events with some keys, by key. */
export async function findKeys(tx: Tx, merchantId: string, keys: readonly string[]): Promise<Map<string, RecordedKey>> {
  if (keys.length === 0) return new Map();
  const rows = await tx
    .selectFrom("usage_event_key")
    .select(["idempotency_key", "event_id", "fingerprint"])
    .where("merchant_id", "=", merchantId)
    .where("idempotency_key", "=", sql<string>`any(${keys}::text[])`)
    .execute();
  return new Map(
    rows.map((row) => [row.idempotency_key, { eventId: row.event_id, fingerprint: row.fingerprint.toString("hex") }]),
  );
}

/** Usage terms of approved contracts of some customers and event types. */
export async function usageTerms(tx: Tx, merchantId: string, streams: readonly Stream[]): Promise<UsageTerm[]> {
  if (streams.length === 0) return [];
  const rows = await tx
    .selectFrom("billing_term")
    .innerJoin("contract", (join) =>
      join
        .onRef("contract.merchant_id", "=", "billing_term.merchant_id")
        .onRef("contract.id", "=", "billing_term.contract_id"),
    )
    .select([
      "billing_term.id",
      "billing_term.contract_id",
      "contract.customer_id",
      "billing_term.event_type_id",
      "billing_term.start_date",
      "billing_term.end_date",
      "billing_term.usage_scope",
      "billing_term.invoiced_through",
    ])
    .where("billing_term.merchant_id", "=", merchantId)
    .where(
      "billing_term.event_type_id",
      "=",
      sql<string>`any(${[...new Set(streams.map((s) => s.eventTypeId))]}::uuid[])`,
    )
    .where("contract.customer_id", "=", sql<string>`any(${[...new Set(streams.map((s) => s.customerId))]}::uuid[])`)
    .where("contract.status", "=", "APPROVED")
    .where("contract.deleted_at", "is", null)
    .where("billing_term.deleted_at", "is", null)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    contractId: row.contract_id,
    customerId: required(row.customer_id, "the customer of an approved contract"),
    eventTypeId: required(row.event_type_id, "the event type of a usage term"),
    start: dayFrom(row.start_date),
    end: row.end_date === null ? null : dayFrom(row.end_date),
    usageScope: row.usage_scope,
    invoicedThrough: row.invoiced_through === null ? null : dayFrom(row.invoiced_through),
  }));
}

function eventQuery(tx: Tx, merchantId: string) {
  return tx
    .selectFrom("usage_event")
    .leftJoin("usage_event_deletion", (join) =>
      join
        .onRef("usage_event_deletion.merchant_id", "=", "usage_event.merchant_id")
        .onRef("usage_event_deletion.parent_event_id", "=", "usage_event.id"),
    )
    .where("usage_event.merchant_id", "=", merchantId);
}

const columns = [
  "usage_event.id",
  "usage_event.idempotency_key",
  "usage_event.customer_id",
  "usage_event.event_type_id",
  "usage_event.datetime",
  "usage_event.value",
  "usage_event.differentiator",
  "usage_event.invoice_split_key",
  "usage_event.metadata",
  "usage_event.created_at",
  "usage_event_deletion.created_at as deleted_at",
] as const;

type EventRow = Omit<RowOf<"usage_event">, "merchant_id" | "book_month"> & { deleted_at: string | null };

function eventFromRow(row: EventRow): UsageEvent {
  return {
    id: row.id,
    idempotencyKey: row.idempotency_key,
    customerId: row.customer_id,
    eventTypeId: row.event_type_id,
    datetime: instantOut(row.datetime),
    value: canonicalDecimal(row.value),
    differentiator: row.differentiator,
    invoiceSplitKey: row.invoice_split_key,
    metadata: row.metadata as UsageEvent["metadata"],
    createdAt: instantOut(row.created_at),
    deletedAt: row.deleted_at === null ? null : instantOut(row.deleted_at),
  };
}

/**
 * Events in the order of their keys, with key and hex fingerprint of what was sent. With `parts` above 1, only every `parts`-th by hash: part `part`.
 */
export async function fingerprintedEvents(
  tx: Tx,
  merchantId: string,
  { after, limit, part, parts }: { after: string | undefined; limit: number; part: number; parts: number },
): Promise<{ readonly event: UsageEvent; readonly fingerprint: string; readonly key: string }[]> {
  const rows = await eventQuery(tx, merchantId)
    .innerJoin("usage_event_key", (join) =>
      join
        .onRef("usage_event_key.merchant_id", "=", "usage_event.merchant_id")
        .onRef("usage_event_key.event_id", "=", "usage_event.id"),
    )
    .select([...columns, "usage_event_key.fingerprint", "usage_event_key.idempotency_key as kept_key"])
    .where("usage_event_key.merchant_id", "=", merchantId)
    .$if(after !== undefined, (query) => query.where("usage_event_key.idempotency_key", ">", after ?? ""))
    .$if(parts > 1, (query) =>
      query.where(sql<boolean>`abs(hashtext(usage_event_key.event_id::text)::bigint) % ${parts} = ${part}`),
    )
    .orderBy("usage_event_key.idempotency_key")
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    event: eventFromRow(row),
    fingerprint: row.fingerprint.toString("hex"),
    key: row.kept_key,
  }));
}

/** SQL condition that a usage term covers the event: the rule of `matching.ts`, for filters. */
const isMatched = (timeZone: string) => sql<SqlBool>`exists (
  select from billing_term join contract on contract.merchant_id = billing_term.merchant_id
    and contract.id = billing_term.contract_id
  where billing_term.merchant_id = usage_event.merchant_id and billing_term.event_type_id = usage_event.event_type_id
    and contract.customer_id = usage_event.customer_id and contract.status = 'APPROVED'
    and contract.deleted_at is null and billing_term.deleted_at is null and usage_event_deletion.id is null
    and billing_term.start_date <= (usage_event.datetime at time zone ${timeZone})::date
    and (billing_term.end_date is null or billing_term.end_date > (usage_event.datetime at time zone ${timeZone})::date))`;

/** Written as `exists` or `not exists`, which PostgreSQL executes as a join. Compared with a value, it would be evaluated for each event. */
function matchedTarget(timeZone: string): FilterTarget {
  const reference = isMatched(timeZone);
  const condition: FilterTarget = ({ test }) => {
    assert(test.op === "any-of" && test.values.length === 1, "matched is asked for with eq");
    return (test.values[0] === "true") === test.negated ? sql<SqlBool>`not ${reference}` : reference;
  };
  return Object.assign(condition, { reference });
}

/** A page of events, newest first, and their total number. */
export async function listEvents(
  tx: Tx,
  merchant: { readonly id: string; readonly timeZone: string },
  list: ListQuery,
): Promise<{ events: UsageEvent[]; extent: Extent }> {
  const targets: Readonly<Record<string, FilterTarget>> = {
    customerId: column(sql.ref("usage_event.customer_id")),
    eventTypeId: column(sql.ref("usage_event.event_type_id")),
    datetime: column(sql.ref("usage_event.datetime")),
    differentiator: column(sql.ref("usage_event.differentiator")),
    matched: matchedTarget(merchant.timeZone),
    deletedAt: column(sql.ref("usage_event_deletion.created_at")),
  };
  const order = [
    ["usage_event.created_at", "desc"],
    ["usage_event.id", "desc"],
  ] as const;
  const { rows, extent } = await selectPage(eventQuery(tx, merchant.id).select(columns), list, {
    ...{ targets, order },
    size: sizeOfList(tx, merchant.id, "usage_event"),
  });
  return { events: rows.map(eventFromRow), extent };
}

/** Events by id, with deleted ones, in no particular order. */
export async function findEvents(tx: Tx, merchantId: string, ids: readonly string[]): Promise<UsageEvent[]> {
  const rows = await eventQuery(tx, merchantId)
    .select(columns)
    .where("usage_event.id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
  return rows.map(eventFromRow);
}

/**
 * Inserts a deletion event for each of some events, in the order of their ids.
 *
 * @returns ids of the events that were not deleted before
 */
export async function insertDeletions(
  tx: Tx,
  merchantId: string,
  deletions: readonly { readonly id: string; readonly parentEventId: string; readonly bookMonth: Month | null }[],
  createdAt: string,
): Promise<Set<string>> {
  const { rows } = await sql<{ parent_event_id: string }>`
    insert into usage_event_deletion (merchant_id, id, parent_event_id, book_month, created_at)
    select ${merchantId}::uuid, id, parent_event_id, book_month, ${createdAt}::timestamptz
    from unnest(${deletions.map((each) => each.id)}::uuid[], ${deletions.map((each) => each.parentEventId)}::uuid[],
      ${deletions.map(({ bookMonth }) => (bookMonth === null ? null : monthColumn(bookMonth)))}::date[])
      as deletion (id, parent_event_id, book_month)
    order by parent_event_id
    on conflict (merchant_id, parent_event_id) do nothing
    returning parent_event_id`.execute(tx);
  return new Set(rows.map((row) => row.parent_event_id));
}
