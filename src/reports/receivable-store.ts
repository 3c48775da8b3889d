import { sql } from "kysely";
import { type Day, formatDay } from "../kernel/day.ts";
import { money } from "../kernel/money.ts";
import { type Cutoff, notYet, recordedBy } from "../platform/db/cutoff.ts";
import type { Tx } from "../platform/db/pool.ts";
import { lateFrom, type OpenBalance, type OpenBucket } from "./ageing.ts";

/**
 * Open receivables at the end of a day, by customer and days overdue: totals of invoices less applications and write-offs posted against the
 * receivable up to that day. They sum to the receivable account (rules 8, "Sub-ledgers").
 *
 * @returns in the order of customer names; without customers that have no open invoice
 */
export async function openBalances(tx: Tx, merchantId: string, query: OpenQuery): Promise<OpenBalance[]> {
  const { rows } = await sql<BucketRow & { customer_id: string; customer_name: string }>`
    with ${openInvoices(merchantId, query)}, balance as (
      select customer_id, ${bucketOf} from open group by customer_id, bucket
    )
    select balance.*, customer.name as customer_name
    from balance join customer on customer.merchant_id = ${merchantId} and customer.id = balance.customer_id
    order by customer.name, customer.id, balance.bucket`.execute(tx);
  return rows.map((row) => ({
    ...{ customerId: row.customer_id, customerName: row.customer_name },
    ...openBucket(row, query.currency),
  }));
}

/** As {@link openBalances}, for all customers together. */
export async function openBuckets(tx: Tx, merchantId: string, query: OpenQuery): Promise<OpenBucket[]> {
  const { rows } = await sql<BucketRow>`
    with ${openInvoices(merchantId, query)} select ${bucketOf} from open group by bucket order by bucket`.execute(tx);
  return rows.map((row) => openBucket(row, query.currency));
}

type OpenQuery = { readonly date: Day; readonly currency: string; readonly cutoff: Cutoff };
type BucketRow = { bucket: number; invoices: number; balance: string };

const bucketOf = sql`bucket, count(*)::int as invoices, sum(balance_minor)::text as balance`;

function openBucket({ bucket, invoices, balance }: BucketRow, currency: string): OpenBucket {
  return { bucket, invoices, balance: money(BigInt(balance), currency) };
}

/** SQL for the common table expression `open`: each invoice that is open on the day, with its bucket and balance. */
function openInvoices(merchantId: string, { date, currency, cutoff }: OpenQuery) {
  const day = formatDay(date);
  return sql`
    settled as (
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
        invoice.total_minor - coalesce(settled.minor, 0) as balance_minor
      from invoice left join settled on settled.invoice_id = invoice.id
      where invoice.merchant_id = ${merchantId} and invoice.currency = ${currency} and invoice.status <> 'DRAFT'
        and ${notYet("invoice.voided_at", cutoff)} and invoice.issue_date <= ${day}::date
        and ${recordedBy("invoice.issued_at", cutoff)} and invoice.total_minor <> coalesce(settled.minor, 0)
    )`;
}
