import { findCustomers } from "../customers/service.ts";
import { invoicesByIds } from "../invoicing/service.ts";
import { entriesByIds } from "../ledger/service.ts";
import type { SyncedType } from "../ledger/sync-status.ts";
import type { Tx } from "../platform/db/pool.ts";
import { creditMemosByIds } from "../receivables/credit-memo-record-service.ts";
import { paymentsByIds } from "../receivables/payment-record-service.ts";
import { namesOfEntries } from "../reports/entry-names-service.ts";
import { viewOfCreditMemo } from "./schemas/credit-memos.ts";
import { viewOf as viewOfCustomer } from "./schemas/customers.ts";
import { viewOfInvoice } from "./schemas/invoices.ts";
import { viewOfEntry } from "./schemas/journal-entries.ts";
import { viewOfPayment } from "./schemas/payments.ts";

type Find = (tx: Tx, merchantId: string, ids: readonly string[]) => Promise<readonly { readonly id: string }[]>;

const found: Readonly<Record<SyncedType, Find>> = {
  INVOICE: async (tx, merchantId, ids) => (await invoicesByIds(tx, merchantId, ids)).map(viewOfInvoice),
  CREDIT_MEMO: async (tx, merchantId, ids) => (await creditMemosByIds(tx, merchantId, ids)).map(viewOfCreditMemo),
  PAYMENT: async (tx, merchantId, ids) => (await paymentsByIds(tx, merchantId, ids)).map(viewOfPayment),
  JOURNAL_ENTRY: async (tx, merchantId, ids) => {
    const entries = await entriesByIds(tx, merchantId, ids);
    const names = await namesOfEntries(tx, merchantId, entries);
    return entries.map((entry) => viewOfEntry(entry, names));
  },
  CUSTOMER: async (tx, merchantId, ids) => (await findCustomers(tx, merchantId, ids)).map(viewOfCustomer),
};

/** Records of one type in the form of the API, by id, for an accounting system. */
export async function syncDocuments(
  tx: Tx,
  merchantId: string,
  entityType: SyncedType,
  ids: readonly string[],
): Promise<ReadonlyMap<string, object>> {
  const views = await found[entityType](tx, merchantId, ids);
  return new Map(views.map((view) => [view.id, view]));
}
