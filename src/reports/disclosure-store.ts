import { sql } from "kysely";
import type { Month } from "../kernel/day.ts";
import { firstDayOf, formatDay } from "../kernel/day.ts";
import { money } from "../kernel/money.ts";
import { typesThat } from "../ledger/contract-position.ts";
import { monthColumn } from "../platform/db/columns.ts";
import { type Cutoff, recordedBy } from "../platform/db/cutoff.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { TimedRevenue, Timing } from "./disaggregation.ts";

type Span = {
  readonly first: Month;
  /** Exclusive. */
  readonly end: Month;
  readonly currency: string;
  readonly cutoff: Cutoff;
};

type RevenueRow = {
  contract_id: string | null;
  customer_id: string | null;
  category_id: string | null;
  product_id: string | null;
  timing: Timing;
  minor: string;
  closed_minor: string;
};

/** Revenue with its timing, and the part of it that closes recognized. */
export type PostedRevenue = TimedRevenue & { readonly recognizedMinor: bigint };

/**
 * All changes of the revenue accounts in some months: revenue of performance obligations by the timing of their pattern, and, with timing OTHER, the
 * rest of the accounts, which is contra revenue and revenue without a performance obligation. Entries of openings are left out.
 */
export async function timedRevenue(tx: Tx, merchantId: string, span: Span): Promise<PostedRevenue[]> {
  const { first, end, currency, cutoff } = span;
  const [from, before] = [formatDay(firstDayOf(first)), formatDay(firstDayOf(end))];
  const { rows } = await sql<RevenueRow>`
    with of_pobs as (
      select revenue.contract_id, revenue.customer_id, revenue.category_id,
        coalesce(pob.product_id, term.product_id) as product_id,
        case pob.recognition_pattern when 'POINT_IN_TIME' then 'POINT_IN_TIME' else 'OVER_TIME' end as timing,
        sum(revenue.amount_minor) as minor,
        coalesce(sum(revenue.amount_minor) filter (where entry.type = any(${typesThat("recognized")}::text[])), 0) as closed_minor
      from revenue_entry as revenue
        join journal_entry as entry on entry.merchant_id = ${merchantId} and entry.id = revenue.journal_entry_id
        join performance_obligation as pob on pob.merchant_id = ${merchantId}
          and pob.id = revenue.performance_obligation_id
        left join billing_term as term on term.merchant_id = ${merchantId} and term.id = pob.billing_term_id
      where revenue.merchant_id = ${merchantId} and revenue.currency = ${currency} and entry.type <> 'OPENING'
        and revenue.month >= ${monthColumn(first)}::date and revenue.month < ${monthColumn(end)}::date
        and ${recordedBy("entry.posted_at", cutoff)}
      group by 1, 2, 3, 4, 5
    ), beyond as (
      select contract_id, customer_id, category_id, sum(minor) as minor from (
        select contract_id, customer_id, category_id, -minor as minor from of_pobs
        union all
        select line.contract_id, line.customer_id, line.category_id, line.credit_minor - line.debit_minor
        from journal_line as line
          join journal_entry as entry on entry.merchant_id = ${merchantId} and entry.id = line.entry_id
        where line.merchant_id = ${merchantId} and line.currency = ${currency}
          and line.role in ('REVENUE', 'BREAKAGE_REVENUE', 'CONTRA_REVENUE')
          and line.date >= ${from}::date and line.date < ${before}::date and ${recordedBy("entry.posted_at", cutoff)}
      ) as either group by 1, 2, 3 having sum(minor) <> 0
    )
    select contract_id, customer_id, category_id, product_id, timing, minor::text, closed_minor::text from of_pobs
    union all
    select contract_id, customer_id, category_id, null, 'OTHER', minor::text, '0' from beyond`.execute(tx);
  return rows.map((row) => ({
    contractId: row.contract_id,
    customerId: row.customer_id,
    categoryId: row.category_id,
    productId: row.product_id,
    timing: row.timing,
    amount: money(BigInt(row.minor), currency),
    recognizedMinor: BigInt(row.closed_minor),
  }));
}

/** Revenue posted in some months but earned before them, by contract, ordered by its name; increases and decreases separately. */
export async function earlierRevenue(tx: Tx, merchantId: string, span: Span) {
  const { first, end, currency, cutoff } = span;
  const { rows } = await sql<{
    contract_id: string;
    contract_name: string;
    customer_name: string | null;
    increase: string;
    decrease: string;
  }>`
    select revenue.contract_id, contract.name as contract_name, customer.name as customer_name,
      coalesce(sum(amount_minor) filter (where amount_minor > 0), 0)::text as increase,
      coalesce(sum(amount_minor) filter (where amount_minor < 0), 0)::text as decrease
    from revenue_entry as revenue
      join journal_entry as entry on entry.merchant_id = ${merchantId} and entry.id = revenue.journal_entry_id
      join contract on contract.merchant_id = ${merchantId} and contract.id = revenue.contract_id
      left join customer on customer.merchant_id = ${merchantId} and customer.id = contract.customer_id
    where revenue.merchant_id = ${merchantId} and revenue.currency = ${currency} and entry.type <> 'OPENING'
      and revenue.month >= ${monthColumn(first)}::date and revenue.month < ${monthColumn(end)}::date
      and revenue.earned_month < ${monthColumn(first)}::date and ${recordedBy("entry.posted_at", cutoff)}
    group by revenue.contract_id, contract.name, customer.name
    order by contract.name, revenue.contract_id`.execute(tx);
  return rows.map((row) => ({
    contractId: row.contract_id,
    contractName: row.contract_name,
    customerName: row.customer_name,
    increase: money(BigInt(row.increase), currency),
    decrease: money(BigInt(row.decrease), currency),
  }));
}

/** Credits and write-offs in some months of invoices dated before them, by contract, in minor units without tax. */
export async function creditedOfEarlierInvoices(tx: Tx, merchantId: string, span: Span): Promise<Map<string, bigint>> {
  const { first, end, currency, cutoff } = span;
  const { rows } = await sql<{ contract_id: string; minor: string }>`
    select credit.contract_id, sum(credit.amount_minor)::text as minor
    from billing_credit as credit
      join invoice_line as line on line.merchant_id = ${merchantId} and line.id = credit.invoice_line_id
      join invoice on invoice.merchant_id = ${merchantId} and invoice.id = line.invoice_id
    where credit.merchant_id = ${merchantId} and invoice.currency = ${currency}
      and credit.book_month >= ${monthColumn(first)}::date and credit.book_month < ${monthColumn(end)}::date
      and invoice.issue_date < ${formatDay(firstDayOf(first))}::date and ${recordedBy("credit.created_at", cutoff)}
    group by 1`.execute(tx);
  return new Map(rows.map((row) => [row.contract_id, BigInt(row.minor)]));
}
