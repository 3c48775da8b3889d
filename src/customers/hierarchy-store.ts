import { sql } from "kysely";
import type { Tx } from "../platform/db/pool.ts";
import { maximumLevels } from "./hierarchy.ts";

/**
 * Lets one transaction at a time move customers of a merchant, because two valid moves could together make a cycle. Taken before
 * any row lock, so that no transaction that holds a row waits for it.
 */
export async function lockHierarchy(tx: Tx, merchantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`customer-hierarchy/${merchantId}`}, 0))`.execute(tx);
}

/** The ids of a customer, its parent and so on to the top. */
export async function chainToTop(tx: Tx, merchantId: string, customerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive chain (id, parent_id, level) as (
      select id, parent_customer_id, 1 from customer where merchant_id = ${merchantId} and id = ${customerId}
      union all
      select customer.id, customer.parent_customer_id, level + 1
      from chain join customer on customer.merchant_id = ${merchantId} and customer.id = chain.parent_id
      where level <= ${maximumLevels}
    )
    select id from chain order by level`.execute(tx);
  return rows.map((row) => row.id);
}

/** The number of levels of a customer and all live sub-customers below it; 1 without sub-customers. */
export async function levelsBelow(tx: Tx, merchantId: string, customerId: string): Promise<number> {
  const { rows } = await sql<{ levels: number }>`
    with recursive tree (id, level) as (
      select ${customerId}::uuid, 1
      union all
      select customer.id, level + 1
      from tree join customer on customer.merchant_id = ${merchantId} and customer.parent_customer_id = tree.id
      where customer.deleted_at is null and level <= ${maximumLevels}
    )
    select max(level) as levels from tree`.execute(tx);
  return rows[0]?.levels ?? 1;
}

/** True if a live customer has this one as its parent. */
export async function hasSubCustomers(tx: Tx, merchantId: string, customerId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("customer")
    .select("id")
    .where("merchant_id", "=", merchantId)
    .where("parent_customer_id", "=", customerId)
    .where("deleted_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
