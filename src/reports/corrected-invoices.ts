import { required } from "../kernel/assert.ts";
import { add, formatMoney, isZero, type Money, negate, parseMoney, subtract, zero } from "../kernel/money.ts";

/** A line as shown in a response: days of service with the last one included, and an amount without tax. */
export type ShownLine = {
  readonly type: string;
  readonly billingTermId: string;
  readonly commitmentId: string | null;
  readonly isCorrection: boolean;
  readonly serviceStartDate: string;
  readonly serviceEndDate: string;
  readonly total: string;
};

/** An invoice as shown in a response; a planned one has no id. */
export type ShownInvoice = {
  readonly invoiceId: string | null;
  readonly status: string;
  readonly lineItems: readonly ShownLine[];
};

export type ShownCreditMemo = {
  readonly status: string;
  readonly items: readonly { readonly invoiceId: string | null; readonly amount: string }[];
};

/** Issued and planned invoices of a contract, and the credit memos for their lines, at one moment. */
export type Documents<Invoice extends ShownInvoice> = {
  readonly currency: string;
  readonly invoices: readonly Invoice[];
  readonly creditMemos: readonly ShownCreditMemo[];
};

/** An issued invoice, which stays unchanged, and the amount by which a write corrects it in other documents, without tax; negative for credits. */
export type CorrectedInvoice<Invoice> = { readonly invoice: Invoice; readonly amount: string };

/**
 * The issued invoices that a write corrects, in their order (rules 2, `corrected`). An issued invoice never changes, so each correction is another
 * document (ADR 0006). Items of credit memos correct the invoice of their line. Corrections of usage and true-ups of seats or prices correct the
 * invoice that billed their first day. Void invoices and credit memos correct nothing.
 */
export function correctedInvoices<Invoice extends ShownInvoice>(
  before: Documents<Invoice>,
  after: Documents<Invoice>,
): CorrectedInvoice<Invoice>[] {
  const issued = before.invoices.filter(isIssued);
  const [was, is] = [corrections(issued, before), corrections(issued, after)];
  const none = zero(after.currency);
  return after.invoices.filter(isIssued).flatMap((invoice): CorrectedInvoice<Invoice>[] => {
    const id = invoice.invoiceId ?? "";
    const amount = subtract(is.get(id) ?? none, was.get(id) ?? none);
    return isZero(amount) ? [] : [{ invoice, amount: formatMoney(amount) }];
  });
}

/** The total of all corrections of each issued invoice, by invoice id. */
function corrections(issued: readonly ShownInvoice[], { invoices, creditMemos, currency }: Documents<ShownInvoice>) {
  const amounts = new Map<string, Money>();
  const count = (invoiceId: string, amount: Money) =>
    amounts.set(invoiceId, add(amounts.get(invoiceId) ?? zero(currency), amount));
  const moneyOf = (text: string) => required(parseMoney(text, currency), "the amount of a document");

  for (const { status, items } of creditMemos) {
    if (status === "VOID") continue;
    for (const { invoiceId, amount } of items) if (invoiceId !== null) count(invoiceId, negate(moneyOf(amount)));
  }
  for (const invoice of invoices) {
    if (invoice.status === "VOID") continue;
    for (const line of invoice.lineItems) {
      if (!line.isCorrection && !isTrueUp(line)) continue;
      const corrected = issued.find((each) => each.lineItems.some((billed) => bills(billed, line)));
      if (corrected?.invoiceId != null) count(corrected.invoiceId, moneyOf(line.total));
    }
  }
  return amounts;
}

function isIssued({ status }: ShownInvoice): boolean {
  return status !== "PLANNED" && status !== "DRAFT" && status !== "VOID";
}

/** True if `by` corrects `billed`: the same term and commitment, and its first day is within the billed days. */
function bills(billed: ShownLine, by: ShownLine): boolean {
  const isSame = billed.billingTermId === by.billingTermId && billed.commitmentId === by.commitmentId;
  const isFirst = !billed.isCorrection && !isTrueUp(billed);
  return (
    isSame && isFirst && billed.serviceStartDate <= by.serviceStartDate && by.serviceStartDate <= billed.serviceEndDate
  );
}

function isTrueUp({ type }: ShownLine): boolean {
  return type === "SEAT_TRUE_UP" || type === "PRICE_TRUE_UP";
}
