import { sql } from "kysely";
import { idArray } from "./db/columns.ts";
import type { Tx } from "./db/pool.ts";
import { storing } from "./db/storing.ts";

// A domain event marks its contract as changed (outbox.ts). This file is for changes without such an event.

/** Marks every approved contract as changed, after a change that affects all of them. */
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
