import { type Static, Type } from "typebox";
import { formatDay } from "../../kernel/day.ts";
import { formatMoney } from "../../kernel/money.ts";
import { syncStatuses } from "../../ledger/sync-status.ts";
import { rejectionOf } from "../../platform/http/error-codes.ts";
import { dateField, enumField, instantField, stringField, uuidField } from "../../platform/http/filter.ts";
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
  Text,
  Uuid,
} from "../../platform/http/wire.ts";
import {
  type PaymentDraft,
  paymentMethods,
  paymentStatuses,
  paymentTypes,
  unappliedOf,
} from "../../receivables/payment.ts";
import type { PaymentRecord } from "../../receivables/payment-record-service.ts";
import {
  dayFromBody,
  ExternalIdsPart,
  ExternalIdsView,
  PaymentApplicationView,
  repeatedSourceTypes,
  viewOfPaymentApplication,
} from "./credit-memos.ts";

export const paymentList: ListDeclaration = {
  fields: {
    customerId: uuidField("eq", "in"),
    status: enumField(paymentStatuses, "eq", "in"),
    receivedAt: dateField(),
    reference: stringField(),
    syncStatus: enumField(syncStatuses, "eq", "in"),
    lastUpdatedAt: instantField(),
  },
  sorts: ["createdAt"],
  hasTotals: true,
};

const receipt = {
  receivedAt: Type.Optional(CivilDate({ description: "When the money was received. Default: today." })),
  method: Type.Optional(Nullable(OneOf(paymentMethods))),
  reference: Type.Optional(Nullable(Text(1, 255))),
  externalIds: ExternalIdsPart,
};

export const CreatePaymentBody = Named(
  "CreatePaymentDto",
  Closed(
    {
      customerId: Uuid(),
      amount: Type.Optional(Amount({ sign: "positive", description: "Default: the sum of its applications." })),
      currency: Type.Optional(CurrencyCode({ description: "Default: the customer's." })),
      ...receipt,
      applications: Type.Optional(
        List(Closed({ invoiceId: Uuid(), amount: Type.Optional(Amount({ sign: "positive" })) }), { max: 200 }),
      ),
    },
    {
      never: [neither("amount", "applications")],
      examples: [
        {
          customerId: "0197f1a0-5c1e-7b9a-9a55-3f0d2c7e8b10",
          amount: "2.50",
          currency: "USD",
          receivedAt: "2026-01-15",
          method: "ACH_CREDIT",
          reference: "P-1041",
          applications: [{ invoiceId: "0197f1a0-5c1e-7b9a-9a55-3f0d2c7e8b10", amount: "1.00" }],
          externalIds: [{ externalId: "P-1041", sourceType: "ERP_A" }],
        },
      ],
    },
  ),
);

export const PayInvoiceBody = Named(
  "PayInvoiceDto",
  Closed(
    {
      amount: Type.Optional(Amount({ sign: "positive", description: "Default: the balance due." })),
      ...receipt,
    },
    {
      examples: [
        { amount: "2.50", receivedAt: "2026-01-15", method: "ACH_CREDIT", reference: "P-1042", externalIds: [] },
      ],
    },
  ),
);

export const ApplyPaymentBody = Named(
  "ApplyPaymentDto",
  Closed(
    {
      invoiceId: Uuid(),
      amount: Type.Optional(Amount({ sign: "positive", description: "Default: as much as both sides have." })),
    },
    { examples: [{ invoiceId: "0197f1a0-5c1e-7b9a-9a55-3f0d2c7e8b10", amount: "1.00" }] },
  ),
);

export const ReturnPaymentBody = Named(
  "ReturnPaymentDto",
  Closed(
    {
      date: Type.Optional(CivilDate({ description: "When it was returned or charged back. Default: today." })),
      reason: Type.Optional(Nullable(MultilineText(1, 500))),
    },
    { examples: [{ date: "2026-01-15", reason: "Charged back" }] },
  ),
);

export const PaymentView = Named(
  "Payment",
  Closed({
    id: Uuid(),
    customerId: Uuid(),
    customerName: Type.String(),
    currency: Type.String(),
    total: Type.String(),
    appliedTotal: Type.String(),
    refundedTotal: Type.String(),
    unappliedAmount: Type.String({ description: "The customer's credit." }),
    receivedAt: CivilDate(),
    status: OneOf(paymentStatuses),
    type: OneOf(paymentTypes),
    method: Nullable(OneOf(paymentMethods)),
    reference: Nullable(Type.String()),
    returnedOn: Nullable(CivilDate()),
    returnReason: Nullable(Type.String()),
    applications: Type.Array(PaymentApplicationView),
    syncStatus: OneOf(syncStatuses, { description: "Sync status of its current version." }),
    externalIds: ExternalIdsView,
    createdAt: Instant(),
    lastUpdatedAt: Instant(),
  }),
);

/** A page of payments, with the sums of all of them where they are asked for. */
export const PaymentPage = PageWithTotals(PaymentView, {
  total: Type.String(),
  appliedTotal: Type.String(),
  refundedTotal: Type.String(),
  unappliedAmount: Type.String(),
});

/** @throws DomainError VALIDATION_FAILED for a source type that is given twice */
export function paymentFromBody(body: Static<typeof CreatePaymentBody>): PaymentDraft {
  const { customerId, currency, applications = [] } = body;
  return {
    ...receiptFromBody(body),
    customerId,
    currency,
    applications: applications.map(({ invoiceId, amount }, index) => ({
      invoiceId,
      amount,
      path: `/applications/${index}`,
    })),
  };
}

/** @throws DomainError VALIDATION_FAILED for a source type that is given twice */
export function receiptFromBody(
  body: Static<typeof PayInvoiceBody> | undefined,
): Omit<PaymentDraft, "customerId" | "currency" | "applications"> {
  const { amount, receivedAt, method = null, reference = null, externalIds = [] } = body ?? {};
  const issues = repeatedSourceTypes(externalIds);
  if (issues.length > 0) throw rejectionOf(issues);
  const day = receivedAt === undefined ? undefined : dayFromBody(receivedAt);
  return { amount, receivedAt: day, method, reference, externalIds };
}

export function returnFromBody(body: Static<typeof ReturnPaymentBody> | undefined) {
  return { date: body?.date === undefined ? undefined : dayFromBody(body.date), reason: body?.reason ?? null };
}

/** A payment as integrators see it. */
export function viewOfPayment({ payment, applications }: PaymentRecord): Static<typeof PaymentView> {
  return {
    id: payment.id,
    customerId: payment.customerId,
    customerName: payment.customerName,
    currency: payment.currency,
    total: formatMoney(payment.total),
    appliedTotal: formatMoney(payment.applied),
    refundedTotal: formatMoney(payment.refunded),
    unappliedAmount: formatMoney(unappliedOf(payment)),
    receivedAt: formatDay(payment.receivedAt),
    status: payment.status,
    type: payment.type,
    method: payment.method,
    reference: payment.reference,
    returnedOn: payment.returnedOn === null ? null : formatDay(payment.returnedOn),
    returnReason: payment.returnReason,
    syncStatus: payment.syncStatus,
    applications: applications.map(viewOfPaymentApplication),
    externalIds: payment.externalIds.map(({ externalId, sourceType }) => ({ externalId, sourceType })),
    createdAt: payment.createdAt,
    lastUpdatedAt: payment.lastUpdatedAt,
  };
}
