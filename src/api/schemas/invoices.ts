import { type Static, Type } from "typebox";
import { lineTypes } from "../../billing-terms/line-type.ts";
import { commitmentPeriodId } from "../../commitments/commitment-periods.ts";
import {
  holdReasons,
  type Invoice,
  type InvoiceLine,
  invoiceSources,
  invoiceStatuses,
} from "../../invoicing/invoice.ts";
import type { Totals } from "../../invoicing/issue.ts";
import type { InvoicePatch } from "../../invoicing/record-service.ts";
import type { TaxLine } from "../../invoicing/tax.ts";
import { formatDay } from "../../kernel/day.ts";
import { formatMoney } from "../../kernel/money.ts";
import { taxCategories } from "../../kernel/tax-category.ts";
import { syncStatuses } from "../../ledger/sync-status.ts";
import { instantOut } from "../../platform/clock.ts";
import {
  CivilDate,
  Closed,
  Instant,
  MultilineText,
  Named,
  Nullable,
  OneOf,
  Text,
  Uuid,
} from "../../platform/http/wire.ts";
import { CustomFieldView, customFieldsFromBody, customFieldsToSet } from "./custom-field-values.ts";
import { ExternalIdView, externalIdsToSet, viewOfExternalIds } from "./external-ids.ts";

const span = { from: CivilDate(), to: CivilDate({ description: "Inclusive." }) };
const SpanView = Named("ExplainedSpan", Closed(span));

const TierView = Named(
  "ExplainedTier",
  Closed({
    tier: Type.Integer(),
    quantity: Type.String(),
    unitPrice: Nullable(Type.String()),
    amount: Type.String(),
  }),
);

const ExplainedDiscountView = Closed({
  type: Type.String(),
  amount: Type.String(),
  note: Nullable(Type.String()),
  reduced: Type.String(),
});

/** The calculation of a line's amount; exact numbers are decimals, or fractions such as "275/365". */
const ExplanationView = Named(
  "Explanation",
  Closed({
    period: SpanView,
    fullPeriod: SpanView,
    segments: Type.Array(
      Closed({
        ...span,
        quantity: Type.String(),
        previousQuantity: Nullable(Type.String({ description: "Already charged, where only the difference is." })),
        share: Type.String({ description: "Of a full period's price." }),
        escalation: Nullable(
          Closed({
            times: Type.Integer(),
            factor: Type.Optional(Type.String()),
            added: Type.Optional(Type.String()),
          }),
        ),
        tiers: Type.Array(TierView),
        priceChange: Type.Optional(
          Closed(
            { from: Type.String(), to: Type.String() },
            { description: "Of a full period: charged already, and now. Where the price of charged days changed." },
          ),
        ),
        gross: Type.String({ description: "Of these days, after proration and before discounts." }),
      }),
    ),
    discounts: Type.Array(ExplainedDiscountView),
    net: Type.String({ description: "Exact, after discounts." }),
    rounding: Type.String(),
    total: Type.String(),
  }),
);

/** The calculation of metered usage: the usage that is priced together, and the line's share of it. */
const UsageExplanationView = Named(
  "UsageExplanation",
  Closed({
    period: SpanView,
    fullPeriod: SpanView,
    share: Type.String({ description: "Of a full period: what flat amounts, minimum and maximum are prorated by." }),
    pricedQuantity: Type.String({ description: "Of all that is priced together." }),
    ownQuantity: Type.String(),
    tiers: Type.Array(TierView),
    gross: Type.String(),
    maximum: Nullable(Type.String()),
    minimum: Nullable(Type.String()),
    discounts: Type.Array(ExplainedDiscountView),
    net: Type.String({ description: "Exact, after discounts, before the minimum." }),
    rounding: Type.String(),
    total: Type.String(),
    usageCredit: Type.Optional(
      Closed(
        {
          usageAmount: Type.String({
            description: "The amount of the line's own usage; below zero if more was credited than used.",
          }),
          deducted: Type.String({
            description: "Credit of the same or an earlier period that is deducted from the line.",
          }),
          carriedForward: Type.String({
            description: "Credit carried forward to later lines, or to a credit memo at the end of the term.",
          }),
        },
        { description: "Only if more usage was credited than used." },
      ),
    ),
    billed: Nullable(Type.String({ description: "Of a correction: billed of total before." })),
  }),
);

/** The calculation of a commitment's line. */
const CommitmentExplanationView = Named(
  "CommitmentExplanation",
  Closed({
    commitmentPeriod: SpanView,
    service: SpanView,
    committed: Type.String({ description: "In the unit of the commitment, as are consumed and remaining." }),
    consumed: Type.String(),
    remaining: Type.String(),
    prepaid: Type.String(),
    shortfall: Type.String(),
    parts: Type.Array(Closed({ units: Type.String(), unitPrice: Type.String(), amount: Type.String() })),
    exact: Type.String(),
    through: Nullable(Closed({ before: Type.String(), after: Type.String() })),
    rounding: Type.String(),
    total: Type.String(),
    billed: Nullable(Type.String({ description: "Of a correction: billed of total before." })),
  }),
);

