import { sql } from "kysely";
import { firstDayOf, formatDay, type Month } from "../kernel/day.ts";
import { typesThat } from "../ledger/contract-position.ts";
import { monthFromColumn } from "../platform/db/columns.ts";
import type { Tx } from "../platform/db/pool.ts";
import { failedSyncs } from "../sync/store.ts";

/** Numbers of records that wait for somebody. */
export type Waiting = {
  readonly contractsBlocked: number;
  readonly contractsToApprove: number;
  readonly draftsDue: number;
  readonly invoicesOverdue: number;
  readonly syncsFailed: number;
  readonly changeRequestsPending: number;
};

/** Counts records that wait on a day, with the filters of their lists. */
export async function countWaiting(tx: Tx, merchantId: string, today: string): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    select
      (select count(*)::int from contract where merchant_id = ${merchantId} and deleted_at is null and status = 'BLOCKED')
        as "contractsBlocked",
      (select count(*)::int from contract where merchant_id = ${merchantId} and deleted_at is null and status = 'PROCESSED')
        as "contractsToApprove",
      (select count(*)::int from invoice where merchant_id = ${merchantId} and status = 'DRAFT'
        and coalesce(ready_on, issue_date) <= ${today}::date) as "draftsDue",
      (select count(*)::int from invoice where merchant_id = ${merchantId} and status in ('ISSUED', 'PARTIALLY_PAID')
        and due_date < ${today}::date) as "invoicesOverdue",
      ${failedSyncs(merchantId)} as "syncsFailed",
      (select count(*)::int from change_request where merchant_id = ${merchantId} and status = 'PENDING')
        as "changeRequestsPending"`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error("counts are always there");
  return row;
}

/** Figures of a month from the journal, in minor units. */
export type JournalMonth = {
  readonly month: Month;
  /** Issued less voided and credited, without tax. */
  readonly billed: bigint;
  /** Cash received less refunded and returned. */
  readonly collected: bigint;
  /** The change of the contract liability. */
  readonly deferred: bigint;
};

/**
 * Figures of the journal by month before `end`, in one currency. Everything before `first` is one row with the month before it, so that balances can
 * be summed up.
 */
export async function journalByMonth(
  tx: Tx,
  merchantId: string,
  { first, end, currency }: { readonly first: Month; readonly end: Month; readonly currency: string },
): Promise<JournalMonth[]> {
  const billing = [...typesThat("billed"), ...typesThat("credited")];
  const { rows } = await sql<{ month: string; billed: string; collected: string; deferred: string }>`
    select month::text, sum(billed)::text as billed, sum(collected)::text as collected, sum(deferred)::text as deferred
    from (
      select date_trunc('month', greatest(line.date, ${formatDay(firstDayOf(first) - 1)}::date))::date as month,
        case when entry.type = any(${billing}::text[]) and line.role in ('CONTRACT_LIABILITY', 'CONTRACT_ASSET', 'UNBILLED_RECEIVABLE')
          then line.credit_minor - line.debit_minor else 0 end as billed,
        case when line.role = 'CASH' then line.debit_minor - line.credit_minor else 0 end as collected,
        case when line.role = 'CONTRACT_LIABILITY' then line.credit_minor - line.debit_minor else 0 end as deferred
      from journal_line as line
        join journal_entry as entry on entry.merchant_id = ${merchantId} and entry.id = line.entry_id
      where line.merchant_id = ${merchantId} and line.currency = ${currency}
        and line.role in ('CONTRACT_LIABILITY', 'CONTRACT_ASSET', 'UNBILLED_RECEIVABLE', 'CASH')
        and line.date < ${formatDay(firstDayOf(end))}::date
    ) as line
    group by month`.execute(tx);
  return rows.map((row) => ({
    month: monthFromColumn(row.month),
    billed: BigInt(row.billed),
    collected: BigInt(row.collected),
    deferred: BigInt(row.deferred),
  }));
}
