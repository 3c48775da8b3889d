import { createHash } from "node:crypto";
import { type Day, formatDay, monthOf } from "../kernel/day.ts";
import { add, formatMoney, type Money, subtract, sum } from "../kernel/money.ts";
import { type Books, barOf } from "../ledger/books.ts";
import { credit, debit, type EntryDraft, withoutZeros } from "../ledger/journal-entry.ts";
import type { Parties } from "./document/invoice-document.ts";
import type { PlannedInvoice, PlannedLine } from "./plan.ts";
import type { LineTax, TaxLine } from "./tax.ts";

export type InvoiceDates = { readonly issueDate: Day; readonly dueDate: Day };

/** How a merchant dates an invoice that is issued after its planned date. */
export type LateInvoiceDate = "PLANNED" | "TODAY";

/**
 * The dates of an invoice that is issued today (rules 4). It keeps its planned issue date if that month is open, and if it is on time (for usage:
 * when its days of grace are over) or the merchant's setting is `PLANNED`. Else it is dated today. The due date of a late invoice counts
 * from today.
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

/** Totals of the lines of an invoice, and its total with tax. */
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

/** The content of an issued invoice that never changes, and is hashed. */
export type IssuedContent = {
  readonly invoiceNumber: string;
  readonly customerId: string;
  readonly contractId: string;
  readonly currency: string;
  readonly issueDate: string;
  readonly dueDate: string;
  readonly total: string;
  readonly lines: readonly (readonly string[])[];
  readonly taxation: TaxationContent;
  /** Of a section of a consolidated invoice only. */
  readonly place?: readonly string[];
};

/** The place of a section in its consolidated invoice, with the number of sections and the total of that document. */
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
  /** Null only if a stored invoice was damaged: then its hash differs. */
  readonly parties: Parties | null;
};

export function contentOfTaxation(tax: {
  readonly lines: readonly LineTax[];
  readonly taxLines: readonly TaxLine[];
  readonly parties: Parties | null;
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

/** How a line describes what it bills. */
export type LineDescription = Pick<
  PlannedLine,
  "name" | "description" | "itemId" | "classId" | "tiers" | "explanation"
>;

/** All content of an issued line, as it is hashed. */
export function contentOfIssuedLine(line: LineContent & LineDescription): string[] {
  return [...contentOfLine(line), descriptionOf(line)];
}

/** What a line bills, for comparing lines: type, term, service days and amounts. */
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

/** Name, item, class and explanation of a line. */
function descriptionOf({ name, description, itemId, classId, tiers, explanation }: LineDescription): string {
  const asStored: unknown = JSON.parse(JSON.stringify([tiers, explanation]));
  return JSON.stringify([name, description, itemId, classId, inFixedOrder(asStored)]);
}

/** Fields of usage and commitment lines; empty for other lines, so that their hash does not depend on these fields. */
function usageContent({ differentiator, invoiceSplitKey, commitment, isCorrection }: LineContent): string[] {
  if (differentiator === null && invoiceSplitKey === null && commitment === null && !isCorrection) return [];
  const place =
    commitment === null ? ["", "", ""] : [commitment.id, commitment.scheduleId, formatDay(commitment.periodStart)];
  return [differentiator ?? "", invoiceSplitKey ?? "", ...place, isCorrection ? "CORRECTION" : ""];
}

/** SHA-256 over the content in a fixed order; `doctor` recomputes it to verify that nothing changed (INV-10). */
export function contentHash(content: IssuedContent): Buffer {
  const { invoiceNumber, customerId, contractId, currency, issueDate, dueDate, total, lines } = content;
  const { taxation, place } = content;
  const always = [invoiceNumber, customerId, contractId, currency, issueDate, dueDate, total, lines];
  const taxed = [taxation.lines, taxation.rows, inFixedOrder(taxation.parties)];
  return createHash("sha256")
    .update(JSON.stringify([...always, ...taxed, ...(place === undefined ? [] : [place])]))
    .digest();
}

/** A value with its fields in alphabetical order, because the database does not keep their order. */
function inFixedOrder(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, each]) => [name, inFixedOrder(each)]);
}

export type AccountAmount = { readonly account: string; readonly amount: Money };

/** Billed amounts without tax by liability account, for terms whose liability is in an account of a category; others are left out. */
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
 * The journal entry of an issued invoice: receivable against contract liability and tax payable (rules 8). An invoice of 0.00 posts only what
 * its lines move between liability accounts; null if that is nothing.
 */
export function issueEntry(invoice: {
  readonly entryId: string;
  readonly invoiceId: string;
  readonly contractId: string;
  readonly customerId: string;
  readonly issueDate: Day;
  readonly totals: Totals;
  /** Parts of the liability in accounts of categories; the rest is in the merchant's own account. */
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
