import { required } from "../kernel/assert.ts";
import {
  type Day,
  earliestMonth,
  firstDayOf,
  formatDay,
  formatMonth,
  lastDayOf,
  type Month,
  monthOf,
  parseDay,
  parseMonth,
} from "../kernel/day.ts";
import { invalidIssues } from "../kernel/errors.ts";
import { isClosed } from "../ledger/books.ts";
import { booksAt } from "../ledger/past-books-store.ts";
import { instantColumn, startOfDay } from "../platform/clock.ts";
import type { Cutoff } from "../platform/db/cutoff.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { Reader } from "../revenue/service.ts";
import { contractsOfCustomer } from "./asked-contracts-store.ts";
import type { HeldRows } from "./held-rows.ts";
import * as names from "./names-store.ts";
import type { Reported } from "./report-sheets.ts";
import type { Row } from "./table.ts";

export { companyName, type NamedId, namedIds, namesBehind } from "./names-store.ts";

export type ReportQuery = Readonly<Record<string, string>>;

/** A report as it was asked for: its table, and what decided on it. */
export type Report = Reported & {
  /** What was asked for beside the day of knowledge, with the defaults that were taken. */
  readonly parameters: Readonly<Record<string, string>>;
};

/** A report without its rows, which are too many to hold at once: they are read a piece at a time, from where the piece before says. */
export type ReportInPieces = Report & {
  readonly readRows: (tx: Tx, from: string | undefined) => Promise<RowPiece>;
};

export type RowPiece = { readonly rows: readonly Row[]; readonly next: string | null };

/** A report of one snapshot whose rows, which are too many to hold as objects, are not in its table but beside it. */
export type HeldReport = Report & { readonly held: HeldRows };

/** How a report is made. */
export type LoadReport = (reader: AsOfReader, query: ReportQuery) => Promise<Report | ReportInPieces | HeldReport>;

/** A report of the day of knowledge, which says of which day it is where one was asked for, with the company that it is of. */
export async function loadReport(reader: Reader, query: ReportQuery, load: LoadReport) {
  const { asOf } = query;
  const report = await load(asOfReader(reader, asOf), query);
  const parameters = asOf === undefined ? report.parameters : { ...report.parameters, asOf };
  return { report: { ...report, parameters }, company: await names.companyName(reader) };
}

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

/** A rejection of a month of the query. */
export function invalidMonth(name: string, message: string) {
  return invalidIssues([{ path: `/query/${name}`, code: "INVALID_MONTH", message }], "INVALID_MONTH");
}

const mostMonths = 60;

/**
 * The months of a report over months, as half-open: those from `startMonth` to `endMonth`, or the one that is `month`. What is not
 * asked for is this month and the eleven before it.
 *
 * @throws DomainError INVALID_MONTH when they are in the wrong order, more than sixty, or too far ahead
 */
export function monthsOfQuery(reader: Pick<Reader, "clock">, query: ReportQuery): { first: Month; end: Month } {
  if (query.month !== undefined) {
    const only = monthOfQuery(reader, query, "month");
    return { first: only, end: only + 1 };
  }
  const thisMonth = monthOf(reader.clock.today);
  const monthsBefore = Math.min(11, thisMonth - earliestMonth);
  const asked = { startMonth: formatMonth(thisMonth - monthsBefore), endMonth: formatMonth(thisMonth), ...query };
  const [first, last] = [monthOfQuery(reader, asked, "startMonth"), monthOfQuery(reader, asked, "endMonth")];
  if (last < first) throw invalidMonth("endMonth", "endMonth must not be before startMonth.");
  if (last - first >= mostMonths) {
    throw invalidMonth("endMonth", `A report has at most ${mostMonths} months; ask for fewer.`);
  }
  return { first, end: last + 1 };
}

/**
 * The days of a report over days, both included: those from `from` to `to`, or those of `month`.
 *
 * @throws DomainError VALIDATION_FAILED when one is missing; INVALID_DATE in the wrong order
 */
export function daysOfQuery(reader: Pick<Reader, "clock">, query: ReportQuery): { first: Day; last: Day } {
  if (query.month !== undefined) {
    const month = monthOfQuery(reader, query, "month");
    return { first: firstDayOf(month), last: lastDayOf(month) };
  }
  const missing = ["from", "to"].filter((name) => query[name] === undefined);
  if (missing.length > 0) {
    const message = "Give from and to, or a month.";
    throw invalidIssues(missing.map((name) => ({ path: `/query/${name}`, code: "REQUIRED", message })));
  }
  const [first, last] = [query.from, query.to].map((text) => required(parseDay(text ?? ""), "a day that was checked"));
  if (first === undefined || last === undefined || last < first) throw invalidDay("to must not be before from.");
  return { first, last };
}

/** A rejection of the last day of a report. */
export function invalidDay(message: string) {
  return invalidIssues([{ path: "/query/to", code: "INVALID_DATE", message }], "INVALID_DATE");
}

/**
 * The day of a report of a day: `date`, or the last one of `month`; today unless one is asked for.
 */
export function dayOfQuery(reader: Pick<Reader, "clock">, query: ReportQuery): Day {
  if (query.month === undefined) return parseDay(query.date ?? "") ?? reader.clock.today;
  return lastDayOf(monthOfQuery(reader, query, "month"));
}

/** What a reader must know when the last month of a report is open: posted figures have not come to an end. */
export async function openMonthNotes({ tx, merchant, cutoff }: AsOfReader, last: Month): Promise<string[]> {
  if (isClosed(await booksAt(tx, merchant.id, cutoff), last)) return [];
  return [
    `${formatMonth(last)} is not closed: revenue and the presentation of contract balances are posted when a month closes.`,
  ];
}

/**
 * The contracts that a report is narrowed to by `contractId`, by `customerId` or by both; undefined is all of them. One that is not
 * there has no rows.
 */
export async function contractsOfQuery({ tx, merchant }: Reader, query: ReportQuery): Promise<string[] | undefined> {
  const { contractId, customerId } = query;
  if (customerId === undefined) return contractId === undefined ? undefined : [contractId];
  const ofCustomer = await contractsOfCustomer(tx, merchant.id, customerId);
  return contractId === undefined ? ofCustomer : ofCustomer.filter((id) => id === contractId);
}

/** What a report says of being narrowed, among its parameters. */
export function narrowingOf({ contractId, customerId }: ReportQuery): Readonly<Record<string, string>> {
  return { ...(contractId && { contractId }), ...(customerId && { customerId }) };
}

/** The first day of a month and of the one after it. */
export function daysOfMonth(month: Month) {
  return { from: firstDayOf(month), before: firstDayOf(month + 1) };
}
