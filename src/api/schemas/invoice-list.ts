import { Type } from "typebox";
import { invoiceSources, invoiceStatuses } from "../../invoicing/invoice.ts";
import { syncStatuses } from "../../ledger/sync-status.ts";
import {
  amountField,
  dateField,
  enumField,
  instantField,
  stringField,
  unsorted,
  uuidField,
} from "../../platform/http/filter.ts";
import type { ListDeclaration } from "../../platform/http/list-query.ts";
import { PageWithTotals } from "../../platform/http/wire.ts";
import { InvoiceView } from "./invoices.ts";

export const invoiceList: ListDeclaration = {
  fields: {
    customerId: uuidField(),
    contractId: uuidField(),
    consolidatedInvoiceId: uuidField(),
    billingTermId: unsorted(uuidField("eq", "in")),
    status: enumField(invoiceStatuses, "eq", "neq", "in", "nin"),
    issueDate: dateField(),
    dueDate: dateField(),
    owedOn: unsorted(dateField("eq")),
    currency: stringField("eq", "in"),
    total: amountField(),
    invoiceNumber: stringField(),
    source: enumField(invoiceSources, "eq", "neq", "in", "nin"),
    syncStatus: enumField(syncStatuses, "eq", "in"),
    lastUpdatedAt: instantField(),
  },
  sorts: ["createdAt"],
  hasTotals: true,
};

/** A page of invoices, with the sums of all of them on request. */
export const InvoicePage = PageWithTotals(InvoiceView, {
  taxTotal: Type.String(),
  total: Type.String({ description: "Of drafts as of their last rebuild." }),
  amountPaid: Type.String(),
  amountCredited: Type.String(),
  balanceRemaining: Type.String({ description: "Drafts left out." }),
  amountOwed: Type.Optional(Type.String({ description: "With the filter `owedOn`." })),
});
