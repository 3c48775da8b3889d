import { hash } from "node:crypto";
import { formatMoney, type Money } from "../kernel/money.ts";
import type { JournalEntry } from "../ledger/journal-entry.ts";

/** Revenue of a performance obligation, posted by the close of a month. */
export type HashedPosting = {
  readonly closeCount: number;
  readonly performanceObligationId: string;
  readonly source: string;
  /** YYYY-MM. */
  readonly earnedTimeframe: string;
  readonly contractId: string;
  readonly customerId: string;
  readonly categoryId: string | null;
  readonly amount: Money;
  readonly journalEntryId: string;
};

/** The hash chain of some records in their order: how many it covers, and its last hash. */
export type Chain = { readonly count: number; readonly hash: Buffer };

/** A chain of journal entries, in the order of their numbers. */
export type JournalChain = Chain & { readonly lines: number; readonly lastNumber: string };

/** The chain of no records; its hash is empty. */
export const emptyChain: Chain = { count: 0, hash: Buffer.alloc(0) };
export const emptyJournal: JournalChain = { ...emptyChain, lines: 0, lastNumber: "0" };

/**
 * The chain with one more entry: SHA-256 over the hash before and the entry as a compact JSON array of the fields
 * that `GET /v3/journal-entries` returns, so that anybody can compute it again.
 */
export function withEntry(chain: JournalChain, entry: JournalEntry): JournalChain {
  const lines = entry.lines.map((line) => {
    const { role, account, debit, credit, customerId, categoryId, itemId, classId } = line;
    const fields = [role, account, formatMoney(debit), formatMoney(credit), customerId, categoryId];
    // Item and class are hashed only for lines that have one of them.
    return itemId === null && classId === null ? fields : [...fields, itemId, classId];
  });
  const { number, id, date, type, contractId, sourceType, sourceId, reversesEntryId, currency, postedAt } = entry;
  const origin = [contractId, sourceType, sourceId, reversesEntryId];
  return {
    count: chain.count + 1,
    hash: chained(chain.hash, [number, id, date, type, ...origin, currency, postedAt, lines]),
    lines: chain.lines + lines.length,
    lastNumber: number,
  };
}

/** The chain with one more posting of revenue. */
export function withPosting(chain: Chain, posting: HashedPosting): Chain {
  const { closeCount, performanceObligationId, source, earnedTimeframe, amount, journalEntryId } = posting;
  const { contractId, customerId, categoryId } = posting;
  const about = [performanceObligationId, source, earnedTimeframe, contractId, customerId, categoryId];
  const fields = [closeCount, ...about, amount.currency, formatMoney(amount), journalEntryId];
  return { count: chain.count + 1, hash: chained(chain.hash, fields) };
}

function chained(previous: Buffer, fields: readonly unknown[]): Buffer {
  return hash("sha256", Buffer.concat([previous, Buffer.from(JSON.stringify(fields))]), "buffer");
}
