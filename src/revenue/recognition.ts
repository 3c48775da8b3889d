import type { BillingTerm } from "../billing-terms/billing-term.ts";
import { linesOf } from "../billing-terms/charges.ts";
import type { PerformanceObligation } from "../billing-terms/performance-obligation.ts";
import type { PricingContext } from "../billing-terms/price.ts";
import { assert } from "../kernel/assert.ts";
import { type Day, firstDayOf, type Month, monthOf } from "../kernel/day.ts";
import { add, type Money, subtract, sum, zero } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import { beyondStated } from "./beyond-stated.ts";
import { consumedRevenue } from "./consumed-revenue.ts";
import { evergreenRevenue } from "./evergreen.ts";
import type { KnownPromise } from "./known-promise.ts";
import { measuredAfter, measuredRevenue } from "./measured.ts";
import { earnedPart, isTimed, type TimedPattern } from "./pattern.ts";
import { pinnedRevenue } from "./pinned.ts";
import { type PricePart, priceParts } from "./price-parts.ts";
import { type TakenBack, takenBack } from "./taken-back.ts";

export type MonthlyRevenue = { readonly month: Month; readonly amount: Money };

/** What a promise earns of its term, with an end and without one; worked out when it is first needed, and kept. */
type PricedOnce = {
  readonly parts: (term: BillingTerm) => readonly PricePart[];
  readonly evergreen: (term: BillingTerm, pattern: TimedPattern) => (through: Day) => Money;
};

/**
 * What the promise is worth: its stated price, or all that its term bills, net of discounts and of what was taken back.
 * Null while billing is open-ended, and for what is recognized as it is billed or consumed (rules 7).
 */
export function transactionPrice({ obligation, reductions }: KnownPromise, context: PricingContext): Money | null {
  const { billingTerm: term } = obligation;
  if (obligation.recognitionPattern === "RECOGNIZE_AS_CONSUMED") return null;
  if (obligation.recognitionPattern === "RECOGNIZE_AS_BILLED") return null;
  const taken = sum(
    reductions.map(({ amount }) => amount),
    context.currency,
  );
  const stated = obligation.transactionPrice ?? zero(context.currency);
  if (term === null) return subtract(stated, taken);
  if (term.end === null && term.interval !== "NONE") return null;
  return subtract(subtract(totalOf(planned(obligation, term), context), stated), taken);
}

/**
 * Revenue from the start of service to the end of `month`: the target that a close compares with what is posted.
 * Every month's revenue is a difference of two targets, so nothing is lost to rounding and nothing drifts.
 */
export function revenueThrough(promise: KnownPromise, month: Month, context: PricingContext): Money {
  return revenueBefore(promise, firstDayOf(month + 1), context);
}

/** Revenue from the start of service to the day before `through`. */
export function revenueBefore(promise: KnownPromise, through: Day, context: PricingContext): Money {
  return revenueOf(promise, context)(through);
}

/** The same for any number of days: what the term bills is priced once, when it is first needed. */
export function revenueOf(promise: KnownPromise, context: PricingContext): (through: Day) => Money {
  const { obligation, reductions } = promise;
  let parts: readonly PricePart[] | undefined;
  let evergreen: ((through: Day) => Money) | undefined;
  const priced: PricedOnce = {
    parts: (term) => {
      parts ??= beyondStated(
        priceParts(planned(obligation, term), context, promise.caughtUp),
        obligation.transactionPrice,
        promise,
      );
      return parts;
    },
    evergreen: (term, pattern) => {
      evergreen ??= evergreenRevenue(term, { stated: obligation.transactionPrice, pattern }, context);
      return evergreen;
    },
  };
  const gross = (through: Day) => revenueUntil(promise, through, context, priced);
  const { recognitionPattern: pattern, recognitionDate } = obligation;
  // Elsewhere the price is net already, or follows what is billed and used.
  if (reductions.length === 0 || !isTimed(pattern) || isPinned(obligation)) return gross;
  const spread = (amount: Money, window: Period, through: Day) =>
    earnedPart(amount, pattern, window, recognitionDate ?? window.start, through, context.rounding);
  let taken: readonly TakenBack[] | undefined;
  return (through) => {
    taken ??= lowered(promise, gross);
    return taken.reduce((left, { amount, window }) => subtract(left, spread(amount, window, through)), gross(through));
  };
}

