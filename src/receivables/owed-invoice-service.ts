import { getCustomer } from "../customers/service.ts";
import { currentInvoices } from "../invoicing/draft-tax-service.ts";
import type { Invoice } from "../invoicing/invoice.ts";
import type { Extent, ListQuery } from "../platform/http/list-query.ts";
import type { WriteContext } from "../platform/write.ts";
import { issuedBy, owedMinor } from "./owed-store.ts";

type Reader = Pick<WriteContext, "tx" | "merchant">;

/**
 * One page of invoices and drafts with present tax, newest first, of one customer if named. With the filter `owedOn`, the invoices with an amount
 * owed at the end of a day, by present postings, with that amount: the invoices of the ageing report.
 *
 * @throws DomainError CUSTOMER_NOT_FOUND
 */
export async function listedInvoices(
  reader: Reader,
  list: ListQuery,
  customerId?: string,
): Promise<{ invoices: Invoice[]; extent: Extent }> {
  if (customerId !== undefined) await getCustomer(reader.tx, reader.merchant.id, customerId);
  return currentInvoices(reader, list, { customerId, owedOn: { issuedBy, owedMinor } });
}
