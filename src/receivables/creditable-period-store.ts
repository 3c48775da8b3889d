import { sql } from "kysely";
import { money } from "../kernel/money.ts";
import { idArray } from "../platform/db/columns.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { CreditablePeriod } from "./credit-memo.ts";

/**
 * The commitment periods of those of some lines that bill a commitment, by line. What a period was billed is less than its lines where
 * prepaid value is taken off, and nothing of an invoice that is void or written off.
 */
export async function creditablePeriods(
  tx: Tx,
  merchantId: string,
  lineIds: readonly string[],
): Promise<ReadonlyMap<string, CreditablePeriod>> {
  if (lineIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; key: string; currency: string; open: string }>`
    with chosen as (
      select line.id, line.commitment_id, line.commitment_schedule_id, line.commitment_period_start, invoice.currency
      from invoice_line as line
        join invoice on invoice.merchant_id = line.merchant_id and invoice.id = line.invoice_id
      where line.merchant_id = ${merchantId} and line.id = any(${idArray(lineIds)}::uuid[])
        and line.commitment_schedule_id is not null
    ), periods as (
      select distinct commitment_id, commitment_schedule_id, commitment_period_start from chosen
    ), opened as (
      select periods.commitment_schedule_id, periods.commitment_period_start,
        sum(line.total_minor - coalesce((
          select sum(item.amount_minor) from credit_memo_item as item
            join credit_memo as memo on memo.merchant_id = item.merchant_id and memo.id = item.credit_memo_id
          where item.merchant_id = line.merchant_id and item.invoice_line_id = line.id
            and not item.is_beyond_line and memo.status <> 'VOID'), 0)) as open
      from periods
        join invoice_line as line on line.merchant_id = ${merchantId} and line.commitment_id = periods.commitment_id
          and line.commitment_schedule_id = periods.commitment_schedule_id
          and line.commitment_period_start = periods.commitment_period_start
        join invoice on invoice.merchant_id = line.merchant_id and invoice.id = line.invoice_id
          and invoice.status in ('ISSUED', 'PARTIALLY_PAID', 'PAID')
      group by periods.commitment_schedule_id, periods.commitment_period_start
    )
    select chosen.id, chosen.currency, chosen.commitment_schedule_id || '/' || chosen.commitment_period_start as key,
      coalesce(opened.open, 0) as open
    from chosen left join opened using (commitment_schedule_id, commitment_period_start)`.execute(tx);
  return new Map(rows.map((row) => [row.id, { key: row.key, open: money(BigInt(row.open), row.currency) }]));
}
