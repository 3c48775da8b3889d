import { billingCreditsOfLines, insertBillingCredits } from "../billing-terms/billing-credit-store.ts";
import { type Day, formatDay, monthOf } from "../kernel/day.ts";
import type { Issue } from "../kernel/errors.ts";
import { type Books, isClosed } from "../ledger/books.ts";
import type { WriteContext } from "../platform/write.ts";
import { liabilityAccountsOf, post } from "../receivables/application-service.ts";
import { balanceOf, type InvoiceAccount } from "../receivables/invoice-account.ts";
import { lockedInvoice, noteStatus } from "../receivables/invoice-service.ts";
import * as store from "../receivables/invoice-store.ts";
import { notInFuture } from "../receivables/payment.ts";
import { invoiceWrittenOff } from "../receivables/posting.ts";
import { reject } from "../receivables/rejection-service.ts";
import { writeOff } from "../receivables/write-off.ts";

/**
 * Gives up an invoice that nobody expects to be paid: what was billed and not served is not owed any more and earns no
 * revenue, the rest is bad debt. A payment that comes all the same is a recovery.
 *
 * @param date when it is written off and posted; today unless stated
 * @throws DomainError INVOICE_NOT_FOUND, INVOICE_NOT_OPEN, INVALID_DATE, PERIOD_CLOSED
 */
export async function writeOffInvoice(ctx: WriteContext, invoiceId: string, date = ctx.clock.today): Promise<void> {
  const { books, invoice } = await lockedInvoice(ctx, invoiceId);
  const issues = checkWriteOff(invoice, { date, today: ctx.clock.today, books });
  if (issues.length > 0) throw reject(issues);

  const lines = await store.creditableLines(ctx.tx, ctx.merchant.id, { invoiceId });
  const billingCredits = Map.groupBy(
    await billingCreditsOfLines(
      ctx.tx,
      ctx.merchant.id,
      lines.map((line) => line.invoiceLineId),
    ),
    (billingCredit) => billingCredit.invoiceLineId,
  );
  const { parts, contractLiability, badDebt } = writeOff(
    lines.map((line) => ({ ...line, billingCredits: billingCredits.get(line.invoiceLineId) ?? [] })),
    { balance: balanceOf(invoice), date, rounding: ctx.merchant.rounding },
  );
  const id = ctx.newId();
  const at = ctx.clock.timestamp;
  await store.insertWriteOff(
    ctx.tx,
    ctx.merchant.id,
    { id, invoiceId, date, postedOn: date, contractLiability, badDebt },
    at,
  );
  await store.saveApplied(ctx.tx, ctx.merchant.id, { ...invoice, status: "UNCOLLECTIBLE", uncollectibleOn: date }, at);
  const { contractId } = invoice;
  await insertBillingCredits(
    ctx.tx,
    ctx.merchant.id,
    parts.map((part) => ({
      ...part,
      id: ctx.newId(),
      contractId,
      revenueEffect: "CREDITED_DAYS",
      date,
      bookMonth: monthOf(date),
      source: { type: "WRITE_OFF", id },
    })),
    at,
  );
  const accounts = await liabilityAccountsOf(
    ctx,
    parts.map((part) => part.billingTermId),
  );
  await post(ctx, books, [invoiceWrittenOff(invoice, { parts, badDebt, postedOn: date }, accounts)]);
  noteStatus(ctx, "invoice.mark-uncollectible", invoice, "UNCOLLECTIBLE");
  ctx.publish({ type: "invoice.uncollectible", contractId, data: { invoiceId, date: formatDay(date) } });
}

function checkWriteOff(
  invoice: InvoiceAccount,
  { date, today, books }: { date: Day; today: Day; books: Books },
): Issue[] {
  const issues = notInFuture("/date", date, today);
  if (invoice.status !== "ISSUED" && invoice.status !== "PARTIALLY_PAID") {
    const message = `The invoice is ${invoice.status}; only what is owed can be written off.`;
    issues.unshift({ path: "", code: "INVOICE_NOT_OPEN", message });
  } else if (date < invoice.issueDate) {
    const message = `The invoice was issued on ${formatDay(invoice.issueDate)}; it cannot be written off before.`;
    issues.push({ path: "/date", code: "INVALID_DATE", message });
  } else if (isClosed(books, monthOf(date))) {
    const message = `The month of ${formatDay(date)} is closed; write the invoice off in an open month.`;
    issues.push({ path: "/date", code: "PERIOD_CLOSED", message });
  }
  return issues;
}
