import { sql } from "kysely";
import { monthFromColumn } from "../platform/db/columns.ts";
import type { Cutoff } from "../platform/db/cutoff.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { Books } from "./books.ts";
import { currentBooks } from "./books-store.ts";

/**
 * How far the books were closed at the cutoff. A month stores only its last close and its last reopening, so earlier states are
 * read from their audit rows.
 */
export async function booksAt(tx: Tx, merchantId: string, cutoff: Cutoff): Promise<Books> {
  if (cutoff === null) return currentBooks(tx, merchantId);
  const { rows } = await sql<{ action: string; month: string; first: string }>`
    with last as (
      select period.month, audit.action, audit.at, audit.sequence
      from accounting_period as period
        cross join lateral (
          select action, at, sequence from audit_log
          where merchant_id = ${merchantId} and entity_id = to_char(period.month, 'YYYY-MM')
            and entity_type = 'ACCOUNTING_PERIOD' and at < ${cutoff}::timestamptz
          order by at desc, sequence desc limit 1
        ) as audit
      where period.merchant_id = ${merchantId}
    )
    select action, month, (select min(month) from last as along where along.at = last.at) as first
    from last order by at desc, sequence desc limit 1`.execute(tx);
  const [last] = rows;
  if (last === undefined) return { closedThrough: null };
  // A close covers all months up to its own, a reopening all months from its own on.
  return {
    closedThrough: last.action === "period.close" ? monthFromColumn(last.month) : monthFromColumn(last.first) - 1,
  };
}
