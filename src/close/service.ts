import { createHash } from "node:crypto";
import { formatMonth, type Month, monthOf } from "../kernel/day.ts";
import { DomainError } from "../kernel/errors.ts";
import { type Books, isClosed } from "../ledger/books.ts";
import {
  announceClose,
  currentBooks,
  lockBooksToClose,
  setClosedThrough,
  shareBooks,
  withdrawClose,
} from "../ledger/books-store.ts";
import type { JournalEntry } from "../ledger/journal-entry.ts";
import { markContractsChanged } from "../platform/contract-changes.ts";
import { inTransaction, type Tx } from "../platform/db/pool.ts";
import { allowLonger } from "../platform/db/statement-limits.ts";
import { handlePending } from "../platform/due-work.ts";
import type { ListQuery } from "../platform/http/list-query.ts";
import { withLockedSettings } from "../platform/merchant/settings-service.ts";
import type { Platform, WriteContext } from "../platform/write.ts";
import { runChecks } from "./check-service.ts";
import { type Check, cannotClose, failedOf } from "./checklist.ts";
import type { Hold } from "./hold.ts";
import * as holds from "./hold-store.ts";
import { type AccountTotal, totalsByAccount } from "./month-figures.ts";
import { type MonthJournal, withPosted } from "./month-journal.ts";
import { type LeftOut, postMonth } from "./month-service.ts";
import { openingOf, storedJournal, storePackage } from "./package-service.ts";
import { listPeriods as selectPeriods } from "./period-list-store.ts";
import * as store from "./period-store.ts";
import { proofCheck } from "./proof.ts";
import { proveMonth } from "./proof-service.ts";
import { signHead } from "./signed-head-service.ts";

/** Called after each month of a close; nothing is committed before the last. */
type ReportMonth = (done: number, total: number, month: Month) => void;

type CloseResult = { readonly months: readonly Month[]; readonly entriesPosted: number };

/**
 * Closes a month, and first every earlier open one in order (rules 9). For each month, posts revenue and presentation as far as they are not
 * posted yet; afterwards nothing can be dated in it. One transaction: the month is then fully closed or fully open.
 *
 * Before a month is frozen, its postings are verified (`proof-service.ts`); if they are wrong, the close is rejected.
 *
 * @throws DomainError PERIOD_CANNOT_CLOSE with every failed check in `details.checks`
 */
export async function closeMonth(
  write: WriteContext,
  month: Month,
  report: ReportMonth = () => undefined,
): Promise<CloseResult> {
  await allowLonger(write.tx, "close");
  const books = await lockBooksToClose(write.tx, write.merchant.id, month);
  const ctx = await withLockedSettings(write);
  const { months, firstActive } = await monthsToClose(ctx, books, month);
  const checks = await runChecks(ctx, books, month, months.slice(0, -1), await leftOutOfAll(ctx, months[0] ?? month));
  const failed = failedOf(checks);
  if (failed.length > 0) throw cannotClose(month, failed);
  const closeCounts = await store.closeCounts(ctx.tx, ctx.merchant.id);
  let opening: readonly AccountTotal[] = await openingOf(ctx.tx, ctx.merchant.id, months[0] ?? month);
  let entriesPosted = 0;
  for (const [index, each] of months.entries()) {
    const closed = await closeOne(ctx, books, {
      month: each,
      closeCount: (closeCounts.get(each) ?? 0) + 1,
      wasClosed: closeCounts.has(each),
      opening,
      checks,
      hasActivity: each >= firstActive,
      hasPosted: entriesPosted > 0,
    });
    opening = closed.closing;
    entriesPosted += closed.entriesPosted;
    report(index + 1, months.length, each);
  }
  if (months.length > 0 && ctx.signingKey?.keyId !== undefined) await signHead(ctx, ctx.signingKey);
  return { months, entriesPosted };
}

/** One month of a close. */
type MonthToClose = {
  readonly month: Month;
  /** How often it was closed, with this close; 1 for the first. */
  readonly closeCount: number;
  /** True if it was closed before, possibly empty and along with a later month. */
  readonly wasClosed: boolean;
  /** Opening balances: the closing balances of the month before. */
  readonly opening: readonly AccountTotal[];
  readonly checks: readonly Check[];
  /** False if it is before the first month with any activity, so that it has nothing to post. */
  readonly hasActivity: boolean;
  /** True if this transaction has posted entries of earlier months. */
  readonly hasPosted: boolean;
};

/**
 * Posts, proves, packs and freezes one month.
 *
 * @throws DomainError PERIOD_CANNOT_CLOSE if verification of the postings fails
 */
