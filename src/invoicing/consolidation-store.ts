import { sql } from "kysely";
import { type Day, formatDay } from "../kernel/day.ts";
import type { Tx } from "../platform/db/pool.ts";

/**
 * Other contracts with the same customer, currency and consolidation key that have drafts due by today. A draft on hold counts only if the
 * draft of the given contract with the same date, payment terms and group is on hold too: sections that were voided together are issued
 * together.
 */
export async function contractsDueWith(
  tx: Tx,
  merchantId: string,
  { contractIds, today }: { readonly contractIds: readonly string[]; readonly today: Day },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct other.id from contract as own
      join contract as other on other.merchant_id = own.merchant_id and other.customer_id = own.customer_id
        and other.consolidation_key = own.consolidation_key and other.currency = own.currency and other.deleted_at is null
      join invoice as draft on draft.merchant_id = other.merchant_id and draft.contract_id = other.id and draft.status = 'DRAFT'
        and coalesce(draft.ready_on, draft.issue_date) <= ${formatDay(today)}::date
    where own.merchant_id = ${merchantId} and own.id = any(${contractIds}::uuid[]) and own.consolidation_key is not null
      and other.id <> all(${contractIds}::uuid[])
      and (not draft.is_held or exists (
        select from invoice as held
        where held.merchant_id = own.merchant_id and held.contract_id = own.id and held.status = 'DRAFT' and held.is_held
          and held.issue_date = draft.issue_date and held.net_payment_terms = draft.net_payment_terms
          and held.invoice_group is not distinct from draft.invoice_group))`.execute(tx);
  return rows.map(({ id }) => id);
}
