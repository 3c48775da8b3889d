import { sql } from "kysely";
import type { Month } from "../kernel/day.ts";
import { money } from "../kernel/money.ts";
import { monthColumn, monthFromColumn } from "../platform/db/columns.ts";
import { type Cutoff, recordedBy } from "../platform/db/cutoff.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { PostedFact, RevenueFact } from "./waterfall.ts";

type PostedRow = {
  contract_id: string | null;
  customer_id: string | null;
  category_id: string | null;
  product_id: string | null;
  is_scheduled: boolean;
  month: string;
  minor: string;
};

/**
 * Revenue posted in some months, of whatever source and by adjustments, less contra revenue: what the revenue accounts moved by in them. A product
 * is that of the performance obligation, else of the billing term it follows.
 *
 * @param end exclusive
 */
export async function postedRevenue(
  tx: Tx,
  merchantId: string,
  {
    first,
    end,
    currency,
    cutoff,
    customerId,
  }: { first: Month; end: Month; currency: string; cutoff: Cutoff; customerId?: string | undefined },
): Promise<PostedFact[]> {
  const isWanted = (owner: string) =>
    customerId === undefined ? sql`true` : sql`${sql.ref(owner)} = ${customerId}::uuid`;
  const [from, before] = [monthColumn(first), monthColumn(end)];
  const { rows } = await sql<PostedRow>`
    select revenue.contract_id, revenue.customer_id, revenue.category_id,
      coalesce(pob.product_id, term.product_id) as product_id, true as is_scheduled, revenue.month, sum(revenue.amount_minor)::text as minor
    from revenue_entry as revenue
      join journal_entry as entry on entry.merchant_id = ${merchantId} and entry.id = revenue.journal_entry_id
      join performance_obligation as pob on pob.merchant_id = ${merchantId}
        and pob.id = revenue.performance_obligation_id
      left join billing_term as term on term.merchant_id = ${merchantId} and term.id = pob.billing_term_id
    where revenue.merchant_id = ${merchantId} and revenue.currency = ${currency} and entry.type <> 'OPENING'
      and ${isWanted("revenue.customer_id")}
      and revenue.month >= ${from}::date and revenue.month < ${before}::date and ${recordedBy("entry.posted_at", cutoff)}
    group by 1, 2, 3, 4, 6
    union all
    select line.contract_id, line.customer_id, line.category_id, null::uuid, false, date_trunc('month', line.date)::date,
      sum(line.credit_minor - line.debit_minor)::text
    from journal_line as line
      join journal_entry as entry on entry.merchant_id = ${merchantId} and entry.id = line.entry_id
    where line.merchant_id = ${merchantId} and line.currency = ${currency}
      and (line.role = 'CONTRA_REVENUE' or (entry.type = 'ADJUSTMENT' and line.role in ('REVENUE', 'BREAKAGE_REVENUE')))
      and ${isWanted("line.customer_id")}
      and line.date >= ${from}::date and line.date < ${before}::date and ${recordedBy("entry.posted_at", cutoff)}
    group by 1, 2, 3, 6`.execute(tx);
  return rows.map((row) => ({
    contractId: row.contract_id,
    customerId: row.customer_id,
    categoryId: row.category_id,
    productId: row.product_id,
    isScheduled: row.is_scheduled,
    month: monthFromColumn(row.month),
    amount: money(BigInt(row.minor), currency),
  }));
}

/** Revenue that adjustments posted in any month, contra revenue left out: it stands beside what schedules say. */
export async function adjustedRevenue(
  tx: Tx,
  merchantId: string,
  { currency, cutoff }: { currency: string; cutoff: Cutoff },
): Promise<RevenueFact[]> {
  const { rows } = await sql<Omit<PostedRow, "product_id" | "is_scheduled">>`
    select line.contract_id, line.customer_id, line.category_id, date_trunc('month', line.date)::date as month,
      sum(line.credit_minor - line.debit_minor)::text as minor
    from journal_line as line
      join journal_entry as entry on entry.merchant_id = ${merchantId} and entry.id = line.entry_id
    where line.merchant_id = ${merchantId} and line.currency = ${currency} and entry.type = 'ADJUSTMENT'
      and line.role in ('REVENUE', 'BREAKAGE_REVENUE') and ${recordedBy("entry.posted_at", cutoff)}
    group by 1, 2, 3, 4`.execute(tx);
  return rows.map((row) => ({
    contractId: row.contract_id,
    customerId: row.customer_id,
    categoryId: row.category_id,
    productId: null,
    month: monthFromColumn(row.month),
    amount: money(BigInt(row.minor), currency),
  }));
}
