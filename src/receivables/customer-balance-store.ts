import { sql } from "kysely";
import { money } from "../kernel/money.ts";
import { oneOf } from "../platform/db/columns.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { CustomerBalance } from "./customer-balance.ts";

/**
 * What is left to pay of the issued invoices of some customers, by customer id, in the order of currencies. Customers that owe nothing are
 * left out, and so are written-off invoices. One statement for all of them, which reads the invoices of these customers alone.
 *
 * @param today as `YYYY-MM-DD`: what was due before is overdue
 */
export async function openBalancesOf(
  tx: Tx,
  merchantId: string,
  customerIds: readonly string[],
  today: string,
): Promise<ReadonlyMap<string, readonly CustomerBalance[]>> {
  if (customerIds.length === 0) return new Map();
  const { rows } = await sql<{ customer_id: string; currency: string; open_minor: string; overdue_minor: string }>`
    select customer_id, currency, sum(balance_minor)::text as open_minor,
      coalesce(sum(balance_minor) filter (where due_date < ${today}::date), 0)::text as overdue_minor
    from invoice
    where merchant_id = ${merchantId} and customer_id = ${oneOf(customerIds)} and status in ('ISSUED', 'PARTIALLY_PAID')
    group by customer_id, currency order by currency`.execute(tx);
  const amount = (minor: string, currency: string) => money(BigInt(minor), currency);
  const byCustomer = Map.groupBy(rows, ({ customer_id }) => customer_id);
  return new Map(
    [...byCustomer].map(([id, own]) => [
      id,
      own.map((row) => ({
        open: amount(row.open_minor, row.currency),
        overdue: amount(row.overdue_minor, row.currency),
      })),
    ]),
  );
}
