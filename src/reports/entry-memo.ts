import type { JournalEntry } from "../ledger/journal-entry.ts";

/** Names of documents and categories in memos, by id. */
export type EntryNames = {
  /** Invoices and credit memos with their number, adjustments with number and reason, payments with the day of receipt and reference. */
  readonly documents: ReadonlyMap<string, string>;
  readonly categories: ReadonlyMap<string, string>;
};

type Described = Pick<JournalEntry, "type" | "sourceId" | "sourceType" | "date" | "reversesEntryId">;
type DescribedLine = Pick<JournalEntry["lines"][number], "role" | "categoryId">;

/**
 * The memo of a journal line for the general ledger, such as "Invoice INV-000012" or "Revenue 2026-01, Support" (rules 13). It is computed and not
 * stored; the category has its current name.
 */
export function memoOfLine(entry: Described, line: DescribedLine, names: EntryNames): string {
  const category = line.categoryId === null ? undefined : names.categories.get(line.categoryId);
  const memo = line.role === "BREAKAGE_REVENUE" ? `Lapsed prepaid value ${entry.sourceId}` : memoOfEntry(entry, names);
  return category === undefined ? memo : `${memo}, ${category}`;
}

function memoOfEntry(
  { type, sourceId, sourceType, date, reversesEntryId }: Described,
  { documents }: EntryNames,
): string {
  const document = documents.get(sourceId) ?? kinds[sourceType] ?? sourceId;
  switch (type) {
    case "INVOICE_ISSUED":
    case "CREDIT_MEMO_ISSUED":
    case "PAYMENT_RECEIVED":
      return capitalized(document);
    case "INVOICE_VOIDED":
    case "CREDIT_MEMO_VOIDED":
      return `Void of ${document}`;
    case "INVOICE_UNCOLLECTIBLE":
      return `Write-off of ${document}`;
    case "INVOICE_REINSTATED":
      return `Write-off of ${document}, reversed`;
    case "CREDIT_MEMO_REFUNDED":
    case "PAYMENT_REFUNDED":
      return `Refund of ${document}`;
    case "PAYMENT_RETURNED":
      return `Return of ${document}`;
    case "CREDIT_APPLIED":
      return `Application of ${document}`;
    case "CREDIT_UNAPPLIED":
      return `Application of ${document}, reversed`;
    case "REVENUE_RECOGNIZED":
      return `Revenue ${sourceId}`;
    case "ADJUSTMENT":
      return capitalized(document);
    case "OPENING":
      return reversesEntryId === null ? "Opening of a contract" : "Opening of a contract, reversed";
    case "PRESENTATION":
      return `Contract position ${date}`;
    case "PRESENTATION_REVERSAL":
      return `Contract position of ${sourceId}, reversed`;
  }
}

/** Names of documents without a number, as in a dry run, by source type. */
const kinds: Readonly<Record<string, string>> = {
  INVOICE: "invoice",
  CREDIT_MEMO: "credit memo",
  PAYMENT: "payment",
  ADJUSTMENT: "adjustment",
};

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
