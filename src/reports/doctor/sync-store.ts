import { sql } from "kysely";
import { type Check, queryCheck } from "./check-store.ts";

/** INV-43: sync records, as reported by an accounting system (ADR 0087). The sample has ids of the synced records. */
export const syncCheck: Check = queryCheck(
  {
    id: "INV-43",
    severity: "violation",
    sentence:
      "Every sync record belongs to an existing invoice, credit memo, payment, journal entry or customer, and to a version that it " +
      "has had.",
  },
  (merchantId) => sql`
    with subject as (
      select 'INVOICE' as entity_type, id, version from invoice where merchant_id = ${merchantId} and status <> 'DRAFT'
      union all select 'CREDIT_MEMO', id, version from credit_memo where merchant_id = ${merchantId}
      union all select 'PAYMENT', id, version from payment where merchant_id = ${merchantId}
      union all select 'JOURNAL_ENTRY', id, 1 from journal_entry where merchant_id = ${merchantId}
      union all select 'CUSTOMER', id, version from customer where merchant_id = ${merchantId}
    )
    select entity_id::text as id from sync_record as sync where merchant_id = ${merchantId} and not exists (
      select from subject where subject.entity_type = sync.entity_type and subject.id = sync.entity_id
        and subject.version >= sync.version)`,
);
