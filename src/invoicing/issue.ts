import { createHash } from "node:crypto";
import { type Day, formatDay, monthOf } from "../kernel/day.ts";
import { add, formatMoney, type Money, subtract, sum } from "../kernel/money.ts";
import { type Books, barOf } from "../ledger/books.ts";
import { credit, debit, type EntryDraft, withoutZeros } from "../ledger/journal-entry.ts";
import type { Parties } from "./document/invoice-document.ts";
import type { PlannedInvoice, PlannedLine } from "./plan.ts";
import type { LineTax, TaxLine } from "./tax.ts";

export type InvoiceDates = { readonly issueDate: Day; readonly dueDate: Day };

/** How a merchant dates an invoice that is made after its planned date. */
export type LateInvoiceDate = "PLANNED" | "TODAY";

/**
 * The dates of an invoice made today (rules 4). On time, which for usage is when its grace is over, it keeps its plan if that
 * month is open. Made late it keeps the planned issue date under `PLANNED` if that month is open. Else it is dated today.
 * Either way the due date counts from the day of issue.
 */
export function issueDates(planned: PlannedInvoice, today: Day, books: Books, late: LateInvoiceDate): InvoiceDates {
  const isLate = planned.readyOn < today;
  const isOpen = barOf(books, "BILLING", monthOf(planned.issueDate)) === undefined;
  const issueDate = isOpen && (!isLate || late === "PLANNED") ? planned.issueDate : today;
  return { issueDate, dueDate: isLate ? today + planned.netPaymentTerms : planned.dueDate };
}

export type Totals = {
  readonly subtotal: Money;
  readonly discountTotal: Money;
  readonly taxTotal: Money;
  readonly total: Money;
};

/** Totals of an invoice's lines, and its total with tax. */
export function totalsOf(
  lines: readonly Pick<PlannedLine, "subtotal" | "total">[],
  currency: string,
  taxes: readonly Money[] = [],
): Totals {
  const subtotal = sum(
    lines.map((line) => line.subtotal),
    currency,
  );
  const net = sum(
    lines.map((line) => line.total),
    currency,
  );
  const taxTotal = sum(taxes, currency);
  return { subtotal, discountTotal: subtract(subtotal, net), taxTotal, total: add(net, taxTotal) };
}

/** What an issued invoice says for good. */
export type IssuedContent = {
  readonly invoiceNumber: string;
  readonly customerId: string;
  readonly contractId: string;
  readonly currency: string;
  readonly issueDate: string;
  readonly dueDate: string;
  readonly total: string;
  readonly lines: readonly (readonly string[])[];
  /** Undefined for invoices that were issued before tax was charged. */
  readonly taxation?: TaxationContent | undefined;
  /** Of a section of a consolidated invoice only. */
  readonly place?: readonly string[];
};

/** The place of a section in its consolidated invoice, of which it keeps how many sections it has and what they come to. */
export type SectionPlace = {
  readonly consolidatedInvoiceId: string;
  /** From 1. */
  readonly section: number;
  readonly sections: number;
  readonly documentTotal: Money;
};

export function contentOfPlace({ consolidatedInvoiceId, section, sections, documentTotal }: SectionPlace): string[] {
  return [consolidatedInvoiceId, String(section), String(sections), formatMoney(documentTotal)];
}

/** The tax of each line and each row of the tax table, and the parties, as they go into the hash. */
export type TaxationContent = {
  readonly lines: readonly (readonly string[])[];
  readonly rows: readonly (readonly string[])[];
  readonly parties: Parties;
};

export function contentOfTaxation(tax: {
  readonly lines: readonly LineTax[];
  readonly taxLines: readonly TaxLine[];
  readonly parties: Parties;
}): TaxationContent {
  return {
    lines: tax.lines.map((line) => [line.category, line.rate, formatMoney(line.tax)]),
    rows: tax.taxLines.map((row) => [row.category, row.rate, formatMoney(row.taxable), formatMoney(row.tax)]),
    parties: tax.parties,
  };
}

/** What a line of an invoice bills. */
export type LineContent = Pick<
  PlannedLine,
  | "type"
  | "billingTermId"
  | "amendmentId"
  | "period"
  | "quantity"
  | "unitPrice"
  | "subtotal"
  | "discountTotal"
  | "total"
  | "differentiator"
  | "invoiceSplitKey"
  | "commitment"
  | "isCorrection"
>;

/** What a line says of what it bills. */
export type LineDescription = Pick<
  PlannedLine,
  "name" | "description" | "itemId" | "classId" | "tiers" | "explanation"
>;

