import { sql } from "kysely";
import type { Tx } from "../platform/db/pool.ts";

/** The ids of all contracts of a customer, with deleted ones, whose posted entries are still reported. */
export async function contractsOfCustomer(tx: Tx, merchantId: string, customerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from contract where merchant_id = ${merchantId} and customer_id = ${customerId}::uuid`.execute(tx);
  return rows.map(({ id }) => id);
}
