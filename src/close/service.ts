import { isArrears } from "../billing-terms/billing-term.ts";
import * as billingTerms from "../billing-terms/service.ts";
import { revenueAccounts } from "../catalog/service.ts";
import type { Contract } from "../contracts/contract.ts";
import * as contracts from "../contracts/service.ts";
import type { AccountMap } from "../kernel/account.ts";
import { firstDayOf, formatMonth, lastDayOf, type Month } from "../kernel/day.ts";
import { DomainError, invalid } from "../kernel/errors.ts";
import { money, zero } from "../kernel/money.ts";
import { type Books, isClosed } from "../ledger/books.ts";
import { currentBooks, lockBooks, setClosedThrough, shareBooks } from "../ledger/books-store.ts";
import type { EntryDraft } from "../ledger/journal-entry.ts";
import { postEntries } from "../ledger/service.ts";
import { syncedEntries } from "../ledger/sync-service.ts";
import type { Tx } from "../platform/db/pool.ts";
import { handlePending } from "../platform/due-work.ts";
import { withSettledSettings } from "../platform/merchant/settings-service.ts";
import type { Platform, WriteContext } from "../platform/write.ts";
import * as revenue from "../revenue/service.ts";
import { runChecks } from "./check-service.ts";
import { type Check, cannotClose, failedOf, recordsShown } from "./checklist.ts";
import { type ContractFacts, closeContract } from "./month.ts";
import { keepPackage, openingOf } from "./package-service.ts";
import * as store from "./store.ts";

/** Told after each month of a close; nothing is committed before the last. */
export type ReportMonth = (done: number, total: number, month: Month) => void;

export type CloseResult = { readonly months: readonly Month[]; readonly entriesPosted: number };

const contractsPerChunk = 500;

/**
 * Closes a month, and every earlier one that is still open in its order (rules 9). Posts the revenue of each month and
 * its presentation, as far as they are not posted, then nothing can be dated in it any more. One transaction: afterwards
 * the month is fully closed or fully open.
 *
 * @throws DomainError PERIOD_CANNOT_CLOSE with every failed check in `details.checks`
 */
export async function closeMonth(
  write: WriteContext,
  month: Month,
  report: ReportMonth = () => undefined,
): Promise<CloseResult> {
  const books = await lockBooks(write.tx, write.merchant.id);
  const ctx = await withSettledSettings(write);
  const months = isClosed(books, month) ? [] : await monthsToClose(ctx, books, month);
  const failed = failedOf(await runChecks(ctx, books, month, months.slice(0, -1)));
  if (failed.length > 0) throw cannotClose(month, failed);
  const closeCounts = await store.closeCounts(ctx.tx, ctx.merchant.id);
  let opening = await openingOf(ctx.tx, ctx.merchant.id, months[0] ?? month);
  let entriesPosted = 0;
  for (const [index, each] of months.entries()) {
    const closeCount = (closeCounts.get(each) ?? 0) + 1;
    entriesPosted += await postMonth(ctx, books, each, closeCount, () => undefined);
    const by = { closedAt: ctx.clock.timestamp, closedBy: `${ctx.actor.kind}:${ctx.actor.id}` };
    const closed = { month: each, closeCount, ...by };
    const { kept, closing } = await keepPackage(ctx, closed, opening);
    opening = closing;
    await store.markClosed(ctx.tx, ctx.merchant.id, { ...closed, packageHash: kept.hash });
    await setClosedThrough(ctx.tx, ctx.merchant.id, each);
    ctx.audit({
      action: "period.close",
      entityType: "ACCOUNTING_PERIOD",
      entityId: formatMonth(each),
      changes: [
        { path: "status", from: closeCounts.has(each) ? "REOPENED" : "OPEN", to: "CLOSED" },
        { path: "packageHash", from: null, to: kept.hash.toString("hex") },
      ],
    });
    ctx.tell({ type: "period.closed", data: { month: formatMonth(each) } });
    report(index + 1, months.length, each);
  }
  return { months, entriesPosted };
}

const closeAttempts = 5;

/**
 * Handles what writes left for the worker, then tries to close. A write that slips in between is waited for and handled
 * too, so that a caller is not refused over work that takes a moment.
 *
 * @param close runs `closeMonth` in a transaction of its own
 */
export async function whenSettled<T>(platform: Platform, merchantId: string, close: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    await handlePending(platform, merchantId);
    try {
      return await close();
    } catch (error) {
      if (attempt >= closeAttempts || !isWorkPending(error)) throw error;
    }
  }
}