/** The line of an issued invoice as it goes into the hash: all that it says. */
export function contentOfIssuedLine(line: LineContent & LineDescription): string[] {
  return [...contentOfLine(line), descriptionOf(line)];
}

/** What a line bills, to compare it with another one: type, term, service days, and amounts. */
export function contentOfLine(line: LineContent): string[] {
  return [
    line.type,
    line.billingTermId,
    formatDay(line.period.start),
    formatDay(line.period.end),
    line.quantity,
    line.unitPrice ?? "",
    formatMoney(line.subtotal),
    formatMoney(line.discountTotal),
    formatMoney(line.total),
    ...(line.amendmentId === null ? [] : [line.amendmentId]),
    ...usageContent(line),
  ];
}

/** What a line is called, what it is of, and how its amount came to be. */
function descriptionOf({ name, description, itemId, classId, tiers, explanation }: LineDescription): string {
  const asStored: unknown = JSON.parse(JSON.stringify([tiers, explanation]));
  return JSON.stringify([name, description, itemId, classId, inFixedOrder(asStored)]);
}

/** What only lines of usage and commitments say; a line without any of it is what it was before there were such. */
function usageContent({ differentiator, invoiceSplitKey, commitment, isCorrection }: LineContent): string[] {
  if (differentiator === null && invoiceSplitKey === null && commitment === null && !isCorrection) return [];
  const place =
    commitment === null ? ["", "", ""] : [commitment.id, commitment.scheduleId, formatDay(commitment.periodStart)];
  return [differentiator ?? "", invoiceSplitKey ?? "", ...place, isCorrection ? "CORRECTION" : ""];
}

/** SHA-256 over the content in a fixed order; `doctor` recomputes it to prove that nothing changed (INV-10). */
export function contentHash(content: IssuedContent): Buffer {
  const { invoiceNumber, customerId, contractId, currency, issueDate, dueDate, total, lines } = content;
  const { taxation, place } = content;
  const always = [invoiceNumber, customerId, contractId, currency, issueDate, dueDate, total, lines];
  const taxed = taxation === undefined ? [] : [taxation.lines, taxation.rows, inFixedOrder(taxation.parties)];
  return createHash("sha256")
    .update(JSON.stringify([...always, ...taxed, ...(place === undefined ? [] : [place])]))
    .digest();
}

/** A value as names and values in alphabetical order: the database keeps no order of fields. */
function inFixedOrder(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, each]) => [name, inFixedOrder(each)]);
}

export type AccountAmount = { readonly account: string; readonly amount: Money };

/** What the lines of an invoice bill without tax, by the category's account that their terms have; others are left out. */
export function liabilitiesOf(
  lines: readonly Pick<PlannedLine, "billingTermId" | "total">[],
  accountByTerm: ReadonlyMap<string, string>,
): AccountAmount[] {
  const amounts = new Map<string, Money>();
  for (const { billingTermId, total } of lines) {
    const account = accountByTerm.get(billingTermId);
    if (account === undefined) continue;
    const before = amounts.get(account);
    amounts.set(account, before === undefined ? total : add(before, total));
  }
  return [...amounts].map(([account, amount]) => ({ account, amount }));
}

/**
 * The journal entry of an issued invoice: the customer owes the total, and what was billed is a performance obligation
 * to deliver until a close recognizes it (rules 8). An invoice over zero posts only what its lines move between accounts; null where
 * that is nothing.
 */
export function issueEntry(invoice: {
  readonly entryId: string;
  readonly invoiceId: string;
  readonly contractId: string;
  readonly customerId: string;
  readonly issueDate: Day;
  readonly totals: Totals;
  /** What of it stands in accounts of categories; the rest is in the merchant's own. */
  readonly categoryLiabilities: readonly AccountAmount[];
}): EntryDraft | null {
  const { totals, categoryLiabilities } = invoice;
  let liability = subtract(totals.total, totals.taxTotal);
  for (const { amount } of categoryLiabilities) liability = subtract(liability, amount);
  const lines = withoutZeros([
    debit("RECEIVABLE", totals.total),
    credit("CONTRACT_LIABILITY", liability),
    ...categoryLiabilities.map(({ account, amount }) => credit("CONTRACT_LIABILITY", amount, { account })),
    credit("TAX_PAYABLE", totals.taxTotal),
  ]);
  if (lines.length === 0) return null;
  return {
    id: invoice.entryId,
    date: invoice.issueDate,
    type: "INVOICE_ISSUED",
    contractId: invoice.contractId,
    customerId: invoice.customerId,
    source: { type: "INVOICE", id: invoice.invoiceId },
    lines,
  };
}
