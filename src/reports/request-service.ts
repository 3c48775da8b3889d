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
import { contractsOfCustomer } from "./customer-contracts-store.ts";
import type { HeldRows } from "./held-rows.ts";
import * as names from "./names-store.ts";
import type { Reported } from "./report-sheets.ts";
import type { Row } from "./table.ts";

export { companyName, type NamedId, namedIds, namesBehind } from "./names-store.ts";

export type ReportQuery = Readonly<Record<string, string>>;

/** A report with the parameters of the request. */
export type Report = Reported & {
  /** Parameters of the request without `asOf`, with the defaults that were used. */
  readonly parameters: Readonly<Record<string, string>>;
};

/** A report whose rows are too many for memory: `readRows` reads a piece of them, from the `next` of the piece before. */
export type ReportInPieces = Report & {
  readonly readRows: (tx: Tx, from: string | undefined) => Promise<RowPiece>;
};

export type RowPiece = { readonly rows: readonly Row[]; readonly next: string | null };

/** A report whose rows are too many to hold as objects: they are in `held`, compressed, and not in the table. */
export type HeldReport = Report & { readonly held: HeldRows };

/** Makes a report from a query. */
export type LoadReport = (reader: AsOfReader, query: ReportQuery) => Promise<Report | ReportInPieces | HeldReport>;

/** Makes a report as of the query's `asOf`, which becomes one of its parameters, and reads the company's name. */
export async function loadReport(reader: Reader, query: ReportQuery, load: LoadReport) {
  const { asOf } = query;
  const report = await load(asOfReader(reader, asOf), query);
  const parameters = asOf === undefined ? report.parameters : { ...report.parameters, asOf };
  return { report: { ...report, parameters }, company: await names.companyName(reader) };
}

/** The currency of a report, by default the merchant's, and the other currencies of the books, which it leaves out. */
export async function currencyOf({ tx, merchant, cutoff }: AsOfReader, requested: string | undefined) {
  const currency = requested ?? merchant.defaultCurrency;
  const all = await names.currenciesOf(tx, merchant.id, cutoff);
  return { currency, otherCurrencies: all.filter((each) => each !== currency) };
}

/** A reader as of a day: its clock stands on that day; `cutoff` is the end of the day, or null for all records. */
export type AsOfReader = Reader & { readonly cutoff: Cutoff };

/**
 * A reader as of the day `asOf`: its clock stands on that day, and records from after the end of the day in the merchant's time zone are left out.
 * Without `asOf` all records are read.
 *
 * @throws DomainError INVALID_DATE for a future day, whose records do not exist yet
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

/** How many years ahead a report may look. The limit bounds the calculation of performance obligations without an end. */
export const yearsAhead = 10;

/**
 * A month of the query, whose format is already validated.
 *
 * @throws DomainError INVALID_MONTH if it is more than `yearsAhead` years after the reader's day
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

/** The error for an invalid month of the query. */
export function invalidMonth(name: string, message: string) {
  return invalidIssues([{ path: `/query/${name}`, code: "INVALID_MONTH", message }], "INVALID_MONTH");
}

const mostMonths = 60;

/**
 * The months of a report, half-open: from `startMonth` to `endMonth`, or only `month`. The defaults are eleven months before the current one, and the
 * current one.
 *
 * @throws DomainError INVALID_MONTH if they are in the wrong order, more than sixty, or too far ahead
 */
export function monthsOfQuery(reader: Pick<Reader, "clock">, query: ReportQuery): { first: Month; end: Month } {
  if (query.month !== undefined) {
    const only = monthOfQuery(reader, query, "month");
    return { first: only, end: only + 1 };
  }
  const thisMonth = monthOf(reader.clock.today);
  const monthsBefore = Math.min(11, thisMonth - earliestMonth);
  const requested = { startMonth: formatMonth(thisMonth - monthsBefore), endMonth: formatMonth(thisMonth), ...query };
  const [first, last] = [monthOfQuery(reader, requested, "startMonth"), monthOfQuery(reader, requested, "endMonth")];
  if (last < first) throw invalidMonth("endMonth", "endMonth must not be before startMonth.");
  if (last - first >= mostMonths) {
    throw invalidMonth("endMonth", `A report has at most ${mostMonths} months; ask for fewer.`);
  }
  return { first, end: last + 1 };
}

/**
 * The days of a report, both included: from `from` to `to`, or those of `month`.
 *
 * @throws DomainError VALIDATION_FAILED if one is missing; INVALID_DATE if they are in the wrong order
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

/** The error for an invalid last day of a report. */
export function invalidDay(message: string) {
  return invalidIssues([{ path: "/query/to", code: "INVALID_DATE", message }], "INVALID_DATE");
}

/** The day of a report: the last day of `month`, else `date`, else today. */
export function dayOfQuery(reader: Pick<Reader, "clock">, query: ReportQuery): Day {
  if (query.month === undefined) return parseDay(query.date ?? "") ?? reader.clock.today;
  return lastDayOf(monthOfQuery(reader, query, "month"));
}

/** The note that is shown if the last month of a report is open, because its posted figures are not final. */
export async function openMonthNotes({ tx, merchant, cutoff }: AsOfReader, last: Month): Promise<string[]> {
  if (isClosed(await booksAt(tx, merchant.id, cutoff), last)) return [];
  return [
    `${formatMonth(last)} is not closed: revenue and the presentation of contract balances are posted when a month closes.`,
  ];
}

/**
 * The contracts that the query selects by `contractId`, `customerId` or both; undefined for all contracts. The id of a contract that does not exist
 * is not rejected; its report has no rows.
 */
export async function contractsOfQuery({ tx, merchant }: Reader, query: ReportQuery): Promise<string[] | undefined> {
  const { contractId, customerId } = query;
  if (customerId === undefined) return contractId === undefined ? undefined : [contractId];
  const ofCustomer = await contractsOfCustomer(tx, merchant.id, customerId);
  return contractId === undefined ? ofCustomer : ofCustomer.filter((id) => id === contractId);
}

/** `contractId` and `customerId` of the query, as parameters of the report. */
export function narrowingOf({ contractId, customerId }: ReportQuery): Readonly<Record<string, string>> {
  return { ...(contractId && { contractId }), ...(customerId && { customerId }) };
}

/** The first day of a month and of the one after it. */
export function daysOfMonth(month: Month) {
  return { from: firstDayOf(month), before: firstDayOf(month + 1) };
}
