import { type RawBuilder, sql } from "kysely";
import { type Check, queryCheck } from "./check-store.ts";

/** A table whose rows have a book month, and the column with the moment when the row was created or deleted. */
type Booked = {
  readonly table: string;
  readonly key: string;
  readonly at: string;
  readonly bookMonth: string;
  /** SQL condition that the book month of `row` is valid while `reign.open` is the first open month; that is null before the first close. */
  readonly fits: string;
};

const notBefore = (bookMonth: string) => `reign.open is null or ${bookMonth} >= reign.open`;
/** Rows of contracts that were not approved yet have no book month. */
const notBeforeIfAny = (bookMonth: string) => `${bookMonth} is null or ${notBefore(bookMonth)}`;
/** Usage of a closed month has the first open month as its book month; usage of an open month has none. */
const ofUsage = (datetime: string) => `row.book_month is not distinct from case
  when ${datetime} < reign.open::timestamp at time zone (select time_zone from merchant where id = row.merchant_id) then reign.open end`;
const usageOf =
  "(select min(datetime) from usage_event as used where used.merchant_id = row.merchant_id and used.id = row.parent_event_id)";

const created = { key: "id", at: "created_at", bookMonth: "book_month" };
const deleted = { key: "id", at: "deleted_at", bookMonth: "deletion_book_month" };

const booked: readonly Booked[] = [
  { ...created, table: "commitment_change", key: "commitment_id", fits: notBeforeIfAny("row.book_month") },
  { ...created, table: "pob_correction", fits: notBefore("row.book_month") },
  { ...created, table: "usage_event", fits: ofUsage("row.datetime") },
  { ...created, table: "usage_event_deletion", fits: ofUsage(usageOf) },
  { ...created, table: "performance_obligation", fits: notBeforeIfAny("row.book_month") },
  { ...deleted, table: "performance_obligation", fits: notBeforeIfAny("row.deletion_book_month") },
  { ...deleted, table: "seat_amendment", fits: notBeforeIfAny("row.deletion_book_month") },
];

/** Tolerance for differing clocks of two servers, and for a write that waited for a close to commit. */
const slack =
  "case (select is_sandbox from merchant where id = current_merchant()) when true then '1 second' else '1 hour' end::interval";

/** INV-44 (rules 7, "bookMonth"): no change moves a month that was already closed when it was recorded. Closes are read from the audit log. */
export const bookMonthsCheck: Check = queryCheck(
  {
    id: "INV-44",
    severity: "violation",
    sentence: "The month from which a change is effective in the books was open when the change was made.",
  },
  (merchantId) => sql`
    with reign as materialized (
      select open, since, lead(since, 1, 'infinity') over (order by since) as until from (
        select null::date as open, '-infinity'::timestamptz as since
        union all
        select case action
            when 'period.close' then (max(to_date(entity_id, 'YYYY-MM')) + interval '1 month')::date
            else min(to_date(entity_id, 'YYYY-MM')) end, at
        from audit_log
        where merchant_id = ${merchantId} and entity_type = 'ACCOUNTING_PERIOD' and action in ('period.close', 'period.reopen')
        group by at, action) as change)
    ${sql.join(
      booked.map((each) => inconsistentRows(merchantId, each)),
      sql` union all `,
    )}`,
);

function inconsistentRows(merchantId: string, { table, key, at, bookMonth, fits }: Booked): RawBuilder<unknown> {
  const moment = sql`row.${sql.ref(at)}`;
  return sql`
    select ${sql.lit(table)} || '/' || row.${sql.ref(key)} || ${sql.lit(`: ${bookMonth}`)} as id from ${sql.table(table)} as row
    where row.merchant_id = ${merchantId} and ${moment} is not null and not exists (
      select from reign
      where since <= ${moment} + ${sql.raw(slack)} and until > ${moment} - ${sql.raw(slack)} and (${sql.raw(fits)}))`;
}
