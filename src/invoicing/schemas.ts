import { Type } from "typebox";
import { formatDay } from "../kernel/day.ts";
import { formatMoney } from "../kernel/money.ts";
import { instantOut } from "../platform/clock.ts";
import { amountField, dateField, enumField, instantField, stringField, uuidField } from "../platform/http/filter.ts";
import type { ListDeclaration } from "../platform/http/list-query.ts";
import { CivilDate, Closed, Instant, Named, Nullable, OneOf, Uuid } from "../platform/http/wire.ts";
import { type Invoice, type InvoiceLine, invoiceStatuses } from "./invoice.ts";
import { totalsOf } from "./issue.ts";
import type { ScheduledInvoice } from "./service.ts";

export const invoiceList: ListDeclaration = {
  fields: {
    customerId: uuidField(),
    contractId: uuidField(),
    billingTermId: uuidField("eq", "in"),
    status: enumField(invoiceStatuses, "eq", "neq", "in", "nin"),
    issueDate: dateField(),
    dueDate: dateField(),
    total: amountField(),
    invoiceNumber: stringField(),
    lastUpdatedAt: instantField(),
  },
};

const lineTypes = ["FLAT", "UNIT", "ONE_OFF"] as const;

const InvoiceLineView = Closed({
  type: OneOf(lineTypes),
  billingTermId: Uuid(),
  name: Type.String(),
  description: Nullable(Type.String()),
  serviceStartDate: CivilDate(),
  serviceEndDate: CivilDate({ description: "Last day, inclusive." }),
  quantity: Type.String(),
  unitPrice: Type.String(),
  subtotal: Type.String(),
  discountTotal: Type.String(),
  total: Type.String({ description: "subtotal − discountTotal, tax excluded." }),
});

const totals = {
  subtotal: Type.String(),
  discountTotal: Type.String(),
  taxTotal: Type.String(),
  total: Type.String(),
};

export const InvoiceView = Named(
  "Invoice",
  Closed({
    id: Uuid(),
    invoiceNumber: Nullable(Type.String({ description: "Given at issue, without gaps." })),
    customerId: Uuid(),
    contractId: Uuid(),
    status: OneOf(invoiceStatuses),
    currency: Type.String(),
    issueDate: CivilDate(),
    dueDate: CivilDate(),
    originalIssueDate: CivilDate({
      description: "As planned; differs from issueDate where the invoice was made late.",
    }),
    originalDueDate: CivilDate(),
    netPaymentTerms: Type.Integer(),
    invoiceGroup: Nullable(Type.String()),
    poNumber: Nullable(Type.String()),
    ...totals,
    amountPaid: Type.String(),
    amountCredited: Type.String(),
    balanceRemaining: Type.String(),
    lineItems: Type.Array(InvoiceLineView),
    issuedAt: Nullable(Instant()),
    createdAt: Instant(),
    lastUpdatedAt: Instant(),
  }),
);

/** An invoice as integrators see it. */
export function viewOfInvoice(invoice: Invoice) {
  return {
    id: invoice.id,
    invoiceNumber: invoice.invoiceNumber,
    customerId: invoice.customerId,
    contractId: invoice.contractId,
    status: invoice.status,
    currency: invoice.currency,
    issueDate: invoice.issueDate,
    dueDate: invoice.dueDate,
    originalIssueDate: invoice.originalIssueDate,
    originalDueDate: invoice.originalDueDate,
    netPaymentTerms: invoice.netPaymentTerms,
    invoiceGroup: invoice.invoiceGroup,
    poNumber: invoice.poNumber,
    subtotal: formatMoney(invoice.subtotal),
    discountTotal: formatMoney(invoice.discountTotal),
    taxTotal: formatMoney(invoice.taxTotal),
    total: formatMoney(invoice.total),
    amountPaid: formatMoney(invoice.amountPaid),
    amountCredited: formatMoney(invoice.amountCredited),
    balanceRemaining: formatMoney(invoice.balance),
    lineItems: invoice.lines.map(viewOfLine),
    issuedAt: invoice.issuedAt === null ? null : instantOut(invoice.issuedAt),
    createdAt: instantOut(invoice.createdAt),
    lastUpdatedAt: instantOut(invoice.lastUpdatedAt),
  };
}

export const InvoiceScheduleView = Closed({
  data: Type.Array(
    Closed({
      issueDate: CivilDate(),
      dueDate: CivilDate(),
      status: OneOf(["PLANNED", ...invoiceStatuses]),
      invoiceId: Nullable(Uuid()),
      currency: Type.String(),
      lineItems: Type.Array(InvoiceLineView),
      subtotal: totals.subtotal,
      discountTotal: totals.discountTotal,
      total: totals.total,
    }),
  ),
});

/** An entry of the invoice schedule: an invoice that was made, or one that is planned (rules 12). */
export function viewOfScheduled(scheduled: ScheduledInvoice, currency: string) {
  if ("made" in scheduled) {
    const view = viewOfInvoice(scheduled.made);
    const { issueDate, dueDate, status, id: invoiceId, lineItems, subtotal, discountTotal, total } = view;
    return { issueDate, dueDate, status, invoiceId, currency, lineItems, subtotal, discountTotal, total };
  }
  const { planned } = scheduled;
  const { subtotal, discountTotal, total } = totalsOf(planned.lines, currency);
  return {
    issueDate: formatDay(planned.issueDate),
    dueDate: formatDay(planned.dueDate),
    status: "PLANNED",
    invoiceId: null,
    currency,
    lineItems: planned.lines.map(viewOfLine),
    subtotal: formatMoney(subtotal),
    discountTotal: formatMoney(discountTotal),
    total: formatMoney(total),
  };
}

export function viewOfLine(line: InvoiceLine) {
  return {
    type: line.type,
    billingTermId: line.billingTermId,
    name: line.name,
    description: line.description,
    serviceStartDate: formatDay(line.period.start),
    serviceEndDate: formatDay(line.period.end - 1),
    quantity: line.quantity,
    unitPrice: line.unitPrice,
    subtotal: formatMoney(line.subtotal),
    discountTotal: formatMoney(line.discountTotal),
    total: formatMoney(line.total),
  };
}
