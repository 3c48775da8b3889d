import { sql } from "kysely";
import type { Month } from "../kernel/day.ts";
import { money } from "../kernel/money.ts";
import { type ColumnType, idArray, monthColumn, monthFromColumn, oneOf, plainColumn } from "../platform/db/columns.ts";
import { countedInsert } from "../platform/db/counted-insert.ts";
import { type Cutoff, recordedBy } from "../platform/db/cutoff.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { PostedRevenue, RevenuePosting } from "./posting.ts";
import type { PostedMonth } from "./schedule.ts";

export async function insertPostings(tx: Tx, merchantId: string, postings: readonly RevenuePosting[]): Promise<void> {
  if (postings.length === 0) return;
  const of = (value: (posting: RevenuePosting) => string | number | bigint, type: ColumnType) =>
    plainColumn(postings.map(value), type);
  const ids = (value: (posting: RevenuePosting) => string | null) => idArray(postings.map(value));
  await countedInsert(sql`
    insert into revenue_entry (merchant_id, performance_obligation_id, month, source, close_count, earned_month, contract_id,
      customer_id, category_id, currency, amount_minor, journal_entry_id)
    select ${merchantId}::uuid, posting.* from unnest(
      ${ids(({ performanceObligationId }) => performanceObligationId)}::uuid[], ${of(({ month }) => monthColumn(month), "date")},
      ${of(({ source }) => source, "text")}, ${of(({ closeCount }) => closeCount, "int")},
      ${of(({ earnedMonth }) => monthColumn(earnedMonth), "date")}, ${ids(({ contractId }) => contractId)}::uuid[],
      ${ids(({ customerId }) => customerId)}::uuid[], ${ids(({ categoryId }) => categoryId)}::uuid[],
      ${of(({ amount }) => amount.currency, "text")}, ${of(({ amount }) => amount.minor, "bigint")},
      ${ids(({ journalEntryId }) => journalEntryId)}::uuid[]
    ) as posting`).execute(tx);
}

/** Revenue posted up to and in a month, by obligation; obligations without any are absent. */
export async function postedRevenue(
  tx: Tx,
  merchantId: string,
  obligationIds: readonly string[],
  month: Month,
): Promise<Map<string, PostedRevenue>> {
  const { rows } = await sql<{ id: string; before: string; pattern: string; catch_up: string; breakage: string }>`
    select performance_obligation_id as id,
      coalesce(sum(amount_minor) filter (where month < ${monthColumn(month)}::date and source <> 'BREAKAGE'), 0) as before,
      coalesce(sum(amount_minor) filter (where month = ${monthColumn(month)}::date and source in ('PATTERN', 'CONSUMED')), 0)
        as pattern,
      coalesce(sum(amount_minor) filter (where month = ${monthColumn(month)}::date and source = 'CATCH_UP'), 0) as catch_up,
      coalesce(sum(amount_minor) filter (where source = 'BREAKAGE'), 0) as breakage
    from revenue_entry
    where merchant_id = ${merchantId} and performance_obligation_id = any(${idArray(obligationIds)}::uuid[])
      and month <= ${monthColumn(month)}::date
    group by performance_obligation_id`.execute(tx);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        before: BigInt(row.before),
        pattern: BigInt(row.pattern),
        catchUp: BigInt(row.catch_up),
        breakage: BigInt(row.breakage),
      },
    ]),
  );
}

/**
 * Posted revenue of some obligations, summed over closes, by obligation, month, source and category.
 *
 * @param from   earlier months are summed into the month before it, for callers that need no history
 * @param cutoff only postings recorded by this moment
 */
export async function postedMonths(
  tx: Tx,
  merchantId: string,
  obligationIds: readonly string[],
  from?: Month,
  cutoff: Cutoff = null,
): Promise<Map<string, PostedMonth[]>> {
  const month =
    from === undefined
      ? sql.ref<string>("month")
      : sql<string>`greatest(month, ${sql.lit(monthColumn(from - 1))}::date)`;
  const rows = await tx
    .selectFrom("revenue_entry")
    .select(["performance_obligation_id", month.as("month"), "source", "category_id", "currency"])
    // If several closes posted, the first corrected month is that of the last close.
    .select((eb) => [
      eb.fn.sum<string>("amount_minor").as("amount"),
      sql<string>`(array_agg(earned_month order by close_count desc))[1]`.as("earned_month"),
    ])
    .where("merchant_id", "=", merchantId)
    .where("performance_obligation_id", "=", oneOf(obligationIds))
    .where((eb) =>
      cutoff === null
        ? eb.lit(true)
        : eb.exists(
            eb
              .selectFrom("journal_entry")
              .select("id")
              .where("journal_entry.merchant_id", "=", merchantId)
              .whereRef("journal_entry.id", "=", "revenue_entry.journal_entry_id")
              .where(recordedBy("journal_entry.posted_at", cutoff)),
          ),
    )
    .groupBy(["performance_obligation_id", month, "source", "category_id", "currency"])
    .orderBy("performance_obligation_id")
    .orderBy(month)
    .orderBy("source")
    .orderBy("category_id")
    .execute();
  const months = rows.map(
    (row): PostedMonth => ({
      performanceObligationId: row.performance_obligation_id,
      month: monthFromColumn(row.month),
      source: row.source,
      earnedMonth: monthFromColumn(row.earned_month),
      categoryId: row.category_id,
      amount: money(BigInt(row.amount), row.currency),
    }),
  );
  return Map.groupBy(months, (posted) => posted.performanceObligationId);
}

/** The earliest month in which revenue of an obligation is posted, or undefined. */
export async function firstPostedMonth(tx: Tx, merchantId: string, obligationId: string): Promise<Month | undefined> {
  const row = await tx
    .selectFrom("revenue_entry")
    .select((eb) => eb.fn.min("month").as("month"))
    .where("merchant_id", "=", merchantId)
    .where("performance_obligation_id", "=", obligationId)
    .executeTakeFirst();
  return row?.month == null ? undefined : monthFromColumn(row.month);
}

/**
 * The contract of a performance obligation, for locking it; null if the obligation itself was deleted.
 */
export async function contractOfPob(tx: Tx, merchantId: string, pobId: string): Promise<string | null> {
  const row = await tx
    .selectFrom("performance_obligation as pob")
    .innerJoin("contract", (join) =>
      join.onRef("contract.merchant_id", "=", "pob.merchant_id").onRef("contract.id", "=", "pob.contract_id"),
    )
    .select("pob.contract_id")
    .where("pob.merchant_id", "=", merchantId)
    .where("pob.id", "=", pobId)
    .where((where) =>
      where.or([where("pob.deleted_at", "is", null), where("pob.deleted_at", "=", where.ref("contract.deleted_at"))]),
    )
    .executeTakeFirst();
  return row?.contract_id ?? null;
}

/** The performance obligations of some products, their own or that of the term they follow; deleted ones are included. */
export async function pobsOfProducts(tx: Tx, merchantId: string, productIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select pob.id from performance_obligation as pob
      left join billing_term as term on term.merchant_id = ${merchantId} and term.id = pob.billing_term_id
    where pob.merchant_id = ${merchantId}
      and coalesce(pob.product_id, term.product_id) = any(${[...productIds]}::uuid[])`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The contracts of some performance obligations, deleted ones included. */
export async function contractsOfPobs(tx: Tx, merchantId: string, pobIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom("performance_obligation")
    .select("contract_id")
    .distinct()
    .where("merchant_id", "=", merchantId)
    .where("id", "=", oneOf([...pobIds]))
    .execute();
  return rows.map((row) => row.contract_id);
}
