import { createHash } from "node:crypto";
import { formatMoney, type Money } from "../kernel/money.ts";

/** A journal entry as its hash covers it: what `GET /v3/journal-entries` says of it, so that anybody can compute it anew. */
export type HashedEntry = {
  readonly number: string;
  readonly id: string;
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly type: string;
  readonly contractId: string | null;
  readonly sourceType: string;
  readonly sourceId: string;
  readonly reversesEntryId: string | null;
  readonly currency: string;
  /** As the API writes it: UTC, milliseconds, `Z`. */
  readonly postedAt: string;
  readonly lines: readonly HashedLine[];
};

export type HashedLine = {
  readonly role: string;
  readonly account: string;
  readonly debit: Money;
  readonly credit: Money;
  readonly customerId: string | null;
  readonly categoryId: string | null;
};

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

/** What nothing hashes to: where a chain begins. */
export const emptyChain: Buffer = Buffer.alloc(0);

/** The chain with one more entry: SHA-256 over the hash before and the entry as a compact JSON array. */
export function withEntry(previous: Buffer, entry: HashedEntry): Buffer {
  const lines = entry.lines.map((line) => {
    const { role, account, debit, credit, customerId, categoryId } = line;
    return [role, account, formatMoney(debit), formatMoney(credit), customerId, categoryId];
  });
  const { number, id, date, type, contractId, sourceType, sourceId, reversesEntryId, currency, postedAt } = entry;
  const origin = [contractId, sourceType, sourceId, reversesEntryId];
  return chained(previous, [number, id, date, type, ...origin, currency, postedAt, lines]);
}

/** The same for a posting of revenue. */
export function withPosting(previous: Buffer, posting: HashedPosting): Buffer {
  const { closeCount, performanceObligationId, source, earnedTimeframe, amount, journalEntryId } = posting;
  const { contractId, customerId, categoryId } = posting;
  const about = [performanceObligationId, source, earnedTimeframe, contractId, customerId, categoryId];
  return chained(previous, [closeCount, ...about, amount.currency, formatMoney(amount), journalEntryId]);
}

function chained(previous: Buffer, fields: readonly unknown[]): Buffer {
  return createHash("sha256").update(previous).update(JSON.stringify(fields)).digest();
}
