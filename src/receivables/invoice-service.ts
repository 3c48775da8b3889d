import { replaceInvoicedThrough } from "../billing-terms/coverage-store.ts";
import { undoneWithLine } from "../billing-terms/reduction.ts";
import { insertReductions, reductionsOfLines } from "../billing-terms/reduction-store.ts";
import * as contracts from "../contracts/service.ts";
import { issueDraft, markAsSent } from "../invoicing/action-service.ts";
import type { Invoice } from "../invoicing/invoice.ts";
import { draftFreedPeriods, getInvoice } from "../invoicing/service.ts";
import { type Day, formatDay, monthOf } from "../kernel/day.ts";
import type { Issue } from "../kernel/errors.ts";
import { add, formatMoney, isZero } from "../kernel/money.ts";
import { type Books, isClosed } from "../ledger/books.ts";
import { shareBooks } from "../ledger/books-store.ts";
import { entriesOfDocument } from "../ledger/service.ts";
import { recordNotFound } from "../platform/http/error-codes.ts";
import type { WriteContext } from "../platform/write.ts";
import { postingDay } from "./application.ts";
import { liabilityAccountsOf, post } from "./application-service.ts";
import * as store from "./invoice-store.ts";
import { notInFuture } from "./payment.ts";
import { documentVoided, invoiceWrittenOff } from "./posting.ts";
import { refuse } from "./refusal-service.ts";
import { balanceOf, type InvoiceAccount } from "./settlement.ts";
import { writeOff } from "./write-off.ts";

export const invoiceActions = ["ISSUE", "MARK_AS_SENT", "VOID", "MARK_UNCOLLECTIBLE"] as const;
export type InvoiceAction = (typeof invoiceActions)[number];

/**
 * Carries an action on an invoice out and answers what became of it.
 *
 * @throws DomainError INVOICE_NOT_FOUND, INVALID_ACTION, and as the action
 */
export async function actOnInvoice(
  ctx: WriteContext,
  invoiceId: string,
  { action, date }: { readonly action: InvoiceAction; readonly date: Day | undefined },
): Promise<Invoice> {
  if (action === "ISSUE") await issueDraft(ctx, invoiceId);
  if (action === "MARK_AS_SENT") await markAsSent(ctx, invoiceId);
  if (action === "VOID") await voidInvoice(ctx, invoiceId);
  if (action === "MARK_UNCOLLECTIBLE") await markUncollectible(ctx, invoiceId, date);
  return getInvoice(ctx.tx, ctx.merchant.id, invoiceId);
}

/**
 * Takes an invoice back as if it had never been issued. Its number and lines stay; the periods it billed are free: they are a
 * draft, the terms can be changed, and the next regeneration bills them again (data model 13.3).
 *
 * @throws DomainError INVOICE_NOT_FOUND, INVOICE_NOT_OPEN, INVOICE_HAS_APPLICATIONS, PERIOD_CLOSED
 */
export async function voidInvoice(ctx: WriteContext, invoiceId: string): Promise<void> {
  const { books, invoice } = await lockedInvoice(ctx, invoiceId);
  const crediting = await store.memoCrediting(ctx.tx, ctx.merchant.id, invoiceId);
  const issues = checkVoid(invoice, { crediting, books });
  if (issues.length > 0) throw refuse(issues);

  await store.markVoid(ctx.tx, ctx.merchant.id, invoiceId, ctx.clock.timestamp);
  await forgetVoidCredits(ctx, invoiceId);
  const { contractId } = invoice;
  const covered = await store.coverageOf(ctx.tx, ctx.merchant.id, { invoiceId, contractId });
  await replaceInvoicedThrough(ctx.tx, ctx.merchant.id, covered.terms);
  await contracts.reportInvoicedThrough(ctx, new Map([[contractId, covered.contract]]));
  await draftFreedPeriods(ctx, contractId);
  const source = { type: "INVOICE", id: invoiceId } as const;
  const posted = await entriesOfDocument(ctx.tx, ctx.merchant.id, { source, type: "INVOICE_ISSUED" });
  const { issueDate: date, customerId } = invoice;
  await post(
    ctx,
    books,
    posted.map((entry) => documentVoided(entry, { type: "INVOICE_VOIDED", date, source, customerId })),
  );
  note(ctx, "invoice.void", invoice, "VOID");
  ctx.tell({ type: "invoice.voided", contractId, data: { invoiceId, invoiceNumber: invoice.invoiceNumber } });
}

/**
 * Gives up an invoice that nobody expects to be paid: what was billed and not served is not owed any more and earns no
 * revenue, the rest is bad debt. A payment that comes all the same is a recovery.
 *
 * @param date when it is given up; today unless stated. A date in a closed month is posted on the first open day.
 * @throws DomainError INVOICE_NOT_FOUND, INVOICE_NOT_OPEN, INVALID_DATE
 */
