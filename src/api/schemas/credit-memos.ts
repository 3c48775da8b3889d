import { type Static, Type } from "typebox";
import { sourceTypes } from "../../catalog/external-id.ts";
import { required } from "../../kernel/assert.ts";
import { type Day, formatDay, parseDay } from "../../kernel/day.ts";
import type { Issue } from "../../kernel/errors.ts";
import { formatMoney } from "../../kernel/money.ts";
import { syncStatuses } from "../../ledger/sync-status.ts";
import { rejectionOf } from "../../platform/http/error-codes.ts";
import { enumField, instantField, stringField, unsorted, uuidField } from "../../platform/http/filter.ts";
import type { ListDeclaration } from "../../platform/http/list-query.ts";
import {
  Amount,
  CivilDate,
  Closed,
  CurrencyCode,
  Instant,
  List,
  MultilineText,
  Named,
  Nullable,
  neither,
  OneOf,
  PageWithTotals,
  Quantity,
  Text,
  Uuid,
} from "../../platform/http/wire.ts";
import { firstProvisionalNumber } from "../../platform/write.ts";
import type { Application } from "../../receivables/application.ts";
import {
  balanceOfCreditMemo,
  type CreditMemoDraft,
  type CreditMemoItem,
  creditMemoStatuses,
} from "../../receivables/credit-memo.ts";
import type { CreditMemoRecord } from "../../receivables/credit-memo-record-service.ts";
import { paymentMethods } from "../../receivables/payment.ts";
import type { Refund, RefundRequest } from "../../receivables/refund.ts";
import { SourceTypeWord } from "./shared-words.ts";

export const creditMemoList: ListDeclaration = {
  fields: {
    creditMemoNumber: stringField("eq"),
    customerId: uuidField("eq"),
    issueDateFrom: unsorted(instantField("gte")),
    issueDateTo: unsorted(instantField("lte")),
    status: enumField(creditMemoStatuses, "eq", "in"),
    syncStatus: enumField(syncStatuses, "eq", "in"),
    lastUpdatedAt: instantField("eq", "gt", "gte", "lt", "lte"),
  },
  sorts: ["issueDate", "createdAt"],
  hasTotals: true,
};

const ExternalIdPart = Named("StatedExternalIdDto", Closed({ externalId: Text(1, 255), sourceType: SourceTypeWord() }));
export const ExternalIdsPart = Type.Optional(List(ExternalIdPart, { max: sourceTypes.length }));
export const ExternalIdsView = Type.Array(Closed({ externalId: Type.String(), sourceType: SourceTypeWord() }));

const CreditMemoItemBody = Closed(
  {
    invoiceLineItemId: Type.Optional(Uuid({ description: "The line of an issued invoice that is credited." })),
    itemId: Type.Optional(Uuid({ description: "What is credited; required without invoiceLineItemId." })),
    quantity: Type.Optional(Quantity({ sign: "positive" })),
    amount: Amount({ sign: "positive", description: "Of the whole item, tax excluded." }),
    name: Type.Optional(Nullable(Text(1, 255))),
    note: Type.Optional(Nullable(MultilineText(1, 4095))),
    classId: Type.Optional(Nullable(Uuid())),
    salesTaxAmount: Type.Optional(
      Amount({ description: "Default: the linked line's tax in proportion to the amount." }),
    ),
  },
  { never: [neither("invoiceLineItemId", "itemId")] },
);

export const CreateCreditMemoBody = Named(
  "CreateCreditMemoRequestDto",
  Closed(
    {
      customerId: Uuid(),
      issueDate: CivilDate({ description: "In an open month." }),
      currency: Type.Optional(CurrencyCode({ description: "Default: the customer's." })),
      reason: MultilineText(1, 500),
      memo: Type.Optional(Nullable(MultilineText(1, 4095))),
      items: List(CreditMemoItemBody, { min: 1, max: 200 }),
      applyOnCreate: Type.Optional(Closed({ invoiceId: Uuid(), amount: Type.Optional(Amount({ sign: "positive" })) })),
      externalIds: ExternalIdsPart,
    },
    {
      examples: [
        {
          customerId: "0197f1a0-5c1e-7b9a-9a55-3f0d2c7e8b10",
          issueDate: "2026-01-15",
          currency: "USD",
          reason: "Two days without service",
          items: [
            { invoiceLineItemId: "0197f1a0-5c1e-7b9a-9a55-3f0d2c7e8b10", amount: "2.50", note: "January 10 and 11" },
          ],
          applyOnCreate: { invoiceId: "0197f1a0-5c1e-7b9a-9a55-3f0d2c7e8b10", amount: "2.50" },
          externalIds: [{ externalId: "CN-1041", sourceType: "ERP_A" }],
        },
      ],
    },
  ),
);

