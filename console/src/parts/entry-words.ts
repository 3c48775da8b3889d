import type { JournalEntry } from "@accord/client";

const titles: Readonly<Record<JournalEntry["type"], string>> = {
  INVOICE_ISSUED: "Invoice issued",
  INVOICE_VOIDED: "Invoice voided",
  INVOICE_UNCOLLECTIBLE: "Invoice written off",
  INVOICE_REINSTATED: "Write-off reversed",
  CREDIT_MEMO_ISSUED: "Credit memo issued",
  CREDIT_MEMO_VOIDED: "Credit memo voided",
  CREDIT_MEMO_REFUNDED: "Credit memo refunded",
  CREDIT_APPLIED: "Credit applied",
  CREDIT_UNAPPLIED: "Credit no longer applied",
  PAYMENT_RECEIVED: "Payment received",
  PAYMENT_REFUNDED: "Payment refunded",
  PAYMENT_RETURNED: "Payment returned",
  REVENUE_RECOGNIZED: "Revenue recognized",
  PRESENTATION: "Contract balances presented",
  PRESENTATION_REVERSAL: "Presentation reversed",
  ADJUSTMENT: "Adjustment",
  OPENING: "Opening",
};

export const entryTypes = Object.keys(titles);

export function entryTitle(type: string): string {
  return titles[type as JournalEntry["type"]] ?? type.toLowerCase().replaceAll("_", " ");
}
