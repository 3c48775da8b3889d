import type { InvoiceStatus } from "../invoicing/invoice.ts";
import type { Day } from "../kernel/day.ts";
import { add, isZero, type Money, subtract } from "../kernel/money.ts";

/** The facts of an invoice that decide its settlement: its total, and what was paid, credited and written off. */
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
  /** The latest day of the applications that stand; null if there are none. */
  readonly lastAppliedOn: Day | null;
  readonly uncollectibleOn: Day | null;
};

/** The unpaid amount; zero for a void invoice. */
export function balanceOf(invoice: Pick<InvoiceAccount, "status" | "total" | "amountPaid" | "amountCredited">): Money {
  if (invoice.status === "VOID") return subtract(invoice.total, invoice.total);
  return subtract(subtract(invoice.total, invoice.amountPaid), invoice.amountCredited);
}

/** What can be applied to invoices. */
export type CreditKind = "CREDIT_MEMO" | "PAYMENT";

/**
 * The invoice after an amount was applied to it, or reversed if the amount is negative. Its status follows from the amounts (data model 13.3):
 * PAID if nothing is left, by payments or credits; a written-off invoice stays UNCOLLECTIBLE until then.
 */
export function withApplied(
  invoice: InvoiceAccount,
  { kind, amount, appliedOn }: { kind: CreditKind; amount: Money; appliedOn: Day },
): InvoiceAccount {
  const after = {
    ...invoice,
    amountPaid: kind === "PAYMENT" ? add(invoice.amountPaid, amount) : invoice.amountPaid,
    amountCredited: kind === "CREDIT_MEMO" ? add(invoice.amountCredited, amount) : invoice.amountCredited,
  };
  const lastAppliedOn = Math.max(invoice.lastAppliedOn ?? appliedOn, appliedOn);
  return { ...after, status: openStatus(after), lastAppliedOn };
}

/**
 * The day on which nothing was owed of a paid invoice any more: that of the last application, whenever it was recorded, but never before the
 * invoice (ADR 0104). Null for an invoice that is not paid, or of zero.
 */
export function paidOn({ status, issueDate, lastAppliedOn }: InvoiceAccount): Day | null {
  return status === "PAID" && lastAppliedOn !== null ? Math.max(issueDate, lastAppliedOn) : null;
}

/** The status of an invoice that is issued and not void. */
export function openStatus(
  invoice: Pick<InvoiceAccount, "status" | "total" | "amountPaid" | "amountCredited" | "uncollectibleOn">,
): Exclude<InvoiceStatus, "DRAFT" | "VOID"> {
  if (isZero(balanceOf({ ...invoice, status: "ISSUED" }))) return "PAID";
  if (invoice.uncollectibleOn !== null) return "UNCOLLECTIBLE";
  return isZero(add(invoice.amountPaid, invoice.amountCredited)) ? "ISSUED" : "PARTIALLY_PAID";
}
