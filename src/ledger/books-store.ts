import { sql } from "kysely";
import { required } from "../kernel/assert.ts";
import type { Month } from "../kernel/day.ts";
import { monthColumn, monthFromColumn } from "../platform/db/columns.ts";
import { readOnce, type Tx } from "../platform/db/pool.ts";
import type { Books, LockableSubLedger } from "./books.ts";

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

/** Locks a sub-ledger through a month; null leaves it locked no further than the books are closed. */
export async function setLockedThrough(
  tx: Tx,
  merchantId: string,
  subLedger: LockableSubLedger,
  month: Month | null,
): Promise<void> {
  const through = month === null ? null : monthColumn(month);
  await tx
    .updateTable("books")
    .set(subLedger === "BILLING" ? { billing_locked_through: through } : { cash_locked_through: through })
    .where("merchant_id", "=", merchantId)
    .execute();
}

/** Moves the border between closed and open months; null opens all. Locks stay where they are. */
export async function setClosedThrough(tx: Tx, merchantId: string, month: Month | null): Promise<void> {
  await tx
    .updateTable("books")
    .set({ closed_through: month === null ? null : monthColumn(month) })
    .where("merchant_id", "=", merchantId)
    .execute();
}

async function readBooks(tx: Tx, merchantId: string, lock: "" | "for share" | "for update"): Promise<Books> {
  type Row = Record<"closed_through" | "billing_locked_through" | "cash_locked_through", string | null>;
  const query = sql<Row>`
    select closed_through, billing_locked_through, cash_locked_through
    from books where merchant_id = ${merchantId} ${sql.raw(lock)}`;
  // Once they are locked they stay; without a lock they are what they are when they are asked for.
  const [found] = lock === "" ? (await query.execute(tx)).rows : await readOnce(tx, query.compile(tx));
  const row = required(found, "the books of the merchant");
  const month = (day: string | null) => (day === null ? null : monthFromColumn(day));
  return {
    closedThrough: month(row.closed_through),
    billingLockedThrough: month(row.billing_locked_through),
    cashLockedThrough: month(row.cash_locked_through),
  };
}
