import { sql } from "kysely";
import { idArray } from "./db/columns.ts";
import { countedInsert } from "./db/counted-insert.ts";
import type { Tx } from "./db/pool.ts";

// A contract that is marked as changed has stored revenue that is out of date (ADR 0054). A domain event marks its contract by itself
// (outbox.ts); these functions are for changes without such an event.

/** Marks every approved contract, after a change that affects all of them. */
export async function markAllContractsChanged(tx: Tx, merchantId: string): Promise<void> {
  await countedInsert(sql`
    insert into contract_change (merchant_id, contract_id, id)
    select merchant_id, id, gen_random_uuid() from contract
    where merchant_id = ${merchantId} and status = 'APPROVED' and deleted_at is null`).execute(tx);
}

/** Marks contracts. A contract may have many marks: they are only inserted, so no write waits for another. */
export async function markContractsChanged(tx: Tx, merchantId: string, contractIds: readonly string[]): Promise<void> {
  if (contractIds.length === 0) return;
  await countedInsert(sql`
    insert into contract_change (merchant_id, contract_id, id)
    select ${merchantId}, id, gen_random_uuid() from unnest(${idArray(contractIds)}::uuid[]) as contract (id)`).execute(
    tx,
  );
}
