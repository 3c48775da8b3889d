import { getCustomer } from "../customers/service.ts";
import { recordNotFound } from "../platform/http/error-codes.ts";
import type { WriteContext } from "../platform/write.ts";
import { currentInvoice } from "./draft-tax-service.ts";
import type { Invoice } from "./invoice.ts";

type Reader = Pick<WriteContext, "tx" | "merchant">;

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
