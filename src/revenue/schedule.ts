import type { PricingContext } from "../billing-terms/price.ts";
import { firstDayOf, type Month, monthOf } from "../kernel/day.ts";
import { isZero, type Money, subtract, sum, zero } from "../kernel/money.ts";
import { type Books, firstOpenMonth, isClosed } from "../ledger/books.ts";
import { type Earned, firstMadeGood, lapsedOf, revenueOfCounted } from "./catch-up.ts";
import type { KnownPromise } from "./known-promise.ts";
import type { PromiseByMonth } from "./promise-by-month.ts";
import { firstMonth, lastMonth } from "./recognition.ts";

/**
 * Where revenue comes from: the pattern of the promise, its usage, prepaid value that lapsed, or months that are closed and
 * should have had other amounts.
 */
export type RevenueSource = "PATTERN" | "CONSUMED" | "BREAKAGE" | "CATCH_UP";

/** The source of what a month earns itself. */
export function ownSource({ obligation }: KnownPromise): "PATTERN" | "CONSUMED" {
  return obligation.recognitionPattern === "RECOGNIZE_AS_CONSUMED" ? "CONSUMED" : "PATTERN";
}

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
};

/**
 * The revenue schedule of one obligation (data model 15.1): what closed months posted, and what open ones post when they are
 * closed in their order, each by what counts in it (rules 7, "bookMonth"; `close/month.ts`). What the months before it should
 * have had by then is a catch-up.
 *
 * @param last the last month shown of an evergreen obligation
 */
export function revenueSchedule(
  promise: PromiseByMonth,
  facts: ScheduleFacts,
  last: Month,
  context: PricingContext,
): RevenueEntry[] {
  const { books, thisMonth } = facts;
  const { categoryId } = promise.known.obligation;
  const closed = facts.posted.filter(({ month }) => isClosed(books, month));
  const isBreakage = ({ source }: PostedMonth) => source === "BREAKAGE";
  const [revenue, breakage] = [closed.filter((entry) => !isBreakage(entry)), closed.filter(isBreakage)];
  const openOf = (posted: readonly PostedMonth[], earned: Earned) =>
    openMonths(promise, { first: firstOpenMonth(books), posted: sumOf(posted, context) }, last, earned);
  const entryOf = (open: OpenAmount): RevenueEntry => {
    return { ...open, status: open.month <= thisMonth ? "ACCRUED" : "PLANNED", categoryId };
  };
  // What never was consumed cannot lapse: mostly nothing is to be gone through.
  const mayLapse = promise.turns.length > 0 || promise.known.consumed.length > 0 || breakage.length > 0;
  const lapsed = mayLapse ? openOf(breakage, lapsedOf(context)) : [];
  return [
    ...postedEntries(revenue),
    ...openOf(revenue, revenueOfCounted(context)).map(entryOf),
    ...postedEntries(breakage),
    ...byMonth(lapsed, context).map((each) => entryOf({ ...each, source: "BREAKAGE" })),
  ];
}

function postedEntries(posted: readonly PostedMonth[]): RevenueEntry[] {
  return posted
    .filter(({ amount }) => !isZero(amount))
    .map(({ performanceObligationId: _promise, ...entry }) => ({ ...entry, status: "POSTED" }));
}

/** What an open month adds of its own, or for months before it. */
type OpenAmount = Pick<RevenueEntry, "month" | "amount" | "earnedMonth" | "source">;

/**
 * What open months add to what is posted, in order. Months know the same from one turn of the promise to the next, so only a turn
 * and the first open month can have something to catch up; closed months are not computed one by one.
 */
function openMonths(
  promise: PromiseByMonth,
  { first, posted }: { readonly first: Month | null; readonly posted: Money },
  last: Month,
  earned: Earned,
): OpenAmount[] {
  const from = first ?? Number.NEGATIVE_INFINITY;
  const isShown = (month: Month) => month <= last || lastMonth(promise.known) !== null;
  const turns = [from, ...promise.turns.filter((turn) => turn > from && isShown(turn))];
  const amounts: OpenAmount[] = [];
  let had = posted;
  for (const [index, turn] of turns.entries()) {
    const now = promise.countedIn(turn);
    const until = turns[index + 1] ?? Number.POSITIVE_INFINITY;
    const through = earned(now);
    const source = now === null ? "PATTERN" : ownSource(now);
    let before = turn === Number.NEGATIVE_INFINITY ? zero(posted.currency) : through(firstDayOf(turn));
    const late = subtract(before, had);
    if (!isZero(late)) {
      const earnedMonth = firstMadeGood({ now, before: promise.countedIn(turn - 1) }, turn, earned);
      amounts.push({ month: turn, amount: late, earnedMonth, source: "CATCH_UP" });
    }
    const { start, end } = earningMonths(now, index + 1 < turns.length ? until - 1 : last);
    for (let month = Math.max(turn, start); month <= Math.min(until - 1, end); month++) {
      const after = through(firstDayOf(month + 1));
      const amount = subtract(after, before);
      if (!isZero(amount)) amounts.push({ month, amount, earnedMonth: month, source });
      before = after;
    }
    had = before;
  }
  return amounts;
}

/** The first and the last month in which a promise can earn, or lose what was taken back; an evergreen one to `last`. */
function earningMonths(promise: KnownPromise | null, last: Month): { readonly start: Month; readonly end: Month } {
  if (promise === null) return { start: 0, end: -1 };
  const taken = promise.reductions.map(({ service }) => service);
  const end = lastMonth(promise);
  return {
    start: Math.min(firstMonth(promise), ...taken.map((days) => monthOf(days.start))),
    end: end === null ? last : Math.max(end, ...taken.map((days) => monthOf(days.end - 1))),
  };
}

/** One amount a month; with something late in it, it is earned from the first month that this makes good. */
function byMonth(amounts: readonly OpenAmount[], context: PricingContext): OpenAmount[] {
  return [...Map.groupBy(amounts, ({ month }) => month).values()].flatMap((ofMonth) => {
    const [first] = ofMonth;
    const amount = sumOf(ofMonth, context);
    return first === undefined || isZero(amount) ? [] : [{ ...first, amount }];
  });
}

function sumOf(parts: readonly { readonly amount: Money }[], { currency }: PricingContext): Money {
  return sum(
    parts.map(({ amount }) => amount),
    currency,
  );
}
