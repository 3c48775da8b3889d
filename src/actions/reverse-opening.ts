import type { Contract } from "../contracts/contract.ts";
import type { Invoice } from "../invoicing/invoice.ts";
import { type Day, monthOf } from "../kernel/day.ts";
import { conflict, type DomainError } from "../kernel/errors.ts";
import { add, equals, isZero, type Money, negate, subtract, sum, sumAmounts, zero } from "../kernel/money.ts";
import { type Books, barOf } from "../ledger/books.ts";
import { debit, type JournalLine, reversed, withoutZeros } from "../ledger/journal-entry.ts";
import { entriesOfDocument, type PostedEntry, postEntries } from "../ledger/service.ts";
import { withLockedSettings } from "../platform/merchant/settings-service.ts";
import type { WriteContext } from "../platform/write.ts";
import type { Application } from "../receivables/application.ts";
import type { CreditMemoRecord } from "../receivables/credit-memo-record-service.ts";
import * as invoices from "../receivables/invoice-store.ts";
import {
  lockedOpeningPayment,
  type PaidByOpening,
  returnOpeningPayment,
} from "../receivables/opening-payment-service.ts";
import { type ContractOpening, findOpening, openingPostings } from "../revenue/opening-store.ts";
import { insertPostings } from "../revenue/service.ts";
import { deleteOpenedUsage } from "../usage/opened-usage-service.ts";
import { lockedOpeningCredits, voidOpenedCredits } from "./opened-credits.ts";
import { unearnedLines } from "./unearned-lines.ts";
import { voidInvoice } from "./void-invoice.ts";

/**
 * Reverses the opening of a contract that is being deleted (ADR 0091): voids its old invoices, reverses their payments and the recognized
 * revenue on the posting date of the opening, and deletes the loaded usage. No month has any amount of it afterwards. Does nothing for a
 * contract without an opening.
 *
 * @param issued its invoices that are neither drafts nor void; all are of the opening
 * @throws DomainError CONTRACT_INVOICED if the loaded documents were changed, or their month is locked
 */
export async function reverseOpening(
  write: WriteContext,
  books: Books,
  contract: Contract,
  issued: readonly Invoice[],
): Promise<void> {
  const { tx, merchant } = write;
  const opening = await findOpening(tx, merchant.id, contract.id);
  if (opening === undefined) return;
  rejectLocked(books, opening.postedOn);
  const source = { type: "CONTRACT", id: contract.id } as const;
  // An opening of a contract that was neither billed nor recognized has no entry.
  const [entry] = await entriesOfDocument(tx, merchant.id, { source, type: "OPENING" });
  const credit = entry === undefined ? zero(contract.currency) : creditOf(entry);
  const payment = await lockedOpeningPayment(write, { ...opening, customerId: contract.customerId, credit });
  const credits = await lockedOpeningCredits(write, contract.id);
  await rejectSettled(write, issued, { payment, credits });

  // Loading published no events about these documents, so reversing publishes none; the deletion of the contract is published.
  const ctx: WriteContext = { ...write, publish: () => undefined };
  const { postedOn } = opening;
  const paid = payment === undefined ? [] : await returnOpeningPayment(ctx, payment, postedOn, unearnedLines);
  if (credits !== undefined) await voidOpenedCredits(ctx, books, credits, postedOn);
  for (const { id } of issued) await voidInvoice(ctx, id);
  if (entry !== undefined) await postBack(ctx, books, opening, { entry, paid });
  await deleteOpenedUsage(ctx, contract.id);
}

/** Rejects a locked month of the opening; a closed one was rejected before. */
function rejectLocked(books: Books, postedOn: Day): void {
  for (const subLedger of ["BILLING", "CASH"] as const) {
    const bar = barOf(books, subLedger, monthOf(postedOn));
    if (bar !== undefined) throw stays(`The month of its opening is ${bar}; unlock it first.`);
  }
}