async function closeOne(
  ctx: WriteContext,
  books: Books,
  { month, closeCount, wasClosed, opening, checks, ...posting }: MonthToClose,
): Promise<{ readonly closing: readonly AccountTotal[]; readonly entriesPosted: number }> {
  const { tx, merchant } = ctx;
  const held = await holds.holdsOfMonth(tx, merchant.id, month);
  const leftOut = new Set(held.keys());
  const leftOutSince = await holds.leftOutSince(tx, merchant.id, month);
  const { journal, entriesPosted } = await postedJournal(ctx, books, {
    ...{ month, closeCount, leftOut, leftOutSince },
    ...posting,
  });
  const closed = { month, closeCount, closedAt: ctx.clock.timestamp, closedBy: `${ctx.actor.kind}:${ctx.actor.id}` };
  await holds.insertHeld(tx, merchant.id, closed, [...held.values()]);
  const { proved, record } = await proveMonth(ctx, { month, opening, journal, leftOut });
  const proof = proofCheck(proved);
  if (proof.status === "FAILED") throw cannotClose(month, [proof]);
  const content = { opening, journal, held: [...held.values()], proof: record };
  const { kept, closing } = await storePackage(ctx, closed, content);
  const activity = totalsByAccount(journal.activity);
  const checksHash = await store.markClosed(tx, merchant.id, { ...closed, kept, checks: [...checks, proof], activity });
  await setClosedThrough(tx, merchant.id, month);
  // Stored revenue (ADR 0054) assumes that each month is closed once, in order, with all contracts. Contracts for which this close posted
  // otherwise must be recalculated.
  const range = { first: month, last: month };
  const otherwise = closeCount > 1 ? await store.contractsPostedOtherwise(tx, merchant.id, range) : [];
  await markContractsChanged(tx, merchant.id, [...new Set([...otherwise, ...leftOut, ...leftOutSince.keys()])]);
  ctx.audit({
    action: "period.close",
    entityType: "ACCOUNTING_PERIOD",
    entityId: formatMonth(month),
    changes: [
      { path: "status", from: wasClosed ? "REOPENED" : "OPEN", to: "CLOSED" },
      { path: "packageHash", from: null, to: kept.hash.toString("hex") },
      { path: "checksHash", from: null, to: checksHash },
    ],
  });
  ctx.publish({ type: "period.closed", data: { month: formatMonth(month) } });
  return { closing, entriesPosted };
}

/** Posts a month; returns its whole journal and the number of entries posted. */
async function postedJournal(
  ctx: WriteContext,
  books: Books,
  {
    month,
    closeCount,
    leftOut,
    leftOutSince,
    hasActivity,
    hasPosted,
  }: Pick<MonthToClose, "month" | "closeCount" | "hasActivity" | "hasPosted"> & {
    readonly leftOut: ReadonlySet<string>;
    readonly leftOutSince: ReadonlyMap<string, Month>;
  },
): Promise<{ readonly journal: MonthJournal; readonly entriesPosted: number }> {
  let journal = await storedJournal(ctx.tx, ctx.merchant.id, month);
  if (!hasActivity) return { journal, entriesPosted: 0 };
  const post = (reads: Tx) =>
    postMonth(ctx, books, { month, closeCount, newId: ctx.newId, reads, leftOut, leftOutSince }, (posted) => {
      journal = withPosted(journal, month, posted);
    });
  // The books are locked, so all facts of the first month are committed and can be read on a second connection. Later months need the
  // entries that this transaction posted before them.
  const entriesPosted = hasPosted ? await post(ctx.tx) : await ctx.readBeside(post);
  return { journal, entriesPosted };
}

const closeAttempts = 5;

/**
 * Announces a close while it runs, so that usage can be recorded meanwhile (ADR 0053).
 *
 * @param close closes the months up to `month`, in its own transaction
 */
export async function announced<T>(
  { db }: Platform,
  merchantId: string,
  month: Month,
  close: () => Promise<T>,
): Promise<T> {
  await inTransaction(db, merchantId, (tx) => announceClose(tx, merchantId, month));
  try {
    return await close();
  } finally {
    await inTransaction(db, merchantId, (tx) => withdrawClose(tx, merchantId));
  }
}

/**
 * Handles pending events, then tries to close. If another write publishes events in between, it handles those and tries again, up to
 * `closeAttempts` times, so that a close is not rejected because of work that takes a moment.
 *
 * @param close runs `closeMonth` in its own transaction
 */
export async function whenOutboxDrained<T>(
  platform: Platform,
  merchantId: string,
  close: () => Promise<T>,
): Promise<T> {
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
  /** All checks, including those that passed. */
  readonly checks: readonly Check[];
  /** The months that would be closed, without those that have not begun. */
  readonly months: readonly Month[];
  readonly entries: readonly JournalEntry[];
  readonly totalEntries: number;
  /** SHA-256 over all entries, without their ids and numbers. */
  readonly digest: string;
  /** Holds that leave contracts out of the month. */
  readonly held: readonly Hold[];
};

