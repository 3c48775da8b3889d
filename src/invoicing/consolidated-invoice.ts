import { required } from "../kernel/assert.ts";
import { type Money, sum } from "../kernel/money.ts";
import type { Invoice, InvoiceStatus } from "./invoice.ts";
import { mergedTaxLines, type TaxLine } from "./tax.ts";

/**
 * A document that bills several contracts of a customer under one number. Each section is an invoice of one contract in the sub-ledger (ADR
 * 0040); the amounts of the document are the sums of its sections.
 */
export type ConsolidatedInvoice = Pick<
  Invoice,
  | "invoiceNumber"
  | "customerId"
  | "currency"
  | "issueDate"
  | "dueDate"
  | "netPaymentTerms"
  | "subtotal"
  | "discountTotal"
  | "taxTotal"
  | "total"
  | "amountPaid"
  | "amountCredited"
  | "balance"
  | "deliveryStatus"
  | "sentDate"
  | "voidedAt"
  | "issuedAt"
  | "parties"
> & {
  readonly id: string;
  readonly status: Exclude<InvoiceStatus, "DRAFT">;
  /** Of the sections; several, if they differ. */
  readonly poNumber: string | null;
  readonly memo: string | null;
  readonly taxLines: readonly TaxLine[];
  /** In their order. */
  readonly sections: readonly Invoice[];
};

/** The document of some sections, all of one consolidated invoice and in their order. */
export function consolidated(sections: readonly Invoice[]): ConsolidatedInvoice {
  const first = required(sections[0], "a section of a consolidated invoice");
  const { currency } = first;
  const total = (of: (section: Invoice) => Money) => sum(sections.map(of), currency);
  return {
    id: required(first.consolidatedInvoiceId, "the document of a section"),
    invoiceNumber: first.invoiceNumber,
    status: statusOf(sections),
    customerId: first.customerId,
    currency,
    issueDate: first.issueDate,
    dueDate: first.dueDate,
    netPaymentTerms: first.netPaymentTerms,
    poNumber: joined(sections, ({ poNumber }) => poNumber, ", "),
    memo: joined(sections, ({ memo }) => memo, "\n"),
    subtotal: total((section) => section.subtotal),
    discountTotal: total((section) => section.discountTotal),
    taxTotal: total((section) => section.taxTotal),
    total: total((section) => section.total),
    amountPaid: total((section) => section.amountPaid),
    amountCredited: total((section) => section.amountCredited),
    balance: total((section) => section.balance),
    deliveryStatus: first.deliveryStatus,
    sentDate: first.sentDate,
    voidedAt: first.voidedAt,
    issuedAt: first.issuedAt,
    parties: first.parties,
    taxLines: mergedTaxLines(sections.flatMap((section) => section.taxLines)),
    sections,
  };
}

/**
 * The status of a document: VOID if its sections are (they are voided together), PAID if all are paid, UNCOLLECTIBLE if all unpaid ones are
 * written off, else by the amount paid or credited.
 */
function statusOf(sections: readonly Invoice[]): ConsolidatedInvoice["status"] {
  const open = sections.filter(({ status }) => status !== "PAID");
  if (open.some(({ status }) => status === "VOID")) return "VOID";
  if (open.length === 0) return "PAID";
  if (open.every(({ status }) => status === "UNCOLLECTIBLE")) return "UNCOLLECTIBLE";
  const isTouched = sections.some(({ amountPaid, amountCredited }) => amountPaid.minor + amountCredited.minor !== 0n);
  return isTouched ? "PARTIALLY_PAID" : "ISSUED";
}

function joined(sections: readonly Invoice[], of: (section: Invoice) => string | null, by: string): string | null {
  const texts = new Set(sections.flatMap((section) => of(section) ?? []));
  return texts.size === 0 ? null : [...texts].join(by);
}
