import { sql } from "kysely";
import type { AccountRole } from "../kernel/account.ts";
import { firstDayOf, formatDay, formatMonth, type Month } from "../kernel/day.ts";
import { formatMoney, money } from "../kernel/money.ts";
import { monthColumn, monthFromColumn } from "../platform/db/columns.ts";
import type { Tx } from "../platform/db/pool.ts";

/** The first close of a month that left a package, or undefined. */
export async function firstClose(
  tx: Tx,
  merchantId: string,
  month: Month,
): Promise<{ readonly packageId: string; readonly closedAt: string; readonly lastNumber: string } | undefined> {
  const { rows } = await sql<{ id: string; closed_at: string; last_number: string }>`
    select id, closed_at, manifest::jsonb #>> '{journal,lastNumber}' as last_number from close_package
    where merchant_id = ${merchantId} and month = ${monthColumn(month)}::date
    order by close_count limit 1`.execute(tx);
  const [row] = rows;
  return row === undefined ? undefined : { packageId: row.id, closedAt: row.closed_at, lastNumber: row.last_number };
}

/** Debits and credits of entries on an account of a contract; decimal strings. */
export type AccountChange = {
  /** Null for entries of no contract. */
  readonly contractId: string | null;
  readonly currency: string;
  readonly role: AccountRole;
  readonly account: string;
  readonly debit: string;
  readonly credit: string;
};

/** Sums of the entries dated in a month with a higher number than `after`, by contract and account; sums of zero are left out. */
export async function movedSince(tx: Tx, merchantId: string, month: Month, after: string): Promise<AccountChange[]> {
  type Row = Pick<AccountChange, "contractId" | "currency" | "role" | "account"> & { debit: string; credit: string };
  const { rows } = await sql<Row>`
    select entry.contract_id as "contractId", line.currency, line.role, line.account, sum(debit_minor) as debit,
      sum(credit_minor) as credit
    from journal_entry as entry
      join journal_line as line on line.merchant_id = entry.merchant_id and line.entry_id = entry.id
    where entry.merchant_id = ${merchantId} and entry.number > ${after}
      and entry.date >= ${formatDay(firstDayOf(month))}::date and entry.date < ${formatDay(firstDayOf(month + 1))}::date
    group by entry.contract_id, line.currency, line.role, line.account having sum(debit_minor) <> sum(credit_minor)
    order by entry.contract_id nulls last, line.currency, line.role, line.account`.execute(tx);
  return rows.map(({ debit, credit, ...row }) => ({
    ...row,
    debit: formatMoney(money(BigInt(debit), row.currency)),
    credit: formatMoney(money(BigInt(credit), row.currency)),
  }));
}

/** Revenue of a month that a later month posted. */
export type LaterCatchUp = {
  readonly contractId: string;
  readonly performanceObligationId: string;
  /** YYYY-MM: the month that posted it. */
  readonly timeframe: string;
  readonly currency: string;
  readonly amount: string;
};

/** Revenue that later months posted for a month, in the order in which they did. */
export async function caughtUpLater(tx: Tx, merchantId: string, month: Month): Promise<LaterCatchUp[]> {
  const { rows } = await sql<{ contract_id: string; pob: string; month: string; currency: string; minor: string }>`
    select contract_id, performance_obligation_id as pob, month, currency, sum(amount_minor) as minor
    from revenue_entry
    where merchant_id = ${merchantId} and earned_month = ${monthColumn(month)}::date
      and month > ${monthColumn(month)}::date
    group by contract_id, performance_obligation_id, month, currency having sum(amount_minor) <> 0
    order by month, contract_id, performance_obligation_id`.execute(tx);
  return rows.map((row) => ({
    contractId: row.contract_id,
    performanceObligationId: row.pob,
    timeframe: formatMonth(monthFromColumn(row.month)),
    currency: row.currency,
    amount: formatMoney(money(BigInt(row.minor), row.currency)),
  }));
}
