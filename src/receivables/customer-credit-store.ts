import { sql } from "kysely";
import { type Money, money } from "../kernel/money.ts";
import type { Tx } from "../platform/db/pool.ts";

/** Unused amounts of a customer's credit memos and payments, by currency in alphabetical order; amounts above zero. */
export async function unusedCreditOf(tx: Tx, merchantId: string, customerId: string): Promise<Money[]> {
  const { rows } = await sql<{ currency: string; left_minor: string }>`
    select currency, sum(left_minor)::text as left_minor from (
      select currency, balance_minor as left_minor from credit_memo
      where merchant_id = ${merchantId} and customer_id = ${customerId}
      union all
      select currency, unapplied_minor from payment
      where merchant_id = ${merchantId} and customer_id = ${customerId}
    ) as credit group by currency having sum(left_minor) > 0 order by currency`.execute(tx);
  return rows.map((row) => money(BigInt(row.left_minor), row.currency));
}
