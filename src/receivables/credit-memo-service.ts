import * as contracts from "../contracts/service.ts";
import type { Day } from "../kernel/day.ts";
import { add, subtract } from "../kernel/money.ts";
import type { Books } from "../ledger/books.ts";
import { shareBooks } from "../ledger/books-store.ts";
import type { Tx } from "../platform/db/pool.ts";
import { recordNotFound } from "../platform/http/error-codes.ts";
import { withLockedSettings } from "../platform/merchant/settings-service.ts";
import type { WriteContext } from "../platform/write.ts";
import type { Application, ApplicationRequest } from "./application.ts";
import { applyCredit, auditedApplication, namedApplication, unapplyCredit } from "./application-service.ts";
import { applicationsOf } from "./application-store.ts";
import type { CreditMemo } from "./credit-memo.ts";
import {
  auditOf,
  type CreditMemoRecord,
  change,
  creditOf,
  lockedCreditMemo,
  publish,
} from "./credit-memo-record-service.ts";
import * as store from "./credit-memo-store.ts";
import type { InvoiceAccount } from "./invoice-account.ts";
import { contractsOfInvoices, lockContractsOfInvoices, lockInvoices } from "./invoice-store.ts";
import type { UnearnedLines } from "./recovery-service.ts";
import { auditedRefund, type Refund, type RefundRequest } from "./refund.ts";
import { refundCredit } from "./refund-service.ts";

/**
 * Applies a credit memo to an invoice.
 *
 * @throws DomainError CREDIT_MEMO_NOT_FOUND, INVOICE_NOT_FOUND, and as `applyCredit`
 */
export async function applyCreditMemo(
  ctx: WriteContext,
  creditMemoId: string,
  request: Omit<ApplicationRequest, "path"> & { readonly appliedOn: Day | undefined },
): Promise<Application> {
  const { invoiceId, amount, appliedOn } = request;
  lockContractsOfInvoices(ctx.tx, ctx.merchant.id, [invoiceId]);
  // In this order: everything is locked and read in one round trip, the settings after the books are held.
  const [books, memo, invoices, settled] = await Promise.all([
    shareBooks(ctx.tx, ctx.merchant.id),
    lockedCreditMemo(ctx, creditMemoId),
    lockInvoices(ctx.tx, ctx.merchant.id, [invoiceId]),
    withLockedSettings(ctx),
  ]);
  const held = { books, memo, invoice: invoices.get(invoiceId) };
  const wanted = { invoiceId, amount, path: "" };
  return (await applyLocked(settled, held, wanted, appliedOn ?? ctx.clock.today)).application;
}

/** Applies a locked credit memo to a locked invoice. @throws DomainError as {@link applyCreditMemo} */
export async function applyLocked(
  ctx: WriteContext,
  held: { readonly books: Books; readonly memo: CreditMemo; readonly invoice: InvoiceAccount | undefined },
  request: ApplicationRequest,
  appliedOn: Day,
): Promise<{ memo: CreditMemo; application: Application }> {
  const { books, memo: before, invoice } = held;
  if (invoice === undefined) throw recordNotFound("INVOICE_NOT_FOUND");
  const application = await applyCredit(ctx, books, { credit: creditOf(before), invoice, request, appliedOn });
  const memo = await change(ctx, before, { applied: add(before.applied, application.amount) });
  auditOf(ctx, "credit-memo.apply", memo, { applications: [auditedApplication(application)] });
  publish(ctx, "credit-memo.applied", memo, { applicationId: application.id, invoiceId: invoice.id });
  return { memo, application };
}

/** The contract of the invoice of an application; empty for an unknown one. */
export async function contractsOfApplication(
  tx: Tx,
  merchantId: string,
  creditMemoId: string,
  applicationId: string,
): Promise<string[]> {
  const standing = await applicationsOf(tx, merchantId, "CREDIT_MEMO", [creditMemoId]);
  const named = standing.filter(({ id }) => id === applicationId);
  return contractsOfInvoices(
    tx,
    merchantId,
    named.map(({ invoiceId }) => invoiceId),
  );
}

/** Reverses an application. @throws DomainError CREDIT_MEMO_NOT_FOUND, APPLICATION_NOT_FOUND */
export async function unapplyCreditMemo(
  ctx: WriteContext,
  creditMemoId: string,
  applicationId: string,
  unearnedLines: UnearnedLines,
): Promise<CreditMemoRecord> {
  const standing = () => applicationsOf(ctx.tx, ctx.merchant.id, "CREDIT_MEMO", [creditMemoId]);
  contracts.lockContractRows(ctx, await contractsOfApplication(ctx.tx, ctx.merchant.id, creditMemoId, applicationId));
  const books = await shareBooks(ctx.tx, ctx.merchant.id);
  const before = await lockedCreditMemo(ctx, creditMemoId);
  const application = namedApplication(await standing(), applicationId);
  await unapplyCredit(ctx, books, { credit: creditOf(before), application }, unearnedLines);
  const memo = await change(ctx, before, { applied: subtract(before.applied, application.amount) });
  auditOf(ctx, "credit-memo.unapply", memo, { applications: [] }, { applications: [auditedApplication(application)] });
  publish(ctx, "credit-memo.unapplied", memo, { applicationId, invoiceId: application.invoiceId });
  return { memo, applications: await standing() };
}

/**
 * Refunds the balance of a credit memo, or a part of it.
 *
 * @throws DomainError CREDIT_MEMO_NOT_FOUND, CREDIT_MEMO_VOID, CREDIT_MEMO_INSUFFICIENT, AMOUNT_INVALID, INVALID_DATE
 */
export async function refundCreditMemo(
  ctx: WriteContext,
  creditMemoId: string,
  request: RefundRequest,
): Promise<Refund> {
  const books = await shareBooks(ctx.tx, ctx.merchant.id);
  const before = await lockedCreditMemo(ctx, creditMemoId);
  const refund = await refundCredit(ctx, books, { credit: creditOf(before), since: before.issueDate }, request);
  const memo = await change(ctx, before, { refunded: add(before.refunded, refund.amount) });
  auditOf(ctx, "credit-memo.refund", memo, { refund: auditedRefund(refund) });
  publish(ctx, "credit-memo.refunded", memo, { refundId: refund.id });
  return refund;
}

export const { contractsOfCreditMemo } = store;
export { contractsOfInvoices } from "./invoice-store.ts";
