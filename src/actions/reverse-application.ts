import type { WriteContext } from "../platform/write.ts";
import type { CreditMemoRecord } from "../receivables/credit-memo-record-service.ts";
import * as creditMemos from "../receivables/credit-memo-service.ts";
import type { PaymentRecord } from "../receivables/payment-record-service.ts";
import * as returns from "../receivables/payment-return-service.ts";
import * as payments from "../receivables/payment-service.ts";
import { unearnedLines } from "./unearned-lines.ts";

// Reversals of applications. If the invoice was written off since, the reversed amount becomes bad debt too, and what its lines have not
// earned by then is no longer revenue.

/** Reverses an application of a payment. @throws DomainError as `receivables/payment-service.ts: unapplyPayment` */
export function unapplyPayment(ctx: WriteContext, paymentId: string, applicationId: string): Promise<PaymentRecord> {
  return payments.unapplyPayment(ctx, paymentId, applicationId, unearnedLines);
}

/** Records that a payment was returned or charged back. @throws DomainError as `receivables/payment-return-service.ts: returnPayment` */
export function returnPayment(
  ctx: WriteContext,
  paymentId: string,
  sent: Parameters<typeof returns.returnPayment>[2],
): Promise<PaymentRecord> {
  return returns.returnPayment(ctx, paymentId, sent, unearnedLines);
}

/** Reverses an application of a credit memo. @throws DomainError as `receivables/credit-memo-service.ts: unapplyCreditMemo` */
export function unapplyCreditMemo(
  ctx: WriteContext,
  creditMemoId: string,
  applicationId: string,
): Promise<CreditMemoRecord> {
  return creditMemos.unapplyCreditMemo(ctx, creditMemoId, applicationId, unearnedLines);
}
