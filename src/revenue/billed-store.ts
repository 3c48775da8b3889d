import { sql } from "kysely";
import type { PerformanceObligationRecord } from "../billing-terms/performance-obligation.ts";
import { money } from "../kernel/money.ts";
import { dayFromColumn } from "../platform/db/columns.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { BilledAmount } from "./known-promise.ts";

/**
 * What issued invoices billed without tax, less what was taken back, by billing term group and date: for the groups of
 * promises that are recognized as billed alone, because the others do not look at it. What another promise of the group
 * earns is left out: usage by its event type, fixed terms by stated prices, and a term by the promise that follows it.
 */
export async function billedByGroup(
  tx: Tx,
  merchantId: string,
  records: readonly PerformanceObligationRecord[],
): Promise<Map<string, BilledAmount[]>> {
  const groupIds = records
    .filter(({ obligation }) => obligation.recognitionPattern === "RECOGNIZE_AS_BILLED")
    .map(({ obligation }) => obligation.billingTermGroupId);
  if (groupIds.length === 0) return new Map();
  const { rows } = await sql<{ group_id: string; date: string; minor: string; currency: string }>`
    select term.billing_term_group_id as group_id, billed.date, sum(billed.minor)::text as minor, contract.currency
    from billing_term as term
      join contract on contract.merchant_id = term.merchant_id and contract.id = term.contract_id
      join lateral (
        select invoice.issue_date as date, line.total_minor as minor from invoice_line as line
          join invoice on invoice.merchant_id = line.merchant_id and invoice.id = line.invoice_id
          where line.merchant_id = ${merchantId} and line.billing_term_id = term.id and not line.is_void
        union all
        select reduction.date, -reduction.amount_minor from billing_reduction as reduction
          where reduction.merchant_id = ${merchantId} and reduction.billing_term_id = term.id
      ) as billed on true
    where term.merchant_id = ${merchantId} and term.billing_term_group_id = any(${groupIds}::uuid[])
      and not exists (
        select from performance_obligation as promise
        where promise.merchant_id = ${merchantId} and promise.billing_term_group_id = term.billing_term_group_id
          and promise.deleted_at is null and promise.recognition_pattern <> 'RECOGNIZE_AS_BILLED'
          and (promise.billing_term_id = term.id or promise.event_type_id = term.event_type_id
            or (promise.billing_term_id is null and promise.consideration_type = 'FIXED' and term.event_type_id is null)))
    group by term.billing_term_group_id, billed.date, contract.currency
    order by billed.date`.execute(tx);
  const amounts = new Map<string, BilledAmount[]>();
  for (const row of rows) {
    const amount = { date: dayFromColumn(row.date), amount: money(BigInt(row.minor), row.currency) };
    amounts.set(row.group_id, [...(amounts.get(row.group_id) ?? []), amount]);
  }
  return amounts;
}
