import { sql } from "kysely";
import { formatMonth, type Month } from "../../kernel/day.ts";
import { currentBooks } from "../../ledger/books-store.ts";
import { monthFromColumn } from "../../platform/db/columns.ts";
import { currentMonths, idsStoredOtherwise } from "../month-end-balances-store.ts";
import { violationsOf } from "./check-result.ts";
import { type Check, check, type Examination, queryCheck } from "./check-store.ts";

// Tolerance for timestamps: the clocks of two servers differ a little, and a sandbox clock that stands still moves forward by milliseconds.
// Locks keep entries out of closed months; this check finds entries that were written without them.
const clockSlack = "1 hour";

/** INV-11, INV-12 and INV-42: closed months. */
export const monthChecks: readonly Check[] = [
  check(
    {
      id: "INV-11",
      severity: "violation",
      sentence: "The journal of a closed month is unchanged since the month was closed, account by account.",
    },
    changedMonths,
  ),
  queryCheck(
    {
      id: "INV-11",
      severity: "violation",
      sentence: "No entry of a closed month was posted after its close.",
    },
    (merchantId) => sql`
      select entry.id from journal_entry as entry
        join accounting_period as period on period.merchant_id = entry.merchant_id
          and period.month = date_trunc('month', entry.date)::date
      where entry.merchant_id = ${merchantId} and period.status = 'CLOSED'
        and entry.posted_at > period.closed_at + ${clockSlack}::interval`,
  ),
  check(
    {
      id: "INV-12",
      severity: "violation",
      sentence:
        "Closed months follow one another without an open one between, up to the date through which the books are closed.",
    },
    async ({ tx, merchant }) => {
      const { closedThrough } = await currentBooks(tx, merchant.id);
      const { rows } = await sql<{ month: string; status: string; is_explained: boolean }>`
        select month, status,
          status = 'CLOSED' or (reopened_at is not null and reopened_by is not null) as is_explained
        from accounting_period where merchant_id = ${merchant.id} order by month`.execute(tx);
      const periods = rows.map((row) => ({ ...row, month: monthFromColumn(row.month) }));
      return violationsOf(outOfOrder(periods, closedThrough).map(formatMonth));
    },
  ),
  check(
    {
      id: "INV-42",
      severity: "violation",
      sentence: "The stored contract balances at the end of closed months match the journal.",
    },
    async ({ tx, merchant }) => {
      const found = new Set<string>();
      let previous: Month | null = null;
      for (const month of await currentMonths(tx, merchant.id)) {
        for (const id of await idsStoredOtherwise(tx, merchant.id, { month, previous })) found.add(id);
        previous = month;
      }
      return violationsOf([...found].sort());
    },
  ),
];

type Activity = { currency: string; role: string; account: string; debit: string; credit: string };

async function changedMonths({ tx, merchant }: Examination) {
  const closed = await sql<{ month: string; activity: Activity[] }>`
    select month, activity from accounting_period where merchant_id = ${merchant.id} and status = 'CLOSED'
    order by month`.execute(tx);
  const posted = await sql<Activity & { month: string }>`
    select date_trunc('month', date)::date as month, currency, role, account, sum(debit_minor)::text as debit,
      sum(credit_minor)::text as credit
    from journal_line where merchant_id = ${merchant.id} group by 1, currency, role, account`.execute(tx);
  const now = Map.groupBy(posted.rows, (row) => row.month);
  const changed = closed.rows.filter(({ month, activity }) => textOf(activity) !== textOf(now.get(month) ?? []));
  return violationsOf(changed.map((row) => row.month.slice(0, 7)));
}

/** Account totals as text for comparison, independent of their order. */
function textOf(activity: readonly Activity[]): string {
  return activity
    .map(({ currency, role, account, debit, credit }) => JSON.stringify([currency, role, account, debit, credit]))
    .sort()
    .join();
}

type PeriodState = { readonly month: Month; readonly status: string; readonly is_explained: boolean };

/** Months whose status does not fit the last closed month, open months that were never reopened, and months after a gap. */
function outOfOrder(periods: readonly PeriodState[], closedThrough: Month | null): Month[] {
  const wrong = periods.filter(({ month, status, is_explained: isExplained }, index) => {
    const former = periods[index - 1]?.month;
    const isClosed = closedThrough !== null && month <= closedThrough;
    return (status === "CLOSED") !== isClosed || !isExplained || (former !== undefined && month !== former + 1);
  });
  const months = wrong.map(({ month }) => month);
  // If all months were reopened, the books are closed through the month before the first one. Otherwise that month must have a row.
  const first = periods[0]?.month;
  const isKnown = closedThrough === null || periods.some(({ month }) => month === closedThrough);
  const isBeforeAll = closedThrough !== null && first !== undefined && closedThrough === first - 1;
  if (closedThrough !== null && !isKnown && !isBeforeAll) months.push(closedThrough);
  return months;
}
