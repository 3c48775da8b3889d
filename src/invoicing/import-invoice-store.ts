import { sql } from "kysely";
import { dayFrom, type Month, monthOf } from "../kernel/day.ts";
import { idArray } from "../platform/db/columns.ts";
import type { Tx } from "../platform/db/pool.ts";

/** Which of some numbers invoices of other books already have; the number of a void one is free again. */
export async function importedNumbers(tx: Tx, merchantId: string, numbers: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom("invoice")
    .select("invoice_number")
    .where("merchant_id", "=", merchantId)
    // A literal, because a plan for a parameter of any value could not use the partial index of imported numbers.
    .where(sql<boolean>`is_imported and status <> 'VOID'`)
    .where("invoice_number", "=", sql<string>`any(${numbers}::text[])`)
    .execute();
  return new Set(rows.flatMap((row) => row.invoice_number ?? []));
}

/** The first month in these books of each contract that was loaded from others (ADR 0077). */
export async function firstMonthsHere(
  tx: Tx,
  merchantId: string,
  contractIds: readonly string[],
): Promise<ReadonlyMap<string, Month>> {
  if (contractIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom("contract_opening")
    .select(["contract_id", "as_of"])
    .where("merchant_id", "=", merchantId)
    .where("contract_id", "=", sql<string>`any(${idArray(contractIds)}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.contract_id, monthOf(dayFrom(row.as_of))]));
}
