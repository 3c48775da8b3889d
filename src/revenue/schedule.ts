import type { PricingContext } from "../billing-terms/price.ts";
import type { Month } from "../kernel/day.ts";
import { isZero, type Money, subtract, sum } from "../kernel/money.ts";
import { type Books, isClosed } from "../ledger/books.ts";
import type { KnownPromise } from "./known-promise.ts";
import { lastMonth, monthlyRevenue } from "./recognition.ts";

export const revenueSources = ["PATTERN", "CATCH_UP"] as const;
export type RevenueSource = (typeof revenueSources)[number];

/** What closes posted for one obligation and month, added up. */
export type PostedMonth = {
  readonly performanceObligationId: string;
  readonly month: Month;
  readonly source: RevenueSource;
  readonly earnedMonth: Month;
  readonly amount: Money;
};

export const revenueStatuses = ["PLANNED", "ACCRUED", "POSTED"] as const;
export type RevenueStatus = (typeof revenueStatuses)[number];

/** Revenue of one obligation in one month: posted, earned in a month still open, or planned. */
export type RevenueEntry = {
  readonly month: Month;
  readonly amount: Money;
  readonly source: RevenueSource;
  readonly status: RevenueStatus;
  /** The first month a catch-up makes good; else the month itself. */
  readonly earnedMonth: Month;
};

export type ScheduleFacts = {
  readonly posted: readonly PostedMonth[];
  readonly books: Books;
  readonly thisMonth: Month;
  /** The first month it may move; null while nothing was closed when it came to count. */
  readonly bookMonth: Month | null;
};

/**
 * The revenue schedule of one obligation (data model 15.1): what closed months posted, and what open months will. What
 * closed months, and open ones before it came to count, should have had but did not get catches up in the first open
 * month that the obligation may move; a close posts it there as well (`close/month.ts`).
 *
 * @param last the last month shown of an evergreen obligation
 */
export function revenueSchedule(
  promise: KnownPromise,
  { posted, books, thisMonth, bookMonth }: ScheduleFacts,
  last: Month,
  context: PricingContext,
): RevenueEntry[] {
  const closed = posted.filter((entry) => isClosed(books, entry.month));
  const entries: RevenueEntry[] = closed
    .filter((entry) => !isZero(entry.amount))
    .map(({ month, amount, source, earnedMonth }) => ({ month, amount, source, earnedMonth, status: "POSTED" }));

  const target = monthlyRevenue(promise, lastMonth(promise) ?? last, context);
  const firstThatMoves = Math.max(
    books.closedThrough === null ? Number.NEGATIVE_INFINITY : books.closedThrough + 1,
    bookMonth ?? Number.NEGATIVE_INFINITY,
  );
  const early = target.filter(({ month }) => month < firstThatMoves);
  const missed = subtract(
    sum(
      early.map(({ amount }) => amount),
      context.currency,
    ),
    sum(
      closed.map(({ amount }) => amount),
      context.currency,
    ),
  );
  const statusOf = (month: Month): RevenueStatus => (month <= thisMonth ? "ACCRUED" : "PLANNED");
  if (!isZero(missed)) {
    const earnedMonth = target[0]?.month ?? firstThatMoves;
    entries.push({
      month: firstThatMoves,
      amount: missed,
      source: "CATCH_UP",
      status: statusOf(firstThatMoves),
      earnedMonth,
    });
  }
  for (const { month, amount } of target.slice(early.length)) {
    entries.push({ month, amount, source: "PATTERN", status: statusOf(month), earnedMonth: month });
  }
  return entries;
}
