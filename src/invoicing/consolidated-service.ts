import type { Tx } from "../platform/db/pool.ts";
import { recordNotFound } from "../platform/http/error-codes.ts";
import type { Extent, ListQuery } from "../platform/http/list-query.ts";
import { type ConsolidatedInvoice, consolidated } from "./consolidated-invoice.ts";
import { listConsolidatedIds, sectionsOfDocuments } from "./consolidated-store.ts";
import { invoicesByIds } from "./invoice-store.ts";

/** @throws DomainError INVOICE_NOT_FOUND */
export async function getConsolidatedInvoice(
  tx: Tx,
  merchantId: string,
  documentId: string,
): Promise<ConsolidatedInvoice> {
  const [found] = await documentsByIds(tx, merchantId, [documentId]);
  if (found === undefined) throw recordNotFound("INVOICE_NOT_FOUND");
  return found;
}

/** One page of consolidated invoices, newest first. */
export async function listConsolidatedInvoices(
  tx: Tx,
  merchantId: string,
  list: ListQuery,
): Promise<{ invoices: ConsolidatedInvoice[]; extent: Extent }> {
  const { ids, extent } = await listConsolidatedIds(tx, merchantId, list);
  return { invoices: await documentsByIds(tx, merchantId, ids), extent };
}

async function documentsByIds(tx: Tx, merchantId: string, ids: readonly string[]): Promise<ConsolidatedInvoice[]> {
  const sectionIds = [...(await sectionsOfDocuments(tx, merchantId, ids)).values()].flat();
  const sections = await invoicesByIds(tx, merchantId, sectionIds);
  const byDocument = Map.groupBy(sections, ({ consolidatedInvoiceId }) => consolidatedInvoiceId);
  return ids.flatMap((id) => {
    const own = byDocument.get(id);
    return own === undefined ? [] : [consolidated(own)];
  });
}

/** The ids of the sections of a consolidated invoice, in their order. @throws DomainError INVOICE_NOT_FOUND */
export async function sectionIdsOf(tx: Tx, merchantId: string, documentId: string): Promise<string[]> {
  const ids = (await sectionsOfDocuments(tx, merchantId, [documentId])).get(documentId);
  if (ids === undefined) throw recordNotFound("INVOICE_NOT_FOUND");
  return ids;
}
