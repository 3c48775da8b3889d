import type { ExternalId } from "../catalog/external-id.ts";
import { type Day, formatDay } from "../kernel/day.ts";
import type { Issue } from "../kernel/errors.ts";
import { formatMoney, isZero, type Money, subtract, zero } from "../kernel/money.ts";
import type { SyncStatus } from "../ledger/sync-status.ts";
import type { ApplicationRequest } from "./application.ts";

export const paymentStatuses = ["PENDING", "COMPLETED", "FAILED", "CANCELED", "REFUNDED"] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];
export const paymentTypes = ["MANUAL", "PROCESSOR", "RECONCILIATION", "REFUND", "OPENING"] as const;
export type PaymentType = (typeof paymentTypes)[number];
export const paymentMethods = ["CREDIT_CARD", "ACH_DEBIT", "ACH_CREDIT", "CHECK", "LINK"] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** Money that came from a customer. What is not applied or refunded stays the customer's credit. */
export type Payment = {
  readonly id: string;
  readonly customerId: string;
  readonly customerName: string;
  readonly currency: string;
  readonly total: Money;
  readonly receivedAt: Day;
  readonly postedOn: Day;
  readonly type: PaymentType;
  readonly method: PaymentMethod | null;
  readonly reference: string | null;
  readonly applied: Money;
  readonly refunded: Money;
  readonly status: PaymentStatus;
  readonly returnedOn: Day | null;
  readonly returnReason: string | null;
  /** How far the accounting system has it. */
  readonly syncStatus: SyncStatus;
  readonly externalIds: readonly ExternalId[];
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
};

/** A payment that came in. Amounts are decimal texts, because their currency is loaded later. */
export type PaymentDraft = {
  readonly customerId: string;
  /** The sum of its applications, unless stated. */
  readonly amount: string | undefined;
  readonly currency: string | undefined;
  /** Today unless stated. */
  readonly receivedAt: Day | undefined;
  readonly method: PaymentMethod | null;
  readonly reference: string | null;
  readonly applications: readonly ApplicationRequest[];
  readonly externalIds: readonly ExternalId[];
};

/** The amount that is neither applied nor refunded; zero for a payment that was returned. */
export function unappliedOf(payment: Pick<Payment, "total" | "applied" | "refunded" | "returnedOn">): Money {
  if (payment.returnedOn !== null) return zero(payment.total.currency);
  return subtract(subtract(payment.total, payment.applied), payment.refunded);
}

/** The status of a payment, which follows from its returns and refunds. */
export function statusOfPayment(payment: Pick<Payment, "total" | "refunded" | "returnedOn">): PaymentStatus {
  if (payment.returnedOn !== null) return "FAILED";
  return isZero(subtract(payment.total, payment.refunded)) ? "REFUNDED" : "COMPLETED";
}

/** The issues of a payment that is returned by the bank, or charged back. */
export function checkReturn(payment: Payment, { date, today }: { date: Day; today: Day }): Issue[] {
  if (payment.status !== "COMPLETED") {
    const message = `The payment is ${payment.status}; only a completed one can be returned.`;
    return [{ path: "", code: "PAYMENT_NOT_COMPLETED", message }];
  }
  const early = date < payment.receivedAt;
  const message = `The payment was received on ${formatDay(payment.receivedAt)}; it cannot be returned before.`;
  return [...(early ? [{ path: "/date", code: "INVALID_DATE", message }] : []), ...notInFuture("/date", date, today)];
}

/** The issue of a date after today: money is recorded once it has moved. */
export function notInFuture(path: string, date: Day, today: Day): Issue[] {
  if (date <= today) return [];
  return [{ path, code: "INVALID_DATE", message: `${formatDay(date)} is yet to come; today is ${formatDay(today)}.` }];
}

/** A payment as the audit log keeps it. */
export function auditedPayment(payment: Payment) {
  const { customerId, total, currency, receivedAt, postedOn, type, method, reference, returnedOn, returnReason } =
    payment;
  const { externalIds } = payment;
  return {
    ...{
      customerId,
      amount: formatMoney(total),
      currency,
      receivedAt: formatDay(receivedAt),
      postedOn: formatDay(postedOn),
    },
    ...{ type, method, reference, returnedOn: returnedOn === null ? null : formatDay(returnedOn), returnReason },
    ...(externalIds.length === 0 ? {} : { externalIds }),
  };
}
