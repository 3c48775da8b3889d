import { getCustomer } from "../customers/service.ts";
import { recordNotFound } from "../platform/http/error-codes.ts";
import type { Extent, ListQuery } from "../platform/http/list-query.ts";
import type { WriteContext } from "../platform/write.ts";
import { currentInvoice, currentInvoices } from "./draft-tax-service.ts";
import type { Invoice } from "./invoice.ts";

type Reader = Pick<WriteContext, "tx" | "merchant">;

/** One page of the invoices and drafts of a customer. @throws DomainError CUSTOMER_NOT_FOUND */
export async function customerInvoices(
  reader: Reader,
  customerId: string,
  list: ListQuery,
): Promise<{ invoices: Invoice[]; extent: Extent }> {
  await getCustomer(reader.tx, reader.merchant.id, customerId);
  return currentInvoices(reader, list, customerId);
}

/** @throws DomainError CUSTOMER_NOT_FOUND, INVOICE_NOT_FOUND also for an invoice of another customer */
export async function customerInvoice(
  reader: Reader,
  { customerId, invoiceId }: { readonly customerId: string; readonly invoiceId: string },
): Promise<Invoice> {
  await getCustomer(reader.tx, reader.merchant.id, customerId);
  const invoice = await currentInvoice(reader, invoiceId);
  if (invoice.customerId !== customerId) throw recordNotFound("INVOICE_NOT_FOUND");
  return invoice;
}
