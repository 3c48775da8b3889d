import { type RawBuilder, sql } from "kysely";
import { formatDay, type Month } from "../kernel/day.ts";
import { idArray } from "../platform/db/columns.ts";
import { countedInsert } from "../platform/db/counted-insert.ts";
import type { Tx } from "../platform/db/pool.ts";
import { type StoredRevenue, throughMonths } from "./stored-revenue.ts";

/** The marker of a change that makes the stored revenue of a contract out of date. */
export type Change = { readonly contractId: string; readonly id: string };

/**
 * Contracts whose stored revenue is out of date, or ends before `last`, ordered by id.
 *
 * @param last the last month needed for open-ended obligations
 */
export async function staleContracts(
  tx: Tx,
  merchantId: string,
  { last, contractIds, limit }: { last: Month; contractIds?: readonly string[] | undefined; limit?: number },
): Promise<string[]> {
  const isSelected = contractIds === undefined ? sql`true` : sql`contract_id = any(${idArray(contractIds)}::uuid[])`;
  const { rows } = await sql<{ contract_id: string }>`
    select contract_id from contract_change where merchant_id = ${merchantId} and ${isSelected}
    union
    select contract_id from contract_revenue where merchant_id = ${merchantId} and last_month < ${last}::int and ${isSelected}
    order by contract_id limit ${limit ?? null}::int`.execute(tx);
  return rows.map((row) => row.contract_id);
}

