import { required } from "../kernel/assert.ts";
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
  digestOf,
  journalDigestOf,
  manifestFormat,
  sealed,
  sealedTask,
} from "./close-package.ts";
import type { Hold } from "./hold.ts";
import { emptyChain, emptyJournal, withPosting } from "./journal-hash.ts";
import { type AccountTotal, figuresOf } from "./month-figures.ts";
import { type MonthJournal, withPosted } from "./month-journal.ts";
import * as store from "./package-store.ts";
import type { ProofRecord } from "./proof.ts";
import { tasksOfMonths } from "./task-store.ts";

type ClosedMonth = {
  readonly month: Month;
  readonly closeCount: number;
  readonly closedAt: string;
  readonly closedBy: string;
};

/**
 * Stores the package of a month whose entries are all posted. The caller holds the books, so
 * the chain of packages grows by one at a time.
 *
 * @param opening balances over everything before the month
 * @param journal all of the month
 * @param held holds that left contracts out of the close
 * @returns the package, and the balances that the next month opens with
 */
export async function storePackage(
  ctx: WriteContext,
  { month, ...closed }: ClosedMonth,
  {
    opening,
    journal,
    held,
    proof,
  }: {
    readonly opening: readonly AccountTotal[];
    readonly journal: MonthJournal;
    readonly held: readonly Hold[];
    readonly proof: ProofRecord;
  },
): Promise<{ readonly kept: ClosePackage; readonly closing: AccountTotal[] }> {
  const { tx, merchant } = ctx;
  const { currencies, closing } = figuresOf(opening, journal.activity);
  const head = await currentHead(tx, merchant.id);
  const last = await store.lastPackage(tx, merchant.id);
  const kept = sealed(ctx.newId(), {
    format: manifestFormat,
    merchantId: merchant.id,
    sequence: (last?.sequence ?? 0) + 1,
    month: formatMonth(month),
    ...closed,
    currencies,
    journal: journalDigestOf(journal.chain),
    revenue: await revenueOf(tx, merchant.id, month),
    tasks: (await tasksOfMonths(tx, merchant.id, { first: month, last: month })).map(sealedTask),
    held: held.map(({ contractId, reason, heldBy }) => ({ contractId, reason, heldBy })),
    proof,
    audit: head === undefined ? null : { sequence: head.sequence.toString(), hash: head.hash.toString("hex") },
    previousHash: last?.hash.toString("hex") ?? null,
  });
  await store.insertPackage(tx, merchant.id, kept);
  return { kept, closing };
}

/** Balances over all entries dated before a month; a proof adds up the journal itself. */
export async function openingOf(
  tx: Tx,
  merchantId: string,
  month: Month,
  { isProof }: { readonly isProof: boolean } = { isProof: false },
): Promise<AccountTotal[]> {
  const before = formatDay(firstDayOf(month));
  const balances = await accountBalances(tx, merchantId, { from: before, before, isProof });
  return balances.map(({ role, account, debit, credit }) => ({
    currency: debit.currency,
    role,
    account,
    debitMinor: debit.minor,
    creditMinor: credit.minor,
  }));
}

/** The journal of a month as it is stored, read in chunks. */
export async function storedJournal(tx: Tx, merchantId: string, month: Month): Promise<MonthJournal> {
  let journal: MonthJournal = { chain: emptyJournal, activity: [] };
  for await (const entries of store.entriesOfMonth(tx, merchantId, month))
    journal = withPosted(journal, month, entries);
  return journal;
}

async function revenueOf(tx: Tx, merchantId: string, month: Month): Promise<Digest> {
  let chain = emptyChain;
  for await (const postings of store.postingsOfMonth(tx, merchantId, month))
    chain = postings.reduce(withPosting, chain);
  return digestOf(chain);
}

/** @throws DomainError CLOSE_PACKAGE_NOT_FOUND */
export async function getPackage(tx: Tx, merchantId: string, packageId: string): Promise<ClosePackage> {
  const found = await store.findPackage(tx, merchantId, packageId);
  if (found === undefined) throw notFound("CLOSE_PACKAGE_NOT_FOUND", "Close package not found.");
  return found;
}

/** The changes of a month since a close. */
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
 * The difference between a month at a close and the month now. Balances reach back to the beginning, so a change of an earlier month shows in
 * them too; the entries are the month's own.
 *
 * @throws DomainError CLOSE_PACKAGE_NOT_FOUND
 */
export async function differenceSince(tx: Tx, merchantId: string, packageId: string): Promise<PackageDifference> {
  const { manifest } = await getPackage(tx, merchantId, packageId);
  const month = required(parseMonth(manifest.month), "the month of a package");
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
