import { sql } from "kysely";
import { type Day, formatDay } from "../kernel/day.ts";
import type { Tx } from "../platform/db/pool.ts";

/** Stores through which day issued invoices cover each term after a void, exclusive; null for none. */
export async function replaceInvoicedThrough(
  tx: Tx,
  merchantId: string,
  throughByTermId: ReadonlyMap<string, Day | null>,
): Promise<void> {
  const [termIds, days] = [[...throughByTermId.keys()], [...throughByTermId.values()]];
  await sql`
    update billing_term set invoiced_through = report.through
    from unnest(${termIds}::uuid[], ${days.map((day) => (day === null ? null : formatDay(day)))}::date[])
      as report (id, through)
    where billing_term.merchant_id = ${merchantId} and billing_term.id = report.id`.execute(tx);
}