export const ApplyCreditMemoBody = Named(
  "ApplyCreditMemoRequestDto",
  Closed(
    {
      invoiceId: Uuid(),
      amount: Type.Optional(Amount({ sign: "positive", description: "Default: as much as both sides have." })),
      appliedAt: Type.Optional(CivilDate({ description: "Default: today." })),
    },
    { examples: [{ invoiceId: "0197f1a0-5c1e-7b9a-9a55-3f0d2c7e8b10", amount: "1.00", appliedAt: "2026-01-15" }] },
  ),
);

export const VoidCreditMemoBody = Named("VoidCreditMemoDto", Closed({ reason: MultilineText(1, 500) }));

export const RefundBody = Named(
  "RefundDto",
  Closed(
    {
      amount: Type.Optional(Amount({ sign: "positive", description: "Default: the unapplied part." })),
      date: Type.Optional(CivilDate({ description: "Not before the credit itself. Default: today." })),
      method: Type.Optional(Nullable(OneOf(paymentMethods))),
      reference: Type.Optional(Nullable(Text(1, 255))),
    },
    { examples: [{ amount: "2.50", date: "2026-01-15", method: "ACH_CREDIT", reference: "R-2041" }] },
  ),
);

const applicationFields = {
  id: Uuid(),
  invoiceId: Uuid(),
  invoiceNumber: Nullable(Type.String()),
  amountApplied: Type.String(),
  appliedAt: CivilDate(),
};
export const CreditMemoApplicationView = Named(
  "CreditMemoApplication",
  Closed({ ...applicationFields, creditMemoId: Uuid() }),
);
export const PaymentApplicationView = Named("PaymentApplication", Closed({ ...applicationFields, paymentId: Uuid() }));

export const RefundView = Named(
  "Refund",
  Closed({
    id: Uuid(),
    creditMemoId: Nullable(Uuid()),
    paymentId: Nullable(Uuid()),
    amount: Type.String(),
    date: CivilDate(),
    method: Nullable(OneOf(paymentMethods)),
    reference: Nullable(Type.String()),
  }),
);

const CreditMemoItemView = Closed({
  id: Uuid(),
  invoiceLineItemId: Nullable(Uuid()),
  invoiceId: Nullable(Uuid()),
  itemId: Nullable(Uuid()),
  classId: Nullable(Uuid()),
  name: Nullable(Type.String()),
  note: Nullable(Type.String()),
  quantity: Nullable(Type.String()),
  amount: Type.String(),
  salesTaxAmount: Type.String(),
  serviceStartDate: Nullable(CivilDate()),
  serviceEndDate: Nullable(CivilDate({ description: "Last day whose revenue is reversed, inclusive." })),
});

export const CreditMemoView = Named(
  "CreditMemo",
  Closed({
    id: Uuid(),
    creditMemoId: Uuid({ description: "The same as id." }),
    creditMemoNumber: Nullable(Type.String({ description: "Without gaps. Null only in a dry run." })),
    customerId: Uuid(),
    customer: Closed({ id: Uuid(), name: Type.String() }),
    currency: Type.String(),
    issueDate: CivilDate(),
    subtotal: Type.String(),
    taxTotal: Type.String(),
    total: Type.String(),
    appliedTotal: Type.String(),
    refundedTotal: Type.String(),
    balance: Type.String({ description: "total − appliedTotal − refundedTotal; nothing once void." }),
    reason: Type.String(),
    memo: Nullable(Type.String()),
    status: OneOf(creditMemoStatuses),
    syncStatus: OneOf(syncStatuses),
    items: Type.Array(CreditMemoItemView),
    applications: Type.Array(CreditMemoApplicationView),
    externalIds: ExternalIdsView,
    voidReason: Nullable(Type.String()),
    voidedAt: Nullable(Instant()),
    createdAt: Instant(),
    lastUpdatedAt: Instant(),
  }),
);

/** A page of credit memos, with the sums of all of them on request. */
export const CreditMemoPage = PageWithTotals(CreditMemoView, {
  total: Type.String(),
  appliedTotal: Type.String(),
  balance: Type.String({ description: "Void ones left out." }),
});

/**
 * @throws DomainError VALIDATION_FAILED for an item that names neither an invoice line nor an item, and for a source type that is
 * given twice
 */
export function draftFromBody(body: Static<typeof CreateCreditMemoBody>): CreditMemoDraft {
  const issues = [...itemsThatNameNothing(body), ...repeatedSourceTypes(body.externalIds ?? [])];
  if (issues.length > 0) throw rejectionOf(issues);
  const { applyOnCreate } = body;
  return {
    customerId: body.customerId,
    issueDate: dayFromBody(body.issueDate),
    currency: body.currency,
    reason: body.reason,
    memo: body.memo ?? null,
    items: body.items.map((item) => ({
      invoiceLineId: item.invoiceLineItemId ?? null,
      itemId: item.itemId ?? null,
      classId: item.classId ?? null,
      name: item.name ?? null,
      note: item.note ?? null,
      quantity: item.quantity ?? null,
      amount: item.amount,
      tax: item.salesTaxAmount,
    })),
    externalIds: body.externalIds ?? [],
    applyOnCreate: applyOnCreate && { invoiceId: applyOnCreate.invoiceId, amount: applyOnCreate.amount },
  };
}

