import { present } from "../kernel/assert.ts";
import { firstDayOf, formatDay, formatMonth, type Month, parseMonth } from "../kernel/day.ts";
import { notFound } from "../kernel/errors.ts";
import { accountBalances, entriesByIds, type PostedEntry } from "../ledger/service.ts";
import { currentHead } from "../platform/audit.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { WriteContext } from "../platform/write.ts";
import {
  type AccountDifference,
  type ClosePackage,
  type Digest,
  differingAccounts,
  type JournalDigest,
  type MonthState,
  manifestFormat,
  sealed,
} from "./close-package.ts";
import { emptyChain, withEntry, withPosting } from "./journal-hash.ts";
import { type AccountTotal, figuresOf } from "./month-figures.ts";
import * as store from "./package-store.ts";

export type ClosedMonth = {
  readonly month: Month;
  readonly closeCount: number;
  readonly closedAt: string;
  readonly closedBy: string;
};

/**
 * Keeps what the books are at a close: the package of a month whose entries are all posted. The caller holds the books, so
 * the chain of packages grows by one at a time.
 *
 * @param opening balances over everything before the month
 * @returns the package, and the balances that the next month opens with
 */
export async function keepPackage(
  ctx: WriteContext,
  { month, ...closed }: ClosedMonth,
  opening: readonly AccountTotal[],
): Promise<{ readonly kept: ClosePackage; readonly closing: AccountTotal[] }> {
  const { tx, merchant } = ctx;
  const { state, closing } = await monthState(tx, merchant.id, month, opening);
  const head = await currentHead(tx, merchant.id);
  const last = await store.lastPackage(tx, merchant.id);
  const kept = sealed(ctx.newId(), {
    format: manifestFormat,
    merchantId: merchant.id,
    sequence: (last?.sequence ?? 0) + 1,
    month: formatMonth(month),
    ...closed,
    ...state,
    audit: head === undefined ? null : { sequence: head.sequence.toString(), hash: head.hash.toString("hex") },
    previousHash: last?.hash.toString("hex") ?? null,
  });
  await store.insertPackage(tx, merchant.id, kept);
  return { kept, closing };
}

/** Balances over all entries dated before a month. */
export async function openingOf(tx: Tx, merchantId: string, month: Month): Promise<AccountTotal[]> {
  const before = formatDay(firstDayOf(month));
  const balances = await accountBalances(tx, merchantId, { from: before, before });
  return balances.map(({ role, account, debit, credit }) => ({
    ...{ currency: debit.currency, role, account },
    debitMinor: debit.minor,
    creditMinor: credit.minor,
  }));
}

/** What a month stands at now, from the balances before it. */
export async function monthState(
  tx: Tx,
  merchantId: string,
  month: Month,
  opening: readonly AccountTotal[],
): Promise<{ readonly state: MonthState; readonly closing: AccountTotal[] }> {
  const { currencies, closing } = figuresOf(opening, await store.activityOfMonth(tx, merchantId, month));
  const journal = await journalOf(tx, merchantId, month);
  const revenue = await revenueOf(tx, merchantId, month);
  return { state: { currencies, journal, revenue }, closing };
}

async function journalOf(tx: Tx, merchantId: string, month: Month): Promise<JournalDigest> {
  let [chain, count, lines, lastNumber] = [emptyChain, 0, 0, "0"];
  for await (const entries of store.entriesOfMonth(tx, merchantId, month)) {
    for (const entry of entries) {
      chain = withEntry(chain, entry);
      lines += entry.lines.length;
      lastNumber = entry.number;
    }
    count += entries.length;
  }
  return { count, lines, lastNumber, hash: chain.toString("hex") };
}

async function revenueOf(tx: Tx, merchantId: string, month: Month): Promise<Digest> {
  let [chain, count] = [emptyChain, 0];
  for await (const postings of store.postingsOfMonth(tx, merchantId, month)) {
    chain = postings.reduce(withPosting, chain);
    count += postings.length;
  }
  return { count, hash: chain.toString("hex") };
}

/** @throws DomainError CLOSE_PACKAGE_NOT_FOUND */
export async function getPackage(tx: Tx, merchantId: string, packageId: string): Promise<ClosePackage> {
  const found = await store.findPackage(tx, merchantId, packageId);
  if (found === undefined) throw notFound("CLOSE_PACKAGE_NOT_FOUND", "Close package not found.");
  return found;
}

/** What became of a month since a close. */
export type PackageDifference = {
  readonly packageId: string;
  readonly month: string;
  readonly closeCount: number;
  readonly isSame: boolean;
  readonly accounts: readonly AccountDifference[];
  /** Entries dated in the month that were posted after the close: the first, and how many there are. */
  readonly entriesSince: readonly PostedEntry[];
  readonly totalEntriesSince: number;
};

/** How many entries a difference lists; it counts them all. */
export const entriesShown = 200;

/**
 * A month at a close against the month now. Balances reach back to the beginning, so a change of an earlier month shows in
 * them too; the entries are the month's own.
 *
 * @throws DomainError CLOSE_PACKAGE_NOT_FOUND
 */
export async function differenceSince(tx: Tx, merchantId: string, packageId: string): Promise<PackageDifference> {
  const { manifest } = await getPackage(tx, merchantId, packageId);
  const month = present(parseMonth(manifest.month), "the month of a package");
  const opening = await openingOf(tx, merchantId, month);
  const { currencies } = figuresOf(opening, await store.activityOfMonth(tx, merchantId, month));
  const accounts = differingAccounts(manifest.currencies, currencies);
  const after = manifest.journal.lastNumber;
  const { ids, total } = await store.entriesSince(tx, merchantId, { month, after, limit: entriesShown });
  return {
    packageId,
    month: manifest.month,
    closeCount: manifest.closeCount,
    isSame: accounts.length === 0 && total === 0,
    accounts,
    entriesSince: await entriesByIds(tx, merchantId, ids),
    totalEntriesSince: total,
  };
}

export const { listPackages } = store;
