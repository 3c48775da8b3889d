import { sql } from "kysely";
import { type Day, dayFrom, formatDay } from "../kernel/day.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { DueSpan } from "../platform/write.ts";

/** The earliest day in a span on which negative usage is credited, or undefined. */
export async function nextDueCredit(tx: Tx, merchantId: string, { after, through }: DueSpan): Promise<Day | undefined> {
  const row = await withDueCredit(tx, merchantId, through)
    .select(sql<string | null>`min(term.carried_credit_due)`.as("date"))
    .where("term.carried_credit_due", ">", formatDay(after))
    .executeTakeFirst();
  return row?.date == null ? undefined : dayFrom(row.date);
}

/** Contracts with negative usage to credit by `through`, by id, after `after`, at most `limit`. */
export async function contractsWithDueCredit(
  tx: Tx,
  merchantId: string,
  { through, after, limit }: { through: Day; after: string | undefined; limit: number },
): Promise<string[]> {
  let selection = withDueCredit(tx, merchantId, through).select("contract.id").distinct();
  if (after !== undefined) selection = selection.where("contract.id", ">", after);
  const rows = await selection.orderBy("contract.id").limit(limit).execute();
  return rows.map((row) => row.id);
}

function withDueCredit(tx: Tx, merchantId: string, through: Day) {
  return (
    tx
      .selectFrom("billing_term as term")
      .innerJoin("contract", (join) =>
        join.onRef("contract.merchant_id", "=", "term.merchant_id").onRef("contract.id", "=", "term.contract_id"),
      )
      .where("term.merchant_id", "=", merchantId)
      .where("term.carried_credit_due", "<=", formatDay(through))
      .where("term.deleted_at", "is", null)
      .where("contract.status", "=", "APPROVED")
      .where("contract.deleted_at", "is", null)
      // The line that it is linked to may be among what is held.
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("invoice")
              .select("invoice.id")
              .whereRef("invoice.merchant_id", "=", "contract.merchant_id")
              .whereRef("invoice.contract_id", "=", "contract.id")
              .where("invoice.is_held", "=", true),
          ),
        ),
      )
  );
}
