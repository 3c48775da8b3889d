import { type CompiledQuery, sql } from "kysely";
import { required } from "../kernel/assert.ts";
import type { Month } from "../kernel/day.ts";
import { monthColumn, monthFromColumn } from "../platform/db/columns.ts";
import { keptStatement } from "../platform/db/kept-statement.ts";
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

/**
 * For a close of the months up to one, which takes long. One that was announced holds up whoever posts or dates something, but not what
 * `shareBooksWithClose` records: what of that is under way is waited for, so all of it is either seen or counts after the close.
 */
export async function lockBooksToClose(tx: Tx, merchantId: string, month: Month): Promise<Books> {
  const [row] = await booksRows(tx, merchantId, "for no key update");
  // Nobody changes what was announced while this lock is held.
  const announced = row?.closing_through == null ? null : monthFromColumn(row.closing_through);
  if (announced === null || announced < month) return lockBooks(tx, merchantId);
  await sql`savepoint usage_under_way`.execute(tx);
  await lockBooks(tx, merchantId);
  // The weaker lock stays: it was taken before.
  await sql`rollback to savepoint usage_under_way`.execute(tx);
  await sql`release savepoint usage_under_way`.execute(tx);
  return currentBooks(tx, merchantId);
}

/**
 * For what is recorded of usage: does not wait for a close that was announced, and takes its months as closed. Where that close is given up, usage of
 * its months counts after them nevertheless: it moves no month before its book month.
 */
export async function shareBooksWithClose(tx: Tx, merchantId: string): Promise<Books> {
  const [free] = await booksRows(tx, merchantId, "for share skip locked");
  if (free !== undefined) return booksFromRow(free);
  // An announced close lets this lock beside its own; whoever else has the books for himself is waited for, and the next close waits for this.
  await booksRows(tx, merchantId, "for key share");
  const [row] = await booksRows(tx, merchantId, "");
  const books = booksFromRow(required(row, "the books of the merchant"));
  const closing = row?.closing_through == null ? null : monthFromColumn(row.closing_through);
  return closing === null ? books : { ...books, closedThrough: Math.max(closing, books.closedThrough ?? closing) };
}

/** Announces the close of the months up to one, in a transaction of its own: who records usage beside the close sees it. */
export async function announceClose(tx: Tx, merchantId: string, month: Month): Promise<void> {
  await sql`
    update books set closing_through = greatest(closing_through, ${monthColumn(month)}::date)
    where merchant_id = ${merchantId}`.execute(tx);
}

/** Withdraws what was announced, unless another close goes on by it: that one does it when it ends. */
export async function withdrawClose(tx: Tx, merchantId: string): Promise<void> {
  await sql`
    update books set closing_through = null where merchant_id in (
      select merchant_id from books where merchant_id = ${merchantId} and closing_through is not null
      for no key update skip locked)`.execute(tx);
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

type BooksRow = Record<
  "closed_through" | "closing_through" | "billing_locked_through" | "cash_locked_through",
  string | null
>;
const locks = ["", "for share", "for share skip locked", "for key share", "for no key update", "for update"] as const;
type Lock = (typeof locks)[number];

async function readBooks(tx: Tx, merchantId: string, lock: Lock): Promise<Books> {
  const [row] = await booksRows(tx, merchantId, lock);
  return booksFromRow(required(row, "the books of the merchant"));
}

/** None where they are locked and such a row is skipped. */
async function booksRows(tx: Tx, merchantId: string, lock: Lock): Promise<readonly BooksRow[]> {
  const query = booksOf[lock](tx, { merchantId });
  // Once they are locked they stay; without a lock they are what they are when they are asked for.
  return lock === "" ? (await tx.executeQuery(query)).rows : readOnce(tx, query);
}

const booksOf = Object.fromEntries(
  locks.map((lock) => [
    lock,
    keptStatement<"merchantId", BooksRow>((tx, given) => {
      const query = sql<BooksRow>`
        select closed_through, closing_through, billing_locked_through, cash_locked_through
        from books where merchant_id = ${given.merchantId} ${sql.raw(lock)}`;
      return { compile: () => query.compile(tx) };
    }),
  ]),
) as Record<Lock, (tx: Tx, values: { readonly merchantId: string }) => CompiledQuery<BooksRow>>;

function booksFromRow(row: BooksRow): Books {
  const month = (day: string | null) => (day === null ? null : monthFromColumn(day));
  return {
    closedThrough: month(row.closed_through),
    billingLockedThrough: month(row.billing_locked_through),
    cashLockedThrough: month(row.cash_locked_through),
  };
}
