import { present } from "../kernel/assert.ts";
import { firstDayOf, formatDay, formatMonth, type Month, parseDay, parseMonth } from "../kernel/day.ts";
import { invalidIssues } from "../kernel/errors.ts";
import { type Books, isClosed } from "../ledger/books.ts";
import { formatInstant } from "../platform/clock.ts";
import type { Reader } from "../revenue/service.ts";
import type { Cutoff } from "./knowledge-store.ts";
import * as names from "./names-store.ts";
import type { Table } from "./table.ts";

export type ReportQuery = Readonly<Record<string, string>>;

/** A report as it was asked for: its table, and what decided on it. */
export type Report = {
  readonly table: Table;
  /** Null where the rows are of several currencies. */
  readonly currency: string | null;
  /** Other currencies that the merchant's books have: each is a report of its own. */
  readonly otherCurrencies: readonly string[];
  /** What was asked for, with the defaults that were taken. */
  readonly parameters: Readonly<Record<string, string>>;
};

/** The currency of a report, the merchant's own unless another is asked for, and those it leaves out. */
export async function currencyOf({ tx, merchant }: Reader, asked: string | undefined) {
  const currency = asked ?? merchant.defaultCurrency;
  const all = await names.currenciesOf(tx, merchant.id);
  return { currency, otherCurrencies: all.filter((each) => each !== currency) };
}

/**
 * The end of a day of knowledge in the merchant's time zone: what was recorded later does not count.
 *
 * @throws DomainError INVALID_DATE for a day to come: what will be known then is not known now
 */
export function cutoffOf({ merchant, clock }: Reader, asOf: string | undefined): Cutoff {
  if (asOf === undefined) return null;
  const day = present(parseDay(asOf), "a day that was checked");
  if (day > clock.today) {
    const message = `asOf must not be after today, ${formatDay(clock.today)}.`;
    throw invalidIssues([{ path: "/query/asOf", code: "INVALID_DATE", message }], "INVALID_DATE");
  }
  const midnight = Temporal.PlainDate.from(formatDay(day + 1)).toZonedDateTime({ timeZone: merchant.timeZone });
  return formatInstant(midnight.toInstant());
}

/** A month of the query that was checked. */
export function monthOfQuery(query: ReportQuery, name: string): Month {
  return present(parseMonth(present(query[name], name)), "a month that was checked");
}

const mostMonths = 60;

/**
 * The months from `startMonth` to `endMonth`, as half-open.
 *
 * @throws DomainError INVALID_MONTH when they are in the wrong order or more than sixty
 */
export function monthsOfQuery(query: ReportQuery): { first: Month; end: Month } {
  const [first, last] = [monthOfQuery(query, "startMonth"), monthOfQuery(query, "endMonth")];
  const refuse = (message: string) =>
    invalidIssues([{ path: "/query/endMonth", code: "INVALID_MONTH", message }], "INVALID_MONTH");
  if (last < first) throw refuse("endMonth must not be before startMonth.");
  if (last - first >= mostMonths) throw refuse(`A report has at most ${mostMonths} months; ask for fewer.`);
  return { first, end: last + 1 };
}

/** What a reader must know when the last month of a report is open: posted figures have not come to an end. */
export function openMonthNotes(books: Books, last: Month): string[] {
  if (isClosed(books, last)) return [];
  return [
    `${formatMonth(last)} is not closed: revenue and the presentation of contract balances are posted when a month closes.`,
  ];
}

/** The first day of a month and of the one after it. */
export function daysOfMonth(month: Month) {
  return { from: firstDayOf(month), before: firstDayOf(month + 1) };
}

/** 400: a report that looks ahead has no earlier day of knowledge. */
export function asOfRefused(title: string) {
  const message = `${title} cannot be told as of an earlier day: what was planned then is not kept. Leave asOf out.`;
  return invalidIssues([{ path: "/query/asOf", code: "NOT_SUPPORTED", message }]);
}
