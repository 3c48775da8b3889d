import { assert } from "../kernel/assert.ts";
import { monthOf } from "../kernel/day.ts";
import { notFound } from "../kernel/errors.ts";
import type { Tx } from "../platform/db/pool.ts";
import { knownNumber, type WriteContext } from "../platform/write.ts";
import { type Books, isClosed } from "./books.ts";
import { assertBalanced, type EntryDraft, type JournalEntry, posted, unnumbered } from "./journal-entry.ts";
import * as store from "./store.ts";

/**
 * Posts entries: numbers them in order and stores them for good. The caller has locked the books (shared or, for a close,
 * exclusively) and dates every entry in an open month; both are asserted here, and the database rejects violations too. Lines keep
 * the present names of the merchant's accounts.
 */
export async function postEntries(
  ctx: WriteContext,
  books: Books,
  drafts: readonly EntryDraft[],
): Promise<JournalEntry[]> {
  if (drafts.length === 0) return [];
  assertPostable(books, drafts);
  const first = await ctx.takeNumbers("JOURNAL_ENTRY", drafts.length);
  const posting = { postedAt: ctx.clock.timestamp, names: ctx.merchant.accountMap };
  const entries = drafts.map((draft, index) => posted(draft, { ...posting, number: first + BigInt(index) }));
  store.insertEntries(ctx.tx, ctx.merchant.id, entries, (_count, from) => knownNumber(first + BigInt(from)));
  return entries;
}

/**
 * As {@link postEntries}, if the numbers are not needed: the database assigns them in the statement that stores the entries, which
 * is sent in one packet with later statements. So the counter is not locked during a round trip to the database.
 */
export function postAhead(ctx: WriteContext, books: Books, drafts: readonly EntryDraft[]): void {
  assertPostable(books, drafts);
  const posting = { postedAt: ctx.clock.timestamp, names: ctx.merchant.accountMap };
  const entries = drafts.map((draft) => unnumbered(draft, posting));
  store.insertEntries(ctx.tx, ctx.merchant.id, entries, (count) => ctx.nextNumbers("JOURNAL_ENTRY", count));
}

function assertPostable(books: Books, drafts: readonly EntryDraft[]): void {
  for (const draft of drafts) {
    assertBalanced(draft);
    assert(!isClosed(books, monthOf(draft.date)), "an entry is dated in an open month");
  }
}

/** @throws DomainError JOURNAL_ENTRY_NOT_FOUND */
export async function getEntry(tx: Tx, merchantId: string, entryId: string): Promise<store.PostedEntry> {
  const entry = await store.findEntry(tx, merchantId, entryId);
  if (entry === undefined) throw notFound("JOURNAL_ENTRY_NOT_FOUND", "Journal entry not found.");
  return entry;
}

export const { listEntries, entriesOfContract, entriesOfDocument, entriesByIds, accountBalances } = store;
export type { AccountBalance, PostedEntry } from "./store.ts";
export { syncedEntries } from "./sync-store.ts";
