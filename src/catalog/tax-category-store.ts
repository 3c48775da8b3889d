import { sql } from "kysely";
import type { TaxCategory } from "../kernel/tax-category.ts";
import type { Tx } from "../platform/db/pool.ts";

/** The tax categories of items and products, by id, including deleted ones, which terms may still have. */
export async function findTaxCategories(
  tx: Tx,
  merchantId: string,
  ids: readonly string[],
): Promise<Map<string, TaxCategory>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; tax_category: TaxCategory }>`
    select id, tax_category from item where merchant_id = ${merchantId} and id = any(${ids}::uuid[])
    union all
    select id, tax_category from product where merchant_id = ${merchantId} and id = any(${ids}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row.tax_category]));
}