export const InvoiceLineView = Named(
  "InvoiceLine",
  Closed({
    id: Nullable(Uuid({ description: "Null while it is planned or a draft." })),
    type: OneOf(lineTypes),
    billingTermId: Uuid(),
    seatAmendmentId: Nullable(Uuid({ description: "Of a SEAT_TRUE_UP: the change of seats." })),
    priceAmendmentId: Nullable(Uuid({ description: "Of a PRICE_TRUE_UP: the change of the price or quantity." })),
    name: Type.String(),
    description: Nullable(Type.String()),
    serviceStartDate: CivilDate(),
    serviceEndDate: CivilDate({ description: "Last day, inclusive." }),
    itemId: Nullable(Uuid()),
    classId: Nullable(Uuid()),
    quantity: Type.String(),
    unitPrice: Nullable(Type.String({ description: "Null where more than one price makes the amount." })),
    tiers: Type.Array(TierView),
    explanation: Nullable(Type.Union([ExplanationView, UsageExplanationView, CommitmentExplanationView])),
    differentiator: Nullable(Type.String({ description: "The differentiator of its usage." })),
    invoiceSplitKey: Nullable(Type.String()),
    commitmentId: Nullable(Uuid()),
    commitmentPeriodId: Nullable(
      Type.String({ description: "The period of the commitment, as the commitment lists it." }),
    ),
    isCorrection: Type.Boolean({ description: "New less billed, of a line that is issued already." }),
    subtotal: Type.String(),
    discountTotal: Type.String(),
    total: Type.String({ description: "subtotal − discountTotal, tax excluded." }),
    taxCategory: Nullable(OneOf(taxCategories)),
    taxRate: Nullable(Type.String({ description: "A fraction; null while the contract has no customer." })),
    taxAmount: Nullable(Type.String()),
  }),
);

export const TaxLineView = Named(
  "TaxLine",
  Closed({
    category: OneOf(taxCategories),
    rate: Type.String(),
    taxable: Type.String(),
    tax: Type.String(),
  }),
);

export const totals = {
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
    consolidatedInvoiceId: Nullable(
      Uuid({
        description: "The consolidated invoice that it is a section of, under that number; null: none.",
      }),
    ),
    section: Nullable(Type.Integer()),
    customerId: Uuid(),
    customerName: Type.String({ description: "As it is now; the document keeps the one that it was issued to." }),
    contractId: Uuid(),
    status: OneOf(invoiceStatuses),
    holdReason: Nullable(
      OneOf(holdReasons, { description: "Of a draft that is not issued until its customer has a billing address." }),
    ),
    currency: Type.String(),
    issueDate: CivilDate(),
    dueDate: CivilDate(),
    originalIssueDate: CivilDate({
      description: "As planned; differs from issueDate where the invoice was created late.",
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
    taxLines: Type.Array(TaxLineView, { description: "By category and rate." }),
    memo: Nullable(Type.String()),
    externalIds: Type.Array(ExternalIdView),
    customFields: Type.Array(CustomFieldView, { description: "Those that have a value." }),
    syncStatus: OneOf(syncStatuses, { description: "Sync status of its current version." }),
    paymentLink: Nullable(Type.String({ description: "Always null: no payment page is offered." })),
    source: OneOf(invoiceSources, {
      description:
        "MANUAL: made by `POST /v3/invoices`; ENGINE: by its billing terms; IMPORT: by the books that its contract came from.",
    }),
    deliveryStatus: OneOf(["NOT_SENT", "SENT", "SENT_EXTERNALLY"]),
    sentDate: Nullable(CivilDate()),
    paidOn: Nullable(
      CivilDate({ description: "The day of the last receipt or credit that paid it, whenever that was recorded." }),
    ),
    voidedAt: Nullable(Instant()),
    uncollectibleOn: Nullable(CivilDate()),
    issuedAt: Nullable(Instant()),
    createdAt: Instant(),
    lastUpdatedAt: Instant(),
    amountOwed: Type.Optional(Type.String({ description: "With the filter `owedOn`." })),
  }),
);

export const UpdateInvoiceBody = Named(
  "UpdateInvoiceDto",
  Closed(
    {
      memo: Type.Optional(Nullable(MultilineText(1, 4095))),
      poNumber: Type.Optional(Nullable(Text(1, 255))),
      customFields: Type.Optional(customFieldsToSet("invoices")),
    },
    { examples: [{ memo: "Thank you for your order.", poNumber: "PO-1041" }] },
  ),
);

