import {
  type PerformanceObligation,
  type PinnedMonth,
  pinnableMonths,
} from "../billing-terms/performance-obligation.ts";
import { assert, present } from "../kernel/assert.ts";
import { formatMonth, type Month, monthOf } from "../kernel/day.ts";
import { type DomainError, type Issue, invalid } from "../kernel/errors.ts";
import { add, formatMoney, isNegative, isZero, type Money, subtract, sum, zero } from "../kernel/money.ts";
import { type Books, isClosed } from "../ledger/books.ts";
import { pobFrom } from "./pob.ts";
import type { PostedMonth } from "./schedule.ts";
import { openMonths } from "./segments/manual.ts";

/** What a request says of a month: its revenue, or null to follow the pattern again. */
export type CustomRevenueEntry = { readonly month: Month; readonly total: Money | null };

export type CustomRevenueFacts = {
  readonly price: Money;
  readonly books: Books;
  /** What closes posted for the promise. */
  readonly posted: readonly PostedMonth[];
};

/**
 * Everything that is wrong with the entries themselves, each with its place. A pin takes the place of what the pattern says of
 * a month, so it is of a month that the pattern knows; a `CUSTOM` promise has the months that are listed, wherever they are.
 */
export function checkEntries(
  entries: readonly CustomRevenueEntry[],
  obligation: PerformanceObligation,
  books: Books,
): Issue[] {
  const seen = new Set<Month>();
  const { first, last } = pinnableMonths(obligation);
  const isListed = obligation.recognitionPattern === "CUSTOM";
  const pinned = new Set(obligation.pinned.flatMap(({ month, isByHand }) => (isByHand ? [month] : [])));
  return entries.flatMap(({ month, total }, index): Issue[] => {
    const path = `/${index}/timeframe`;
    const name = formatMonth(month);
    if (seen.has(month))
      return [{ path, code: "DUPLICATE", message: `${name} is listed twice; send each month once.` }];
    seen.add(month);
    if (isClosed(books, month)) {
      return [{ path, code: "PERIOD_CLOSED", message: `${name} is closed; send an open month, or reopen it first.` }];
    }
    // What is there is taken back wherever it is.
    const isTakenBack = total === null && pinned.has(month);
    if ((month < first || month > last) && !isTakenBack && !isListed) {
      const message = `${name} is not a month of service; it is from ${formatMonth(first)} to ${formatMonth(last)}.`;
      return [{ path, code: "RANGE", message }];
    }
    return [];
  });
}

/**
 * The pins of a promise after an upsert by month (data model 4.4). Closed months are kept at what they posted, so that the
 * open ones that are not pinned share the rest of the price; with the last pin by hand those go as well.
 *
 * @throws DomainError CUSTOM_REVENUE_EXCEEDS_PRICE, CUSTOM_REVENUE_UNBALANCED
 */
export function pinsAfter(
  obligation: PerformanceObligation,
  entries: readonly CustomRevenueEntry[],
  { price, books, posted }: CustomRevenueFacts,
): PinnedMonth[] {
  const byHand = new Map(obligation.pinned.filter((pin) => pin.isByHand).map((pin) => [pin.month, pin]));
  for (const { month, total } of entries) {
    if (total === null) byHand.delete(month);
    else byHand.set(month, { month, total, isByHand: true });
  }
  if (byHand.size === 0) return [];
  const pins = new Map<Month, PinnedMonth>(byHand);
  const { start, end } = obligation.service;
  const closed = closedMonths(monthOf(start), end === null ? null : monthOf(end - 1), books);
  for (const month of new Set([...closed, ...posted.map((entry) => entry.month)])) {
    if (!isClosed(books, month)) continue;
    const amounts = posted.filter((entry) => entry.month === month).map(({ amount }) => amount);
    const isByHand = byHand.get(month)?.isByHand ?? false;
    pins.set(month, { month, total: sum(amounts, price.currency), isByHand });
  }
  const kept = [...pins.values()].sort((a, b) => a.month - b.month);
  refuseImbalance(obligation, kept, price);
  return kept;
}

/**
 * The months of a `CUSTOM` promise after an upsert by month: all are listed, so they come to its price.
 *
 * @throws DomainError CUSTOM_REVENUE_UNBALANCED
 */
export function listAfter(
  { pinned, transactionPrice }: PerformanceObligation,
  entries: readonly CustomRevenueEntry[],
): PinnedMonth[] {
  const listed = new Map<Month, PinnedMonth>(pinned.map((pin) => [pin.month, pin]));
  for (const { month, total } of entries) {
    if (total === null) listed.delete(month);
    else listed.set(month, { month, total, isByHand: true });
  }
  const price = present(transactionPrice, "the stated price of a promise whose months are listed");
  const months = [...listed.values()].sort((a, b) => a.month - b.month);
  const total = sum(
    months.map((pin) => pin.total),
    price.currency,
  );
  if (months.length > 0 && isZero(subtract(price, total))) return months;
  throw unbalanced({ price: formatMoney(price), pinned: formatMoney(total) });
}

function closedMonths(first: Month, last: Month | null, books: Books): Month[] {
  const through = Math.min(books.closedThrough ?? first - 1, last ?? Number.POSITIVE_INFINITY);
  return Array.from({ length: Math.max(0, through - first + 1) }, (_, index) => first + index);
}

function refuseImbalance(obligation: PerformanceObligation, pins: readonly PinnedMonth[], price: Money): void {
  const pinned = pins.reduce((total, pin) => add(total, pin.total), zero(price.currency));
  const left = subtract(price, pinned);
  const { start, end } = obligation.service;
  const { recognition } = pobFrom(obligation);
  assert("manual" in recognition, "only months of a pattern by the calendar are set by hand");
  const open = openMonths(recognition, { start, end: end ?? start + 1 }, new Set(pins.map(({ month }) => month)));
  const details = { price: formatMoney(price), pinned: formatMoney(pinned) };
  if (open.length === 0 && !isZero(left)) throw unbalanced(details);
  if (isNegative(left) && !isNegative(price)) {
    const message = `The months come to ${details.pinned}, more than the price of ${details.price}; lower one of them.`;
    throw invalid("CUSTOM_REVENUE_EXCEEDS_PRICE", message, details);
  }
}

function unbalanced(details: { readonly price: string; readonly pinned: string }): DomainError {
  const message = `Every month is set, so they must come to the price of ${details.price}; they come to ${details.pinned}.`;
  return invalid("CUSTOM_REVENUE_UNBALANCED", message, details);
}
