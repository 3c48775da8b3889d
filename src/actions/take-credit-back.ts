import type { WriteContext } from "../platform/write.ts";
import type { CreditMemoRecord } from "../receivables/credit-memo-record-service.ts";
import * as creditMemos from "../receivables/credit-memo-service.ts";
import type { PaymentRecord } from "../receivables/payment-record-service.ts";
import * as returns from "../receivables/payment-return-service.ts";
import * as payments from "../receivables/payment-service.ts";
import { unearnedLines } from "./unearned-lines.ts";

// Money of a customer that is taken off invoices again. Where one of them was written off since, that part is lost as well, and
// what its lines have not earned by then is no revenue any more.

/** Takes an application of a payment back. @throws DomainError as `receivables/payment-service.ts: unapplyPayment` */
export function unapplyPayment(ctx: WriteContext, paymentId: string, applicationId: string): Promise<PaymentRecord> {
  return payments.unapplyPayment(ctx, paymentId, applicationId, unearnedLines);
}

/** A payment was returned or charged back. @throws DomainError as `receivables/payment-return-service.ts: returnPayment` */
export function returnPayment(
  ctx: WriteContext,
  paymentId: string,
  sent: Parameters<typeof returns.returnPayment>[2],
): Promise<PaymentRecord> {
  return returns.returnPayment(ctx, paymentId, sent, unearnedLines);
}

/** Takes an application of a credit memo back. @throws DomainError as `receivables/credit-memo-service.ts: unapplyCreditMemo` */
export function unapplyCreditMemo(
  ctx: WriteContext,
  creditMemoId: string,
  applicationId: string,
): Promise<CreditMemoRecord> {
  return creditMemos.unapplyCreditMemo(ctx, creditMemoId, applicationId, unearnedLines);
}
