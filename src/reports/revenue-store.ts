import { type RawBuilder, sql } from "kysely";
import type { Month } from "../kernel/day.ts";
import { money } from "../kernel/money.ts";
import { monthColumn, monthFromColumn } from "../platform/db/columns.ts";
import { type Cutoff, recordedBy } from "../platform/db/cutoff.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { RevenueSource } from "../revenue/schedule.ts";
import { type Dimension, dimensions } from "./grouping.ts";
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

/** A selection of posted revenue: months from `first` to `end`, exclusive, recorded by the cutoff, of all or some customers. */
type PostedSelection = {
  readonly first: Month;
  readonly end: Month;
  readonly cutoff: Cutoff;
  readonly customerIds?: readonly string[] | undefined;
};

/**
 * Revenue posted in some months from all sources and by adjustments, less contra revenue. Without entries of openings. The product is that of the
 * performance obligation, else of its billing term.
 *
 * @param by sums up by this dimension in the database, so that memory does not grow with the book; ids of others are null. By all if undefined
 */
export async function postedRevenue(
  tx: Tx,
  merchantId: string,
  { currency, by, ...selection }: PostedSelection & { readonly currency: string; readonly by?: Dimension },
): Promise<PostedFact[]> {
  const posted = postedSums(merchantId, selection);
  return factsOf(tx, by === undefined ? posted : summedBy(by, posted), currency);
}

function summedBy(by: Dimension, posted: RawBuilder<unknown>): RawBuilder<unknown> {
  const ids = dimensions.map((each) => {
    const column = sql.ref(`${each}_id`);
    return each === by ? column : sql`null::uuid as ${column}`;
  });
  return sql`
    select ${sql.join(ids)}, is_scheduled, month, currency, sum(minor) as minor from (${posted}) as part
    group by ${sql.ref(`${by}_id`)}, is_scheduled, month, currency`;
}

/** The part of posted revenue that is in no schedule: contra revenue and adjustments. */
export async function otherPosted(
  tx: Tx,
  merchantId: string,
  { currency, ...selection }: PostedSelection & { readonly currency: string },
): Promise<PostedFact[]> {
  return factsOf(tx, otherSums(merchantId, selection), currency);
}

