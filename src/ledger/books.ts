import { sql } from "kysely";
import { present } from "../kernel/assert.ts";
import { type Day, firstDayOf, formatDay, type Month, monthOf, parseDay } from "../kernel/day.ts";
import type { Tx } from "../platform/db/pool.ts";

/**
 * How far a merchant's books are closed. Closed months form a prefix (rules 9: closing a month closes every earlier
 * one), so the last closed month tells all; null while none is.
 */
export type Books = { readonly closedThrough: Month | null };

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

export function isClosed(books: Books, month: Month): boolean {
  return books.closedThrough !== null && month <= books.closedThrough;
}

/** The month that a change made now counts from (rules 7, "bookMonth"); null while no month is closed. */
export function firstOpenMonth(books: Books): Month | null {
  return books.closedThrough === null ? null : books.closedThrough + 1;
}

/** Moves the border between closed and open months; null opens all. */
export async function setClosedThrough(tx: Tx, merchantId: string, month: Month | null): Promise<void> {
  await tx
    .updateTable("books")
    .set({ closed_through: month === null ? null : monthColumn(month) })
    .where("merchant_id", "=", merchantId)
    .execute();
}

/** A month as a `date` column holds it: its first day. */
export function monthColumn(month: Month): string {
  return formatDay(firstDayOf(month));
}

export function monthFromColumn(text: string): Month {
  return monthOf(dayFromColumn(text));
}

/** A civil day from the text of a `date` column. */
export function dayFromColumn(text: string): Day {
  return present(parseDay(text), `the day ${text}`);
}

async function readBooks(tx: Tx, merchantId: string, lock: "" | "for share" | "for update"): Promise<Books> {
  const { rows } = await sql<{ closed_through: string | null }>`
    select closed_through from books where merchant_id = ${merchantId} ${sql.raw(lock)}`.execute(tx);
  const closedThrough = present(rows[0], "the books of the merchant").closed_through;
  return { closedThrough: closedThrough === null ? null : monthFromColumn(closedThrough) };
}
