import {
  type ManualMonth,
  manualMonthBounds,
  type PerformanceObligation,
} from "../billing-terms/performance-obligations/performance-obligation.ts";
import { assert, required } from "../kernel/assert.ts";
import { formatMonth, type Month, monthOf } from "../kernel/day.ts";
import { type DomainError, type Issue, invalid } from "../kernel/errors.ts";
import {
  add,
  formatMoney,
  isNegative,
  isZero,
  type Money,
  negate,
  subtract,
  sum,
  sumAmounts,
  zero,
} from "../kernel/money.ts";
import { type Books, isClosed } from "../ledger/books.ts";
import { pobFrom } from "./pob.ts";
import type { PostedMonth } from "./schedule.ts";
import { openMonths } from "./segments/manual.ts";

/** A requested manual month: its revenue, or null to follow the pattern again. */
export type CustomRevenueEntry = { readonly month: Month; readonly total: Money | null };

/** The sum of the absolute amounts of manual months, for approval policies; undefined if a month returns to the pattern. */
export function totalOfMonths(entries: readonly CustomRevenueEntry[], currency: string): Money | undefined {
  let all = zero(currency);
  for (const { total } of entries) {
    if (total === null) return undefined;
    all = add(all, isNegative(total) ? negate(total) : total);
  }
  return all;
}

export type CustomRevenueFacts = {
  readonly price: Money;
  readonly books: Books;
  /** What closes posted for the performance obligation. */
  readonly posted: readonly PostedMonth[];
};

/**
 * All validation errors of the entries, each with its path. A manual month replaces the amount of the pattern, so it must be a month of
 * service; the months of a `CUSTOM` performance obligation may be any.
 */
export function checkEntries(
  entries: readonly CustomRevenueEntry[],
  pob: PerformanceObligation,
  books: Books,
): Issue[] {
  const seen = new Set<Month>();
  const { first, last } = manualMonthBounds(pob);
  const isListed = pob.recognitionPattern === "CUSTOM";
  const manual = new Set(pob.manualMonths.flatMap(({ month, isManual }) => (isManual ? [month] : [])));
  return entries.flatMap(({ month, total }, index): Issue[] => {
    const path = `/${index}/timeframe`;
    const name = formatMonth(month);
    if (seen.has(month))
      return [{ path, code: "DUPLICATE", message: `${name} is listed twice; send each month once.` }];
    seen.add(month);
    if (isClosed(books, month)) {
      return [{ path, code: "PERIOD_CLOSED", message: `${name} is closed; send an open month, or reopen it first.` }];
    }
    // An existing month may always be removed, wherever it is.
    const isRemoved = total === null && manual.has(month);
    if ((month < first || month > last) && !isRemoved && !isListed) {
      const message = `${name} is not a month of service; it is from ${formatMonth(first)} to ${formatMonth(last)}.`;
      return [{ path, code: "RANGE", message }];
    }
    return [];
  });
}

/**
 * The manual months of a performance obligation after an upsert by month (data model 4.4). Closed months are kept at what they
 * posted, so that the open ones that are not manual share the rest of the price; with the last manual month those go as
 * well.
 *
 * @throws DomainError CUSTOM_REVENUE_EXCEEDS_PRICE, CUSTOM_REVENUE_UNBALANCED
 */
export function manualMonthsAfter(
  pob: PerformanceObligation,
  entries: readonly CustomRevenueEntry[],
  { price, books, posted }: CustomRevenueFacts,
): ManualMonth[] {
  const manual = new Map(
    pob.manualMonths
      .filter((manualMonth) => manualMonth.isManual)
      .map((manualMonth) => [manualMonth.month, manualMonth]),
  );
  for (const { month, total } of entries) {
    if (total === null) manual.delete(month);
    else manual.set(month, { month, total, isManual: true });
  }
  if (manual.size === 0) return [];
  const manualMonths = new Map<Month, ManualMonth>(manual);
  const { start, end } = pob.service;
  const closed = closedMonths(monthOf(start), end === null ? null : monthOf(end - 1), books);
  for (const month of new Set([...closed, ...posted.map((entry) => entry.month)])) {
    if (!isClosed(books, month)) continue;
    const isManual = manual.get(month)?.isManual ?? false;
    manualMonths.set(month, {
      month,
      total: sumAmounts(
        posted.filter((entry) => entry.month === month),
        price.currency,
      ),
      isManual,
    });
  }
  const kept = [...manualMonths.values()].sort((a, b) => a.month - b.month);
  rejectImbalance(pob, kept, price);
  return kept;
}

/**
 * The months of a `CUSTOM` performance obligation after an upsert by month: all are listed, so they come to its price.
 *
 * @throws DomainError CUSTOM_REVENUE_UNBALANCED
 */
export function listAfter(
  { manualMonths, transactionPrice }: PerformanceObligation,
  entries: readonly CustomRevenueEntry[],
): ManualMonth[] {
  const listed = new Map<Month, ManualMonth>(manualMonths.map((manualMonth) => [manualMonth.month, manualMonth]));
  for (const { month, total } of entries) {
    if (total === null) listed.delete(month);
    else listed.set(month, { month, total, isManual: true });
  }
  const price = required(transactionPrice, "the stated price of a performance obligation whose months are listed");
  const months = [...listed.values()].sort((a, b) => a.month - b.month);
  const total = sum(
    months.map((manualMonth) => manualMonth.total),
    price.currency,
  );
  if (months.length > 0 && isZero(subtract(price, total))) return months;
  throw unbalanced({ price: formatMoney(price), pinned: formatMoney(total) });
}

function closedMonths(first: Month, last: Month | null, books: Books): Month[] {
  const through = Math.min(books.closedThrough ?? first - 1, last ?? Number.POSITIVE_INFINITY);
  return Array.from({ length: Math.max(0, through - first + 1) }, (_, index) => first + index);
}

function rejectImbalance(pob: PerformanceObligation, manualMonths: readonly ManualMonth[], price: Money): void {
  const listed = manualMonths.reduce((total, manualMonth) => add(total, manualMonth.total), zero(price.currency));
  const left = subtract(price, listed);
  const { start, end } = pob.service;
  const { recognition } = pobFrom(pob);
  assert("manual" in recognition, "only months of a pattern by the calendar are set manually");
  const open = openMonths(
    recognition,
    { start, end: end ?? start + 1 },
    new Set(manualMonths.map(({ month }) => month)),
  );
  const details = { price: formatMoney(price), pinned: formatMoney(listed) };
  if (open.length === 0 && !isZero(left)) throw unbalanced(details);
  if (isNegative(left) && !isNegative(price)) {
    const message = `The months add up to ${details.pinned}, more than the price of ${details.price}; lower one of them.`;
    throw invalid("CUSTOM_REVENUE_EXCEEDS_PRICE", message, details);
  }
}

function unbalanced(details: { readonly price: string; readonly pinned: string }): DomainError {
  const message = `Every month is set, so they must add up to the price of ${details.price}; they add up to ${details.pinned}.`;
  return invalid("CUSTOM_REVENUE_UNBALANCED", message, details);
}
