import { isDone } from "../close/task.ts";
import { tasksOfMonths } from "../close/task-service.ts";
import { required } from "../kernel/assert.ts";
import { formatDay, formatMonth, type Month, monthOf, parseMonth } from "../kernel/day.ts";
import { add, type Money, money, zero } from "../kernel/money.ts";
import { isClosed } from "../ledger/books.ts";
import { booksAt } from "../ledger/past-books-store.ts";
import type { Reader } from "../revenue/service.ts";
import * as store from "./overview-store.ts";
import { asOfReader, currencyOf, invalidMonth, monthOfQuery, type ReportQuery } from "./request-service.ts";
import { revenueReport } from "./revenue-service.ts";

const monthsShown = 12;

/** The figures of a month. */
export type OverviewMonth = {
  readonly month: Month;
  readonly isClosed: boolean;
  readonly billed: Money;
  readonly collected: Money;
  readonly recognized: Money;
  /** Contract liability at the month's end. */
  readonly deferred: Money;
};

export type Overview = {
  readonly currency: string;
  readonly otherCurrencies: readonly string[];
  readonly waiting: store.Waiting & { readonly closeTasksOpen: number };
  /** The requested month and the twelve before it, oldest first. */
  readonly months: readonly OverviewMonth[];
};

/**
 * Numbers of records that wait for somebody now, and figures of a month and the twelve before it. `recognized` is the revenue report with accrued and
 * planned revenue of open months. The others come from the journal, so the contract liability of an open month still includes that month's revenue.
 *
 * @throws DomainError INVALID_MONTH
 */
export async function overview(reader: Reader, query: ReportQuery): Promise<Overview> {
  const { tx, merchant, clock } = reader;
  const now = asOfReader(reader, undefined);
  const month = query.month === undefined ? monthOf(clock.today) : monthOfQuery(reader, query, "month");
  const first = month - monthsShown;
  if (parseMonth(formatMonth(first)) === undefined) {
    throw invalidMonth("month", `month must have ${monthsShown} months before it since 1900; 1901-01 is the first.`);
  }
  const { currency, otherCurrencies } = await currencyOf(now, query.currency);
  const span = { first, end: month + 1, currency };
  const journal = new Map((await store.journalByMonth(tx, merchant.id, span)).map((each) => [each.month, each]));
  const { table } = await revenueReport(now, {
    ...{ startMonth: formatMonth(first), endMonth: formatMonth(month), currency, basis: "ALL", groupBy: "category" },
  });
  const books = await booksAt(tx, merchant.id, null);
  const recognized = required(table.totals, "totals of one currency").values ?? {};
  let deferred = money(journal.get(first - 1)?.deferred ?? 0n, currency);
  const months: OverviewMonth[] = [];
  for (let each = first; each <= month; each++) {
    const posted = journal.get(each);
    deferred = add(deferred, money(posted?.deferred ?? 0n, currency));
    months.push({
      month: each,
      isClosed: isClosed(books, each),
      billed: money(posted?.billed ?? 0n, currency),
      collected: money(posted?.collected ?? 0n, currency),
      recognized: recognized[formatMonth(each)] ?? zero(currency),
      deferred,
    });
  }
  const counts = await store.countWaiting(tx, merchant.id, formatDay(clock.today));
  const closing = books.closedThrough === null ? monthOf(clock.today) : books.closedThrough + 1;
  const tasks = await tasksOfMonths(tx, merchant.id, { first: closing, last: closing });
  const closeTasksOpen = tasks.filter((task) => !isDone(task)).length;
  return { currency, otherCurrencies, waiting: { ...counts, closeTasksOpen }, months };
}
