import { type Day, formatDay, monthOf } from "../kernel/day.ts";
import type { Issue } from "../kernel/errors.ts";
import { zero } from "../kernel/money.ts";
import { type Books, barOf } from "../ledger/books.ts";
import type { WriteContext } from "../platform/write.ts";
import { post } from "../receivables/application-service.ts";
import { balanceOf, type InvoiceAccount } from "../receivables/invoice-account.ts";
import { lockedInvoice, noteStatus } from "../receivables/invoice-service.ts";
import * as store from "../receivables/invoice-store.ts";
import { liabilityAccountsOf } from "../receivables/liability-account-service.ts";
import { notInFuture } from "../receivables/payment.ts";
import { invoiceWrittenOff } from "../receivables/posting.ts";
import { insertWriteOffParts } from "../receivables/recovery-service.ts";
import { rejectDocument } from "../receivables/rejection-service.ts";
import { taxOfBalance, writeOff } from "../receivables/write-off.ts";
import { insertWriteOff } from "../receivables/write-off-store.ts";
import { unearnedLines } from "./unearned-lines.ts";

/**
 * Writes off an invoice. The part that is not earned by the end of the day is no longer owed and earns no revenue; the rest is bad debt. A later
 * payment is a recovery.
 *
 * @param date of the write-off and its posting; default: today
 * @throws DomainError INVOICE_NOT_FOUND, INVOICE_NOT_OPEN, INVALID_DATE, PERIOD_CLOSED
 */
export async function writeOffInvoice(ctx: WriteContext, invoiceId: string, date = ctx.clock.today): Promise<void> {
  const { books, invoice } = await lockedInvoice(ctx, invoiceId);
  const issues = checkWriteOff(invoice, { date, today: ctx.clock.today, books });
  if (issues.length > 0) throw rejectDocument(issues);

  const balance = balanceOf(invoice);
  const { rounding, badDebtTaxRelief } = ctx.merchant;
  const tax = badDebtTaxRelief ? taxOfBalance(invoice, balance, rounding) : zero(invoice.currency);
  const lines = await unearnedLines(ctx, invoice, date);
  const split = writeOff(lines, { balance, tax, date });
  const id = ctx.newId();
  const at = ctx.clock.timestamp;
  await insertWriteOff(ctx.tx, ctx.merchant.id, { ...split, id, invoiceId, date, reversesId: null }, at);
  store.saveApplied(ctx.tx, ctx.merchant.id, { ...invoice, status: "UNCOLLECTIBLE", uncollectibleOn: date }, at);
  const { contractId } = invoice;
  await insertWriteOffParts(ctx, invoice, { id, parts: split.parts, date });
  const accounts = await liabilityAccountsOf(
    ctx,
    split.parts.map((part) => part.billingTermId),
  );
  await post(ctx, books, [invoiceWrittenOff(invoice, { ...split, postedOn: date }, accounts)]);
  noteStatus(ctx, "invoice.mark-uncollectible", invoice, "UNCOLLECTIBLE");
  const data = { invoiceId, status: "UNCOLLECTIBLE", date: formatDay(date) } as const;
  ctx.publish({ type: "invoice.uncollectible", contractId, data });
}

function checkWriteOff(
  invoice: InvoiceAccount,
  { date, today, books }: { date: Day; today: Day; books: Books },
): Issue[] {
  const issues = notInFuture("/date", date, today);
  const bar = barOf(books, "BILLING", monthOf(date));
  if (invoice.status !== "ISSUED" && invoice.status !== "PARTIALLY_PAID") {
    const message = `The invoice is ${invoice.status}; only what is owed can be written off.`;
    issues.push({ path: "", code: "INVOICE_NOT_OPEN", message });
  } else if (date < invoice.issueDate) {
    const message = `The invoice was issued on ${formatDay(invoice.issueDate)}; it cannot be written off before.`;
    issues.push({ path: "/date", code: "INVALID_DATE", message });
  }
  if (bar !== undefined) {
    const message = `The month of ${formatDay(date)} is ${bar}; write the invoice off in an open month.`;
    issues.push({ path: "/date", code: "PERIOD_CLOSED", message });
  }
  return issues;
}
