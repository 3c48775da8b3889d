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
  readonly paidOn: Day | null;
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
 *
 * @param today the paid date, if it becomes paid
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
