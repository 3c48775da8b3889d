import { type RawBuilder, sql } from "kysely";
import type { Merchant } from "../platform/clock.ts";
import { type Cutoff, recordedBy } from "../platform/db/cutoff.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { Dimension, Names } from "./grouping.ts";

const tables = { contract: "contract", customer: "customer", category: "category", product: "product" } as const;

/** Names of records of one dimension by id, with deleted ones, whose posted entries are still reported. */
export async function namesOf(
  tx: Tx,
  merchantId: string,
  dimension: Dimension,
  ids: Iterable<string | null>,
): Promise<Names> {
  const wanted = [...new Set(ids)].filter((id) => id !== null);
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from ${sql.table(tables[dimension])}
    where merchant_id = ${merchantId} and id = any(${wanted}::uuid[])`.execute(tx);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** SQL that adds to rows with an `id` the `name` of the record, null if there is none, in the order of `grouping.ts: byName`. */
export function inOrderOfNames<Row extends { id: string | null; name: string | null }>(
  merchantId: string,
  dimension: Dimension,
  rows: RawBuilder<unknown>,
): RawBuilder<Row> {
  return sql<Row>`
    select summed.*, record.name from (${rows}) as summed
      left join ${sql.table(tables[dimension])} as record on record.merchant_id = ${merchantId} and record.id = summed.id
    order by summed.id is null, coalesce(record.name, summed.id::text) collate "C", summed.id`;
}

/** Fields of lists with an id for which files show a name, and the table of the name. */
export const namedIds = {
  contractId: "contract",
  customerId: "customer",
  categoryId: "category",
  productId: "product",
  itemId: "item",
  billingTermId: "billing_term",
  eventTypeId: "event_type",
} as const;
export type NamedId = keyof typeof namedIds | "performanceObligationId";

/** Names of the records with such ids, with deleted ones. A performance obligation without a name has that of its product, else of its term. */
export async function namesBehind(
  tx: Tx,
  merchantId: string,
  field: NamedId,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, string>> {
  const wanted = sql`${[...new Set(ids)]}::uuid[]`;
  const query =
    field === "performanceObligationId"
      ? sql<{ id: string; name: string | null }>`
          select pob.id, coalesce(pob.name, product.name, term.name) as name from performance_obligation pob
          left join product on product.merchant_id = pob.merchant_id and product.id = pob.product_id
          left join billing_term term on term.merchant_id = pob.merchant_id and term.id = pob.billing_term_id
          where pob.merchant_id = ${merchantId} and pob.id = any(${wanted})`
      : sql<{ id: string; name: string | null }>`
          select id, name from ${sql.table(namedIds[field])} where merchant_id = ${merchantId} and id = any(${wanted})`;
  const { rows } = await query.execute(tx);
  return new Map(rows.flatMap(({ id, name }) => (name === null ? [] : [[id, name]])));
}

/**
 * All currencies in which the merchant had approved contracts or entries at the cutoff, in alphabetical order. The journal need not be read whole:
 * entries of a contract are in its currency and not older than its approval, which is final; of other entries, the query steps through an index from
 * one currency to the next.
 */
export async function currenciesOf(tx: Tx, merchantId: string, cutoff: Cutoff): Promise<string[]> {
  const ownEntries = sql`journal_entry where merchant_id = ${merchantId} and contract_id is null
    and ${recordedBy("posted_at", cutoff)}`;
  const { rows } = await sql<{ currency: string }>`
    with recursive of_own as (
      (select currency from ${ownEntries} order by currency limit 1)
      union all
      select (select currency from ${ownEntries} and currency > of_own.currency order by currency limit 1)
      from of_own where currency is not null
    )
    select currency from contract where merchant_id = ${merchantId} and status = 'APPROVED'
      and ${recordedBy("approved_at", cutoff)}
    union select currency from of_own where currency is not null
    order by currency`.execute(tx);
  return rows.map(({ currency }) => currency);
}

/** The company name above a report: the legal name, or the name of the merchant if there is none. */
export async function companyName({ tx, merchant }: { readonly tx: Tx; readonly merchant: Merchant }): Promise<string> {
  const { rows } = await sql<{ legal_name: string | null }>`
    select legal_name from merchant_profile where merchant_id = ${merchant.id}`.execute(tx);
  return rows[0]?.legal_name ?? merchant.name;
}
