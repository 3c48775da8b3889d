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

/** The first entries dated from `first` up to `last`, both inclusive, that the accounting system has; at most `limit`. */
export async function syncedEntries(
  tx: Tx,
  merchantId: string,
  { first, last, limit }: { readonly first: Day; readonly last: Day; readonly limit: number },
): Promise<string[]> {
  const rows = await tx
    .selectFrom("journal_entry_sync as sync")
    .innerJoin("journal_entry as entry", (join) =>
      join.onRef("entry.merchant_id", "=", "sync.merchant_id").onRef("entry.id", "=", "sync.journal_entry_id"),
    )
    .select("entry.id")
    .where("sync.merchant_id", "=", merchantId)
    .where("sync.status", "=", "SYNCED")
    .where("entry.date", ">=", formatDay(first))
    .where("entry.date", "<=", formatDay(last))
    .orderBy("entry.number")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
