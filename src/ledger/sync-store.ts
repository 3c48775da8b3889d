import { sql } from "kysely";
import { type Day, formatDay } from "../kernel/day.ts";
import { instantOut } from "../platform/clock.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { EntrySync } from "./sync-status.ts";

/** The record of an entry, for this transaction alone; made where there is none yet. */
export async function lockEntrySync(tx: Tx, merchantId: string, entryId: string, at: string): Promise<EntrySync> {
  await tx
    .insertInto("journal_entry_sync")
    .values({
      merchant_id: merchantId,
      journal_entry_id: entryId,
      status: "NOT_SYNCED",
      external_id: null,
      error: null,
      attempts: 0,
      last_updated_at: at,
    })
    .onConflict((conflict) => conflict.columns(["merchant_id", "journal_entry_id"]).doNothing())
    .execute();
  const row = await tx
    .selectFrom("journal_entry_sync")
    .selectAll()
    .where("merchant_id", "=", merchantId)
    .where("journal_entry_id", "=", entryId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return {
    entryId,
    status: row.status,
    externalId: row.external_id,
    error: row.error,
    attempts: row.attempts,
    lastUpdatedAt: instantOut(row.last_updated_at),
  };
}

export async function updateEntrySync(tx: Tx, merchantId: string, sync: EntrySync): Promise<void> {
  await tx
    .updateTable("journal_entry_sync")
    .set({
      status: sync.status,
      external_id: sync.externalId,
      error: sync.error,
      attempts: sync.attempts,
      last_updated_at: sync.lastUpdatedAt,
    })
    .where("merchant_id", "=", merchantId)
    .where("journal_entry_id", "=", sync.entryId)
    .execute();
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
      exists (select from journal_entry_sync as sync where sync.merchant_id = entry.merchant_id
        and sync.journal_entry_id = entry.id and sync.status = 'SYNCED')
      or exists (select from journal_entry_export as exported where exported.merchant_id = entry.merchant_id
        and exported.journal_entry_id = entry.id))
    order by number limit ${limit}`.execute(tx);
  return rows.map(({ id }) => id);
}
