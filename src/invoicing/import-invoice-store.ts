import { sql } from "kysely";
import type { Tx } from "../platform/db/pool.ts";

/** Those of some numbers that invoices of other books have already. */
export async function importedNumbers(tx: Tx, merchantId: string, numbers: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom("invoice")
    .select("invoice_number")
    .where("merchant_id", "=", merchantId)
    // Literally: a plan for any value of a parameter cannot use the index of imported numbers.
    .where(sql<boolean>`is_imported`)
    .where("invoice_number", "=", sql<string>`any(${numbers}::text[])`)
    .execute();
  return new Set(rows.flatMap((row) => row.invoice_number ?? []));
}
