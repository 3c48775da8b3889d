import type { Month } from "../kernel/day.ts";

/**
 * How far a merchant's books are closed. Closed months form a prefix (rules 9: closing a month closes every earlier
 * one), so the last closed month tells all; null while none is. The same holds for the sub-ledgers that are locked beyond
 * it; where a lock is left out, it reaches no further than the closed months.
 */
export type Books = {
  readonly closedThrough: Month | null;
  readonly billingLockedThrough?: Month | null;
  readonly cashLockedThrough?: Month | null;
};

/**
 * What can be locked in a month before it is closed: BILLING has the invoices, credit memos and write-offs dated in it,
 * CASH the payments, refunds and applications posted in it. Closing a month locks both and its revenue.
 */
export const lockableSubLedgers = ["BILLING", "CASH"] as const;
export type LockableSubLedger = (typeof lockableSubLedgers)[number];

export function isClosed(books: Books, month: Month): boolean {
  return books.closedThrough !== null && month <= books.closedThrough;
}

/** The last month in which nothing of a sub-ledger can be dated, closed or locked; null while there is none. */
export function lockedThrough(books: Books, subLedger: LockableSubLedger): Month | null {
  const lock = (subLedger === "BILLING" ? books.billingLockedThrough : books.cashLockedThrough) ?? null;
  if (lock === null || books.closedThrough === null) return lock ?? books.closedThrough;
  return Math.max(lock, books.closedThrough);
}

/** What keeps documents of a sub-ledger out of a month, as the end of a sentence; undefined where nothing does. */
export function barOf(books: Books, subLedger: LockableSubLedger, month: Month): string | undefined {
  if (isClosed(books, month)) return "closed";
  const through = lockedThrough(books, subLedger);
  return through !== null && month <= through ? `locked for ${subLedger}` : undefined;
}

/** The book month of a correction made now: the first open month (rules 7, "bookMonth"); null while no month is closed. */
export function firstOpenMonth(books: Books): Month | null {
  return books.closedThrough === null ? null : books.closedThrough + 1;
}
