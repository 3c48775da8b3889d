import { sql } from "kysely";
import { cachedStatement } from "../platform/db/cached-statement.ts";
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

/**
 * The invoice groups of manual invoices, by contract. A group only counts in its own contract; a term of another contract with the same group
 * is billed like any other.
 */
export async function manualInvoiceGroups(
  tx: Tx,
  merchantId: string,
  contractIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { rows } = await tx.executeQuery(groupsOfContracts(tx, { merchantId, contractIds }));
  const byContract = Map.groupBy(rows, (row) => row.contract_id);
  return new Map([...byContract].map(([id, own]) => [id, new Set(own.map((row) => row.invoice_group))]));
}

const groupsOfContracts = cachedStatement<"merchantId" | "contractIds", { contract_id: string; invoice_group: string }>(
  (tx, given) =>
    tx
      .selectFrom("manual_invoice")
      .select(["contract_id", "invoice_group"])
      .where("merchant_id", "=", given.merchantId)
      .where("contract_id", "=", given.contractIds),
);

/** SQL for the source of an `invoice` row. */
export const sourceOfInvoice = sql<InvoiceSource>`case when invoice.is_imported then 'IMPORT' when exists (
  select from manual_invoice manual
  where manual.merchant_id = invoice.merchant_id and manual.contract_id = invoice.contract_id
    and manual.invoice_group = invoice.invoice_group
) then 'MANUAL' else 'ENGINE' end`;
