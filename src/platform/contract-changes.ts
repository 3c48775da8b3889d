import { sql } from "kysely";
import { idArray } from "./db/columns.ts";
import type { Tx } from "./db/pool.ts";
import { storing } from "./db/storing.ts";

// Domain events mark their contract as changed (outbox.ts). These are the changes without such an event.

/** Every approved contract is changed: something that counts for all of them is another than it was. */
export async function changeAllContracts(tx: Tx, merchantId: string): Promise<void> {
  await storing(sql`
    insert into contract_change (merchant_id, contract_id, id)
    select merchant_id, id, gen_random_uuid() from contract
    where merchant_id = ${merchantId} and status = 'APPROVED' and deleted_at is null`).execute(tx);
}

export async function changeContracts(tx: Tx, merchantId: string, contractIds: readonly string[]): Promise<void> {
  if (contractIds.length === 0) return;
  await storing(sql`
    insert into contract_change (merchant_id, contract_id, id)
    select ${merchantId}, id, gen_random_uuid() from unnest(${idArray(contractIds)}::uuid[]) as contract (id)`).execute(
    tx,
  );
}