async function factsOf(tx: Tx, posted: RawBuilder<unknown>, currency: string): Promise<PostedFact[]> {
  const { rows } = await sql<PostedRow>`
    select contract_id, customer_id, category_id, product_id, is_scheduled, month, minor::text as minor
    from (${posted}) as posted where currency = ${currency}`.execute(tx);
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

/**
 * Revenue that openings posted in some months (ADR 0077), by the current category of obligations. Other books recognized it: schedules include it,
 * but it is not revenue of these books.
 */
export async function openedRevenue(
  tx: Tx,
  merchantId: string,
  { currency, ...selection }: PostedSelection & { readonly currency: string },
): Promise<RevenueFact[]> {
  const opened = scheduledSums(merchantId, selection, {
    category: sql`pob.category_id`,
    isAmong: sql`entry.type = 'OPENING'`,
  });
  return factsOf(tx, opened, currency);
}

/** The same by performance obligation, with the source: an opening posts a catch-up for days that were closed or locked. */
export async function openedRevenueOfPobs(
  tx: Tx,
  merchantId: string,
  { first, end, currency, cutoff }: Omit<PostedSelection, "customerIds"> & { readonly currency: string },
) {
  const { rows } = await sql<{ id: string; month: string; source: RevenueSource; minor: string }>`
    select revenue.performance_obligation_id as id, revenue.month, revenue.source, revenue.amount_minor::text as minor
    from revenue_entry as revenue
      join journal_entry as entry on entry.merchant_id = ${merchantId} and entry.id = revenue.journal_entry_id
    where revenue.merchant_id = ${merchantId} and revenue.currency = ${currency} and entry.type = 'OPENING'
      and revenue.month >= ${monthColumn(first)}::date and revenue.month < ${monthColumn(end)}::date
      and ${recordedBy("entry.posted_at", cutoff)}`.execute(tx);
  const opened = rows.map(({ id, month, source, minor }) => ({
    ...{ id, source, month: monthFromColumn(month), amount: money(BigInt(minor), currency) },
  }));
  return Map.groupBy(opened, ({ id }) => id);
}

/** SQL for posted revenue in all currencies. Customers are selected by their contracts, because the customer of an approved contract is fixed. */
export function postedSums(merchantId: string, selection: PostedSelection): RawBuilder<unknown> {
  return sql`
    ${scheduledSums(merchantId, selection, { category: sql`revenue.category_id`, isAmong: sql`entry.type <> 'OPENING'` })}
    union all
    ${otherSums(merchantId, selection)}`;
}

function scheduledSums(
  merchantId: string,
  { first, end, cutoff, customerIds }: PostedSelection,
  { category, isAmong }: { readonly category: RawBuilder<unknown>; readonly isAmong: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const [from, before] = [monthColumn(first), monthColumn(end)];
  const isSelected =
    customerIds === undefined
      ? sql`true`
      : sql`revenue.performance_obligation_id = any(array(select id from performance_obligation
          where merchant_id = ${merchantId} and contract_id = ${contractsOf(merchantId, customerIds)}))`;
  return sql`
    select revenue.contract_id, revenue.customer_id, ${category} as category_id, coalesce(pob.product_id, term.product_id) as product_id,
      true as is_scheduled, revenue.month, revenue.currency, sum(revenue.amount_minor) as minor
    from revenue_entry as revenue
      join journal_entry as entry on entry.merchant_id = ${merchantId} and entry.id = revenue.journal_entry_id
      join performance_obligation as pob on pob.merchant_id = ${merchantId}
        and pob.id = revenue.performance_obligation_id
      left join billing_term as term on term.merchant_id = ${merchantId} and term.id = pob.billing_term_id
    where revenue.merchant_id = ${merchantId} and ${isAmong}
      and ${isSelected}
      and revenue.month >= ${from}::date and revenue.month < ${before}::date and ${recordedBy("entry.posted_at", cutoff)}
    group by 1, 2, 3, 4, 6, 7`;
}

function contractsOf(merchantId: string, customerIds: readonly string[]): RawBuilder<unknown> {
  return sql`any(array(
    select id from contract where merchant_id = ${merchantId} and customer_id = any(${[...customerIds]}::uuid[])))`;
}

function otherSums(merchantId: string, { first, end, cutoff, customerIds }: PostedSelection): RawBuilder<unknown> {
  const [from, before] = [monthColumn(first), monthColumn(end)];
  const isOfCustomer = customerIds === undefined ? sql`true` : sql`line.customer_id = any(${[...customerIds]}::uuid[])`;
  const isOfContract =
    customerIds === undefined ? sql`true` : sql`line.contract_id = ${contractsOf(merchantId, customerIds)}`;
  return sql`
    select contract_id, customer_id, category_id, null::uuid as product_id, false as is_scheduled, month, currency, sum(minor) as minor
    from (
      select line.*, entry.posted_at, date_trunc('month', line.date)::date as month, line.credit_minor - line.debit_minor as minor
      from journal_line as line
        join journal_entry as entry on entry.merchant_id = ${merchantId} and entry.id = line.entry_id
      where line.merchant_id = ${merchantId} and line.role = 'CONTRA_REVENUE' and ${isOfCustomer}
        and line.date >= ${from}::date and line.date < ${before}::date
      union all
      select line.*, entry.posted_at, date_trunc('month', line.date)::date, line.credit_minor - line.debit_minor
      from journal_line as line
        join journal_entry as entry on entry.merchant_id = ${merchantId} and entry.id = line.entry_id
      where line.merchant_id = ${merchantId} and entry.type = 'ADJUSTMENT' and line.role in ('REVENUE', 'BREAKAGE_REVENUE')
        and ${isOfContract} and line.date >= ${from}::date and line.date < ${before}::date
    ) as other
    where ${recordedBy("posted_at", cutoff)}
    group by 1, 2, 3, 6, 7`;
}

/** Revenue that adjustments posted in any month, without contra revenue; it is in no schedule. */
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