/** How many entries a preview lists; it counts them all. */
export const entriesPreviewed = 200;

/**
 * What `closeMonth` would post, and which checks fail. The caller handles pending events before, as `whenOutboxDrained` does, and rolls the
 * transaction back. Future months are left out.
 */
export async function previewClose(write: WriteContext, month: Month): Promise<ClosePreview> {
  const books = await shareBooks(write.tx, write.merchant.id);
  const ctx = await withLockedSettings(write);
  const { months: open, firstActive } = await monthsToClose(ctx, books, month);
  const checks = await runChecks(ctx, books, month, open.slice(0, -1), await leftOutOfAll(ctx, open[0] ?? month));
  const closeCounts = await store.closeCounts(ctx.tx, ctx.merchant.id);
  const months = open.filter((each) => each <= monthOf(ctx.clock.today));
  const entries: JournalEntry[] = [];
  let totalEntries = 0;
  const digest = createHash("sha256");
  for (const each of months.filter((one) => one >= firstActive)) {
    const closeCount = (closeCounts.get(each) ?? 0) + 1;
    totalEntries += await postMonth(
      ctx,
      books,
      { month: each, closeCount, newId: ctx.newId, reads: ctx.tx, ...(await leftOutOf(ctx, each)) },
      (posted) => {
        for (const entry of posted) digest.update(unpostedText(entry));
        entries.push(...posted.slice(0, entriesPreviewed - entries.length));
      },
    );
  }
  const held = await holds.holdsOfMonth(ctx.tx, ctx.merchant.id, month);
  return { checks, months, entries, totalEntries, digest: digest.digest("hex"), held: [...held.values()] };
}

async function leftOutOf({ tx, merchant }: WriteContext, month: Month): Promise<LeftOut> {
  const held = await holds.holdsOfMonth(tx, merchant.id, month);
  return { leftOut: new Set(held.keys()), leftOutSince: await holds.leftOutSince(tx, merchant.id, month) };
}

/** Contracts that every month of a close leaves out: a contract on hold in the first month is on hold in all later ones. */
async function leftOutOfAll({ tx, merchant }: WriteContext, first: Month): Promise<ReadonlySet<string>> {
  return new Set((await holds.holdsOfMonth(tx, merchant.id, first)).keys());
}

/** An entry as text without id, number and time, which differ each time it is posted. */
function unpostedText({ date, type, contractId, lines }: JournalEntry): string {
  const amounts = lines.map(({ role, account, debit, credit }) => [
    ...[role, account, debit.currency],
    ...[debit.minor.toString(), credit.minor.toString()],
  ]);
  return `${JSON.stringify([date, type, contractId, amounts])}\n`;
}

function isWorkPending(error: unknown): boolean {
  if (!(error instanceof DomainError) || error.code !== "PERIOD_CANNOT_CLOSE") return false;
  return (error.details.checks as readonly Check[]).every((check) => check.code === "WORK_PENDING");
}

/**
 * The months from the one after the last closed month to `month`. If none is closed, from the first one that has activity or was reopened;
 * empty months before it get no row. Months before `firstActive` have nothing to post.
 */
async function monthsToClose(
  ctx: WriteContext,
  books: Books,
  month: Month,
): Promise<{ readonly months: readonly Month[]; readonly firstActive: Month }> {
  if (isClosed(books, month)) return { months: [], firstActive: month };
  const range = (first: Month) => Array.from({ length: month - first + 1 }, (_, index) => first + index);
  if (books.closedThrough !== null) {
    const next = books.closedThrough + 1;
    const firstPosted = await store.firstMonthOfJournal(ctx.tx, ctx.merchant.id);
    if (firstPosted !== null && firstPosted <= next) return { months: range(next), firstActive: next };
  }
  const { active, reopened } = await store.firstMonths(ctx.tx, ctx.merchant.id);
  const firstActive = Math.min(active ?? month, month);
  const first = books.closedThrough === null ? Math.min(firstActive, reopened ?? firstActive) : books.closedThrough + 1;
  return { months: range(first), firstActive };
}

/** The last closed month, or null. */
export async function bookCloseMonth(tx: Tx, merchantId: string): Promise<Month | null> {
  return (await currentBooks(tx, merchantId)).closedThrough;
}

/** One page of the months that were closed or locked, and the books. */
export async function listPeriods(tx: Tx, merchantId: string, list: ListQuery) {
  const books = await currentBooks(tx, merchantId);
  return { ...(await selectPeriods(tx, merchantId, books, list)), books };
}
