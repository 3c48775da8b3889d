import { type SqlBool, sql } from "kysely";
import type { Month } from "../kernel/day.ts";
import { monthColumn } from "../platform/db/columns.ts";
import type { Tx } from "../platform/db/pool.ts";

/**
 * Marks everything that a contract bills and earns as deleted, whatever made it; what was posted of it stays, and
 * counts until `bookMonth`.
 */
export async function deleteAllOfContract(
  tx: Tx,
  merchantId: string,
  contractId: string,
  { deletedAt, bookMonth }: { readonly deletedAt: string; readonly bookMonth: Month | null },
): Promise<void> {
  const deletionBookMonth = bookMonth === null ? null : monthColumn(bookMonth);
  const ofContract = sql<SqlBool>`merchant_id = ${merchantId} and contract_id = ${contractId} and deleted_at is null`;
  await tx
    .updateTable("obligation")
    .set({ deleted_at: deletedAt, last_updated_at: deletedAt })
    .where(ofContract)
    .execute();
  await tx
    .updateTable("performance_obligation")
    .set({ deleted_at: deletedAt, updated_at: deletedAt, deletion_book_month: deletionBookMonth })
    .where(ofContract)
    .execute();
  await tx
    .updateTable("billing_term")
    .set({ deleted_at: deletedAt, last_updated_at: deletedAt })
    .where(ofContract)
    .execute();
  await tx
    .updateTable("billing_term_group")
    .set({ deleted_at: deletedAt, updated_at: deletedAt })
    .where(ofContract)
    .execute();
}
