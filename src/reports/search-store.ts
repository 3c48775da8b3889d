import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../platform/db/pool.ts";

export const foundTypes = ["CUSTOMER", "CONTRACT", "INVOICE", "CREDIT_MEMO", "PAYMENT", "PRODUCT"] as const;

/** A record that a text was found in. */
export type Found = {
  readonly type: (typeof foundTypes)[number];
  readonly id: string;
  /** Its name or number. */
  readonly title: string;
  /** Whose it is, or what else tells it from others; null where nothing does. */
  readonly detail: string | null;
  readonly status: string | null;
};

type Search = {
  readonly text: string;
  /** Of each type. */
  readonly limit: number;
  /** Can a number of documents hold the text? Most texts are names, and need not be looked for in numbers. */
  readonly isNumber: boolean;
};

/**
 * Live records whose name or number holds a text, in any case: those that begin with it first, then the newest. Row-level security
 * lets no index of parts of words be used, so the names of the one merchant are read.
 */
export async function searchRecords(tx: Tx, merchantId: string, search: Search): Promise<Found[]> {
  const { isNumber, limit } = search;
  const escaped = search.text.replaceAll(/[\\%_]/g, "\\$&");
  const holds = (name: RawBuilder<unknown>) => sql`${name} ilike ${`%${escaped}%`}`;
  const best = (name: RawBuilder<unknown>) =>
    sql`(${name} ilike ${`${escaped}%`}) desc, created_at desc, id desc limit ${limit}`;
  const own = sql`merchant_id = ${merchantId}`;
  const customerOf = (table: string) =>
    sql`(select name from customer where ${own} and customer.id = ${sql.ref(`${table}.customer_id`)})`;
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
      where ${own} and ${isNumber} and ${holds(sql`credit_memo_number`)} order by ${best(sql`credit_memo_number`)})
    union all
    (select 'PAYMENT', id, reference, ${customerOf("payment")}, null from payment
      where ${own} and ${holds(sql`reference`)} order by ${best(sql`reference`)})
    union all
    (select 'PRODUCT', id, name, display_name, null from product
      where ${own} and (${holds(sql`name`)} or ${holds(sql`display_name`)}) order by ${best(sql`name`)})`.execute(tx);
  return rows;
}
