import { addMonths, formatDay, formatMonth } from "../kernel/day.ts";
import { invalidIssues } from "../kernel/errors.ts";
import { money } from "../kernel/money.ts";
import { recordNotFound } from "../platform/http/error-codes.ts";
import { accountActivity, journalRows, journalTable } from "./journal.ts";
import * as store from "./journal-store.ts";
import {
  type AsOfReader,
  currencyOf,
  daysOfMonth,
  daysOfQuery,
  invalidDay,
  monthOfQuery,
  openMonthNotes,
  type Report,
  type ReportInPieces,
  type ReportQuery,
} from "./request-service.ts";

const entriesPerPiece = 500;

/** Every journal line dated in the month of the query, in all currencies unless one is requested. The rows are read in pieces of 500 entries. */
export async function journalReport(reader: AsOfReader, query: ReportQuery): Promise<ReportInPieces> {
  const { tx, merchant, cutoff } = reader;
  const month = monthOfQuery(reader, query, "month");
  const { currency } = query;
  const selection = { ...daysOfMonth(month), currency, cutoff };
  const { first, last, totals } = await store.journalSpan(tx, merchant.id, selection);
  const table = journalTable([], totals, await openMonthNotes(reader, month));
  const parameters = {
    month: formatMonth(month),
    ...(currency === undefined ? {} : { currency }),
  };
  const only = totals[0]?.debit.currency ?? null;
  const period = { of: "MONTHS", first: month, last: month } as const;
  return {
    ...{ table, currency: totals.length > 1 ? null : (currency ?? only), otherCurrencies: [], period, parameters },
    readRows: async (reading, from = first) => {
      const piece = await store.journalPiece(reading, merchant.id, selection, { from, last, count: entriesPerPiece });
      return { rows: journalRows(piece.lines), next: piece.next };
    },
  };
}

/**
 * The activity of one account, or of all accounts of a role, from a first to a last day, both included. At most a year, because each line is a row.
 *
 * @throws DomainError VALIDATION_FAILED without account and role, or without days; INVALID_DATE if the days are in the wrong order or more than a
 * year; ACCOUNT_NOT_FOUND if the merchant has no such account
 */
export async function activityReport(reader: AsOfReader, query: ReportQuery): Promise<Report> {
  const { tx, merchant, cutoff } = reader;
  const { account, role } = query;
  if (account === undefined && role === undefined) {
    throw invalidIssues([{ path: "/query/account", code: "REQUIRED", message: "Give an account or a role." }]);
  }
  const { first, last } = daysOfQuery(reader, query);
  if (last >= addMonths(first, 12)) throw invalidDay("Account activity covers at most twelve months; ask for fewer.");
  if (account !== undefined && !(await store.isAccount(tx, merchant, account)))
    throw recordNotFound("ACCOUNT_NOT_FOUND");
  const { currency, otherCurrencies } = await currencyOf(reader, query.currency);
  const selection = { from: first, before: last + 1, account, role, currency, cutoff };
  const opening = money(await store.openingBalance(tx, merchant.id, selection), currency);
  const lines = await store.journalLines(tx, merchant.id, { ...selection, order: "DATE" });
  const days = { from: formatDay(first), to: formatDay(last) };
  const parameters = {
    ...(account === undefined ? {} : { account }),
    ...(role === undefined ? {} : { role }),
    ...days,
  };
  const period = { of: "DAYS", first, last } as const;
  return { table: accountActivity(lines, { opening, ...days }), currency, otherCurrencies, period, parameters };
}
