import { sql } from "kysely";
import { ratio } from "../kernel/ratio.ts";
import { idArray } from "../platform/db/columns.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { RecurringSpan } from "../revenue/recurring-rates.ts";
import type { StoredSelection } from "./stored-revenue-store.ts";

type Row = {
  customer_id: string;
  from_month: number;
  before_month: number;
  numerator: string;
  denominator: string;
};

/** Stored annual recurring revenue of contracts, with their customers. */
export async function storedRecurring(
  tx: Tx,
  merchantId: string,
  { currency, last, except }: StoredSelection,
): Promise<(RecurringSpan & { readonly customerId: string })[]> {
  const isCurrent = except.length === 0 ? sql`true` : sql`contract.contract_id <> all(${idArray(except)}::uuid[])`;
  const { rows } = await sql<Row>`
    select contract.customer_id, span.from_month, span.before_month, span.numerator, span.denominator
    from contract_revenue as contract
      join recurring_revenue as span on span.merchant_id = ${merchantId} and span.contract_id = contract.contract_id
    where contract.merchant_id = ${merchantId} and contract.currency = ${currency} and contract.customer_id is not null
      and ${isCurrent} and span.from_month <= ${last}::int`.execute(tx);
  return rows.map((row) => ({
    customerId: row.customer_id,
    from: row.from_month,
    before: row.before_month,
    rate: ratio(BigInt(row.numerator), BigInt(row.denominator)),
  }));
}