/** Locks those of some contracts that no other run has locked, until the transaction ends. */
export async function lockForRefresh(tx: Tx, contractIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${[...contractIds]}::text[]) with ordinality as contract (id, position)
    where pg_try_advisory_xact_lock(hashtext('accord.stored-revenue'), hashtext(id)) order by position`.execute(tx);
  return rows.map((row) => row.id);
}

/** The change markers of some contracts. */
export async function changesOf(tx: Tx, merchantId: string, contractIds: readonly string[]): Promise<Change[]> {
  const { rows } = await sql<{ contract_id: string; id: string }>`
    select contract_id, id from contract_change
    where merchant_id = ${merchantId} and contract_id = any(${idArray(contractIds)}::uuid[])`.execute(tx);
  return rows.map((row) => ({ contractId: row.contract_id, id: row.id }));
}

/** Deletes change markers that the stored revenue covers by now. */
export async function deleteChanges(tx: Tx, merchantId: string, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  await sql`
    delete from contract_change using unnest(
      ${idArray(changes.map(({ contractId }) => contractId))}::uuid[], ${idArray(changes.map(({ id }) => id))}::uuid[]
    ) as reflected (contract_id, id)
    where merchant_id = ${merchantId} and contract_change.contract_id = reflected.contract_id
      and contract_change.id = reflected.id`.execute(tx);
}

/** The tables of stored revenue, with their columns after the merchant and the values that fill them. */
const tables = [
  {
    name: "contract_revenue",
    columns: `contract_id uuid, customer_id uuid, currency text, entry_count integer, first_month integer,
      entries_through integer[], last_month integer, all_effective_from integer`,
    rows: (stored: StoredRevenue): readonly object[] => [contractRow(stored)],
  },
  {
    name: "obligation_revenue",
    columns: `contract_id uuid, performance_obligation_id uuid, category_id uuid, product_id uuid, price_minor bigint,
      recognition_pattern text, service_start date, service_end date, is_open_ended boolean, has_other_categories boolean,
      first_month integer, earned_through bigint[], entries_through integer[]`,
    rows: (stored: StoredRevenue): readonly object[] => obligationRows(stored),
  },
  {
    name: "obligation_schedule",
    columns: `contract_id uuid, place integer, performance_obligation_id uuid, billing_term_group_id uuid, months integer[],
      amounts_minor bigint[], sources text[], earned_months integer[], category_ids uuid[], are_manual boolean[]`,
    rows: (stored: StoredRevenue): readonly object[] => scheduleRows(stored),
  },
  {
    name: "recurring_revenue",
    columns: "contract_id uuid, from_month integer, before_month integer, numerator numeric, denominator numeric",
    rows: (stored: StoredRevenue): readonly object[] => recurringRows(stored),
  },
] as const;

/** The rows of a table as a relation. */
function rowsOf({ columns, rows }: (typeof tables)[number], stored: readonly StoredRevenue[]): RawBuilder<unknown> {
  return sql`jsonb_to_recordset(${JSON.stringify(stored.flatMap(rows))}::jsonb) as computed (${sql.raw(columns)})`;
}

/**
 * Replaces the stored revenue of some contracts; a contract without revenue is not among `stored`. If another run has stored a contract for
 * the first time since this transaction's snapshot, `on conflict` makes that a serialization failure, which is retried; a plain insert
 * would report a duplicate key.
 */
export async function replaceStoredRevenue(
  tx: Tx,
  merchantId: string,
  contractIds: readonly string[],
  stored: readonly StoredRevenue[],
): Promise<void> {
  for (const { name } of tables) {
    await sql`
      delete from ${sql.table(name)}
      where merchant_id = ${merchantId} and contract_id = any(${idArray(contractIds)}::uuid[])`.execute(tx);
  }
  if (stored.length === 0) return;
  for (const table of tables) {
    await countedInsert(sql`
      insert into ${sql.table(table.name)} select ${merchantId}::uuid, computed.* from ${rowsOf(table, stored)}
      on conflict do nothing`).execute(tx);
  }
}

/** Those of some contracts whose stored revenue differs from `computed`, or that are stored and not in it. */
export async function contractsStoredOtherwise(
  tx: Tx,
  merchantId: string,
  contractIds: readonly string[],
  computed: readonly StoredRevenue[],
): Promise<string[]> {
  const found = new Set<string>();
  for (const table of tables) {
    const stored = sql`
      select ${sql.raw(table.columns.replaceAll(/ [a-z]+(\[\])?(?=,|$)/g, ""))} from ${sql.table(table.name)}
      where merchant_id = ${merchantId} and contract_id = any(${idArray(contractIds)}::uuid[])`;
    const now = sql`select computed.* from ${rowsOf(table, computed)}`;
    const { rows } = await sql<{ contract_id: string }>`
      select distinct contract_id from (
        ((${stored}) except (${now})) union all ((${now}) except (${stored}))
      ) as different`.execute(tx);
    for (const { contract_id } of rows) found.add(contract_id);
  }
  return [...found].sort();
}

function contractRow({ obligations, recurring: _recurring, ...contract }: StoredRevenue) {
  const all = obligations.flatMap(({ entries }) => entries);
  const { first, entries } = throughMonths(all);
  return {
    contract_id: contract.contractId,
    customer_id: contract.customerId,
    currency: contract.currency,
    entry_count: all.length,
    first_month: first,
    entries_through: entries,
    last_month: contract.lastMonth,
    all_effective_from: contract.allEffectiveFrom,
  };
}

function obligationRows({ contractId, obligations }: StoredRevenue) {
  return obligations.map((pob) => {
    const { first, entries, earned } = throughMonths(pob.entries);
    return {
      contract_id: contractId,
      performance_obligation_id: pob.performanceObligationId,
      category_id: pob.categoryId,
      product_id: pob.productId,
      price_minor: pob.price?.toString() ?? null,
      recognition_pattern: pob.pattern,
      service_start: formatDay(pob.service.start),
      service_end: pob.service.end === null ? null : formatDay(pob.service.end),
      is_open_ended: pob.isOpenEnded,
      has_other_categories: pob.entries.some(({ categoryId }) => categoryId !== pob.categoryId),
      first_month: first,
      earned_through: earned.map(String),
      entries_through: entries,
    };
  });
}

function scheduleRows({ contractId, obligations }: StoredRevenue) {
  return obligations.flatMap((pob, place) => {
    const { entries } = pob;
    if (entries.length === 0) return [];
    return [
      {
        contract_id: contractId,
        place,
        performance_obligation_id: pob.performanceObligationId,
        billing_term_group_id: pob.billingTermGroupId,
        months: entries.map(({ month }) => month),
        amounts_minor: entries.map(({ amount }) => amount.minor.toString()),
        sources: entries.map(({ source }) => source),
        earned_months: entries.map(({ earnedMonth }) => earnedMonth),
        category_ids: entries.map(({ categoryId }) => categoryId),
        are_manual: entries.map(({ isManual }) => isManual),
      },
    ];
  });
}

function recurringRows({ contractId, recurring }: StoredRevenue) {
  return recurring.map(({ from, before, rate }) => ({
    contract_id: contractId,
    from_month: from,
    before_month: before,
    numerator: rate.numerator.toString(),
    denominator: rate.denominator.toString(),
  }));
}
