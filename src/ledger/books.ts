import type { Month } from "../kernel/day.ts";

/**
 * How far a merchant's books are closed. Closed months form a prefix (rules 9: closing a month closes every earlier
 * one), so the last closed month tells all; null while none is.
 */
export type Books = { readonly closedThrough: Month | null };

export function isClosed(books: Books, month: Month): boolean {
  return books.closedThrough !== null && month <= books.closedThrough;
}

/** The book month of a correction made now: the first open month (rules 7, "bookMonth"); null while no month is closed. */
export function firstOpenMonth(books: Books): Month | null {
  return books.closedThrough === null ? null : books.closedThrough + 1;
}
