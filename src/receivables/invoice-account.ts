import type { InvoiceStatus } from "../invoicing/invoice.ts";
import type { Day } from "../kernel/day.ts";
import { add, isZero, type Money, subtract } from "../kernel/money.ts";

/** What an invoice's settlement depends on: what it asks for, and what was done about it. */
export type InvoiceAccount = {
  readonly id: string;
  readonly contractId: string;
  readonly customerId: string;
  readonly invoiceNumber: string | null;
  readonly currency: string;
  readonly status: InvoiceStatus;
  readonly issueDate: Day;
  readonly dueDate: Day;
  /** Tax included. */
  readonly total: Money;
  readonly tax: Money;
  readonly amountPaid: Money;
  readonly amountCredited: Money;
  readonly paidOn: Day | null;
  readonly uncollectibleOn: Day | null;
};

/** What is left to pay; a void invoice asks for nothing. */
export function balanceOf(invoice: Pick<InvoiceAccount, "status" | "total" | "amountPaid" | "amountCredited">): Money {
  if (invoice.status === "VOID") return subtract(invoice.total, invoice.total);
  return subtract(subtract(invoice.total, invoice.amountPaid), invoice.amountCredited);
}

/** What is applied to invoices: a credit memo, or a payment. */
export type CreditKind = "CREDIT_MEMO" | "PAYMENT";

/**
 * The invoice after an amount was applied to it, or reversed where the amount is below zero. Its status is a function of the
 * amounts (data model 13.3): nothing left is PAID, also by credit; a written-off invoice stays UNCOLLECTIBLE until then.
 *
 * @param today when it becomes paid by this
 */
export function withApplied(
  invoice: InvoiceAccount,
  { kind, amount, today }: { kind: CreditKind; amount: Money; today: Day },
): InvoiceAccount {
  const after = {
    ...invoice,
    amountPaid: kind === "PAYMENT" ? add(invoice.amountPaid, amount) : invoice.amountPaid,
    amountCredited: kind === "CREDIT_MEMO" ? add(invoice.amountCredited, amount) : invoice.amountCredited,
  };
  const status = openStatus(after);
  return { ...after, status, paidOn: status === "PAID" ? (invoice.paidOn ?? today) : null };
}

/** The status of an invoice that is issued and not void. */
export function openStatus(
  invoice: Pick<InvoiceAccount, "status" | "total" | "amountPaid" | "amountCredited" | "uncollectibleOn">,
): Exclude<InvoiceStatus, "DRAFT" | "VOID"> {
  if (isZero(balanceOf({ ...invoice, status: "ISSUED" }))) return "PAID";
  if (invoice.uncollectibleOn !== null) return "UNCOLLECTIBLE";
  return isZero(add(invoice.amountPaid, invoice.amountCredited)) ? "ISSUED" : "PARTIALLY_PAID";
}