function revenueUntil(promise: KnownPromise, through: Day, context: PricingContext, priced: PricedOnce): Money {
  const { obligation, billed } = promise;
  const { service, recognitionPattern: pattern, billingTerm: term } = obligation;
  if (pattern === "RECOGNIZE_AS_CONSUMED") return consumedRevenue(promise, "CONSUMED", through, context);
  if (pattern === "RECOGNIZE_AS_BILLED") {
    const due = billed.filter(({ date }) => date < through).map(({ amount }) => amount);
    return sum(due, context.currency);
  }
  if (!isTimed(pattern)) return measured(promise, through, context);
  const { start, end } = service;
  if (isPinned(obligation) && end !== null) {
    return pinnedRevenue(netPrice(promise, context), obligation, { start, end }, through, context);
  }
  const earned = (amount: Money, window: Period) =>
    earnedPart(amount, pattern, window, obligation.recognitionDate ?? window.start, through, context.rounding);
  if (term === null) return statedRevenue(promise, through, context, earned);
  if (end === null) return priced.evergreen(term, pattern)(through);
  const { earlier } = promise;
  let [revenue, parts] = [zero(context.currency), priced.parts(term)];
  if (earlier !== undefined) {
    const { until } = earlier;
    revenue = revenueBefore(earlier.promise, Math.min(through, until), context);
    parts = through <= until ? [] : leftAfter(parts, { until, earned: revenue }, context);
  }
  for (const { amount, from } of parts) {
    revenue = add(revenue, earned(amount, within({ start, end }, { start: from, end })));
  }
  return revenue;
}

function isPinned({ pinned, service }: PerformanceObligation): boolean {
  return pinned.length > 0 && service.end !== null;
}

/** By an evergreen term every billing period is its own price, so the days of what was taken back have it. */
function lowered(
  { obligation: { service, recognitionPattern }, reductions }: KnownPromise,
  until: (through: Day) => Money,
): TakenBack[] {
  const { start, end } = service;
  if (end === null) return reductions.map(({ amount, service: window }) => ({ amount, window }));
  if (recognitionPattern === "POINT_IN_TIME") {
    return reductions.map(({ amount, service: days }) => ({ amount, window: within({ start, end }, days) }));
  }
  return takenBack(reductions, { service: { start, end }, until });
}

/** Earned by the calendar: what was earned before the last prospective change, and what was left then over what was left to serve. */
function statedRevenue(
  { obligation, earlier }: KnownPromise,
  through: Day,
  context: PricingContext,
  earned: (amount: Money, window: Period) => Money,
): Money {
  const { transactionPrice: price } = obligation;
  const { start, end } = obligation.service;
  assert(price !== null && end !== null, "a stated price is earned over days with an end");
  if (earlier === undefined) return earned(price, { start, end });
  const before = revenueBefore(earlier.promise, Math.min(through, earlier.until), context);
  if (through <= earlier.until) return before;
  return add(before, earned(subtract(price, before), within({ start, end }, { start: earlier.until, end })));
}

function measured(promise: KnownPromise, through: Day, context: PricingContext): Money {
  const { obligation, earlier } = promise;
  const price = netPrice(promise, context);
  if (earlier === undefined) return measuredRevenue(obligation, price, through, context);
  const until = Math.min(through, earlier.until);
  const before = revenueBefore(earlier.promise, until, context);
  if (through <= earlier.until) return before;
  return measuredAfter(obligation, { price, earned: before, until }, through, context);
}