function itemsThatNameNothing({ items }: Static<typeof CreateCreditMemoBody>): Issue[] {
  return items.flatMap((item, index): Issue[] => {
    if (item.invoiceLineItemId !== undefined || item.itemId !== undefined) return [];
    const message = "An item names what it credits: invoiceLineItemId or itemId.";
    return [{ path: `/items/${index}/itemId`, code: "REQUIRED", message }];
  });
}

/** A record has one external id for each source type. */
export function repeatedSourceTypes(externalIds: readonly { readonly sourceType: string }[]): Issue[] {
  return externalIds.flatMap(({ sourceType }, index): Issue[] => {
    if (externalIds.findIndex((entry) => entry.sourceType === sourceType) === index) return [];
    const message = `${sourceType} is given twice; there is one external id for each source type.`;
    return [{ path: `/externalIds/${index}/sourceType`, code: "DUPLICATE_SOURCE_TYPE", message }];
  });
}

export function applicationFromBody({ invoiceId, amount, appliedAt }: Static<typeof ApplyCreditMemoBody>) {
  return { invoiceId, amount, appliedOn: appliedAt === undefined ? undefined : dayFromBody(appliedAt) };
}

export function refundFromBody(body: Static<typeof RefundBody> | undefined): RefundRequest {
  return {
    amount: body?.amount,
    date: body?.date === undefined ? undefined : dayFromBody(body.date),
    method: body?.method ?? null,
    reference: body?.reference ?? null,
  };
}

export function dayFromBody(text: string): Day {
  return required(parseDay(text), "a day that was checked");
}

/** A credit memo as integrators see it. */
export function viewOfCreditMemo({ memo, applications }: CreditMemoRecord): Static<typeof CreditMemoView> {
  return {
    id: memo.id,
    creditMemoId: memo.id,
    creditMemoNumber: (memo.number ?? 0n) < firstProvisionalNumber ? memo.creditMemoNumber : null,
    customerId: memo.customerId,
    customer: { id: memo.customerId, name: memo.customerName },
    currency: memo.currency,
    issueDate: formatDay(memo.issueDate),
    subtotal: formatMoney(memo.subtotal),
    taxTotal: formatMoney(memo.taxTotal),
    total: formatMoney(memo.total),
    appliedTotal: formatMoney(memo.applied),
    refundedTotal: formatMoney(memo.refunded),
    balance: formatMoney(balanceOfCreditMemo(memo)),
    reason: memo.reason,
    memo: memo.memo,
    status: memo.status,
    syncStatus: memo.syncStatus,
    items: memo.items.map(viewOfItem),
    applications: applications.map(viewOfCreditMemoApplication),
    externalIds: memo.externalIds.map(({ externalId, sourceType }) => ({ externalId, sourceType })),
    voidReason: memo.voidReason,
    voidedAt: memo.voidedAt,
    createdAt: memo.createdAt,
    lastUpdatedAt: memo.lastUpdatedAt,
  };
}

function viewOfItem(item: CreditMemoItem) {
  const { line } = item;
  return {
    id: item.id,
    invoiceLineItemId: line?.invoiceLineId ?? null,
    invoiceId: line?.invoiceId ?? null,
    itemId: item.itemId,
    classId: item.classId,
    name: item.name,
    note: item.note,
    quantity: item.quantity,
    amount: formatMoney(item.amount),
    salesTaxAmount: formatMoney(item.tax),
    serviceStartDate: line === null ? null : formatDay(line.service.start),
    serviceEndDate: line === null ? null : formatDay(line.service.end - 1),
  };
}

export function viewOfCreditMemoApplication(application: Application): Static<typeof CreditMemoApplicationView> {
  return { ...viewOfApplication(application), creditMemoId: application.creditId };
}

export function viewOfPaymentApplication(application: Application): Static<typeof PaymentApplicationView> {
  return { ...viewOfApplication(application), paymentId: application.creditId };
}

export function viewOfApplication({ id, invoiceId, invoiceNumber, amount, appliedOn }: Application) {
  return { id, invoiceId, invoiceNumber, amountApplied: formatMoney(amount), appliedAt: formatDay(appliedOn) };
}

export function viewOfRefund(refund: Refund): Static<typeof RefundView> {
  return {
    id: refund.id,
    creditMemoId: refund.kind === "CREDIT_MEMO" ? refund.creditId : null,
    paymentId: refund.kind === "PAYMENT" ? refund.creditId : null,
    amount: formatMoney(refund.amount),
    date: formatDay(refund.date),
    method: refund.method,
    reference: refund.reference,
  };
}