/** An opening can only be reversed as it was loaded: users must reverse later payments, credits and write-offs first. */
async function rejectSettled(
  { tx, merchant }: WriteContext,
  issued: readonly Invoice[],
  { payment, credits }: { readonly payment: PaidByOpening | undefined; readonly credits: CreditMemoRecord | undefined },
): Promise<void> {
  const accounts = await invoices.lockInvoices(
    tx,
    merchant.id,
    issued.map(({ id }) => id),
  );
  for (const account of accounts.values()) {
    const { id, invoiceNumber, amountPaid, amountCredited, uncollectibleOn, currency } = account;
    if (uncollectibleOn !== null) throw stays(`Old invoice ${invoiceNumber} was written off; reinstate it first.`);
    const crediting = await invoices.creditMemoCrediting(tx, merchant.id, id);
    if (crediting !== undefined && crediting !== credits?.memo.creditMemoNumber)
      throw stays(`Credit memo ${crediting} credits its old invoices; void it first.`);
    if (await invoices.isCreditedBySwap(tx, merchant.id, id))
      throw stays(`Invoices of another term credit what old invoice ${invoiceNumber} billed.`);
    const own = [...(payment?.applications ?? []), ...(credits?.applications ?? [])].filter(
      ({ invoiceId }) => invoiceId === id,
    );
    const before = sumAmounts(own, currency);
    if (!equals(add(amountPaid, amountCredited), before))
      throw stays(`Reverse the payments and credits that old invoice ${invoiceNumber} got since first.`);
  }
  const isElsewhere = ({ invoiceId }: Application) => !accounts.has(invoiceId);
  if (credits !== undefined && (!isZero(credits.memo.refunded) || credits.applications.some(isElsewhere)))
    throw stays("The customer's earlier credits were refunded or applied to other invoices here; reverse that first.");
  if (payment === undefined) return;
  const { payment: paid, applications } = payment;
  if (paid.returnedOn !== null || !isZero(paid.refunded))
    throw stays("The customer's earlier payment was refunded or returned here.");
  const elsewhere = applications.find(isElsewhere);
  if (elsewhere !== undefined)
    throw stays(`The customer's credit is applied to invoice ${elsewhere.invoiceNumber}; reverse that first.`);
}

function stays(reason: string): DomainError {
  return conflict("CONTRACT_INVOICED", `The opening of the contract cannot be reversed. ${reason}`);
}

/** The customer credit that the entry of an opening posted. */
function creditOf({ lines, currency }: PostedEntry): Money {
  const credits = lines.filter(({ role }) => role === "CUSTOMER_CREDIT");
  return sum(
    credits.map((line) => subtract(line.credit, line.debit)),
    currency,
  );
}

/** Reverses the entry of an opening, with the rest of its payment and its revenue, in the same accounts. */
async function postBack(
  write: WriteContext,
  books: Books,
  { contractId, postedOn }: ContractOpening,
  { entry, paid }: { readonly entry: PostedEntry; readonly paid: readonly JournalLine[] },
): Promise<void> {
  const ctx = await withLockedSettings(write);
  const accountOf = new Map(entry.lines.map(({ role, account }) => [role, account]));
  const recognized = entry.lines
    .filter(({ role }) => role === "CONTRACT_LIABILITY")
    .map((line) => ({ ...line, categoryAccount: line.account }));
  const settled = paid.map((line) => ({ ...line, categoryAccount: accountOf.get(line.role) ?? null }));
  const lines = [...reversed(recognized), ...settled];
  const net = sum(
    lines.map((line) => subtract(line.debit, line.credit)),
    entry.currency,
  );
  const clearing = debit("MIGRATION_CLEARING", negate(net), { account: accountOf.get("MIGRATION_CLEARING") ?? null });
  const entryId = ctx.newId();
  const source = { type: "CONTRACT", id: contractId } as const;
  await postEntries(ctx, books, [
    {
      ...{ id: entryId, date: postedOn, type: "OPENING", contractId, customerId: entry.customerId, source },
      ...{ reversesEntryId: entry.id, lines: withoutZeros([...lines, clearing]) },
    },
  ]);
  const postings = await openingPostings(ctx.tx, ctx.merchant.id, entry.id);
  await insertPostings(
    ctx.tx,
    ctx.merchant.id,
    postings.map((posting) => ({
      ...posting,
      ...{ amount: negate(posting.amount), closeCount: reversalOfOpening, journalEntryId: entryId },
    })),
  );
}

/** The close count of revenue of a reversed opening. */
const reversalOfOpening = -1;
