import { type CompiledQuery, sql } from "kysely";
import { required } from "../kernel/assert.ts";
import type { Month } from "../kernel/day.ts";
import { cachedStatement } from "../platform/db/cached-statement.ts";
import { monthColumn, monthFromColumn } from "../platform/db/columns.ts";
import { readOnce, type Tx } from "../platform/db/pool.ts";
import type { Books, LockableSubLedger } from "./books.ts";

/** Shared lock for writes that post or date something: no month is closed or reopened until this transaction ends. */
export function shareBooks(tx: Tx, merchantId: string): Promise<Books> {
  return readBooks(tx, merchantId, "for share");
}

/** Exclusive lock for close and reopen: waits for all running postings, and blocks new ones. */
export function lockBooks(tx: Tx, merchantId: string): Promise<Books> {
  return readBooks(tx, merchantId, "for update");
}

/**
 * Lock for a close, which takes long. An announced close blocks everything that posts or dates, but not recording usage
 * (`shareBooksWithClose`). It waits for recordings that have begun, so all usage is either seen by the close or counts after it.
 */
export async function lockBooksToClose(tx: Tx, merchantId: string, month: Month): Promise<Books> {
  const [row] = await booksRows(tx, merchantId, "for no key update");
  // The announcement does not change while this lock is held.
  const announced = row?.closing_through == null ? null : monthFromColumn(row.closing_through);
  if (announced === null || announced < month) return lockBooks(tx, merchantId);
  await sql`savepoint usage_under_way`.execute(tx);
  await lockBooks(tx, merchantId);
  // The savepoint's lock is released; the weaker lock taken before it stays.
  await sql`rollback to savepoint usage_under_way`.execute(tx);
  await sql`release savepoint usage_under_way`.execute(tx);
  return currentBooks(tx, merchantId);
}

/**
 * Lock for recording usage: does not wait for an announced close, and treats its months as closed. If that close fails, this usage still counts after
 * those months, because of its book month.
 */
export async function shareBooksWithClose(tx: Tx, merchantId: string): Promise<Books> {
  const [free] = await booksRows(tx, merchantId, "for share skip locked");
  if (free !== undefined) return booksFromRow(free);
  // Compatible with the lock of an announced close. It waits for any other exclusive lock, and the next close waits for it.
  await booksRows(tx, merchantId, "for key share");
  const [row] = await booksRows(tx, merchantId, "");
  const books = booksFromRow(required(row, "the books of the merchant"));
  const closing = row?.closing_through == null ? null : monthFromColumn(row.closing_through);
  return closing === null ? books : { ...books, closedThrough: Math.max(closing, books.closedThrough ?? closing) };
}

/** Announces a close up to a month, in its own transaction, so that writers of usage see it. */
export async function announceClose(tx: Tx, merchantId: string, month: Month): Promise<void> {
  await sql`
    update books set closing_through = greatest(closing_through, ${monthColumn(month)}::date)
    where merchant_id = ${merchantId}`.execute(tx);
}

/** Withdraws the announcement, unless another close still relies on it; that one withdraws it at its end. */
export async function withdrawClose(tx: Tx, merchantId: string): Promise<void> {
  await sql`
    update books set closing_through = null where merchant_id in (
      select merchant_id from books where merchant_id = ${merchantId} and closing_through is not null
      for no key update skip locked)`.execute(tx);
}

/** Without a lock, for reads. */
export function currentBooks(tx: Tx, merchantId: string): Promise<Books> {
  return readBooks(tx, merchantId, "");
}

/** Locks a sub-ledger through a month; null removes locks beyond the closed months. */
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

/** Sets the last closed month; null opens all months. Locks of sub-ledgers stay. */
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

/** Empty if the row is locked and locked rows are skipped. */
async function booksRows(tx: Tx, merchantId: string, lock: Lock): Promise<readonly BooksRow[]> {
  const query = booksOf[lock](tx, { merchantId });
  // Cached for the transaction if locked; without a lock always read again.
  return lock === "" ? (await tx.executeQuery(query)).rows : readOnce(tx, query);
}

const booksOf = Object.fromEntries(
  locks.map((lock) => [
    lock,
    cachedStatement<"merchantId", BooksRow>((tx, given) => {
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
