import { sql } from "kysely";
import { required } from "../kernel/assert.ts";
import type { Month } from "../kernel/day.ts";
import { monthColumn, monthFromColumn } from "../platform/db/columns.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { Books } from "./books.ts";

/** For writes that post or date something: months stay as they are until this transaction ends. */
export function shareBooks(tx: Tx, merchantId: string): Promise<Books> {
  return readBooks(tx, merchantId, "for share");
}

/** For close and reopen alone: waits for every posting under way, and holds up new ones. */
export function lockBooks(tx: Tx, merchantId: string): Promise<Books> {
  return readBooks(tx, merchantId, "for update");
}

/** For reads. */
export function currentBooks(tx: Tx, merchantId: string): Promise<Books> {
  return readBooks(tx, merchantId, "");
}

/** Moves the border between closed and open months; null opens all. */
export async function setClosedThrough(tx: Tx, merchantId: string, month: Month | null): Promise<void> {
  await tx
    .updateTable("books")
    .set({ closed_through: month === null ? null : monthColumn(month) })
    .where("merchant_id", "=", merchantId)
    .execute();
}

async function readBooks(tx: Tx, merchantId: string, lock: "" | "for share" | "for update"): Promise<Books> {
  const { rows } = await sql<{ closed_through: string | null }>`
    select closed_through from books where merchant_id = ${merchantId} ${sql.raw(lock)}`.execute(tx);
  const closedThrough = required(rows[0], "the books of the merchant").closed_through;
  return { closedThrough: closedThrough === null ? null : monthFromColumn(closedThrough) };
}
