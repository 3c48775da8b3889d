import { type RawBuilder, sql } from "kysely";
import type { Month } from "../kernel/day.ts";
import { money } from "../kernel/money.ts";
import { idArray } from "../platform/db/columns.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { EntrySource } from "./entry-source.ts";
import type { StoredEntry } from "./stored-revenue.ts";

/** A range of months, both ends included. */
export type MonthRange = { readonly from: Month; readonly to: Month };

/** Which stored entries a list selects; undefined selects all. */
export type EntrySelection = {
  /** Disjoint. */
  readonly months: readonly MonthRange[] | undefined;
  readonly contractIds: readonly string[] | undefined;
  readonly customerIds: readonly string[] | undefined;
  readonly performanceObligationIds: readonly string[] | undefined;
};

export const everyEntry: EntrySelection = {
  months: undefined,
  contractIds: undefined,
  customerIds: undefined,
  performanceObligationIds: undefined,
};

/** The number of selected entries of a contract. */
export type ContractCount = { readonly contractId: string; readonly count: number };

/** The number of selected entries, the contract in which a page begins, and the number of entries of the contracts before it. */
export type Place = { readonly totalItems: number; readonly begin: Begin; readonly entriesBefore: number };

/** The contract in which a page begins; `NONE` after the last entry. */
type Begin = "FIRST" | "NONE" | { readonly contractId: string };

/** Where a page begins: after a number of entries, or in a contract. */
export type After = { readonly offset: number } | { readonly contractId: string };

/**
 * Finds the contract in which a page begins from the stored numbers of entries, without reading entries. For the first page, and if the
 * contract is known, the numbers are only summed, not sorted.
 *
 * @param computed counts of contracts without up-to-date stored revenue
 */
export async function placeOf(
  tx: Tx,
  merchantId: string,
  selection: EntrySelection,
  { after, computed }: { readonly after: After; readonly computed: readonly ContractCount[] },
): Promise<Place> {
  const counts = countsOf(merchantId, selection, { computed });
  if ("offset" in after && after.offset > 0) return placeBehind(tx, counts, after.offset);
  const isBefore = "offset" in after ? sql`false` : sql`contract_id < ${after.contractId}::uuid`;
  const { rows } = await sql<{ total: string | null; entries: string | null }>`
    select sum(count) as total, sum(count) filter (where ${isBefore}) as entries from (${counts}) as contract`.execute(
    tx,
  );
  const [row] = rows;
  return {
    totalItems: Number(row?.total ?? 0),
    begin: "offset" in after ? "FIRST" : { contractId: after.contractId },
    entriesBefore: Number(row?.entries ?? 0),
  };
}

/** Counts are computed before contracts are sorted (`offset 0`), so that the sorted rows are small and stay in memory. */
async function placeBehind(tx: Tx, counts: RawBuilder<unknown>, offset: number): Promise<Place> {
  const { rows } = await sql<{ total: string | null; contract_id: string | null; entries: string | null }>`
    with reached as materialized (
      select contract_id, count, sum(count) over (order by contract_id rows unbounded preceding) as through
      from (select contract_id, count from (${counts}) as contract offset 0) as contract
    ), begin as (
      select contract_id, through - count as entries from reached where through > ${offset} order by contract_id limit 1
    )
    select (select max(through) from reached) as total, (select contract_id from begin), (select entries from begin)`.execute(
    tx,
  );
  const [row] = rows;
  const contractId = row?.contract_id ?? null;
  return {
    totalItems: Number(row?.total ?? 0),
    begin: contractId === null ? "NONE" : { contractId },
    entriesBefore: Number(row?.entries ?? 0),
  };
}

/** The contracts of a page in order, with their counts: as many as a page with one entry per contract would need. */
export async function contractsFrom(
  tx: Tx,
  merchantId: string,
  selection: EntrySelection,
  page: { readonly begin: Begin; readonly limit: number; readonly computed: readonly ContractCount[] },
): Promise<ContractCount[]> {
  const { begin, limit, computed } = page;
  if (begin === "NONE") return [];
  const from = begin === "FIRST" ? undefined : begin.contractId;
  const { rows } = await sql<{ contract_id: string; count: number }>`
    select contract_id, count from (${countsOf(merchantId, selection, { computed, from })}) as contract
    order by contract_id limit ${limit}`.execute(tx);
  return rows.map((row) => ({ contractId: row.contract_id, count: Number(row.count) }));
}

