import { sql } from "kysely";
import type { Month } from "../kernel/day.ts";
import { money } from "../kernel/money.ts";
import { monthColumn, monthFromColumn } from "../platform/db/columns.ts";
import { type Cutoff, recordedBy } from "../platform/db/cutoff.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { RevenueFact } from "./waterfall.ts";

type PostedRow = {
  contract_id: string | null;
  customer_id: string | null;
  category_id: string | null;
  product_id: string | null;
  month: string;
  minor: string;
};

/**
 * Revenue posted in some months, of whatever source, less contra revenue: what the revenue accounts moved by in them. A product
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
): Promise<RevenueFact[]> {
  const isWanted = (owner: string) =>
    customerId === undefined ? sql`true` : sql`${sql.ref(owner)} = ${customerId}::uuid`;
  const [from, before] = [monthColumn(first), monthColumn(end)];
  const { rows } = await sql<PostedRow>`
    select revenue.contract_id, revenue.customer_id, revenue.category_id,
      coalesce(pob.product_id, term.product_id) as product_id, revenue.month, sum(revenue.amount_minor)::text as minor
    from revenue_entry as revenue
      join journal_entry as entry on entry.merchant_id = ${merchantId} and entry.id = revenue.journal_entry_id
      join performance_obligation as pob on pob.merchant_id = ${merchantId}
        and pob.id = revenue.performance_obligation_id
      left join billing_term as term on term.merchant_id = ${merchantId} and term.id = pob.billing_term_id
    where revenue.merchant_id = ${merchantId} and revenue.currency = ${currency} and ${isWanted("revenue.customer_id")}
      and revenue.month >= ${from}::date and revenue.month < ${before}::date and ${recordedBy("entry.posted_at", cutoff)}
    group by 1, 2, 3, 4, 5
    union all
    select null::uuid, line.customer_id, line.category_id, null::uuid, date_trunc('month', line.date)::date,
      sum(line.credit_minor - line.debit_minor)::text
    from journal_line as line
      join journal_entry as entry on entry.merchant_id = ${merchantId} and entry.id = line.entry_id
    where line.merchant_id = ${merchantId} and line.role = 'CONTRA_REVENUE' and line.currency = ${currency}
      and ${isWanted("line.customer_id")}
      and line.date >= ${from}::date and line.date < ${before}::date and ${recordedBy("entry.posted_at", cutoff)}
    group by 2, 3, 5`.execute(tx);
  return rows.map((row) => ({
    contractId: row.contract_id,
    customerId: row.customer_id,
    categoryId: row.category_id,
    productId: row.product_id,
    month: monthFromColumn(row.month),
    amount: money(BigInt(row.minor), currency),
  }));
}
