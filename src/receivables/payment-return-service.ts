import { required } from "../kernel/assert.ts";
import type { Day } from "../kernel/day.ts";
import { negate, zero } from "../kernel/money.ts";
import { shareBooks } from "../ledger/books-store.ts";
import { changesBetween } from "../platform/audit.ts";
import type { WriteContext } from "../platform/write.ts";
import { postingDay } from "./application.ts";
import { post, recordReversal } from "./application-service.ts";
import { applicationsOf } from "./application-store.ts";
import { lockInvoices } from "./invoice-store.ts";
import { auditedPayment, checkReturn, unappliedOf } from "./payment.ts";
import type { PaymentRecord } from "./payment-record-service.ts";
import { change, lockContractsOf, lockedPayment, publish } from "./payment-service.ts";
import { creditReturned, type Posting, paymentApplied } from "./posting.ts";
import type { UnearnedLines } from "./recovery-service.ts";
import { reject } from "./rejection-service.ts";

/**
 * The bank returned a payment, or the customer charged it back: what it was applied to is owed again, and what was left of
 * it is no credit any more.
 *
 * @throws DomainError PAYMENT_NOT_FOUND, PAYMENT_NOT_COMPLETED, INVALID_DATE
 */
export async function returnPayment(
  ctx: WriteContext,
  paymentId: string,
  { date = ctx.clock.today, reason }: { readonly date: Day | undefined; readonly reason: string | null },
  unearnedLines: UnearnedLines,
): Promise<PaymentRecord> {
  const standing = () => applicationsOf(ctx.tx, ctx.merchant.id, "PAYMENT", [paymentId]);
  await lockContractsOf(ctx, await standing());
  const books = await shareBooks(ctx.tx, ctx.merchant.id);
  const before = await lockedPayment(ctx, paymentId);
  const issues = checkReturn(before, { date, today: ctx.clock.today });
  if (issues.length > 0) throw reject(issues);

  const applications = await standing();
  const ids = [...new Set(applications.map(({ invoiceId }) => invoiceId))];
  const postedOn = postingDay(books, [date, before.postedOn, ...applications.map((each) => each.postedOn)]);
  await lockInvoices(ctx.tx, ctx.merchant.id, ids);
  const postings: Posting[] = [];
  for (const application of applications) {
    // Each as the one before left it: an invoice may have been paid in parts.
    const invoice = (await lockInvoices(ctx.tx, ctx.merchant.id, [application.invoiceId])).get(application.invoiceId);
    const account = required(invoice, "the invoice of an application");
    const act = { application, invoice: account, reversedOn: date, postedOn };
    const against = await recordReversal(ctx, act, unearnedLines);
    postings.push(
      paymentApplied(paymentId, { invoice: account, amount: negate(application.amount), against, postedOn }),
    );
  }
  const left = unappliedOf(before);
  postings.push(...creditReturned(paymentId, { customerId: before.customerId, amount: left, postedOn }));
  const none = zero(before.currency);
  const payment = await change(ctx, before, { applied: none, returnedOn: date, returnReason: reason });
  await post(ctx, books, postings);
  const changes = [
    { path: "/status", from: before.status, to: payment.status },
    ...changesBetween(auditedPayment(before), auditedPayment(payment)),
  ];
  const entity = { entityType: "PAYMENT", entityId: paymentId };
  ctx.audit({ action: "payment.return", ...entity, changes, ...(reason === null ? {} : { reason }) });
  publish(ctx, "payment.failed", payment, {});
  return { payment, applications: [] };
}
