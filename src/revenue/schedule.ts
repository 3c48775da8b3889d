import type { PricingContext } from "../billing-terms/charges/price.ts";
import { type Day, earliestMonth, firstDayOf, type Month, monthOf } from "../kernel/day.ts";
import { isZero, type Money, money, subtract, sumAmounts, zero } from "../kernel/money.ts";
import { type Books, firstOpenMonth, isClosed } from "../ledger/books.ts";
import { asOfMonth, changesOfPeriod } from "./as-of.ts";
import type { ContractFacts } from "./contract-facts.ts";
import { type ContractRevenue, contractRevenue, type PobRevenue } from "./contract-revenue.ts";
import { type EarningSegment, earnedByMonth, monthsOf, sumEarned } from "./earning-segment.ts";
import type { TermPrice } from "./term-price.ts";

/**
 * The source of revenue: the pattern of the obligation, its usage, prepaid value that lapsed, or a catch-up of closed months that should
 * have had other amounts.
 */
export type RevenueSource = "PATTERN" | "CONSUMED" | "BREAKAGE" | "CATCH_UP";

/** The sum that closes posted for one obligation, month and source. */
export type PostedMonth = {
  readonly performanceObligationId: string;
  readonly month: Month;
  readonly source: RevenueSource;
  readonly earnedMonth: Month;
  /** The category under which it was posted. */
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
  /** The first month that a catch-up corrects; else the month itself. */
  readonly earnedMonth: Month;
  /** If posted, the category under which it was posted; else the present one of the obligation. */
  readonly categoryId: string | null;
};

/** What a contract earns in a run of months with the same effective facts: from a month on, until the next period begins. */
export type RevenuePeriod = { readonly from: Month; readonly revenue: ContractRevenue };

/**
 * What a contract earns in the months from `first` on, by the facts of each month. It is calculated once for each run of months with the
 * same effective facts. Usually all facts are effective in all open months, and there is one period.
 */
function periodsFrom(facts: ContractFacts, first: Month, through: Month): RevenuePeriod[] {
  const changes = changesOfPeriod(facts).filter((month) => month > first);
  const termPrices = new Map<string, TermPrice>();
  return [first, ...changes].map((from) => ({
    from,
    revenue: contractRevenue(asOfMonth(facts, from), { through: Math.max(through, from), termPrices }),
  }));
}

/** Which segments of an obligation: its revenue, or lapsing prepaid value. */
export type Side = "segments" | "breakage";

/** What an obligation has earned before a day; zero if it does not exist. */
export function earnedOf(revenue: PobRevenue | undefined, side: Side, day: Day, context: PricingContext): Money {
  return revenue === undefined ? zero(context.currency) : sumEarned(revenue[side], day, context);
}

/**
 * What closing a month posts for an obligation: `own`, what the month itself earns, and `catchUp`, what all earlier months should have had
 * less what is posted for them. Closes post it, schedules show it.
 *
 * @param posted for all earlier months
 */
export function monthRevenue(
  now: PobRevenue | undefined,
  side: Side,
  { month, posted }: { readonly month: Month; readonly posted: Money },
  context: PricingContext,
): { readonly own: Money; readonly catchUp: Money } {
  const before = earnedOf(now, side, firstDayOf(month), context);
  const through = earnedOf(now, side, firstDayOf(month + 1), context);
  return { own: subtract(through, before), catchUp: subtract(before, posted) };
}

export type ScheduleFacts = {
  /** What closes posted for the obligation. */
  readonly posted: readonly PostedMonth[];
  readonly books: Books;
  readonly thisMonth: Month;
  /** The last month shown of an open-ended obligation. */
  readonly last: Month;
};

/**
 * The revenue schedule of one obligation (data model 15.1): what closed months posted, and what open months will post when they are closed in
 * order, each by the facts effective in it (rules 7, "bookMonth"). What earlier months should have had by then is a catch-up.
 *
 * @param periods from the first open month on
 * @param before  what the contract earned by the facts of the month before the first open one; called only if there is a catch-up
 */
function pobSchedule(
  pobId: string,
  periods: readonly RevenuePeriod[],
  before: () => ContractRevenue,
  { posted, books, thisMonth, last }: ScheduleFacts,
  context: PricingContext,
): RevenueEntry[] {
  const { categoryId = null } = periods.findLast(({ revenue }) => revenue.has(pobId))?.revenue.get(pobId)?.record ?? {};
  const closed = posted.filter(({ month }) => isClosed(books, month));
  const [lapsed, revenue] = [true, false].map((is) => closed.filter(({ source }) => (source === "BREAKAGE") === is));
  const open = (side: Side, had: readonly PostedMonth[] = []) =>
    openMonths(pobId, { periods, before, last, side }, sumAmounts(had, context.currency), context).map(
      (entry): RevenueEntry => {
        const status = entry.month > thisMonth ? "PLANNED" : "ACCRUED";
        return { ...entry, categoryId, status };
      },
    );
  return [
    ...postedEntries(revenue ?? []),
    ...open("segments", revenue),
    ...postedEntries(lapsed ?? []),
    ...oneAMonth(open("breakage", lapsed), context),
  ];
}

