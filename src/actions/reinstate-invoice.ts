import { type Day, formatDay, monthOf } from "../kernel/day.ts";
import type { Issue } from "../kernel/errors.ts";
import { negate } from "../kernel/money.ts";
import { type Books, barOf } from "../ledger/books.ts";
import type { WriteContext } from "../platform/write.ts";
import { post } from "../receivables/application-service.ts";
import { type InvoiceAccount, openStatus } from "../receivables/invoice-account.ts";
import { lockedInvoice, noteStatus } from "../receivables/invoice-service.ts";
import * as store from "../receivables/invoice-store.ts";
import { notInFuture } from "../receivables/payment.ts";
import { invoiceReinstated } from "../receivables/posting.ts";
import { stillWrittenOff } from "../receivables/recovery.ts";
import { storeRecoveredService, writtenOffInvoice } from "../receivables/recovery-service.ts";
import { rejectDocument } from "../receivables/rejection-service.ts";
import { insertWriteOff } from "../receivables/write-off-store.ts";

/**
 * Reverses the write-off of an invoice as far as it was not recovered (rules 8): the unpaid amount is a receivable again, and the service that was
 * removed from the contract liability is earned again.
 *
 * @param date of the reversal and its posting; default: today
 * @throws DomainError INVOICE_NOT_FOUND, INVOICE_NOT_OPEN, INVALID_DATE, PERIOD_CLOSED
 */
export async function reinstateInvoice(ctx: WriteContext, invoiceId: string, date = ctx.clock.today): Promise<void> {
  const { books, invoice } = await lockedInvoice(ctx, invoiceId);
  const issues = checkReinstatement(invoice, { date, today: ctx.clock.today, books });
  if (issues.length > 0) throw rejectDocument(issues);

  const writtenOff = await writtenOffInvoice(ctx, invoice);
  const { writeOff, balance } = writtenOff;
  const left = stillWrittenOff(writtenOff, ctx.merchant.rounding);
  const at = ctx.clock.timestamp;
  await insertWriteOff(
    ctx.tx,
    ctx.merchant.id,
    {
      ...{ id: ctx.newId(), invoiceId, date, reversesId: writeOff.id },
      contractLiability: negate(left.contractLiability),
      badDebt: negate(left.badDebt),
      tax: negate(left.tax),
    },
    at,
  );
  const owed = { ...invoice, uncollectibleOn: null };
  const status = openStatus(owed);
  store.saveApplied(ctx.tx, ctx.merchant.id, { ...owed, status }, at);
  const liability = await storeRecoveredService(ctx, writtenOff, left, date);
  await post(ctx, books, [invoiceReinstated(invoice, { ...left, balance, liability, postedOn: date })]);
  noteStatus(ctx, "invoice.reinstate", invoice, status);
  const { contractId } = invoice;
  ctx.publish({ type: "invoice.reinstated", contractId, data: { invoiceId, status, date: formatDay(date) } });
}

function checkReinstatement(
  invoice: InvoiceAccount,
  { date, today, books }: { date: Day; today: Day; books: Books },
): Issue[] {
  const { status, uncollectibleOn } = invoice;
  const issues = notInFuture("/date", date, today);
  const bar = barOf(books, "BILLING", monthOf(date));
  if (status !== "UNCOLLECTIBLE" || uncollectibleOn === null) {
    const message = `The invoice is ${status}; only a written-off invoice can be reinstated.`;
    issues.push({ path: "", code: "INVOICE_NOT_OPEN", message });
  } else if (date < uncollectibleOn) {
    const message = `The invoice was written off on ${formatDay(uncollectibleOn)}; it cannot be reinstated before.`;
    issues.push({ path: "/date", code: "INVALID_DATE", message });
  }
  if (bar !== undefined) {
    const message = `The month of ${formatDay(date)} is ${bar}; reinstate it in an open month.`;
    issues.push({ path: "/date", code: "PERIOD_CLOSED", message });
  }
  return issues;
}
