import type { ExternalId } from "../catalog/external-id.ts";
import { customFieldsColumn } from "../customers/custom-field-value-store.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { Invoice } from "./invoice.ts";

/** Writes the changeable columns of an issued invoice; external ids have their own function. */
export async function writeRecord(
  tx: Tx,
  merchantId: string,
  { id, memo, poNumber, customFields, lastUpdatedAt }: Invoice,
): Promise<void> {
  await tx
    .updateTable("invoice")
    .set({
      memo,
      po_number: poNumber,
      custom_fields: customFieldsColumn(customFields),
      last_updated_at: lastUpdatedAt,
    })
    .where("merchant_id", "=", merchantId)
    .where("id", "=", id)
    .where("status", "<>", "DRAFT")
    .execute();
}

/** Sets external ids by source type in one statement; those of other types stay. */
export async function upsertExternalIds(
  tx: Tx,
  merchantId: string,
  invoiceId: string,
  entries: readonly ExternalId[],
): Promise<void> {
  await tx
    .insertInto("invoice_external_id")
    .values(
      entries.map(({ sourceType, externalId }) => ({
        merchant_id: merchantId,
        invoice_id: invoiceId,
        source_type: sourceType,
        external_id: externalId,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["merchant_id", "invoice_id", "source_type"])
        .doUpdateSet((set) => ({ external_id: set.ref("excluded.external_id") })),
    )
    .execute();
}
