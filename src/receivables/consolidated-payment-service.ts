import * as contracts from "../contracts/service.ts";
import { sectionIdsOf } from "../invoicing/consolidated-service.ts";
import { required } from "../kernel/assert.ts";
import type { Issue } from "../kernel/errors.ts";
import { compare, formatMoney, isZero, type Money, min, money, parseMoney } from "../kernel/money.ts";
import { shareBooks } from "../ledger/books-store.ts";
import { recordNotFound } from "../platform/http/error-codes.ts";
import type { WriteContext } from "../platform/write.ts";
import { type Application, insufficientCode, nameOfKind, notLive } from "./application.ts";
import { balanceOfCreditMemo } from "./credit-memo.ts";
import { applyCreditMemo } from "./credit-memo-service.ts";
import { findCreditMemos } from "./credit-memo-store.ts";
import type { CreditKind, InvoiceAccount } from "./invoice-account.ts";
import { contractsOfInvoices, lockInvoices } from "./invoice-store.ts";
import { type PaymentDraft, unappliedOf } from "./payment.ts";
import type { PaymentRecord } from "./payment-record-service.ts";
import { applyPayment, receivePayment } from "./payment-service.ts";
import { findPayments } from "./payment-store.ts";
import { reject } from "./rejection-service.ts";
import { requestedAmount } from "./requested-amount.ts";
import { openOf, settlementOf } from "./section-settlement.ts";

/**
 * Records a payment of a consolidated invoice by its customer: the unpaid amount unless another is stated. An excess becomes credit of the
 * customer.
 *
 * @throws DomainError INVOICE_NOT_FOUND, INVOICE_NOT_OPEN, and as `receivePayment`
 */
export async function payConsolidatedInvoice(
  ctx: WriteContext,
  documentId: string,
  draft: Omit<PaymentDraft, "customerId" | "currency" | "applications">,
): Promise<PaymentRecord> {
  const sections = await lockedSections(ctx, documentId);
  const { customerId, currency } = required(sections[0], "a section");
  const open = openFor(sections, "PAYMENT");
  const total = draft.amount === undefined ? open : parseMoney(draft.amount, currency);
  // An amount with too many decimals is rejected by the payment.
  const settled = total === undefined ? [] : settlementOf(sections, { kind: "PAYMENT", amount: min(total, open) });
  const applications = settled.map(({ invoice, amount }) => {
    return { invoiceId: invoice.id, amount: formatMoney(amount), path: "" };
  });
  const amount = draft.amount ?? formatMoney(open);
  return receivePayment(ctx, { ...draft, amount, customerId, currency, applications });
}

/** A credit to apply to a consolidated invoice; without an amount, as much as both balances allow. */
export type DocumentApplication = {
  readonly credit: { readonly kind: CreditKind; readonly id: string };
  readonly amount: string | undefined;
};

/**
 * Applies a credit memo, or the rest of a payment, to the sections of a consolidated invoice, with one application per section.
 *
 * @throws DomainError INVOICE_NOT_FOUND, PAYMENT_NOT_FOUND, CREDIT_MEMO_NOT_FOUND, INVOICE_NOT_OPEN, INVOICE_OVERAPPLIED, AMOUNT_INVALID, and as applying to an invoice
 */
export async function applyToConsolidatedInvoice(
  ctx: WriteContext,
  documentId: string,
  { credit, amount: requested }: DocumentApplication,
): Promise<Application[]> {
  const sections = await lockedSections(ctx, documentId);
  const { currency } = required(sections[0], "a section");
  const { left, isLive } = await creditOf(ctx, credit);
  const open = openFor(sections, credit.kind);
  if (!isLive) throw reject([notLive(credit.kind, "")]);
  // Another currency is rejected with the first section.
  const { amount, issues } =
    requested === undefined
      ? { amount: min(money(left.minor, currency), open), issues: [] }
      : requestedAmount(requested, currency, "/amount");
  if (issues.length > 0) throw reject(issues);
  const issue = issueOfLimits(amount, { left, open, kind: credit.kind });
  if (issue !== undefined) throw reject([issue]);

  const applications: Application[] = [];
  for (const { invoice, amount: own } of settlementOf(sections, { kind: credit.kind, amount })) {
    const request = { invoiceId: invoice.id, amount: formatMoney(own) };
    applications.push(
      credit.kind === "PAYMENT"
        ? await applyPayment(ctx, credit.id, request)
        : await applyCreditMemo(ctx, credit.id, { ...request, appliedOn: undefined }),
    );
  }
  return applications;
}

/** The issue of an amount that is more than is left of the credit, or than is open of the invoice; undefined for none. */
function issueOfLimits(
  amount: Money,
  { left, open, kind }: { readonly left: Money; readonly open: Money; readonly kind: CreditKind },
): Issue | undefined {
  const path = "/amount";
  if (compare(amount, money(left.minor, amount.currency)) > 0 || isZero(amount)) {
    const message = `Only ${formatMoney(left)} of the ${nameOfKind(kind)} is left.`;
    return { path, code: insufficientCode(kind), message };
  }
  if (compare(amount, open) <= 0) return undefined;
  return { path, code: "INVOICE_OVERAPPLIED", message: `Only ${formatMoney(open)} of the invoice is left to pay.` };
}

/** The sections of a consolidated invoice in order, locked, with their contracts and the books. */
async function lockedSections(ctx: WriteContext, documentId: string): Promise<InvoiceAccount[]> {
  const { tx, merchant } = ctx;
  const ids = await sectionIdsOf(tx, merchant.id, documentId);
  contracts.lockContractRows(ctx, await contractsOfInvoices(tx, merchant.id, ids));
  await shareBooks(tx, merchant.id);
  const accounts = await lockInvoices(tx, merchant.id, ids);
  return ids.map((id) => required(accounts.get(id), "a section that was found"));
}

/** The amount open for settlement. @throws DomainError INVOICE_NOT_OPEN */
function openFor(sections: readonly InvoiceAccount[], kind: CreditKind): Money {
  const open = openOf(sections, kind);
  if (open !== undefined) return open;
  const message = "No section of the invoice is open; nothing can be applied to it.";
  throw reject([{ path: "", code: "INVOICE_NOT_OPEN", message }]);
}

/** The balance of a credit memo or payment, and whether it is live (not void or returned). */
async function creditOf(
  ctx: WriteContext,
  { kind, id }: DocumentApplication["credit"],
): Promise<{ readonly left: Money; readonly isLive: boolean }> {
  const { tx, merchant } = ctx;
  if (kind === "PAYMENT") {
    const [payment] = await findPayments(tx, merchant.id, [id]);
    if (payment === undefined) throw recordNotFound("PAYMENT_NOT_FOUND");
    return { left: unappliedOf(payment), isLive: payment.returnedOn === null };
  }
  const [memo] = await findCreditMemos(tx, merchant.id, [id]);
  if (memo === undefined) throw recordNotFound("CREDIT_MEMO_NOT_FOUND");
  return { left: balanceOfCreditMemo(memo), isLive: memo.status !== "VOID" };
}
