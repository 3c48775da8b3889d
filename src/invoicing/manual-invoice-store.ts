import { sql } from "kysely";
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

/** Where the invoice of a row of `invoice` came from, as SQL. */
export const sourceOfInvoice = sql<InvoiceSource>`case when exists (
  select from manual_invoice manual
  where manual.merchant_id = invoice.merchant_id and manual.contract_id = invoice.contract_id
    and manual.invoice_group = invoice.invoice_group
) then 'MANUAL' else 'ENGINE' end`;
