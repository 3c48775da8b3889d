import { type Day, firstDayOf, formatDay } from "../kernel/day.ts";
import type { Issue } from "../kernel/errors.ts";
import { compare, formatMoney, isZero, type Money, min, money } from "../kernel/money.ts";
import { type Books, lockedThrough } from "../ledger/books.ts";
import { balanceOf, type CreditKind, type InvoiceAccount } from "./invoice-account.ts";
import { requestedAmount } from "./requested-amount.ts";

/** A credit memo or payment as money that can be applied to invoices. */
export type Credit = {
  readonly kind: CreditKind;
  readonly id: string;
  readonly customerId: string;
  readonly currency: string;
  /** Not applied, refunded or returned yet. */
  readonly balance: Money;
  /** False for a void credit memo and a payment that was returned. */
  readonly isLive: boolean;
  /** The issue date of a credit memo; the day on which a payment was posted. */
  readonly date: Day;
};

/** An application that was not reversed; its amount is above zero. */
export type Application = {
  readonly id: string;
  readonly kind: CreditKind;
  readonly creditId: string;
  readonly invoiceId: string;
  readonly invoiceNumber: string | null;
  readonly amount: Money;
  readonly appliedOn: Day;
  readonly postedOn: Day;
  readonly role: InvoiceSide;
};

/**
 * The account that an application moves on the side of the invoice. A recovery of a write-off may also move tax and contract liability
 * (`recovery.ts`).
 */
export type InvoiceSide = "RECEIVABLE" | "BAD_DEBT" | "BAD_DEBT_RECOVERED";

/** A requested application; without an amount, as much as both balances allow. */
export type ApplicationRequest = {
  readonly invoiceId: string;
  readonly amount: string | undefined;
  /** JSON pointer of the application in the request, for issues. */
  readonly path: string;
};

export type ApplicationCheck = {
  readonly credit: Credit;
  readonly invoice: InvoiceAccount;
  /** True if the customer of the invoice is that of the credit, its parent or a child. */
  readonly isRelated: boolean;
  readonly request: ApplicationRequest;
  readonly postedOn: Day;
  readonly today: Day;
};

/**
 * The amount to apply, and all validation errors, those of the credit memo or payment first. An amount above either balance is rejected, never
 * reduced (data model 10.2).
 */
export function checkApplication(check: ApplicationCheck): { readonly amount: Money; readonly issues: Issue[] } {
  const { credit, invoice, isRelated, request, postedOn, today } = check;
  const { amount, issues } = amountToApply(credit, invoice, request);
  const issue = (field: string, code: string, message: string) =>
    issues.push({ path: `${request.path}${field}`, code, message });
  const name = nameOfKind(credit.kind);
  const codes = codesOf[credit.kind];

  if (!credit.isLive) issues.push(notLive(credit.kind, request.path));
  if (!isRelated) {
    const message = `The invoice is of another customer; a ${name} is applied to invoices of its own, or its parent's or children's.`;
    issue("/invoiceId", codes.customer, message);
  }
  if (invoice.currency !== credit.currency) {
    issue("/invoiceId", codes.currency, `The invoice is in ${invoice.currency}, the ${name} in ${credit.currency}.`);
  }
  // Without a requested amount, a zero balance is reported on the invoice.
  const hasAmount =
    request.amount === undefined
      ? !isZero(credit.balance) || isZero(balanceOf(invoice))
      : compare(sameCurrency(amount, credit), credit.balance) <= 0;
  if (credit.isLive && !hasAmount) {
    issue("/amount", codes.insufficient, `Only ${formatMoney(credit.balance)} of the ${name} is left.`);
  }
  if (!isOpenFor(credit.kind, invoice)) {
    issue("/invoiceId", "INVOICE_NOT_OPEN", `The invoice is ${invoice.status}; nothing can be applied to it.`);
  } else if (compare(amount, balanceOf(invoice)) > 0) {
    const message = `Only ${formatMoney(balanceOf(invoice))} of the invoice is left to pay.`;
    issue("/amount", "INVOICE_OVERAPPLIED", message);
  }
  if (postedOn > today) {
    const ofDocuments = Math.max(credit.date, invoice.issueDate);
    const message =
      ofDocuments > today
        ? `This cannot be applied before ${formatDay(ofDocuments)}, the later date of both documents.`
        : `${formatDay(postedOn)} is yet to come; today is ${formatDay(today)}.`;
    issue("/appliedAt", "INVALID_DATE", message);
  }
  return { amount, issues };
}