export type ClosePreview = {
  /** All of them, also those that passed. */
  readonly checks: readonly Check[];
  readonly months: readonly Month[];
  readonly entries: readonly EntryDraft[];
  readonly totalEntries: number;
  /** The merchant's names of accounts. */
  readonly accountMap: AccountMap;
};

/** How many entries a preview lists; it counts them all. */
export const entriesPreviewed = 200;

/** What `closeMonth` would post and what stands in its way; the caller rolls the transaction back. */
export async function previewClose(write: WriteContext, month: Month): Promise<ClosePreview> {
  const books = await shareBooks(write.tx, write.merchant.id);
  const ctx = await withSettledSettings(write);
  const months = isClosed(books, month) ? [] : await monthsToClose(ctx, books, month);
  const checks = await runChecks(ctx, books, month, months.slice(0, -1));
  const closeCounts = await store.closeCounts(ctx.tx, ctx.merchant.id);
  const entries: EntryDraft[] = [];
  let totalEntries = 0;
  for (const each of months) {
    totalEntries += await postMonth(ctx, books, each, (closeCounts.get(each) ?? 0) + 1, (posted) => {
      entries.push(...posted.slice(0, entriesPreviewed - entries.length));
    });
  }
  return { checks, months, entries, totalEntries, accountMap: ctx.merchant.accountMap };
}

/**
 * Reopens a closed month and every later one with it (spec "Reopen period"). Nothing posted is taken back; closing again
 * posts the difference.
 *
 * @throws DomainError PERIOD_NOT_CLOSED, PERIOD_SYNCED
 */
export async function reopenMonth(write: WriteContext, month: Month, reason: string | null): Promise<Month[]> {
  const books = await lockBooks(write.tx, write.merchant.id);
  const ctx = await withSettledSettings(write);
  if (!isClosed(books, month)) {
    throw invalid("PERIOD_NOT_CLOSED", `${formatMonth(month)} is not closed, so there is nothing to reopen.`);
  }
  if (ctx.merchant.forbidReopenSynced) await refuseSynced(ctx, month, books);
  await store.ensureClosedPeriods(ctx.tx, ctx.merchant.id, month);
  const reopened = await store.markReopened(ctx.tx, ctx.merchant.id, {
    month,
    at: ctx.clock.timestamp,
    by: `${ctx.actor.kind}:${ctx.actor.id}`,
    reason,
  });
  await setClosedThrough(ctx.tx, ctx.merchant.id, month - 1);
  for (const each of reopened) {
    ctx.audit({
      action: "period.reopen",
      entityType: "ACCOUNTING_PERIOD",
      entityId: formatMonth(each),
      changes: [{ path: "status", from: "CLOSED", to: "REOPENED" }],
      reason: each === month ? (reason ?? undefined) : `reopened with ${formatMonth(month)}`,
    });
    ctx.tell({ type: "period.reopened", data: { month: formatMonth(each) } });
  }
  return reopened;
}

/** Later closed months are reopened as well, so none of them may be in the accounting system either. */
async function refuseSynced(ctx: WriteContext, month: Month, { closedThrough }: Books): Promise<void> {
  const range = { first: firstDayOf(month), last: lastDayOf(closedThrough ?? month), limit: recordsShown };
  const journalEntryIds = await syncedEntries(ctx.tx, ctx.merchant.id, range);
  if (journalEntryIds.length === 0) return;
  const message =
    "The accounting system has journal entries of that month or of later closed ones, and the merchant setting forbidReopenSynced keeps such months closed; post the correction in an open month.";
  throw invalid("PERIOD_SYNCED", message, { journalEntryIds });
}

function isWorkPending(error: unknown): boolean {
  if (!(error instanceof DomainError) || error.code !== "PERIOD_CANNOT_CLOSE") return false;
  return (error.details.checks as readonly Check[]).every((check) => check.code === "WORK_PENDING");
}

/** From the first open month with anything in it to the one asked for; empty months before it close without a row. */
async function monthsToClose(ctx: WriteContext, books: Books, month: Month): Promise<Month[]> {
  const firstActive = Math.min((await store.firstActivity(ctx.tx, ctx.merchant.id)) ?? month, month);
  const first = books.closedThrough === null ? firstActive : Math.max(books.closedThrough + 1, firstActive);
  return Array.from({ length: month - first + 1 }, (_, index) => first + index);
}

