import { required } from "../kernel/assert.ts";
import { addMonths, formatDay, formatMonth, parseDay } from "../kernel/day.ts";
import { invalidIssues } from "../kernel/errors.ts";
import { money } from "../kernel/money.ts";
import { accountActivity, journalTable } from "./journal.ts";
import * as store from "./journal-store.ts";
import {
  type AsOfReader,
  currencyOf,
  daysOfMonth,
  monthOfQuery,
  openMonthNotes,
  type Report,
  type ReportQuery,
} from "./request-service.ts";

/** Every line of the entries dated in a month, in all currencies unless one is asked for. */
export async function journalReport(reader: AsOfReader, query: ReportQuery): Promise<Report> {
  const { tx, merchant, cutoff } = reader;
  const month = monthOfQuery(reader, query, "month");
  const { currency } = query;
  const lines = await store.journalLines(tx, merchant.id, { ...daysOfMonth(month), currency, cutoff, order: "NUMBER" });
  const table = journalTable(lines, await openMonthNotes(reader, month));
  const currencies = new Set(lines.map(({ debit }) => debit.currency));
  const parameters = {
    month: formatMonth(month),
    ...(currency === undefined ? {} : { currency }),
  };
  const [only = null] = currencies;
  return { table, currency: currencies.size > 1 ? null : (currency ?? only), otherCurrencies: [], parameters };
}

/**
 * The activity of one account, or of every account of a role, over some days, both included: each line is shown, so a year at most.
 *
 * @throws DomainError VALIDATION_FAILED without account and role; INVALID_DATE when the days are in the wrong order or more than a year
 */
export async function activityReport(reader: AsOfReader, query: ReportQuery): Promise<Report> {
  const { tx, merchant, cutoff } = reader;
  const { account, role } = query;
  if (account === undefined && role === undefined) {
    throw invalidIssues([{ path: "/query/account", code: "REQUIRED", message: "Give an account or a role." }]);
  }
  const [from, to] = ["from", "to"].map((name) => required(parseDay(query[name] ?? ""), "a day that was checked"));
  if (from === undefined || to === undefined || to < from) {
    throw rejectDays("to must not be before from.");
  }
  if (to >= addMonths(from, 12)) throw rejectDays("Account activity covers at most twelve months; ask for fewer.");
  const { currency, otherCurrencies } = await currencyOf(reader, query.currency);
  const selection = { from, before: to + 1, account, role, currency, cutoff };
  const opening = money(await store.openingBalance(tx, merchant.id, selection), currency);
  const lines = await store.journalLines(tx, merchant.id, { ...selection, order: "DATE" });
  const days = { from: formatDay(from), to: formatDay(to) };
  const parameters = {
    ...(account === undefined ? {} : { account }),
    ...(role === undefined ? {} : { role }),
    ...days,
  };
  return { table: accountActivity(lines, { opening, ...days }), currency, otherCurrencies, parameters };
}

function rejectDays(message: string) {
  return invalidIssues([{ path: "/query/to", code: "INVALID_DATE", message }], "INVALID_DATE");
}