export async function markUncollectible(ctx: WriteContext, invoiceId: string, date = ctx.clock.today): Promise<void> {
  const { books, invoice } = await lockedInvoice(ctx, invoiceId);
  const issues = checkWriteOff(invoice, { date, today: ctx.clock.today });
  if (issues.length > 0) throw refuse(issues);

  const lines = await store.creditableLines(ctx.tx, ctx.merchant.id, { invoiceId });
  const reductions = Map.groupBy(
    await reductionsOfLines(
      ctx.tx,
      ctx.merchant.id,
      lines.map((line) => line.invoiceLineId),
    ),
    (reduction) => reduction.invoiceLineId,
  );
  const postedOn = postingDay(books, [date, invoice.issueDate]);
  const { parts, contractLiability, badDebt } = writeOff(
    lines.map((line) => ({ ...line, reductions: reductions.get(line.invoiceLineId) ?? [] })),
    { balance: balanceOf(invoice), date, rounding: ctx.merchant.rounding },
  );
  const id = ctx.newId();
  const at = ctx.clock.timestamp;
  await store.insertWriteOff(
    ctx.tx,
    ctx.merchant.id,
    { id, invoiceId, date, postedOn, contractLiability, badDebt },
    at,
  );
  await store.saveSettlement(
    ctx.tx,
    ctx.merchant.id,
    { ...invoice, status: "UNCOLLECTIBLE", uncollectibleOn: date },
    at,
  );
  const { contractId } = invoice;
  await insertReductions(
    ctx.tx,
    ctx.merchant.id,
    parts.map((part) => ({
      ...part,
      id: ctx.newId(),
      contractId,
      revenueEffect: "CREDITED_DAYS",
      date: postedOn,
      bookMonth: monthOf(postedOn),
      source: { type: "WRITE_OFF", id },
    })),
    at,
  );
  const accounts = await liabilityAccountsOf(
    ctx,
    parts.map((part) => part.billingTermId),
  );
  await post(ctx, books, [invoiceWrittenOff(invoice, { parts, badDebt, postedOn }, accounts)]);
  note(ctx, "invoice.mark-uncollectible", invoice, "UNCOLLECTIBLE");
  ctx.tell({ type: "invoice.uncollectible", contractId, data: { invoiceId, date: formatDay(date) } });
}

/** Credits of the invoice are void before it is; none of them counts for what is billed in its place. */
async function forgetVoidCredits(ctx: WriteContext, invoiceId: string): Promise<void> {
  const lines = await store.creditableLines(ctx.tx, ctx.merchant.id, { invoiceId });
  const lineIds = lines.map((line) => line.invoiceLineId);
  const undone = undoneWithLine(await reductionsOfLines(ctx.tx, ctx.merchant.id, lineIds));
  const made = undone.map((each) => ({ ...each, id: ctx.newId() }));
  await insertReductions(ctx.tx, ctx.merchant.id, made, ctx.clock.timestamp);
}

async function lockedInvoice(ctx: WriteContext, invoiceId: string): Promise<{ books: Books; invoice: InvoiceAccount }> {
  await contracts.lockContracts(ctx, await store.contractsOfInvoices(ctx.tx, ctx.merchant.id, [invoiceId]));
  const books = await shareBooks(ctx.tx, ctx.merchant.id);
  const invoice = (await store.lockInvoices(ctx.tx, ctx.merchant.id, [invoiceId])).get(invoiceId);
  if (invoice === undefined) throw recordNotFound("INVOICE_NOT_FOUND");
  return { books, invoice };
}

function checkVoid(
  invoice: InvoiceAccount,
  { crediting, books }: { crediting: string | undefined; books: Books },
): Issue[] {
  const issues: Issue[] = [];
  const issue = (code: string, message: string) => issues.push({ path: "", code, message });
  const settledAmount = add(invoice.amountPaid, invoice.amountCredited);
  if (invoice.status === "DRAFT" || invoice.status === "VOID" || invoice.uncollectibleOn !== null) {
    issue("INVOICE_NOT_OPEN", `The invoice is ${invoice.status}; only an issued one can be voided.`);
    return issues;
  }
  if (!isZero(settledAmount)) {
    const message = `${formatMoney(settledAmount)} is applied to the invoice; take it back first, or credit the invoice.`;
    issue("INVOICE_HAS_APPLICATIONS", message);
  }
  if (crediting !== undefined) {
    issue("INVOICE_HAS_APPLICATIONS", `Credit memo ${crediting} credits lines of the invoice; void it first.`);
  }
  if (isClosed(books, monthOf(invoice.issueDate))) {
    const message = `The month of ${formatDay(invoice.issueDate)} is closed; use a credit memo.`;
    issue("PERIOD_CLOSED", message);
  }
  return issues;
}

function checkWriteOff(invoice: InvoiceAccount, { date, today }: { date: Day; today: Day }): Issue[] {
  const issues = notInFuture("/date", date, today);
  if (invoice.status !== "ISSUED" && invoice.status !== "PARTIALLY_PAID") {
    const message = `The invoice is ${invoice.status}; only what is owed can be given up.`;
    issues.unshift({ path: "", code: "INVOICE_NOT_OPEN", message });
  } else if (date < invoice.issueDate) {
    const message = `The invoice was issued on ${formatDay(invoice.issueDate)}; it cannot be given up before.`;
    issues.push({ path: "/date", code: "INVALID_DATE", message });
  }
  return issues;
}

function note(ctx: WriteContext, action: string, before: InvoiceAccount, status: string): void {
  const changes = [{ path: "/status", from: before.status, to: status }];
  ctx.audit({ action, entityType: "INVOICE", entityId: before.id, changes });
}
