import { sql } from "kysely";
import { type Day, formatDay } from "../kernel/day.ts";
import { money } from "../kernel/money.ts";
import { type Cutoff, notYet, recordedBy } from "../platform/db/cutoff.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { OpenInvoice } from "./ageing.ts";

/**
 * Invoices with what is owed of them at the end of a day, by customer and due date: their total less what was posted up to that
 * day against the receivable. The balances sum to the receivable account (rules 8, "Sub-ledgers").
 */
export async function openInvoices(
  tx: Tx,
  merchantId: string,
  { date, currency, cutoff }: { date: Day; currency: string; cutoff: Cutoff },
): Promise<OpenInvoice[]> {
  const day = formatDay(date);
  const { rows } = await sql<{
    customer_id: string;
    customer_name: string;
    due_date: string;
    balance: string;
  }>`
    select invoice.customer_id, customer.name as customer_name, invoice.due_date,
      (invoice.total_minor - coalesce(settled.minor, 0))::text as balance
    from invoice
      join customer on customer.merchant_id = ${merchantId} and customer.id = invoice.customer_id
      left join (
        select invoice_id, sum(minor) as minor from (
          select invoice_id, amount_minor as minor from application
          where merchant_id = ${merchantId} and account_role = 'RECEIVABLE' and posted_on <= ${day}::date
            and ${recordedBy("application.created_at", cutoff)}
          union all
          select invoice_id, contract_liability_minor + bad_debt_minor + tax_minor from invoice_write_off
          where merchant_id = ${merchantId} and posted_on <= ${day}::date
            and ${recordedBy("invoice_write_off.created_at", cutoff)}
        ) as act group by invoice_id
      ) as settled on settled.invoice_id = invoice.id
    where invoice.merchant_id = ${merchantId} and invoice.currency = ${currency} and invoice.status <> 'DRAFT'
      and ${notYet("invoice.voided_at", cutoff)} and invoice.issue_date <= ${day}::date and ${recordedBy("invoice.issued_at", cutoff)}
      and invoice.total_minor <> coalesce(settled.minor, 0)
    order by customer.name, customer.id, invoice.due_date, invoice.number`.execute(tx);
  return rows.map((row) => ({
    customerId: row.customer_id,
    customerName: row.customer_name,
    dueDate: row.due_date,
    balance: money(BigInt(row.balance), currency),
  }));
}
