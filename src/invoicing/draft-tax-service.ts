import { required } from "../kernel/assert.ts";
import { dayFrom } from "../kernel/day.ts";
import type { Extent, ListQuery } from "../platform/http/list-query.ts";
import type { WriteContext } from "../platform/write.ts";
import type { Invoice } from "./invoice.ts";
import { listInvoices } from "./invoice-store.ts";
import { totalsOf } from "./issue.ts";
import { getInvoice } from "./service.ts";
import { loadTaxation, type Taxation } from "./taxation-service.ts";

type Reader = Pick<WriteContext, "tx" | "merchant">;

/**
 * Invoices with the present tax of drafts, by present rates, customer and items. Computed and not stored, because a new rate affects the drafts
 * of every contract.
 */
async function withCurrentTax(reader: Reader, invoices: readonly Invoice[]): Promise<Invoice[]> {
  const drafts = invoices.filter(({ status }) => status === "DRAFT");
  if (drafts.length === 0) return [...invoices];
  const taxation = await loadTaxation(reader, drafts);
  return invoices.map((invoice) => (invoice.status === "DRAFT" ? taxed(invoice, taxation) : invoice));
}

/** An invoice or draft, with present tax. @throws DomainError INVOICE_NOT_FOUND */
export async function currentInvoice(reader: Reader, invoiceId: string): Promise<Invoice> {
  const invoice = await getInvoice(reader.tx, reader.merchant.id, invoiceId);
  const [current] = await withCurrentTax(reader, [invoice]);
  return required(current, "the invoice that was found");
}

/** One page of invoices and drafts, with present tax, newest first. */
export async function currentInvoices(
  reader: Reader,
  list: ListQuery,
  listed: Parameters<typeof listInvoices>[3],
): Promise<{ invoices: Invoice[]; extent: Extent }> {
  const page = await listInvoices(reader.tx, reader.merchant.id, list, listed);
  return { ...page, invoices: await withCurrentTax(reader, page.invoices) };
}

function taxed(draft: Invoice, taxation: Taxation): Invoice {
  const date = dayFrom(draft.issueDate);
  const tax = taxation.taxOf(draft, draft.lines, date);
  const taxes = tax.lines.map((line) => line.tax);
  const { taxTotal, total } = totalsOf(draft.lines, draft.currency, taxes);
  const lines = draft.lines.map((line, index) => ({ ...line, tax: tax.lines[index] ?? null }));
  const holdReason = taxation.isUnknownOf(draft) ? "TAX_LOCATION_MISSING" : null;
  return { ...draft, holdReason, lines, taxLines: tax.taxLines, taxTotal, total, balance: total };
}
