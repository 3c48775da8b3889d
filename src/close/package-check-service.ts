import { formatMonth, type Month } from "../kernel/day.ts";
import type { Tx } from "../platform/db/pool.ts";
import { digestOf, hashOfText, journalDigestOf } from "./close-package.ts";
import { type Chain, emptyChain, emptyJournal, type JournalChain, withEntry, withPosting } from "./journal-hash.ts";
import { type AccountTotal, figuresOf } from "./month-figures.ts";
import { openingOf } from "./package-service.ts";
import type { StoredPackage } from "./package-store.ts";
import * as store from "./package-store.ts";

/**
 * Verifies every close package of a merchant and returns the invalid ones as `2026-01/1`: month and close count.
 *
 * A package is valid if its hash matches its text, it names the hash of the package before, the period and the audit log have
 * its hash, and the entries and postings that it counted still have the stored hashes. For a closed month, the last package must
 * also count all entries and postings, and its amounts must equal those of the journal.
 *
 * Reads the journal of each month once, in chunks. The transaction sees one snapshot (REPEATABLE READ).
 */
export async function verifyPackages(tx: Tx, merchantId: string): Promise<string[]> {
  const broken = new Set<string>(await store.missingPackages(tx, merchantId));
  const sealers = await store.sealersOf(tx, merchantId);
  const packages: StoredPackage[] = [];
  let previous: string | null = null;
  for await (const chunk of store.storedPackages(tx, merchantId)) {
    for (const stored of chunk) {
      packages.push(stored);
      const isNext = stored.sequence === packages.length && stored.manifest.previousHash === previous;
      if (!isNext || !isSealed(stored, sealers)) broken.add(nameOf(stored));
      previous = stored.hash.toString("hex");
    }
  }
  const byMonth = [...Map.groupBy(packages, ({ month }) => month)].sort(([a], [b]) => a - b);
  let balances: { readonly before: Month; readonly totals: AccountTotal[] } | undefined;
  for (const [month, ofMonth] of byMonth) {
    const isClosed = ofMonth.some((stored) => stored.isCurrent);
    for (const stored of await outOfStep(tx, merchantId, month, ofMonth)) broken.add(nameOf(stored));
    if (!isClosed) continue;
    const opening =
      balances?.before === month ? balances.totals : await openingOf(tx, merchantId, month, { isProof: true });
    const { currencies, closing } = figuresOf(opening, await store.activityOfMonth(tx, merchantId, month));
    balances = { before: month + 1, totals: closing };
    for (const stored of ofMonth.filter(({ isCurrent }) => isCurrent)) {
      if (!isSame(stored.manifest.currencies, currencies)) broken.add(nameOf(stored));
    }
  }
  return [...broken].sort();
}

function nameOf({ month, closeCount }: Pick<StoredPackage, "month" | "closeCount">): string {
  return `${formatMonth(month)}/${closeCount}`;
}

/** True if the row agrees with its manifest, and the hash matches the text. */
function isSealed(stored: StoredPackage, sealers: readonly string[]): boolean {
  const { manifest, text, hash, sequence, month, closeCount, previousHash } = stored;
  const fields = [manifest.sequence, manifest.month, manifest.closeCount, manifest.previousHash];
  const columns = [sequence, formatMonth(month), closeCount, previousHash?.toString("hex") ?? null];
  return hashOfText(text).equals(hash) && sealers.includes(manifest.merchantId) && isSame(fields, columns);
}

/** Packages of a month whose counted entries or postings have changed. */
async function outOfStep(
  tx: Tx,
  merchantId: string,
  month: Month,
  packages: readonly StoredPackage[],
): Promise<StoredPackage[]> {
  const journalAt = new Map<string, JournalChain>([["0", emptyJournal]]);
  let chain = emptyJournal;
  const lastNumbers = new Set(packages.map(({ manifest }) => manifest.journal.lastNumber));
  for await (const entries of store.entriesOfMonth(tx, merchantId, month)) {
    for (const entry of entries) {
      chain = withEntry(chain, entry);
      if (lastNumbers.has(entry.number)) journalAt.set(entry.number, chain);
    }
  }
  // Only postings of entries that existed at the close count: an opening may be posted into a month that was closed before.
  const revenueOf = new Map<StoredPackage, Chain>(packages.map((stored) => [stored, emptyChain]));
  let postingCount = 0;
  for await (const postings of store.postingsOfMonth(tx, merchantId, month)) {
    postingCount += postings.length;
    for (const [stored, earned] of revenueOf) {
      const lastNumber = BigInt(stored.manifest.journal.lastNumber);
      const counted = postings.filter(({ entryNumber }) => entryNumber <= lastNumber);
      revenueOf.set(stored, counted.reduce(withPosting, earned));
    }
  }
  return packages.filter((stored) => {
    const { journal, revenue } = stored.manifest;
    const journalIs = journalAt.get(journal.lastNumber);
    const isJournal = journalIs !== undefined && isSame(journalDigestOf(journalIs), journal);
    const isRevenue = isSame(digestOf(revenueOf.get(stored) ?? emptyChain), revenue);
    const isAll = !stored.isCurrent || (journal.count === chain.count && revenue.count === postingCount);
    return !isJournal || !isRevenue || !isAll;
  });
}

function isSame(is: unknown, stated: unknown): boolean {
  return JSON.stringify(is) === JSON.stringify(stated);
}
