import { type RawBuilder, type SqlBool, sql } from "kysely";
import { assert } from "../kernel/assert.ts";
import { type Day, formatDay } from "../kernel/day.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { Filter } from "../platform/http/filter.ts";
import type { FilterTarget } from "../platform/http/filter-sql.ts";
import { type SyncedType, type SyncStatus, syncStatuses } from "./sync-status.ts";

/** The tables of records that are sent to an accounting system, by type. */
const tables = {
  INVOICE: "invoice",
  CREDIT_MEMO: "credit_memo",
  PAYMENT: "payment",
  JOURNAL_ENTRY: "journal_entry",
  CUSTOMER: "customer",
} as const satisfies Record<SyncedType, string>;

/**
 * The sync status of a row of a query, which has the table under its own name or under `alias`. Reports about an earlier version of
 * the row do not count (ADR 0087); entries have only one version.
 */
export function syncStatusOf(type: SyncedType, alias: string = tables[type]): RawBuilder<SyncStatus> {
  return sql<SyncStatus>`coalesce((select sync.status from ${reportOf(type, alias)}), 'NOT_SYNCED')`;
}

/** The report about the present version of a row. */
function reportOf(type: SyncedType, alias: string) {
  const version = type === "JOURNAL_ENTRY" ? sql.lit(1) : sql.ref(`${alias}.version`);
  return sql`sync_record as sync where sync.merchant_id = ${sql.ref(`${alias}.merchant_id`)}
    and sync.entity_type = ${sql.lit(type)} and sync.entity_id = ${sql.ref(`${alias}.id`)} and sync.version = ${version}`;
}

/**
 * The filter of a list by sync status. It tests for the existence of a report, so that the reports are scanned once and not looked
 * up row by row. NOT_SYNCED matches rows without a report of another status.
 */
export function syncStatusFilter(type: SyncedType): FilterTarget {
  const reported = (statuses: readonly SyncStatus[]) =>
    sql<SqlBool>`exists (select from ${reportOf(type, tables[type])} and sync.status = any(${statuses}::text[]))`;
  const matches = ({ test }: Filter) => {
    assert(test.op === "any-of", "a status is compared with others");
    const isSelected = (status: SyncStatus) => test.values.includes(status) !== test.negated;
    if (!isSelected("NOT_SYNCED")) return reported(syncStatuses.filter(isSelected));
    return sql<SqlBool>`not ${reported(syncStatuses.filter((status) => !isSelected(status)))}`;
  };
  return Object.assign(matches, { reference: syncStatusOf(type) });
}

/** The first entries, at most `limit`, dated from `first` through `last`, that the accounting system has or that are in a batch for it. */
export async function syncedEntries(
  tx: Tx,
  merchantId: string,
  { first, last, limit }: { readonly first: Day; readonly last: Day; readonly limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from journal_entry as entry
    where merchant_id = ${merchantId} and date between ${formatDay(first)}::date and ${formatDay(last)}::date and (
      ${syncStatusOf("JOURNAL_ENTRY", "entry")} = 'SYNCED'
      or exists (select from journal_entry_export as exported where exported.merchant_id = entry.merchant_id
        and exported.journal_entry_id = entry.id))
    order by number limit ${limit}`.execute(tx);
  return rows.map(({ id }) => id);
}
