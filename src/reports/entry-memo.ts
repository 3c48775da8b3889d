import type { JournalEntry } from "../ledger/journal-entry.ts";

/** What the memos of entries name, by id. */
export type EntryNames = {
  /** Invoices and credit memos by their numbers, adjustments by number and reason, payments by the day on which they were received and their reference. */
  readonly documents: ReadonlyMap<string, string>;
  readonly categories: ReadonlyMap<string, string>;
};

type Described = Pick<JournalEntry, "type" | "sourceId" | "sourceType" | "date" | "reversesEntryId">;
type DescribedLine = Pick<JournalEntry["lines"][number], "role" | "categoryId">;

/**
 * What a line of the journal says for a reader of the general ledger, such as "Invoice INV-000012" or "Revenue 2026-01,
 * Support" (rules 13). It is put together from facts and stored nowhere; the category is named as it is now.
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
      return `Write-off of ${document} taken back`;
    case "CREDIT_MEMO_REFUNDED":
    case "PAYMENT_REFUNDED":
      return `Refund of ${document}`;
    case "PAYMENT_RETURNED":
      return `Return of ${document}`;
    case "CREDIT_APPLIED":
      return `Application of ${document}`;
    case "CREDIT_UNAPPLIED":
      return `Application of ${document} taken back`;
    case "REVENUE_RECOGNIZED":
      return `Revenue ${sourceId}`;
    case "ADJUSTMENT":
      return capitalized(document);
    case "OPENING":
      return reversesEntryId === null ? "Opening of a contract" : "Opening of a contract, taken back";
    case "PRESENTATION":
      return `Contract position ${date}`;
    case "PRESENTATION_REVERSAL":
      return `Contract position of ${sourceId}, reversed`;
  }
}

/** A document whose number is not given yet, as in a dry run. */
const kinds: Readonly<Record<string, string>> = {
  INVOICE: "invoice",
  CREDIT_MEMO: "credit memo",
  PAYMENT: "payment",
  ADJUSTMENT: "adjustment",
};

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
