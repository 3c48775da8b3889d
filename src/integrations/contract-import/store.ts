import { sql } from "kysely";
import { type Tx, violatedConstraint } from "../../platform/db/pool.ts";

export type DoneRow = { readonly importName: string; readonly rowKey: string; readonly contractId: string };

/** Those of the given row keys of an import that are done. */
export async function doneKeys(
  tx: Tx,
  merchantId: string,
  importName: string,
  rowKeys: readonly string[],
): Promise<Set<string>> {
  const rows = await tx
    .selectFrom("import_row")
    .select("row_key")
    .where("merchant_id", "=", merchantId)
    .where("import_name", "=", importName)
    .where("row_key", "=", sql<string>`any(${rowKeys}::text[])`)
    .execute();
  return new Set(rows.map((row) => row.row_key));
}

/** Marks a row as done, in the transaction that stored its bodies. */
export async function insertDoneRow(tx: Tx, merchantId: string, row: DoneRow): Promise<void> {
  await tx
    .insertInto("import_row")
    .values({
      merchant_id: merchantId,
      import_name: row.importName,
      row_key: row.rowKey,
      contract_id: row.contractId,
    })
    .execute();
}

/** True if the error is caused by another run of the same import, which has done the row at the same time. */
export function isDoneTwice(error: unknown): boolean {
  return violatedConstraint(error) === "import_row_pkey";
}