/** @throws DomainError VALIDATION_FAILED when a custom field is given twice */
export function patchFromBody({ customFields, ...rest }: Static<typeof UpdateInvoiceBody>): InvoicePatch {
  return { ...rest, customFields: customFields && customFieldsFromBody(customFields) };
}

export const InvoiceExternalIdsBody = Named("UpdateInvoiceExternalIdsDto", Closed(externalIdsToSet));

export const InvoiceExternalIdsView = Named(
  "InvoiceExternalIds",
  Closed({
    invoiceId: Uuid(),
    externalIds: Type.Array(ExternalIdView, {
      description: "Every external id the invoice has now, also those not sent.",
    }),
  }),
);

/** An invoice as integrators see it. */
export function viewOfInvoice(invoice: Invoice) {
  return {
    id: invoice.id,
    invoiceNumber: invoice.invoiceNumber,
    consolidatedInvoiceId: invoice.consolidatedInvoiceId,
    section: invoice.section,
    customerId: invoice.customerId,
    customerName: invoice.customerName,
    contractId: invoice.contractId,
    status: invoice.status,
    holdReason: invoice.holdReason,
    currency: invoice.currency,
    issueDate: invoice.issueDate,
    dueDate: invoice.dueDate,
    originalIssueDate: invoice.originalIssueDate,
    originalDueDate: invoice.originalDueDate,
    netPaymentTerms: invoice.netPaymentTerms,
    invoiceGroup: invoice.invoiceGroup,
    poNumber: invoice.poNumber,
    ...viewOfTotals(invoice),
    amountPaid: formatMoney(invoice.amountPaid),
    amountCredited: formatMoney(invoice.amountCredited),
    balanceRemaining: formatMoney(invoice.balance),
    lineItems: invoice.lines.map(viewOfLine),
    taxLines: invoice.taxLines.map(viewOfTaxLine),
    memo: invoice.memo,
    externalIds: viewOfExternalIds(invoice.externalIds),
    customFields: [...invoice.customFields],
    syncStatus: invoice.syncStatus,
    paymentLink: null,
    source: invoice.source,
    deliveryStatus: invoice.deliveryStatus,
    sentDate: invoice.sentDate,
    paidOn: invoice.paidOn,
    voidedAt: invoice.voidedAt === null ? null : instantOut(invoice.voidedAt),
    uncollectibleOn: invoice.uncollectibleOn,
    issuedAt: invoice.issuedAt === null ? null : instantOut(invoice.issuedAt),
    createdAt: instantOut(invoice.createdAt),
    lastUpdatedAt: instantOut(invoice.lastUpdatedAt),
    ...(invoice.amountOwed && { amountOwed: formatMoney(invoice.amountOwed) }),
  };
}

export function viewOfTotals({ subtotal, discountTotal, taxTotal, total }: Totals) {
  return {
    subtotal: formatMoney(subtotal),
    discountTotal: formatMoney(discountTotal),
    taxTotal: formatMoney(taxTotal),
    total: formatMoney(total),
  };
}

export function viewOfTaxLine({ category, rate, taxable, tax }: TaxLine) {
  return { category, rate, taxable: formatMoney(taxable), tax: formatMoney(tax) };
}

export function viewOfLine(line: Omit<InvoiceLine, "id" | "tax"> & Partial<Pick<InvoiceLine, "id" | "tax">>) {
  const { tax = null } = line;
  return {
    id: line.id ?? null,
    type: line.type,
    billingTermId: line.billingTermId,
    seatAmendmentId: line.type === "SEAT_TRUE_UP" ? line.amendmentId : null,
    priceAmendmentId: line.type === "PRICE_TRUE_UP" ? line.amendmentId : null,
    name: line.name,
    description: line.description,
    serviceStartDate: formatDay(line.period.start),
    serviceEndDate: formatDay(line.period.end - 1),
    itemId: line.itemId,
    classId: line.classId,
    quantity: line.quantity,
    unitPrice: line.unitPrice,
    tiers: line.tiers,
    explanation: line.explanation,
    differentiator: line.differentiator,
    invoiceSplitKey: line.invoiceSplitKey,
    commitmentId: line.commitment?.id ?? null,
    commitmentPeriodId: line.commitment === null ? null : commitmentPeriodId(line.commitment),
    isCorrection: line.isCorrection,
    subtotal: formatMoney(line.subtotal),
    discountTotal: formatMoney(line.discountTotal),
    total: formatMoney(line.total),
    taxCategory: tax?.category ?? null,
    taxRate: tax?.rate ?? null,
    taxAmount: tax === null ? null : formatMoney(tax.tax),
  };
}
