import { earliestMonth, firstDayOf, formatMonth, lastDayOf, type Month } from "../kernel/day.ts";
import { invalid } from "../kernel/errors.ts";
import { type Books, isClosed } from "../ledger/books.ts";
import { lockBooks, setClosedThrough } from "../ledger/books-store.ts";
import { syncedEntries } from "../ledger/service.ts";
import { markContractsChanged } from "../platform/contract-changes.ts";
import { withLockedSettings } from "../platform/merchant/settings-service.ts";
import type { WriteContext } from "../platform/write.ts";
import { recordsShown } from "./checklist.ts";
import { unlockReopened } from "./lock-service.ts";
import * as store from "./period-store.ts";

/**
 * Reopens a closed month and all later ones, for revenue, documents and payments. Posted entries stay; closing again posts the difference.
 * Months before the first one with activity count as closed and cannot be reopened (behaviour PER-2).
 *
 * @throws DomainError PERIOD_NOT_CLOSED, PERIOD_SYNCED
 */
export async function reopenMonth(write: WriteContext, month: Month, reason: string | null): Promise<Month[]> {
  const books = await lockBooks(write.tx, write.merchant.id);
  const ctx = await withLockedSettings(write);
  if (!isClosed(books, month)) {
    throw invalid("PERIOD_NOT_CLOSED", `${formatMonth(month)} is not closed, so there is nothing to reopen.`);
  }
  const { active, closed } = await store.firstMonths(ctx.tx, ctx.merchant.id);
  const first = Math.min(active ?? month, closed ?? month);
  if (month < first) {
    const message = `The books begin with ${formatMonth(first)}; ${formatMonth(month)} has nothing to reopen.`;
    throw invalid("PERIOD_NOT_CLOSED", message);
  }
  if (ctx.merchant.forbidReopenSynced) await rejectSynced(ctx, month, books);
  await store.ensureClosedPeriods(ctx.tx, ctx.merchant.id, month);
  const reopened = await store.markReopened(ctx.tx, ctx.merchant.id, {
    month,
    at: ctx.clock.timestamp,
    by: `${ctx.actor.kind}:${ctx.actor.id}`,
    reason,
  });
  await setClosedThrough(ctx.tx, ctx.merchant.id, month === earliestMonth ? null : month - 1);
  await unlockReopened(ctx, books, month);
  const range = { first: month, last: books.closedThrough ?? month };
  const otherwise = await store.contractsPostedOtherwise(ctx.tx, ctx.merchant.id, range);
  await markContractsChanged(ctx.tx, ctx.merchant.id, otherwise);
  for (const each of reopened) {
    ctx.audit({
      action: "period.reopen",
      entityType: "ACCOUNTING_PERIOD",
      entityId: formatMonth(each),
      changes: [{ path: "status", from: "CLOSED", to: "REOPENED" }],
      reason: each === month ? (reason ?? undefined) : `reopened with ${formatMonth(month)}`,
    });
    ctx.publish({ type: "period.reopened", data: { month: formatMonth(each) } });
  }
  return reopened;
}

/** Rejects if the accounting system has entries of this month or a later closed one, since those are reopened too. */
async function rejectSynced(ctx: WriteContext, month: Month, { closedThrough }: Books): Promise<void> {
  const range = { first: firstDayOf(month), last: lastDayOf(closedThrough ?? month), limit: recordsShown };
  const journalEntryIds = await syncedEntries(ctx.tx, ctx.merchant.id, range);
  if (journalEntryIds.length === 0) return;
  const message =
    "The accounting system has journal entries of that month or of later closed ones, or a journal export has, and the merchant setting forbidReopenSynced keeps such months closed; post the correction in an open month.";
  throw invalid("PERIOD_SYNCED", message, { journalEntryIds });
}
