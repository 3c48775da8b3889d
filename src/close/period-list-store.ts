import { sql } from "kysely";
import { firstDayOf, formatDay } from "../kernel/day.ts";
import { type Books, lockedThrough } from "../ledger/books.ts";
import { monthFromColumn } from "../platform/db/columns.ts";
import type { Tx } from "../platform/db/pool.ts";
import { column, type FilterTarget } from "../platform/http/filter-sql.ts";
import type { Extent, ListQuery } from "../platform/http/list-query.ts";
import { selectPage } from "../platform/http/page-sql.ts";
import type { Check } from "./checklist.ts";
import type { PeriodRow } from "./period.ts";

type Columns = {
  month: string;
  status: PeriodRow["status"];
  closed_at: string | null;
  closed_by: string | null;
  reopened_at: string | null;
  reopened_by: string | null;
  reopen_reason: string | null;
  reopened_with: string | null;
  close_count: number;
  checks: unknown;
};

const periodFilters: Readonly<Record<string, FilterTarget>> = {
  month: column(sql`to_char(period.month, 'YYYY-MM')`),
  status: column(sql.ref("period.status")),
};

/** One page of months that were closed at least once, or have a sub-ledger locked, newest first. */
export async function listPeriods(
  tx: Tx,
  merchantId: string,
  books: Books,
  list: ListQuery,
): Promise<{ periods: PeriodRow[]; extent: Extent }> {
  const all = tx.selectFrom(periodsOf(merchantId, books).as("period")).selectAll();
  const rules = { targets: periodFilters, order: [["period.month", "desc"]] } as const;
  const { rows, extent } = await selectPage(all, list, rules);
  const periods = rows.map((row) => ({
    month: monthFromColumn(row.month),
    status: row.status,
    closedAt: row.closed_at,
    closedBy: row.closed_by,
    reopenedAt: row.reopened_at,
    reopenedBy: row.reopened_by,
    reopenReason: row.reopen_reason,
    reopenedWith: row.reopened_with === null ? null : monthFromColumn(row.reopened_with),
    closeCount: row.close_count,
    checks: row.checks as readonly Check[],
  }));
  return { periods, extent };
}

/** Locked months without a row of their own are open ones: those after the last closed month, or where none is, the last. */
function periodsOf(merchantId: string, books: Books) {
  const locks = [lockedThrough(books, "BILLING"), lockedThrough(books, "CASH")].filter((lock) => lock !== null);
  const last = Math.max(...locks);
  const first = books.closedThrough === null ? Math.min(...locks) : books.closedThrough + 1;
  const locked = locks.length === 0 ? [] : Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  const days = locked.map((month) => formatDay(firstDayOf(month)));
  return sql<Columns>`(
    select month, status, closed_at, closed_by, reopened_at, reopened_by, reopen_reason, reopened_with, close_count, checks
    from accounting_period where merchant_id = ${merchantId}
    union all
    select month, 'OPEN', null, null, null, null, null, null, 0, '[]'::jsonb
    from unnest(${days}::date[]) as locked (month)
    where not exists (
      select from accounting_period as known where known.merchant_id = ${merchantId} and known.month = locked.month))`;
}
