import { sql } from "kysely";
import { type Cutoff, knownBy } from "../platform/db/cutoff.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { Dimension, Names } from "./grouping.ts";

const tables = { contract: "contract", customer: "customer", category: "category", product: "product" } as const;

/** Names of records of one kind, deleted ones included: what they posted is still reported. */
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

/** Every currency in which the merchant had approved contracts or entries at the cutoff, in order. */
export async function currenciesOf(tx: Tx, merchantId: string, cutoff: Cutoff): Promise<string[]> {
  const { rows } = await sql<{ currency: string }>`
    select currency from contract where merchant_id = ${merchantId} and status = 'APPROVED'
      and ${knownBy("approved_at", cutoff)}
    union select currency from journal_entry where merchant_id = ${merchantId} and ${knownBy("posted_at", cutoff)}
    order by currency`.execute(tx);
  return rows.map(({ currency }) => currency);
}
