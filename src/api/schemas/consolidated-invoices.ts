import { type Static, Type } from "typebox";
import { documentActions } from "../../actions/act-on-consolidated-invoice.ts";
import type { ConsolidatedInvoice } from "../../invoicing/consolidated-invoice.ts";
import { invoiceStatuses } from "../../invoicing/invoice.ts";
import { formatMoney } from "../../kernel/money.ts";
import { instantOut } from "../../platform/clock.ts";
import { dateField, enumField, stringField, unsorted, uuidField } from "../../platform/http/filter.ts";
import type { ListDeclaration } from "../../platform/http/list-query.ts";
import { Amount, CivilDate, Closed, Instant, Named, Nullable, OneOf, Uuid } from "../../platform/http/wire.ts";
import type { Application } from "../../receivables/application.ts";
import { dayFromBody, viewOfApplication } from "./credit-memos.ts";
import { InvoiceView, TaxLineView, totals, viewOfInvoice, viewOfTaxLine, viewOfTotals } from "./invoices.ts";

const documentStatuses = invoiceStatuses.filter((status) => status !== "DRAFT");

export const consolidatedInvoiceList: ListDeclaration = {
  fields: {
    customerId: uuidField(),
    contractId: unsorted(uuidField()),
    status: enumField(documentStatuses, "eq", "neq", "in", "nin"),
    issueDate: dateField(),
    dueDate: dateField(),
    invoiceNumber: stringField(),
  },
  sorts: ["createdAt"],
};

export const ConsolidatedInvoiceView = Named(
  "ConsolidatedInvoice",
  Closed({
    id: Uuid(),
    invoiceNumber: Nullable(Type.String({ description: "One of the gapless series, of all of its sections." })),
    status: OneOf(documentStatuses),
    customerId: Uuid(),
    currency: Type.String(),
    issueDate: CivilDate(),
    dueDate: CivilDate(),
    netPaymentTerms: Type.Integer(),
    poNumber: Nullable(Type.String()),
    memo: Nullable(Type.String()),
    ...totals,
    amountPaid: Type.String(),
    amountCredited: Type.String(),
    balanceRemaining: Type.String(),
    taxLines: Type.Array(TaxLineView, { description: "By category and rate: the sums of the sections." }),
    deliveryStatus: OneOf(["NOT_SENT", "SENT", "SENT_EXTERNALLY"]),
    sentDate: Nullable(CivilDate()),
    voidedAt: Nullable(Instant()),
    issuedAt: Nullable(Instant()),
    sections: Type.Array(InvoiceView, { description: "The invoice of each contract that it bills." }),
  }),
);

export const DocumentActionBody = Named(
  "ConsolidatedInvoiceActionDto",
  Closed(
    {
      action: OneOf(documentActions),
      date: Type.Optional(CivilDate({ description: "For MARK_UNCOLLECTIBLE and REINSTATE; default: today." })),
    },
    { examples: [{ action: "MARK_AS_SENT" }] },
  ),
);

const exampleId = "0197f1a0-5c1e-7b9a-9a55-3f0d2c7e8b10";
const applied = {
  amount: Type.Optional(Amount({ sign: "positive", description: "Default: as much as both sides have." })),
};

export const ApplyPaymentToDocumentBody = Named(
  "ApplyPaymentToConsolidatedInvoiceDto",
  Closed({ paymentId: Uuid(), ...applied }, { examples: [{ paymentId: exampleId, amount: "1.00" }] }),
);

export const ApplyCreditMemoToDocumentBody = Named(
  "ApplyCreditMemoToConsolidatedInvoiceDto",
  Closed({ creditMemoId: Uuid(), ...applied }, { examples: [{ creditMemoId: exampleId, amount: "1.00" }] }),
);

export const DocumentApplicationsView = Closed({
  data: Type.Array(
    Closed({
      id: Uuid(),
      invoiceId: Uuid({ description: "The section." }),
      invoiceNumber: Nullable(Type.String()),
      amountApplied: Type.String(),
      appliedAt: CivilDate(),
      paymentId: Nullable(Uuid()),
      creditMemoId: Nullable(Uuid()),
    }),
    { description: "One for each section that is settled." },
  ),
});

export function documentActionFromBody({ action, date }: Static<typeof DocumentActionBody>) {
  return { action, date: date === undefined ? undefined : dayFromBody(date) };
}

export function viewOfDocumentApplication(application: Application) {
  const isPayment = application.kind === "PAYMENT";
  return {
    ...viewOfApplication(application),
    paymentId: isPayment ? application.creditId : null,
    creditMemoId: isPayment ? null : application.creditId,
  };
}

/** A consolidated invoice as integrators see it. */
export function viewOfConsolidatedInvoice(invoice: ConsolidatedInvoice) {
  return {
    id: invoice.id,
    invoiceNumber: invoice.invoiceNumber,
    status: invoice.status,
    customerId: invoice.customerId,
    currency: invoice.currency,
    issueDate: invoice.issueDate,
    dueDate: invoice.dueDate,
    netPaymentTerms: invoice.netPaymentTerms,
    poNumber: invoice.poNumber,
    memo: invoice.memo,
    ...viewOfTotals(invoice),
    amountPaid: formatMoney(invoice.amountPaid),
    amountCredited: formatMoney(invoice.amountCredited),
    balanceRemaining: formatMoney(invoice.balance),
    taxLines: invoice.taxLines.map(viewOfTaxLine),
    deliveryStatus: invoice.deliveryStatus,
    sentDate: invoice.sentDate,
    voidedAt: invoice.voidedAt === null ? null : instantOut(invoice.voidedAt),
    issuedAt: invoice.issuedAt === null ? null : instantOut(invoice.issuedAt),
    sections: invoice.sections.map(viewOfInvoice),
  };
}
