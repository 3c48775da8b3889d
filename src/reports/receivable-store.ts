import { sql } from "kysely";
import { type Day, formatDay } from "../kernel/day.ts";
import { money } from "../kernel/money.ts";
import { type Cutoff, notYet, recordedBy } from "../platform/db/cutoff.ts";
import type { Tx } from "../platform/db/pool.ts";
import { lateFrom, type OpenBalance } from "./ageing.ts";

/**
 * What customers owe at the end of a day, by how long it is past due: the totals of invoices less what was posted up to that
 * day against the receivable. The balances sum to the receivable account (rules 8, "Sub-ledgers").
 *
 * @returns in the order of the customers' names; customers who owe nothing are left out
 */
export async function openBalances(
  tx: Tx,
  merchantId: string,
  { date, currency, cutoff }: { date: Day; currency: string; cutoff: Cutoff },
): Promise<OpenBalance[]> {
  const day = formatDay(date);
  const { rows } = await sql<{
    customer_id: string;
    customer_name: string;
    bucket: number;
    invoices: number;
    balance: string;
  }>`
    with settled as (
      select invoice_id, sum(minor) as minor from (
        select invoice_id, amount_minor as minor from application
        where merchant_id = ${merchantId} and account_role = 'RECEIVABLE' and posted_on <= ${day}::date
          and ${recordedBy("application.created_at", cutoff)}
        union all
        select invoice_id, contract_liability_minor + bad_debt_minor + tax_minor from invoice_write_off
        where merchant_id = ${merchantId} and posted_on <= ${day}::date
          and ${recordedBy("invoice_write_off.created_at", cutoff)}
      ) as act group by invoice_id
    ), open as (
      select invoice.customer_id, width_bucket(${day}::date - invoice.due_date, ${lateFrom}::int[]) as bucket,
        count(*)::int as invoices, sum(invoice.total_minor - coalesce(settled.minor, 0))::text as balance
      from invoice left join settled on settled.invoice_id = invoice.id
      where invoice.merchant_id = ${merchantId} and invoice.currency = ${currency} and invoice.status <> 'DRAFT'
        and ${notYet("invoice.voided_at", cutoff)} and invoice.issue_date <= ${day}::date
        and ${recordedBy("invoice.issued_at", cutoff)} and invoice.total_minor <> coalesce(settled.minor, 0)
      group by 1, 2
    )
    select open.*, customer.name as customer_name
    from open join customer on customer.merchant_id = ${merchantId} and customer.id = open.customer_id
    order by customer.name, customer.id, open.bucket`.execute(tx);
  return rows.map((row) => ({
    customerId: row.customer_id,
    customerName: row.customer_name,
    bucket: row.bucket,
    invoices: row.invoices,
    balance: money(BigInt(row.balance), currency),
  }));
}
