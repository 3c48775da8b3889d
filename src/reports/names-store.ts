import { sql } from "kysely";
import type { Merchant } from "../platform/clock.ts";
import { type Cutoff, recordedBy } from "../platform/db/cutoff.ts";
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

/**
 * Every currency in which the merchant had approved contracts or entries at the cutoff, in order. The journal is not read whole:
 * an entry of a contract is in its currency and no older than its approval, which is for good; an index steps from one currency of
 * the other entries to the next.
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

/** What stands above a report: the legal name of the company, else the name of the merchant. */
export async function companyName({ tx, merchant }: { readonly tx: Tx; readonly merchant: Merchant }): Promise<string> {
  const { rows } = await sql<{ legal_name: string | null }>`
    select legal_name from merchant_profile where merchant_id = ${merchant.id}`.execute(tx);
  return rows[0]?.legal_name ?? merchant.name;
}
