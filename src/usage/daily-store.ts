import { sql } from "kysely";
import { dayFrom, formatDay } from "../kernel/day.ts";
import { canonicalDecimal } from "../kernel/decimal.ts";
import type { Period } from "../kernel/periods.ts";
import { instantOut } from "../platform/clock.ts";
import { monthFromColumn } from "../platform/db/columns.ts";
import { type Cutoff, recordedBy } from "../platform/db/cutoff.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { DayOfUsage } from "./daily-usage.ts";
import { type Stream, streamOf } from "./matching.ts";

type Row = {
  customer_id: string;
  event_type_id: string;
  day: string;
  differentiator: string | null;
  invoice_split_key: string | null;
  events: number;
  quantity: string;
  last_id: string;
  last_at: string;
  book_month: string | null;
  deleted_month: string | null;
};

/**
 * The usage of some streams by day, oldest first; a stream that is named twice is read once. Events that were deleted while their month was open are
 * left out; those deleted later are effective in the months before the book month of the deletion (`usageAsOfMonth`). An event of COUNT has the value
 * 1, or the number that other books counted (ADR 0083).
 *
 * @param span   civil days in the merchant's time zone, half-open; all days if undefined
 * @param cutoff only events and deletions recorded by this moment
 */
export async function dailyUsage(
  tx: Tx,
  merchant: { readonly id: string; readonly timeZone: string },
  streams: readonly Stream[],
  span?: Period,
  cutoff: Cutoff = null,
): Promise<DayOfUsage[]> {
  if (streams.length === 0) return [];
  const distinct = [...new Map(streams.map((stream) => [streamOf(stream), stream])).values()];
  const zone = merchant.timeZone;
  const start = (day: number) => sql`(${formatDay(day)}::timestamp at time zone ${zone})`;
  const within =
    span === undefined
      ? sql`true`
      : sql`event.datetime >= ${start(span.start)} and event.datetime < ${start(span.end)}`;
  const { rows } = await sql<Row>`
    select event.customer_id, event.event_type_id, day, differentiator, invoice_split_key,
      count(*)::int as events,
      case type.aggregation when 'MAX' then max(value) when 'LAST' then (array_agg(value order by datetime desc, event.id desc))[1] else sum(value) end as quantity,
      (array_agg(event.id order by datetime desc, event.id desc))[1] as last_id, max(datetime) as last_at,
      event.book_month, deletion.book_month as deleted_month
    from unnest(${distinct.map((stream) => stream.customerId)}::uuid[],
        ${distinct.map((stream) => stream.eventTypeId)}::uuid[]) as stream (customer_id, event_type_id)
      join event_type as type on type.merchant_id = ${merchant.id} and type.id = stream.event_type_id
      join usage_event as event on event.merchant_id = ${merchant.id} and event.customer_id = stream.customer_id
        and event.event_type_id = stream.event_type_id
      left join usage_event_deletion as deletion on deletion.merchant_id = ${merchant.id}
        and deletion.parent_event_id = event.id and ${recordedBy("deletion.created_at", cutoff)}
      cross join lateral (select (event.datetime at time zone ${zone})::date as day) as civil
    where ${within} and ${recordedBy("event.created_at", cutoff)} and (deletion.id is null or deletion.book_month is not null)
    group by event.customer_id, event.event_type_id, type.aggregation, day, differentiator, invoice_split_key,
      event.book_month, deletion.book_month
    order by day, differentiator nulls first, invoice_split_key nulls first`.execute(tx);
  return rows.map((row) => ({
    customerId: row.customer_id,
    eventTypeId: row.event_type_id,
    day: dayFrom(row.day),
    differentiator: row.differentiator,
    invoiceSplitKey: row.invoice_split_key,
    events: row.events,
    quantity: canonicalDecimal(row.quantity),
    lastId: row.last_id,
    lastAt: instantOut(row.last_at),
    effectiveFromMonth: row.book_month === null ? null : monthFromColumn(row.book_month),
    effectiveUntilMonth: row.deleted_month === null ? null : monthFromColumn(row.deleted_month),
  }));
}
