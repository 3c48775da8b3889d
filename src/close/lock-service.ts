import { earliestMonth, firstDayOf, formatMonth, type Month } from "../kernel/day.ts";
import { invalid } from "../kernel/errors.ts";
import { type Books, isClosed, type LockableSubLedger, lockedThrough } from "../ledger/books.ts";
import { lockBooks, setLockedThrough } from "../ledger/books-store.ts";
import type { WriteContext } from "../platform/write.ts";

/** A sub-ledger of a month; every lock reaches back to the beginning. */
export type SubLedgerMonth = { readonly month: Month; readonly subLedger: LockableSubLedger };

/** A sub-ledger with the last month in which it is locked; null if it is locked in none. */
export type SubLedgerLock = { readonly subLedger: LockableSubLedger; readonly lockedThrough: Month | null };

/**
 * Locks a sub-ledger of a month and of every earlier one. Nothing of it can be dated there any more: invoices and memos are
 * rejected or dated today, payments are posted on the first open day. What is dated there stays as it is.
 *
 * @throws DomainError PERIOD_NOT_OVER, PERIOD_LOCKED if it is locked already
 */
export async function lockSubLedger(ctx: WriteContext, { month, subLedger }: SubLedgerMonth): Promise<SubLedgerLock> {
  const books = await lockBooks(ctx.tx, ctx.merchant.id);
  const before = lockedThrough(books, subLedger);
  const name = formatMonth(month);
  if (ctx.clock.today < firstDayOf(month + 1)) {
    throw invalid("PERIOD_NOT_OVER", `${name} is not over yet; lock it when it is.`);
  }
  if (before !== null && month <= before) {
    throw invalid(
      "PERIOD_LOCKED",
      `${name} is ${isClosed(books, month) ? "closed" : `locked for ${subLedger}`} already.`,
    );
  }
  await setLockedThrough(ctx.tx, ctx.merchant.id, subLedger, month);
  note(ctx, "period.lock", { subLedger, before, after: month });
  return { subLedger, lockedThrough: month };
}

/**
 * Unlocks a sub-ledger of a month and of every later one.
 *
 * @throws DomainError PERIOD_NOT_LOCKED, PERIOD_CLOSED for a month whose revenue is closed: it is reopened instead
 */
export async function unlockSubLedger(
  ctx: WriteContext,
  { month, subLedger }: SubLedgerMonth,
  reason: string,
): Promise<SubLedgerLock> {
  const books = await lockBooks(ctx.tx, ctx.merchant.id);
  const name = formatMonth(month);
  if (isClosed(books, month)) {
    throw invalid("PERIOD_CLOSED", `${name} is closed, and that needs ${subLedger} to be locked; reopen it first.`);
  }
  const before = lockedThrough(books, subLedger);
  if (before === null || month > before) {
    throw invalid("PERIOD_NOT_LOCKED", `${name} is not locked for ${subLedger}, so there is nothing to unlock.`);
  }
  await setLockedThrough(ctx.tx, ctx.merchant.id, subLedger, monthBefore(month));
  note(ctx, "period.unlock", { subLedger, before, after: monthBefore(month), reason });
  return { subLedger, lockedThrough: monthBefore(month) };
}

/** A reopened month is open for documents and payments as well; locks of earlier months stay. The caller holds the books. */
export async function unlockReopened(ctx: WriteContext, books: Books, month: Month): Promise<void> {
  for (const [subLedger, lock] of [
    ["BILLING", books.billingLockedThrough ?? null],
    ["CASH", books.cashLockedThrough ?? null],
  ] as const) {
    if (lock !== null && lock >= month) await setLockedThrough(ctx.tx, ctx.merchant.id, subLedger, monthBefore(month));
  }
}

function monthBefore(month: Month): Month | null {
  return month === earliestMonth ? null : month - 1;
}

function note(
  ctx: WriteContext,
  action: "period.lock" | "period.unlock",
  change: {
    readonly subLedger: LockableSubLedger;
    readonly before: Month | null;
    readonly after: Month | null;
    readonly reason?: string;
  },
): void {
  const { subLedger, before, after, reason } = change;
  const named = (month: Month | null) => (month === null ? null : formatMonth(month));
  ctx.audit({
    action,
    // Not ACCOUNTING_PERIOD: how far the books were closed is read from the rows of closes and reopenings.
    entityType: "SUB_LEDGER",
    entityId: subLedger,
    changes: [{ path: "lockedThrough", from: named(before), to: named(after) }],
    ...(reason === undefined ? {} : { reason }),
  });
  const type = action === "period.lock" ? "period.locked" : "period.unlocked";
  ctx.publish({ type, data: { subLedger, lockedThrough: named(after) } });
}
