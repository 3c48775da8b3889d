import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../platform/db/pool.ts";

export const foundTypes = [
  ...(["CUSTOMER", "CONTRACT", "INVOICE", "CREDIT_MEMO", "PAYMENT", "PRODUCT", "COMMITMENT"] as const),
  ...(["JOURNAL_ENTRY", "USAGE_EVENT", "CLOSE_PACKAGE"] as const),
];

/** A record that contains the text. */
export type Found = {
  readonly type: (typeof foundTypes)[number];
  readonly id: string;
  /** Its name or number. */
  readonly title: string;
  /** Its customer or contract, or another text that distinguishes it; null if there is none. */
  readonly detail: string | null;
  readonly status: string | null;
};

type Search = {
  readonly text: string;
  /** The maximum number of records of each type. */
  readonly limit: number;
  /** True if the number of a document may contain the text. Most texts are names, which need not be searched for in numbers. */
  readonly isNumber: boolean;
  /** The text as the number of a journal entry; null if it is not one. */
  readonly entryNumber: string | null;
  /** The text if it is a year or month, such as "2026" or "2026-01"; else null. */
  readonly period: string | null;
};

/**
 * Records, without deleted ones, whose name or number contains a text, ignoring case; those that begin with it first, then the newest. Row-level
 * security prevents the use of trigram indexes, so all names of the merchant are read. Journal entries and usage events, of which there are many,
 * are found by an index: entries by their whole number, events by the beginning of their idempotency key, case-sensitively.
 */
export async function searchRecords(tx: Tx, merchantId: string, search: Search): Promise<Found[]> {
  const { isNumber, limit, text, entryNumber, period } = search;
  const escaped = text.replaceAll(/[\\%_]/g, "\\$&");
  const holds = (name: RawBuilder<unknown>) => sql`${name} ilike ${`%${escaped}%`}`;
  const best = (name: RawBuilder<unknown>) =>
    sql`(${name} ilike ${`${escaped}%`}) desc, created_at desc, id desc limit ${limit}`;
  const own = sql`merchant_id = ${merchantId}`;
  const customerOf = (table: string) =>
    sql`(select name from customer where ${own} and customer.id = ${sql.ref(`${table}.customer_id`)})`;
  const contractOf = (table: string) =>
    sql`(select name from contract where ${own} and contract.id = ${sql.ref(`${table}.contract_id`)})`;
  const refundOf = (column: string, id: string) =>
    sql`(select min(reference) from refund where ${own} and ${sql.ref(column)} = ${sql.ref(id)} and ${holds(sql`reference`)})`;
  const refunded = (column: string) =>
    sql`id in (select ${sql.ref(column)} from refund where ${own} and ${holds(sql`reference`)})`;
  const { rows } = await sql<Found>`
    (select 'CUSTOMER' as type, id, name as title, company_name as detail, null as status from customer
      where ${own} and deleted_at is null and (${holds(sql`name`)} or ${holds(sql`company_name`)}) order by ${best(sql`name`)})
    union all
    (select 'CONTRACT', id, name, ${customerOf("contract")}, status from contract
      where ${own} and deleted_at is null and (${holds(sql`name`)} or ${holds(sql`po_number`)}) order by ${best(sql`name`)})
    union all
    (select 'INVOICE', id, invoice_number, ${customerOf("invoice")}, status from invoice
      where ${own} and ${isNumber} and number is not null and ${holds(sql`invoice_number`)} order by ${best(sql`invoice_number`)})
    union all
    (select 'CREDIT_MEMO', id, credit_memo_number, ${customerOf("credit_memo")}, null from credit_memo
      where ${own} and ((${isNumber} and ${holds(sql`credit_memo_number`)}) or ${refunded("credit_memo_id")}) order by ${best(sql`credit_memo_number`)})
    union all
    (select 'PAYMENT', id, coalesce(reference, ${refundOf("payment_id", "payment.id")}), ${customerOf("payment")}, null from payment
      where ${own} and (${holds(sql`reference`)} or ${refunded("payment_id")}) order by ${best(sql`reference`)})
    union all
    (select 'PRODUCT', id, name, display_name, null from product
      where ${own} and (${holds(sql`name`)} or ${holds(sql`display_name`)}) order by ${best(sql`name`)})
    union all
    (select 'COMMITMENT', id, name, ${contractOf("commitment")}, null from commitment
      where ${own} and deleted_at is null and ${holds(sql`name`)} order by ${best(sql`name`)})
    union all
    (select 'JOURNAL_ENTRY', id, number::text, ${contractOf("journal_entry")}, null from journal_entry
      where ${own} and number = ${entryNumber}::bigint)
    union all
    (select 'JOURNAL_ENTRY', entry.id, adjustment.adjustment_number, adjustment.reason, null
      from (select id, adjustment_number, reason from adjustment where ${own} and ${isNumber} and ${holds(sql`adjustment_number`)}
        order by ${best(sql`adjustment_number`)}) adjustment
      join journal_entry entry on entry.merchant_id = ${merchantId} and entry.source_id = adjustment.id::text
        and entry.source_type = 'ADJUSTMENT')
    union all
    (select 'USAGE_EVENT', event_id, idempotency_key,
        (select customer.name from usage_event event
          join customer on customer.merchant_id = event.merchant_id and customer.id = event.customer_id
          where event.merchant_id = ${merchantId} and event.id = event_id),
        null
      from usage_event_key where ${own} and idempotency_key >= ${text} and idempotency_key < ${`${text}\u{10ffff}`}
        and exists (select 1 from usage_event event where event.merchant_id = ${merchantId} and event.id = event_id)
        and not exists (select 1 from usage_event_deletion gone where gone.merchant_id = ${merchantId} and gone.parent_event_id = usage_event_key.event_id)
      order by idempotency_key limit ${limit})
    union all
    (select 'CLOSE_PACKAGE', id, to_char(month, 'YYYY-MM'), null, null from close_package
      where ${own} and to_char(month, 'YYYY-MM') like ${`${period ?? ""}%`} and ${period !== null}
      order by month desc, close_count desc limit ${limit})`.execute(tx);
  return rows;
}
