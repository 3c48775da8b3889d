import type { Month } from "../kernel/day.ts";

/**
 * How far a merchant's books are closed. Closing a month closes every earlier one (rules 9), so the last closed month suffices;
 * null if none is closed. The same holds for sub-ledgers that are locked further; without a lock, they are locked through the
 * closed months only.
 */
export type Books = {
  readonly closedThrough: Month | null;
  readonly billingLockedThrough?: Month | null;
  readonly cashLockedThrough?: Month | null;
};

/**
 * What can be locked in a month before it is closed: BILLING covers the invoices, credit memos and write-offs dated in it, CASH the
 * payments, refunds and applications posted in it. Closing a month locks both and its revenue.
 */
export const lockableSubLedgers = ["BILLING", "CASH"] as const;
export type LockableSubLedger = (typeof lockableSubLedgers)[number];

export function isClosed(books: Books, month: Month): boolean {
  return books.closedThrough !== null && month <= books.closedThrough;
}

/** The last month in which nothing of a sub-ledger can be dated, because it is closed or locked; null if there is none. */
export function lockedThrough(books: Books, subLedger: LockableSubLedger): Month | null {
  const lock = (subLedger === "BILLING" ? books.billingLockedThrough : books.cashLockedThrough) ?? null;
  if (lock === null || books.closedThrough === null) return lock ?? books.closedThrough;
  return Math.max(lock, books.closedThrough);
}

/** Why documents of a sub-ledger cannot be dated in a month, as the end of a sentence; undefined if they can. */
export function barOf(books: Books, subLedger: LockableSubLedger, month: Month): string | undefined {
  if (isClosed(books, month)) return "closed";
  const through = lockedThrough(books, subLedger);
  return through !== null && month <= through ? `locked for ${subLedger}` : undefined;
}

/** The book month of a correction made now: the first open month (rules 7, "bookMonth"); null if no month is closed. */
export function firstOpenMonth(books: Books): Month | null {
  return books.closedThrough === null ? null : books.closedThrough + 1;
}
