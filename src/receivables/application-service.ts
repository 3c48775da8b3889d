import { chainToTop } from "../customers/hierarchy-store.ts";
import { required } from "../kernel/assert.ts";
import { type Day, formatDay } from "../kernel/day.ts";
import { formatMoney, type Money, negate } from "../kernel/money.ts";
import type { Books } from "../ledger/books.ts";
import { credit as creditLine, type JournalLine } from "../ledger/journal-entry.ts";
import { postAhead } from "../ledger/service.ts";
import { recordNotFound } from "../platform/http/error-codes.ts";
import { withLockedSettings } from "../platform/merchant/settings-service.ts";
import type { WriteContext } from "../platform/write.ts";
import {
  type Application,
  type ApplicationRequest,
  type Credit,
  checkApplication,
  type InvoiceSide,
  postingDay,
  sideOf,
  sideOfReversal,
} from "./application.ts";
import { insertApplication } from "./application-store.ts";
import { type InvoiceAccount, openStatus, withApplied } from "./invoice-account.ts";
import { lockInvoices, saveApplied } from "./invoice-store.ts";
import { creditApplied, type Posting } from "./posting.ts";
import { recover, type UnearnedLines, writeOffAgain } from "./recovery-service.ts";
import { reject } from "./rejection-service.ts";

/**
 * Applies a credit memo or payment to an invoice and posts it. The caller holds the locks of the contract, the books, the credit and the
 * invoice, taken in this order.
 *
 * @throws DomainError of every code of `checkApplication`
 */
export async function applyCredit(
  ctx: WriteContext,
  books: Books,
  act: {
    readonly credit: Credit;
    readonly invoice: InvoiceAccount;
    readonly request: ApplicationRequest;
    readonly appliedOn: Day;
  },
): Promise<Application> {
  const { credit, invoice, request, appliedOn } = act;
  const postedOn = postingDay(books, [appliedOn, credit.date, invoice.issueDate]);
  const isRelated = await areRelated(ctx, credit.customerId, invoice.customerId);
  const { today } = ctx.clock;
  const { amount, issues } = checkApplication({ credit, invoice, isRelated, request, postedOn, today });
  if (issues.length > 0) throw reject(issues);

  const { application, against } = await recordApplication(ctx, { credit, invoice, amount, appliedOn, postedOn });
  await post(ctx, books, [creditApplied(credit, { invoice, amount, against, postedOn })]);
  return application;
}

/** Reverses an application as of today, and posts the reversal; both documents get their balances back. */
export async function unapplyCredit(
  ctx: WriteContext,
  books: Books,
  { credit, application }: { credit: Pick<Credit, "kind" | "id" | "customerId">; application: Application },
  unearnedLines: UnearnedLines,
): Promise<void> {
  const invoices = await lockInvoices(ctx.tx, ctx.merchant.id, [application.invoiceId]);
  const invoice = required(invoices.get(application.invoiceId), "the invoice of an application");
  const postedOn = postingDay(books, [ctx.clock.today, application.postedOn]);
  const act = { application, invoice, reversedOn: ctx.clock.today, postedOn };
  const against = await recordReversal(ctx, act, unearnedLines);
  await post(ctx, books, [creditApplied(credit, { invoice, amount: negate(application.amount), against, postedOn })]);
}

/**
 * Stores an application and updates its invoice. The caller posts it.
 *
 * @returns the journal lines for the other side of its entry
 */
