import { sql } from "kysely";
import { type Day, dayFrom, formatDay } from "../kernel/day.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { DueSpan } from "../platform/write.ts";

/** The first day on which a draft may be issued. */
const readyOn = sql<string>`coalesce(ready_on, issue_date)`;

/** True if the contract has a pending event or a draft that is due by today. */
export async function isBehind(tx: Tx, merchantId: string, contractId: string, today: Day): Promise<boolean> {
  const { rows } = await sql<{ behind: boolean }>`
    select exists (select from outbox_event
        where merchant_id = ${merchantId} and contract_id = ${contractId} and handled_at is null)
      or exists (select from invoice
        where merchant_id = ${merchantId} and contract_id = ${contractId} and status = 'DRAFT'
          and ${readyOn} <= ${formatDay(today)}::date and not is_held) as behind`.execute(tx);
  return rows[0]?.behind ?? false;
}

/** The earliest day in a span on which a stored draft becomes due, or undefined. */
export async function nextDueDate(tx: Tx, merchantId: string, { after, through }: DueSpan): Promise<Day | undefined> {
  const row = await tx
    .selectFrom("invoice")
    .select(sql<string | null>`min(${readyOn})`.as("date"))
    .where("merchant_id", "=", merchantId)
    .where("status", "=", "DRAFT")
    .where(readyOn, ">", formatDay(after))
    .where(readyOn, "<=", formatDay(through))
    .where("is_held", "=", false)
    .executeTakeFirst();
  return row?.date == null ? undefined : dayFrom(row.date);
}

/** Contracts with a draft due by `through`, by id, after `after`, at most `limit`. */
export async function contractsWithDueDrafts(
  tx: Tx,
  merchantId: string,
  { through, after, limit }: { through: Day; after: string | undefined; limit: number },
): Promise<string[]> {
  let selection = tx
    .selectFrom("invoice")
    .select("contract_id")
    .distinct()
    .where("merchant_id", "=", merchantId)
    .where("status", "=", "DRAFT")
    .where(readyOn, "<=", formatDay(through))
    .where("is_held", "=", false);
  if (after !== undefined) selection = selection.where("contract_id", ">", after);
  const rows = await selection.orderBy("contract_id").limit(limit).execute();
  return rows.map((row) => row.contract_id);
}
