import { sql } from "kysely";
import type { Tx } from "../platform/db/pool.ts";

/** Those of some numbers that invoices of other books have already. */
export async function importedNumbers(tx: Tx, merchantId: string, numbers: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom("invoice")
    .select("invoice_number")
    .where("merchant_id", "=", merchantId)
    .where("is_imported", "=", true)
    .where("invoice_number", "=", sql<string>`any(${numbers}::text[])`)
    .execute();
  return new Set(rows.flatMap((row) => row.invoice_number ?? []));
}