/** A void credit memo or a returned payment cannot be applied. */
export function notLive(kind: CreditKind, path: string): Issue {
  const [what, code] =
    kind === "PAYMENT"
      ? (["payment was returned", "PAYMENT_NOT_COMPLETED"] as const)
      : (["credit memo is void", "CREDIT_MEMO_VOID"] as const);
  return { path, code, message: `The ${what}; it cannot be applied.` };
}

const codesOf = {
  CREDIT_MEMO: {
    customer: "CREDIT_MEMO_CUSTOMER_MISMATCH",
    currency: "CREDIT_MEMO_CURRENCY_MISMATCH",
    insufficient: "CREDIT_MEMO_INSUFFICIENT",
  },
  PAYMENT: {
    customer: "CUSTOMER_MISMATCH",
    currency: "CURRENCY_MISMATCH",
    insufficient: "PAYMENT_INSUFFICIENT",
  },
} as const;

/** The word for a kind of credit in a sentence. */
export function nameOfKind(kind: CreditKind): string {
  return kind === "PAYMENT" ? "payment" : "credit memo";
}

/** The code of an issue of an amount that is more than is left of a credit. */
export function insufficientCode(kind: CreditKind): string {
  return codesOf[kind].insufficient;
}

/** Credit memos are applied to open invoices; payments also to written-off ones. */
function isOpenFor(kind: CreditKind, { status }: InvoiceAccount): boolean {
  return status === "ISSUED" || status === "PARTIALLY_PAID" || (kind === "PAYMENT" && status === "UNCOLLECTIBLE");
}

function amountToApply(credit: Credit, invoice: InvoiceAccount, request: ApplicationRequest) {
  if (request.amount !== undefined) return requestedAmount(request.amount, invoice.currency, `${request.path}/amount`);
  return { amount: min(sameCurrency(credit.balance, invoice), balanceOf(invoice)), issues: [] };
}

/** Another currency is an issue of its own; for the comparison of amounts it is ignored. */
function sameCurrency(amount: Money, { currency }: { currency: string }): Money {
  return money(amount.minor, currency);
}

/**
 * The posting date of an application, payment or refund (rules 8, 9): the latest of its own date and those of its documents; if that month is
 * closed, or locked for cash, the first open day.
 */
export function postingDay(books: Books, days: readonly [Day, ...Day[]]): Day {
  const latest = Math.max(...days);
  const locked = lockedThrough(books, "CASH");
  return locked === null ? latest : Math.max(latest, firstDayOf(locked + 1));
}

/** The account that an application to the invoice moves now; a written-off invoice has no receivable any more. */
export function sideOf(invoice: Pick<InvoiceAccount, "uncollectibleOn">): InvoiceSide {
  return invoice.uncollectibleOn === null ? "RECEIVABLE" : "BAD_DEBT_RECOVERED";
}

/**
 * The account that reversing an application moves now. An application from before a write-off becomes bad debt if it is reversed after it; a
 * recovery becomes a receivable if the write-off itself was reversed.
 */
export function sideOfReversal(role: InvoiceSide, invoice: Pick<InvoiceAccount, "uncollectibleOn">): InvoiceSide {
  if (invoice.uncollectibleOn === null) return "RECEIVABLE";
  return role === "RECEIVABLE" ? "BAD_DEBT" : role;
}
