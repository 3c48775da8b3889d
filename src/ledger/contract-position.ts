import type { EntryType } from "./journal-entry.ts";

/** The accounts whose sum is the net position of contracts: contract liability − contract asset − unbilled receivable. */
export const positionRoles: readonly string[] = ["CONTRACT_LIABILITY", "CONTRACT_ASSET", "UNBILLED_RECEIVABLE"];

/** The kinds of changes of the net position, each a column of a roll-forward. Billed is issued less voided. */
export type PositionMoveKind = "billed" | "credited" | "writtenOff" | "recognized" | "adjusted";

/**
 * How entries of a type change the position; null if they only move amounts between its accounts, or do not touch it. Payments
 * touch it only if they are for written-off amounts.
 */
const moveOfType: Readonly<Record<EntryType, PositionMoveKind | null>> = {
  INVOICE_ISSUED: "billed",
  INVOICE_VOIDED: "billed",
  INVOICE_UNCOLLECTIBLE: "writtenOff",
  INVOICE_REINSTATED: "writtenOff",
  CREDIT_MEMO_ISSUED: "credited",
  CREDIT_MEMO_VOIDED: "credited",
  CREDIT_MEMO_REFUNDED: null,
  CREDIT_APPLIED: "writtenOff",
  CREDIT_UNAPPLIED: "writtenOff",
  PAYMENT_RECEIVED: "writtenOff",
  PAYMENT_REFUNDED: null,
  PAYMENT_RETURNED: "writtenOff",
  REVENUE_RECOGNIZED: "recognized",
  PRESENTATION: null,
  PRESENTATION_REVERSAL: null,
  ADJUSTMENT: "adjusted",
  // Revenue that was recognized in other books is not revenue of these.
  OPENING: "adjusted",
};

/** The types of entries that change the position in one way. */
export function typesThat(move: PositionMoveKind): EntryType[] {
  return (Object.keys(moveOfType) as EntryType[]).filter((type) => moveOfType[type] === move);
}
