import { sql } from "kysely";
import { idArray } from "../platform/db/columns.ts";
import type { Tx } from "../platform/db/pool.ts";

/** Items of prepayments, true-ups and overage that schedules state in place of those of their terms, by contract. */
export async function itemsOfSchedules(
  tx: Tx,
  merchantId: string,
  contractIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (contractIds.length === 0) return new Map();
  const { rows } = await sql<{ contract_id: string; item_id: string }>`
    select distinct commitment.contract_id, named.item_id::text
    from commitment
      join commitment_schedule as schedule
        on schedule.merchant_id = commitment.merchant_id and schedule.commitment_id = commitment.id
      cross join lateral (
        select unnest(array[schedule.prepayment_item_id, schedule.true_up_item_id]) as item_id
        union all
        select (config ->> 'itemId')::uuid from jsonb_array_elements(schedule.overage_configs) as config
      ) as named
    where commitment.merchant_id = ${merchantId} and commitment.contract_id = any(${idArray(contractIds)}::uuid[])
      and named.item_id is not null`.execute(tx);
  const byContract = Map.groupBy(rows, (row) => row.contract_id);
  return new Map([...byContract].map(([id, own]) => [id, own.map((row) => row.item_id)]));
}
