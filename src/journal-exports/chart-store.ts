import { sql } from "kysely";
import type { Tx } from "../platform/db/pool.ts";
import { type Chart, emptyChart } from "./chart-of-accounts.ts";

/** The merchant's chart of accounts; empty if none has been set. */
export async function readChart(tx: Tx, merchantId: string): Promise<Chart> {
  const row = await tx
    .selectFrom("chart_of_accounts")
    .select(["accounts", "formats"])
    .where("merchant_id", "=", merchantId)
    .executeTakeFirst();
  return row === undefined ? emptyChart : (row as Chart);
}

/** Saves a chart, replacing the previous one. */
export async function saveChart(tx: Tx, merchantId: string, chart: Chart, at: string): Promise<void> {
  const values = {
    accounts: JSON.stringify(chart.accounts),
    formats: JSON.stringify(chart.formats),
    last_updated_at: at,
  };
  await tx
    .insertInto("chart_of_accounts")
    .values({ merchant_id: merchantId, ...values })
    .onConflict((conflict) => conflict.column("merchant_id").doUpdateSet(values))
    .execute();
}

/** Those of the given ids that exist, as categories that are not deleted or as classes. */
export async function knownIds(
  tx: Tx,
  merchantId: string,
  { categoryIds, classIds }: { readonly categoryIds: readonly string[]; readonly classIds: readonly string[] },
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from category
      where merchant_id = ${merchantId} and deleted_at is null and id = any(${categoryIds}::uuid[])
    union all
    select id from erp_class where merchant_id = ${merchantId} and id = any(${classIds}::uuid[])`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}