function postedEntries(posted: readonly PostedMonth[]): RevenueEntry[] {
  return posted
    .filter(({ amount }) => !isZero(amount))
    .map(({ performanceObligationId: _id, ...entry }) => ({ ...entry, status: "POSTED" }));
}

type OpenAmount = Pick<RevenueEntry, "month" | "amount" | "earnedMonth" | "source">;

type OpenMonths = {
  readonly periods: readonly RevenuePeriod[];
  readonly before: () => ContractRevenue;
  readonly last: Month;
  readonly side: Side;
};

/**
 * Revenue of the open months, in order. Only the first month of a period can have a catch-up. Closed months are not calculated one by one.
 */
function openMonths(
  pobId: string,
  { periods, before, last, side }: OpenMonths,
  posted: Money,
  context: PricingContext,
): OpenAmount[] {
  const amounts: OpenAmount[] = [];
  let had = posted;
  let known = before;
  const isOpenEnded = periods.at(-1)?.revenue.get(pobId)?.pob.service.end === null;
  for (const [index, { from, revenue }] of periods.entries()) {
    if (isOpenEnded && from > last && index > 0) break;
    const now = revenue.get(pobId);
    const { catchUp } = monthRevenue(now, side, { month: from, posted: had }, context);
    if (!isZero(catchUp)) {
      const earnedMonth = correctedMonth({ now, before: known().get(pobId) }, from, side, context);
      const source = side === "breakage" ? "BREAKAGE" : "CATCH_UP";
      amounts.push({ month: from, amount: catchUp, earnedMonth, source });
    }
    const next = periods[index + 1]?.from;
    const until = next === undefined ? lastMonthOf(now, side, last) : next - 1;
    const source = side === "breakage" ? "BREAKAGE" : ownSource(now);
    const to = now?.pob.service.end === null ? Math.min(until, last) : until;
    const months = earnedByMonth(now?.[side] ?? [], { from, to }, context.rounding);
    for (const [month, minor] of [...months].sort(([a], [b]) => a - b)) {
      if (minor !== 0n) amounts.push({ month, amount: money(minor, context.currency), earnedMonth: month, source });
    }
    had = earnedOf(now, side, firstDayOf(Math.max(to, from - 1) + 1), context);
    known = () => revenue;
  }
  return amounts;
}

/** The source of what a month earns itself. */
function ownSource(revenue: PobRevenue | undefined): RevenueSource {
  return revenue?.pob.price.of === "USAGE" ? "CONSUMED" : "PATTERN";
}

/** The last month in which an obligation earns; for an open-ended one the last requested month. */
function lastMonthOf(revenue: PobRevenue | undefined, side: Side, last: Month): Month {
  if (revenue === undefined || revenue.pob.service.end === null) return last;
  return Math.max(last, ...revenue[side].map((segment) => monthsOf(segment).last));
}

/**
 * The first month that a catch-up in `month` corrects: the first that earns a different amount by the facts of `month` than by those of the
 * month before. If both have the same facts, posted amounts were different from the first month on, or from the first month that closes
 * left out while the contract was on hold.
 */
export function correctedMonth(
  {
    now,
    before,
    leftOutSince = null,
  }: {
    readonly now: PobRevenue | undefined;
    readonly before: PobRevenue | undefined;
    readonly leftOutSince?: Month | null;
  },
  month: Month,
  side: Side,
  context: PricingContext,
): Month {
  const known = [now, before].filter((revenue) => revenue !== undefined);
  const first = Math.min(month - 1, ...known.map(firstMonthOf));
  // An obligation that did not exist yet was not left out.
  const leftOut = leftOutSince === null ? null : Math.max(leftOutSince, first);
  const range = { from: first, to: month - 1 };
  const [after, former] = [now, before].map((revenue) => earnedByMonth(revenue?.[side] ?? [], range, context.rounding));
  for (let each = first; each < month; each++) {
    if ((after?.get(each) ?? 0n) !== (former?.get(each) ?? 0n)) return Math.min(each, leftOut ?? each);
  }
  return leftOut ?? first;
}

