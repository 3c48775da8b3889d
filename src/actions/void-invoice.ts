import { undoneWithLine } from "../billing-terms/billing-credit.ts";
import { billingCreditsOfLines, insertBillingCredits } from "../billing-terms/billing-credit-store.ts";
import { replaceInvoicedThrough } from "../billing-terms/coverage-store.ts";
import * as contracts from "../contracts/service.ts";
import { draftFreedPeriods } from "../invoicing/service.ts";
import { required } from "../kernel/assert.ts";
import { formatDay, monthOf } from "../kernel/day.ts";
import type { Issue } from "../kernel/errors.ts";
import { add, formatMoney, isZero } from "../kernel/money.ts";
import { type Books, barOf } from "../ledger/books.ts";
import { entriesOfDocument } from "../ledger/service.ts";
import type { WriteContext } from "../platform/write.ts";
import { post } from "../receivables/application-service.ts";
import type { InvoiceAccount } from "../receivables/invoice-account.ts";
import { lockedInvoice, noteStatus } from "../receivables/invoice-service.ts";
import * as store from "../receivables/invoice-store.ts";
import { documentVoided } from "../receivables/posting.ts";
import { rejectDocument } from "../receivables/rejection-service.ts";

/**
 * Voids an invoice. Its number and lines stay. Its periods become a draft on hold: the terms can be changed, and the next regeneration bills them
 * again (data model 13.3).
 *
 * @throws DomainError INVOICE_NOT_FOUND, INVOICE_NOT_OPEN, INVOICE_HAS_APPLICATIONS, PERIOD_CLOSED
 */
export async function voidInvoice(ctx: WriteContext, invoiceId: string): Promise<void> {
  const { books, invoice } = await lockedInvoice(ctx, invoiceId);
  const crediting = await store.creditMemoCrediting(ctx.tx, ctx.merchant.id, invoiceId);
  const isCreditedBySwap = await store.isCreditedBySwap(ctx.tx, ctx.merchant.id, invoiceId);
  const issues = checkVoid(invoice, { crediting, isCreditedBySwap, books });
  if (issues.length > 0) throw rejectDocument(issues);

  await store.markVoid(ctx.tx, ctx.merchant.id, invoiceId, ctx.clock.timestamp);
  await reverseVoidedCredits(ctx, invoiceId);
  const { contractId } = invoice;
  const covered = await store.coverageOf(ctx.tx, ctx.merchant.id, { invoiceId, contractId });
  await replaceInvoicedThrough(ctx.tx, ctx.merchant.id, covered.terms);
  contracts.reportInvoicedThrough(ctx, new Map([[contractId, covered.contract]]));
  await draftFreedPeriods(ctx, contractId);
  const source = { type: "INVOICE", id: invoiceId } as const;
  const posted = await entriesOfDocument(ctx.tx, ctx.merchant.id, { source, type: "INVOICE_ISSUED" });
  const { issueDate: date, customerId } = invoice;
  await post(
    ctx,
    books,
    posted.map((entry) => documentVoided(entry, { type: "INVOICE_VOIDED", date, source, customerId })),
  );
  noteStatus(ctx, "invoice.void", invoice, "VOID");
  const invoiceNumber = required(invoice.invoiceNumber, "the number of an issued invoice");
  ctx.publish({ type: "invoice.voided", contractId, data: { invoiceId, invoiceNumber, status: "VOID" } });
}

/** Reverses the effect of voided credits of the invoice, so that they do not lower the invoice that replaces it. */
async function reverseVoidedCredits(ctx: WriteContext, invoiceId: string): Promise<void> {
  const lines = await store.creditableLines(ctx.tx, ctx.merchant.id, { invoiceId });
  const lineIds = lines.map((line) => line.invoiceLineId);
  const undone = undoneWithLine(await billingCreditsOfLines(ctx.tx, ctx.merchant.id, lineIds));
  const made = undone.map((each) => ({ ...each, id: ctx.newId() }));
  await insertBillingCredits(ctx.tx, ctx.merchant.id, made, ctx.clock.timestamp);
}

function checkVoid(
  invoice: InvoiceAccount,
  { crediting, isCreditedBySwap, books }: { crediting: string | undefined; isCreditedBySwap: boolean; books: Books },
): Issue[] {
  const issues: Issue[] = [];
  const issue = (code: string, message: string) => issues.push({ path: "", code, message });
  const appliedAmount = add(invoice.amountPaid, invoice.amountCredited);
  if (invoice.status === "DRAFT" || invoice.status === "VOID" || invoice.uncollectibleOn !== null) {
    issue("INVOICE_NOT_OPEN", `The invoice is ${invoice.status}; only an issued one can be voided.`);
    return issues;
  }
  if (!isZero(appliedAmount)) {
    const message = `${formatMoney(appliedAmount)} is applied to the invoice; reverse that first, or credit the invoice.`;
    issue("INVOICE_HAS_APPLICATIONS", message);
  }
  if (crediting !== undefined) {
    issue("INVOICE_HAS_APPLICATIONS", `Credit memo ${crediting} credits lines of the invoice; void it first.`);
  }
  if (isCreditedBySwap) {
    const message = "Invoices of the replacing term credit what it billed; credit the invoice instead.";
    issue("INVOICE_HAS_APPLICATIONS", message);
  }
  const bar = barOf(books, "BILLING", monthOf(invoice.issueDate));
  if (bar !== undefined) {
    const message = `The month of ${formatDay(invoice.issueDate)} is ${bar}; use a credit memo.`;
    issue("PERIOD_CLOSED", message);
  }
  return issues;
}
