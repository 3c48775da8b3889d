import type { PricingContext } from "../billing-terms/price.ts";
import type { Month } from "../kernel/day.ts";
import { isZero, type Money, subtract, sum } from "../kernel/money.ts";
import { type Books, isClosed } from "../ledger/books.ts";
import type { KnownPromise } from "./known-promise.ts";
import { firstMonth, lastMonth, type MonthlyRevenue, monthlyRevenue, revenueThrough } from "./recognition.ts";

/**
 * Where revenue comes from: the pattern of the promise, its usage, prepaid value that lapsed, or months that are closed and
 * should have had other amounts.
 */
export const revenueSources = ["PATTERN", "CONSUMED", "BREAKAGE", "CATCH_UP"] as const;
export type RevenueSource = (typeof revenueSources)[number];

/** What closes posted for one obligation and month, added up. */
export type PostedMonth = {
  readonly performanceObligationId: string;
  readonly month: Month;
  readonly source: RevenueSource;
  readonly earnedMonth: Month;
  /** The category that it was posted under. */
  readonly categoryId: string | null;
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
  /** What was posted keeps the category that it was posted under; the rest has the one that the obligation has now. */
  readonly categoryId: string | null;
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
  facts: ScheduleFacts,
  last: Month,
  context: PricingContext,
): RevenueEntry[] {
  const target = targetOf(promise, facts, lastMonth(promise) ?? last, context);
  const source = promise.obligation.recognitionPattern === "RECOGNIZE_AS_CONSUMED" ? "CONSUMED" : "PATTERN";
  const lapsed = [...Map.groupBy(breakageOf(promise), ({ month }) => month)].map(([month, amounts]) => {
    return { month, amount: sumOf(amounts, context) };
  });
  const isBreakage = (posted: PostedMonth) => posted.source === "BREAKAGE";
  const posted = facts.posted.filter((entry) => !isBreakage(entry));
  const breakage = { ...facts, posted: facts.posted.filter(isBreakage) };
  const { categoryId } = promise.obligation;
  return [
    ...entriesOf(target, { ...facts, posted }, { source, late: "CATCH_UP", categoryId }, context),
    ...entriesOf(lapsed, breakage, { source: "BREAKAGE", late: "BREAKAGE", categoryId }, context),
  ];
}

/**
 * Revenue month by month, where all months that move no more are one, the first: only their sum counts, and a long history
 * is not computed month by month.
 */
function targetOf(promise: KnownPromise, facts: ScheduleFacts, last: Month, context: PricingContext): MonthlyRevenue[] {
  const [first, firstThatMoves] = [firstMonth(promise), firstMonthThatMoves(facts)];
  if (firstThatMoves <= first) return monthlyRevenue(promise, last, context);
  const settled = revenueThrough(promise, Math.min(firstThatMoves - 1, last), context);
  return [{ month: first, amount: settled }, ...monthlyRevenue(promise, last, context, firstThatMoves)];
}

function firstMonthThatMoves({ books, bookMonth }: ScheduleFacts): Month {
  const firstOpen = books.closedThrough === null ? Number.NEGATIVE_INFINITY : books.closedThrough + 1;
  return Math.max(firstOpen, bookMonth ?? Number.NEGATIVE_INFINITY);
}

function breakageOf({ consumed }: KnownPromise) {
  return consumed.filter(({ source }) => source === "BREAKAGE").toSorted((a, b) => a.month - b.month);
}

type Origin = { readonly source: RevenueSource; readonly late: RevenueSource; readonly categoryId: string | null };

/** `late` is the source of what closed months should have had. */
function entriesOf(
  target: readonly MonthlyRevenue[],
  facts: ScheduleFacts,
  { source, late, categoryId }: Origin,
  context: PricingContext,
): RevenueEntry[] {
  const { posted, books, thisMonth } = facts;
  const closed = posted.filter((entry) => isClosed(books, entry.month));
  const entries: RevenueEntry[] = closed
    .filter((entry) => !isZero(entry.amount))
    .map((entry) => {
      const { performanceObligationId: _promise, ...facts } = entry;
      return { ...facts, status: "POSTED" };
    });
  const firstThatMoves = firstMonthThatMoves(facts);
  const early = target.filter(({ month }) => month < firstThatMoves);
  const missed = subtract(sumOf(early, context), sumOf(closed, context));
  const statusOf = (month: Month): RevenueStatus => (month <= thisMonth ? "ACCRUED" : "PLANNED");
  if (!isZero(missed)) {
    const earnedMonth = target[0]?.month ?? firstThatMoves;
    entries.push({
      month: firstThatMoves,
      amount: missed,
      source: late,
      status: statusOf(firstThatMoves),
      earnedMonth,
      categoryId,
    });
  }
  for (const { month, amount } of target.slice(early.length)) {
    entries.push({ month, amount, source, status: statusOf(month), earnedMonth: month, categoryId });
  }
  return entries;
}

function sumOf(parts: readonly { readonly amount: Money }[], { currency }: PricingContext): Money {
  return sum(
    parts.map(({ amount }) => amount),
    currency,
  );
}