/** The first month that can have revenue. */
export function firstMonthOf({ pob, segments, breakage }: PobRevenue): Month {
  const { recognition, service } = pob;
  const day = recognition.pattern === "POINT_IN_TIME" ? (recognition.date ?? service.start) : service.start;
  const starts = (all: readonly EarningSegment[]) => all.map((segment) => monthsOf(segment).first);
  return Math.min(monthOf(day), ...starts(segments), ...starts(breakage));
}

/** Sums entries per month; the sum has the earned month of its first entry. */
function oneAMonth(entries: readonly RevenueEntry[], context: PricingContext): RevenueEntry[] {
  return [...Map.groupBy(entries, ({ month }) => month).values()].flatMap((ofMonth) => {
    const [first] = ofMonth;
    const amount = sumAmounts(ofMonth, context.currency);
    return first === undefined || isZero(amount) ? [] : [{ ...first, amount }];
  });
}

/** The revenue of a contract: its periods, and for each obligation what it earns by the latest facts, and its schedule. */
export type ContractSchedule = {
  readonly periods: readonly RevenuePeriod[];
  readonly pobs: ReadonlyMap<string, { readonly revenue: PobRevenue; readonly entries: readonly RevenueEntry[] }>;
};

/**
 * The schedules of the obligations of a contract. A deleted obligation keeps its schedule if it has revenue in months before the deletion
 * is effective.
 */
export function contractSchedule(
  facts: ContractFacts,
  posted: ReadonlyMap<string, readonly PostedMonth[]>,
  common: Omit<ScheduleFacts, "posted">,
): ContractSchedule {
  const { books, last } = common;
  const first = firstOpenMonth(books) ?? earliestMonth;
  const periods = periodsFrom(facts, first, last);
  const before = () => contractRevenue(asOfMonth(facts, first - 1), { through: last });
  const now = periods.at(-1)?.revenue ?? new Map<string, PobRevenue>();
  const gone = goneSince(facts, periods, { posted, last });
  const pobs = [...now, ...gone].flatMap(([id, revenue]) => {
    const own = { ...common, posted: posted.get(id) ?? [] };
    const entries = pobSchedule(id, periods, before, own, facts.context);
    return entries.length === 0 && gone.has(id) ? [] : [[id, { revenue, entries }] as const];
  });
  return { periods, pobs: new Map(pobs) };
}

/**
 * Deleted obligations that existed in an earlier period or closed month: they earn nothing any more, and their schedule has what they
 * earned before.
 */
function goneSince(
  facts: ContractFacts,
  periods: readonly RevenuePeriod[],
  { posted, last }: { readonly posted: ReadonlyMap<string, readonly PostedMonth[]>; readonly last: Month },
): ContractRevenue {
  const nothing = { price: zero(facts.context.currency), segments: [], breakage: [], credits: [], consumed: [] };
  const gone = new Map<string, PobRevenue>();
  for (const { initial, deletionBookMonth } of facts.pobs) {
    const { id } = initial;
    if (deletionBookMonth === null || periods.at(-1)?.revenue.has(id)) continue;
    const known =
      periods.findLast(({ revenue }) => revenue.has(id))?.revenue ??
      (posted.has(id) ? contractRevenue(asOfMonth(facts, deletionBookMonth - 1), { through: last }) : undefined);
    const one = known?.get(id);
    if (one !== undefined) gone.set(id, { ...one, ...nothing });
  }
  return gone;
}

/**
 * The schedules as of the end of a month: without later facts, with the then remaining revenue in later months, and of later usage only what
 * is owed even if nothing more is used.
 */
export function scheduleAtEndOf(
  facts: ContractFacts,
  posted: ReadonlyMap<string, readonly PostedMonth[]>,
  month: Month,
  common: Omit<ScheduleFacts, "posted">,
): ContractSchedule {
  const books = {
    closedThrough: common.books.closedThrough === null ? null : Math.min(common.books.closedThrough, month),
  };
  const revenue = contractRevenue(asOfMonth(facts, month), { through: common.last, committedAfter: month });
  const periods = [{ from: firstOpenMonth(books) ?? earliestMonth, revenue }];
  const until = new Map(
    facts.pobs.flatMap(({ initial: { id } }) => {
      const own = (posted.get(id) ?? []).filter((each) => each.month <= month);
      return own.length === 0 ? [] : [[id, own] as const];
    }),
  );
  const pobs = [...revenue, ...goneSince(facts, periods, { posted: until, last: common.last })].map(([id, one]) => {
    const own = { ...common, books, posted: until.get(id) ?? [] };
    return [id, { revenue: one, entries: pobSchedule(id, periods, () => revenue, own, facts.context) }] as const;
  });
  return { periods, pobs: new Map(pobs) };
}