/** The number of selected entries of each contract, from a contract on; contracts without any are absent. */
function countsOf(
  merchantId: string,
  selection: EntrySelection,
  { computed, from }: { readonly computed: readonly ContractCount[]; readonly from?: string | undefined },
): RawBuilder<unknown> {
  const { contractIds, customerIds } = selection;
  const isFrom = from === undefined ? sql`true` : sql`contract_id >= ${from}::uuid`;
  const stored = sql`
    select contract_id, ${countOf(merchantId, selection)} as count from contract_revenue
    where merchant_id = ${merchantId} and ${isAmong("contract_id", contractIds)} and ${isAmong("customer_id", customerIds)} and ${isFrom}`;
  if (computed.length === 0) return sql`select * from (${stored}) as stored where count > 0`;
  const ids = idArray(computed.map(({ contractId }) => contractId));
  return sql`
    select * from (${stored} and contract_id <> all(${ids}::uuid[])) as stored where count > 0
    union all
    select * from unnest(${ids}::uuid[], ${computed.map(({ count }) => count)}::int[]) as computed (contract_id, count)
    where count > 0 and ${isFrom}`;
}

function countOf(merchantId: string, { months, performanceObligationIds }: EntrySelection): RawBuilder<unknown> {
  if (performanceObligationIds !== undefined) {
    return sql`(
      select count(*)::int from obligation_schedule as pob, unnest(pob.months) as month
      where pob.merchant_id = ${merchantId} and pob.contract_id = contract_revenue.contract_id
        and ${isAmong("performance_obligation_id", performanceObligationIds)} and ${isWithin(months)})`;
  }
  if (months === undefined) return sql`entry_count`;
  return sql.join(
    [sql`0`, ...months.map(({ from, to }) => sql`${countThrough(to)} - ${countThrough(from - 1)}`)],
    sql` + `,
  );
}

/** The number of entries of a contract through a month; the stored array ends with the last month that has any. */
function countThrough(month: Month): RawBuilder<unknown> {
  return sql`coalesce(entries_through[least(${month}::int - first_month + 1, cardinality(entries_through))], 0)`;
}

function isWithin(months: readonly MonthRange[] | undefined): RawBuilder<unknown> {
  if (months === undefined) return sql`true`;
  const ranges = months.map(({ from, to }) => sql`month between ${from}::int and ${to}::int`);
  return sql`(${sql.join([sql`false`, ...ranges], sql` or `)})`;
}

function isAmong(column: string, ids: readonly string[] | undefined): RawBuilder<unknown> {
  return ids === undefined ? sql`true` : sql`${sql.ref(column)} = any(${[...ids]}::uuid[])`;
}

/** A stored entry with its contract and obligation. */
export type EntryOfPob = StoredEntry & {
  readonly contractId: string;
  readonly customerId: string | null;
  readonly performanceObligationId: string;
  readonly billingTermGroupId: string;
  /** Of the performance obligation, else of the billing term that it follows. */
  readonly productId: string | null;
  /** Index among the entries of the obligation, from 0. */
  readonly position: number;
};

type EntryRow = {
  contract_id: string;
  customer_id: string | null;
  performance_obligation_id: string;
  billing_term_group_id: string;
  product_id: string | null;
  currency: string;
  month: number;
  amount_minor: string;
  source: EntrySource;
  earned_month: number;
  category_id: string | null;
  is_manual: boolean;
  position: string;
};

/** The selected entries of some contracts, in list order. */
export async function entriesOf(
  tx: Tx,
  merchantId: string,
  contractIds: readonly string[],
  { months, performanceObligationIds }: EntrySelection,
): Promise<EntryOfPob[]> {
  const { rows } = await sql<EntryRow>`
    select contract_id, contract.customer_id, performance_obligation_id, pob.billing_term_group_id, revenue.product_id,
      contract.currency, entry.*
    from contract_revenue as contract
      join obligation_schedule as pob using (merchant_id, contract_id)
      join obligation_revenue as revenue using (merchant_id, contract_id, performance_obligation_id)
      cross join lateral unnest(pob.months, pob.amounts_minor, pob.sources, pob.earned_months, pob.category_ids, pob.are_manual)
        with ordinality as entry (month, amount_minor, source, earned_month, category_id, is_manual, position)
    where merchant_id = ${merchantId} and contract_id = any(${idArray(contractIds)}::uuid[])
      and ${isAmong("performance_obligation_id", performanceObligationIds)} and ${isWithin(months)}
    order by contract_id, place, position`.execute(tx);
  return rows.map((row) => ({
    contractId: row.contract_id,
    customerId: row.customer_id,
    performanceObligationId: row.performance_obligation_id,
    billingTermGroupId: row.billing_term_group_id,
    productId: row.product_id,
    month: row.month,
    amount: money(BigInt(row.amount_minor), row.currency),
    source: row.source,
    earnedMonth: row.earned_month,
    categoryId: row.category_id,
    isManual: row.is_manual,
    position: Number(row.position) - 1,
  }));
}
