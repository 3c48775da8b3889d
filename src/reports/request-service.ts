import { required } from "../kernel/assert.ts";
import { firstDayOf, formatDay, formatMonth, type Month, monthOf, parseDay, parseMonth } from "../kernel/day.ts";
import { invalidIssues } from "../kernel/errors.ts";
import { isClosed } from "../ledger/books.ts";
import { booksAt } from "../ledger/past-books-store.ts";
import { instantColumn, startOfDay } from "../platform/clock.ts";
import type { Cutoff } from "../platform/db/cutoff.ts";
import type { Reader } from "../revenue/service.ts";
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
  /** What was asked for beside the day of knowledge, with the defaults that were taken. */
  readonly parameters: Readonly<Record<string, string>>;
};

/** The currency of a report, the merchant's own unless another is asked for, and those it leaves out. */
export async function currencyOf({ tx, merchant, cutoff }: AsOfReader, asked: string | undefined) {
  const currency = asked ?? merchant.defaultCurrency;
  const all = await names.currenciesOf(tx, merchant.id, cutoff);
  return { currency, otherCurrencies: all.filter((each) => each !== currency) };
}

/** Who reads a report: of which day, and with what was recorded by its end. */
export type AsOfReader = Reader & { readonly cutoff: Cutoff };

/**
 * A reader of the day of knowledge, `asOf`: its clock stands on that day, and what was recorded after the day's end in the
 * merchant's time zone does not count. Without `asOf` all records are read.
 *
 * @throws DomainError INVALID_DATE for a day to come: its records do not exist yet
 */
export function asOfReader(reader: Reader, asOf: string | undefined): AsOfReader {
  if (asOf === undefined) return { ...reader, cutoff: null };
  const { merchant, clock } = reader;
  const today = required(parseDay(asOf), "a day that was checked");
  if (today > clock.today) {
    const message = `asOf must not be after today, ${formatDay(clock.today)}.`;
    throw invalidIssues([{ path: "/query/asOf", code: "INVALID_DATE", message }], "INVALID_DATE");
  }
  return { ...reader, clock: { ...clock, today }, cutoff: instantColumn(startOfDay(today + 1, merchant.timeZone)) };
}

/**
 * How far ahead reports look: as long as anybody plans revenue, and no longer than performance obligations without an
 * end take to tell.
 */
export const yearsAhead = 10;

/**
 * A month of the query that was checked.
 *
 * @throws DomainError INVALID_MONTH when it is more than ten years ahead of the reader's day
 */
export function monthOfQuery({ clock }: Pick<Reader, "clock">, query: ReportQuery, name: string): Month {
  const month = required(parseMonth(required(query[name], name)), "a month that was checked");
  const last = monthOf(clock.today) + 12 * yearsAhead;
  if (month > last) {
    throw invalidMonth(
      name,
      `${name} must be at most ${yearsAhead} years ahead; the last one is ${formatMonth(last)}.`,
    );
  }
  return month;
}

function invalidMonth(name: string, message: string) {
  return invalidIssues([{ path: `/query/${name}`, code: "INVALID_MONTH", message }], "INVALID_MONTH");
}

const mostMonths = 60;

/**
 * The months from `startMonth` to `endMonth`, as half-open.
 *
 * @throws DomainError INVALID_MONTH when they are in the wrong order, more than sixty, or too far ahead
 */
export function monthsOfQuery(reader: Pick<Reader, "clock">, query: ReportQuery): { first: Month; end: Month } {
  const [first, last] = [monthOfQuery(reader, query, "startMonth"), monthOfQuery(reader, query, "endMonth")];
  if (last < first) throw invalidMonth("endMonth", "endMonth must not be before startMonth.");
  if (last - first >= mostMonths) {
    throw invalidMonth("endMonth", `A report has at most ${mostMonths} months; ask for fewer.`);
  }
  return { first, end: last + 1 };
}

/** What a reader must know when the last month of a report is open: posted figures have not come to an end. */
export async function openMonthNotes({ tx, merchant, cutoff }: AsOfReader, last: Month): Promise<string[]> {
  if (isClosed(await booksAt(tx, merchant.id, cutoff), last)) return [];
  return [
    `${formatMonth(last)} is not closed: revenue and the presentation of contract balances are posted when a month closes.`,
  ];
}

/** The first day of a month and of the one after it. */
export function daysOfMonth(month: Month) {
  return { from: firstDayOf(month), before: firstDayOf(month + 1) };
}
