import { type RawBuilder, sql } from "kysely";
import { type Day, formatDay } from "../kernel/day.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { SyncedType, SyncStatus } from "./sync-status.ts";

/** The tables of what an accounting system is told of, by type. */
const tables = {
  INVOICE: "invoice",
  CREDIT_MEMO: "credit_memo",
  PAYMENT: "payment",
  JOURNAL_ENTRY: "journal_entry",
  CUSTOMER: "customer",
} as const satisfies Record<SyncedType, string>;

/**
 * How far the accounting system has a row of a query, which has the table under its own name or under `alias`. What was said of an
 * earlier version is not said of this one (ADR 0087); entries have one version.
 */
export function syncStatusOf(type: SyncedType, alias: string = tables[type]): RawBuilder<SyncStatus> {
  const version = type === "JOURNAL_ENTRY" ? sql.lit(1) : sql.ref(`${alias}.version`);
  return sql<SyncStatus>`coalesce((select sync.status from sync_record as sync
    where sync.merchant_id = ${sql.ref(`${alias}.merchant_id`)} and sync.entity_type = ${sql.lit(type)}
      and sync.entity_id = ${sql.ref(`${alias}.id`)} and sync.version = ${version}), 'NOT_SYNCED')`;
}

/**
 * The first entries dated from `first` up to `last`, both inclusive, that the accounting system has, or that are in a batch for it;
 * at most `limit`.
 */
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