/** Prepaid value that lapsed unused by the end of `month` (data model 8.8). */
export function breakageThrough(promise: KnownPromise, month: Month, context: PricingContext): Money {
  return consumedRevenue(promise, "BREAKAGE", firstDayOf(month + 1), context);
}

/**
 * Revenue month by month to `last`; months without revenue are left out.
 *
 * @param from the first month that is wanted; months of service before it are left out
 */
export function monthlyRevenue(
  promise: KnownPromise,
  last: Month,
  context: PricingContext,
  from: Month = firstMonth(promise),
): MonthlyRevenue[] {
  const months: MonthlyRevenue[] = [];
  const earned = revenueOf(promise, context);
  const first = Math.max(from, firstMonth(promise));
  // The first month has all that is earned by its end, also what a credit of earlier days took back.
  let before = first > firstMonth(promise) ? earned(firstDayOf(first)) : zero(context.currency);
  for (let month = first; month <= Math.min(last, lastMonth(promise) ?? last); month++) {
    const through = earned(firstDayOf(month + 1));
    const amount = subtract(through, before);
    if (amount.minor !== 0n) months.push({ month, amount });
    before = through;
  }
  return months;
}

/** The first month that can have revenue. */
export function firstMonth(promise: KnownPromise): Month {
  const { recognitionDate, service } = promise.obligation;
  const before = promise.earlier === undefined ? [] : [firstMonth(promise.earlier.promise)];
  return Math.min(monthOf(recognitionDate ?? service.start), ...before, ...markedMonths(promise));
}

/** The last month that can have revenue; null for an evergreen obligation. */
export function lastMonth(promise: KnownPromise): Month | null {
  const { recognitionDate, service } = promise.obligation;
  if (service.end === null) return null;
  // What a deal leaves is earned after it, also where the new one says that all was served before.
  const before = promise.earlier === undefined ? [] : [monthOf(promise.earlier.until)];
  return Math.max(monthOf(recognitionDate ?? service.end - 1), ...before, ...markedMonths(promise));
}

/** Months that something was said of, wherever service lies: pinned ones, those of progress, invoices and usage. */
function markedMonths({ obligation, billed, consumed }: KnownPromise): Month[] {
  const { pinned, milestones, progress } = obligation;
  const days = [
    ...milestones.flatMap(({ reachedDate }) => reachedDate ?? []),
    ...progress.map(({ asOf }) => asOf),
    ...billed.map(({ date }) => date),
  ];
  return [...[...pinned, ...consumed].map(({ month }) => month), ...days.map(monthOf)];
}

/**
}

/** What is left of the parts of a price after a prospective change of its dates, earned from its day on; later parts stay. */
function leftAfter(
  parts: readonly PricePart[],
  { until, earned }: { readonly until: Day; readonly earned: Money },
  { currency }: PricingContext,
): PricePart[] {
  const agreed = parts.filter(({ from }) => from <= until).map(({ amount }) => amount);
  const left = subtract(sum(agreed, currency), earned);
  return [{ amount: left, from: until }, ...parts.filter(({ from }) => from > until)];
}

/** Where stated prices count on a milestone, what is beyond them counts on it as well, reached or not. */
function planned({ transactionPrice: stated }: PerformanceObligation, term: BillingTerm): BillingTerm {
  return stated === null ? term : { ...term, reachedOn: term.reachedOn ?? term.start };
}

function netPrice(promise: KnownPromise, context: PricingContext): Money {
  const price = transactionPrice(promise, context);
  assert(price !== null, "a promise with a last service day has a price");
  return price;
}

/** All that a term with an end bills. */
function totalOf(term: BillingTerm, context: PricingContext): Money {
  let total = zero(context.currency);
  for (const { line } of linesOf(term, context)) total = add(total, line.price.total);
  return total;
}

/** The days of `days` that are served; where there are none, the one nearest to them. */
function within(service: Period, days: Period): Period {
  const start = Math.min(Math.max(days.start, service.start), service.end - 1);
  return { start, end: Math.max(Math.min(days.end, service.end), start + 1) };
}