export async function recordApplication(
  ctx: WriteContext,
  act: {
    readonly credit: Pick<Credit, "kind" | "id">;
    readonly invoice: InvoiceAccount;
    readonly amount: Money;
    readonly appliedOn: Day;
    readonly postedOn: Day;
  },
): Promise<{ readonly application: Application; readonly against: readonly JournalLine[] }> {
  const { credit, invoice, amount, appliedOn, postedOn } = act;
  const role = sideOf(invoice);
  const isRecovery = role === "BAD_DEBT_RECOVERED";
  const against = isRecovery ? await recover(ctx, invoice, { amount, postedOn }) : [creditLine(role, amount)];
  const application: Application = {
    id: ctx.newId(),
    kind: credit.kind,
    creditId: credit.id,
    invoiceId: invoice.id,
    invoiceNumber: invoice.invoiceNumber,
    amount,
    appliedOn,
    postedOn,
    role,
  };
  insertApplication(ctx.tx, ctx.merchant.id, application, ctx.clock.timestamp);
  await saveAccount(ctx, invoice, withApplied(invoice, { kind: credit.kind, amount, appliedOn }));
  return { application, against };
}

/** Stores the reversal of an application and updates its invoice. Returns the journal lines for the other side of its entry. */
export async function recordReversal(
  ctx: WriteContext,
  act: {
    readonly application: Application;
    readonly invoice: InvoiceAccount;
    readonly reversedOn: Day;
    readonly postedOn: Day;
  },
  unearnedLines: UnearnedLines,
): Promise<readonly JournalLine[]> {
  const { application, invoice, reversedOn, postedOn } = act;
  const role = sideOfReversal(application.role, invoice);
  const amount = negate(application.amount);
  const linesOf: Record<InvoiceSide, () => Promise<readonly JournalLine[]>> = {
    RECEIVABLE: async () => [creditLine(role, amount)],
    BAD_DEBT: () => writeOffAgain(ctx, invoice, { amount: application.amount, postedOn }, unearnedLines),
    BAD_DEBT_RECOVERED: () => recover(ctx, invoice, { amount, postedOn }),
  };
  const against = await linesOf[role]();
  const reversal = { ...application, id: ctx.newId(), amount, appliedOn: reversedOn, postedOn, role };
  insertApplication(ctx.tx, ctx.merchant.id, { ...reversal, reversesId: application.id }, ctx.clock.timestamp);
  await saveAccount(ctx, invoice, withApplied(invoice, { kind: application.kind, amount, appliedOn: reversedOn }));
  return against;
}

async function saveAccount(ctx: WriteContext, before: InvoiceAccount, after: InvoiceAccount): Promise<void> {
  saveApplied(ctx.tx, ctx.merchant.id, after, ctx.clock.timestamp);
  if (after.status === before.status) return;
  const status = openStatus(after);
  const type = status === "PAID" ? "invoice.paid" : "invoice.settlement-changed";
  ctx.publish({ type, contractId: after.contractId, data: { invoiceId: after.id, status } });
}

/** Posts entries with new ids and the present account names. The caller holds the books. */
export async function post(write: WriteContext, books: Books, postings: readonly Posting[]): Promise<void> {
  const ctx = await withLockedSettings(write);
  postAhead(
    ctx,
    books,
    postings.map((posting) => ({ ...posting, id: ctx.newId() })),
  );
}

/** The application that a path names, if not reversed. @throws DomainError APPLICATION_NOT_FOUND */
export function namedApplication(applications: readonly Application[], applicationId: string): Application {
  const application = applications.find(({ id }) => id === applicationId);
  if (application === undefined) throw recordNotFound("APPLICATION_NOT_FOUND");
  return application;
}

/** True if two customers are the same, or one is the parent of the other (data model 10.2). */
export async function areRelated(ctx: WriteContext, customerId: string, otherId: string): Promise<boolean> {
  if (customerId === otherId) return true;
  const parentOf = async (id: string) => (await chainToTop(ctx.tx, ctx.merchant.id, id))[1];
  return (await parentOf(customerId)) === otherId || (await parentOf(otherId)) === customerId;
}

/** An application as the audit log keeps it. */
export function auditedApplication({ invoiceId, amount, appliedOn }: Application) {
  return { invoiceId, amount: formatMoney(amount), appliedAt: formatDay(appliedOn) };
}
