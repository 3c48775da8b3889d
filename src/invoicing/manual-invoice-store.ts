import { sql } from "kysely";
import { oneOf } from "../platform/db/columns.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { InvoiceSource } from "./invoice.ts";

/** Records that the lines of a group of a contract are those of a manual invoice. */
export async function insertManualInvoice(
  tx: Tx,
  merchantId: string,
  { contractId, invoiceGroup }: { readonly contractId: string; readonly invoiceGroup: string },
): Promise<void> {
  await tx
    .insertInto("manual_invoice")
    .values({ merchant_id: merchantId, contract_id: contractId, invoice_group: invoiceGroup })
    .execute();
}

/** The invoice groups of the manual invoices of some contracts. Each is a fresh id, so no two contracts share one. */
export async function manualInvoiceGroups(
  tx: Tx,
  merchantId: string,
  contractIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom("manual_invoice")
    .select("invoice_group")
    .where("merchant_id", "=", merchantId)
    .where("contract_id", "=", oneOf(contractIds))
    .execute();
  return new Set(rows.map((row) => row.invoice_group));
}

/** Where the invoice of a row of `invoice` came from, as SQL. */
export const sourceOfInvoice = sql<InvoiceSource>`case when invoice.is_imported then 'IMPORT' when exists (
  select from manual_invoice manual
  where manual.merchant_id = invoice.merchant_id and manual.contract_id = invoice.contract_id
    and manual.invoice_group = invoice.invoice_group
) then 'MANUAL' else 'ENGINE' end`;