/** Posts one month contract by contract, in chunks, so that memory does not grow with the book. */
async function postMonth(
  ctx: WriteContext,
  books: Books,
  month: Month,
  closeCount: number,
  show: (entries: readonly EntryDraft[]) => void,
): Promise<number> {
  let after: string | undefined;
  let count = 0;
  for (;;) {
    const chunk = await contracts.approvedContracts(ctx.tx, ctx.merchant.id, {
      after,
      contractIds: undefined,
      includeDeleted: true,
      limit: contractsPerChunk,
    });
    if (chunk.length === 0) return count;
    const { facts, liabilityAccounts } = await loadFacts(ctx, chunk, month, closeCount > 1);
    const closes = facts.map((contract) => closeContract(contract, { month, closeCount, newId: ctx.newId }));
    const entries = closes.flatMap((close) => close.entries);
    const postings = closes.flatMap((close) => close.postings);
    await postEntries(ctx, books, entries);
    await revenue.insertPostings(ctx.tx, ctx.merchant.id, postings);
    const moved = new Set(postings.map((posting) => posting.performanceObligationId));
    const posted = liabilityAccounts.filter(({ performanceObligationId }) => moved.has(performanceObligationId));
    await billingTerms.keepLiabilityAccounts(ctx.tx, ctx.merchant.id, posted);
    show(entries);
    count += entries.length;
    after = chunk.at(-1)?.id;
  }
}

async function loadFacts(
  ctx: WriteContext,
  chunk: readonly Contract[],
  month: Month,
  wasClosedBefore: boolean,
): Promise<{ facts: ContractFacts[]; liabilityAccounts: billingTerms.LiabilityAccount[] }> {
  const { tx, merchant } = ctx;
  const ids = chunk.map((contract) => contract.id);
  const records = await billingTerms.performanceObligationsOfContracts(tx, merchant.id, ids);
  const posted = await revenue.postedRevenue(
    tx,
    merchant.id,
    records.map(({ obligation }) => obligation.id),
    month,
  );
  const billed = await store.billedByContract(tx, merchant.id, ids, month);
  const arrears = records.flatMap(({ obligation: { billingTerm } }) =>
    billingTerm !== null && (isArrears(billingTerm) || billingTerm.amendments.length > 0) ? [billingTerm] : [],
  );
  const billedByGroup = await revenue.billedByGroup(tx, merchant.id, records);
  const { byPeriod: billedByPeriod, trueUps: billedTrueUps } = await store.billedByPeriod(
    tx,
    merchant.id,
    arrears.map((term) => term.id),
    month,
  );
  const liabilityAccounts = await billingTerms.liabilityAccounts(
    tx,
    merchant,
    records.flatMap(({ obligation }) => obligation.billingTerm?.id ?? []),
  );
  const ofCategories = liabilityAccounts.flatMap(({ account, ...rest }) =>
    account === null ? [] : [{ account, ...rest }],
  );
  const billedByTerm = await store.billedByTerm(
    tx,
    merchant.id,
    ofCategories.map(({ billingTermId }) => billingTermId),
    month,
  );
  const accounts = {
    revenue: await revenueAccounts(
      tx,
      merchant.id,
      new Set(records.flatMap(({ obligation }) => obligation.categoryId ?? [])),
    ),
    liability: new Map(ofCategories.map((each) => [each.performanceObligationId, each.account])),
  };
  const presented = wasClosedBefore ? await store.presentedByContract(tx, merchant.id, ids, month) : new Map();
  const usage = await revenue.usageOfPromises({ tx, merchant }, chunk, records);
  const billedForUsage = await store.billedForUsage(tx, merchant.id, [...usage.keys()], month);
  const recordsByContract = Map.groupBy(records, ({ obligation }) => obligation.contractId);
  const facts = chunk.flatMap((contract): ContractFacts[] => {
    if (contract.customerId === null) return [];
    const { currency } = contract;
    const before = presented.get(contract.id) ?? { unbilled: 0n, asset: 0n, liabilities: new Map() };
    return [
      {
        contractId: contract.id,
        customerId: contract.customerId,
        context: { currency, rounding: merchant.rounding },
        approvedBookMonth: contract.approvedBookMonth,
        obligations: recordsByContract.get(contract.id) ?? [],
        posted,
        billed: billed.has(contract.id) ? money(billed.get(contract.id) ?? 0n, currency) : zero(currency),
        billedByPeriod,
        billedTrueUps,
        billedByGroup,
        usage: usage.get(contract.id),
        billedForUsage: billedForUsage.get(contract.id) ?? [],
        presented: {
          unbilledReceivable: money(before.unbilled, currency),
          contractAsset: money(before.asset, currency),
          liabilities: before.liabilities,
        },
        accounts,
        billedByTerm,
      },
    ];
  });
  return { facts, liabilityAccounts };
}

/** The last closed month, or null. */
export async function bookCloseMonth(tx: Tx, merchantId: string): Promise<Month | null> {
  return (await currentBooks(tx, merchantId)).closedThrough;
}

export const { listPeriods } = store;
export type { PeriodRow } from "./store.ts";
