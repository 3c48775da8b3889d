import type { EntryType } from "./journal-entry.ts";

/** The accounts whose sum is the net position of contracts: contract liability − contract asset − unbilled receivable. */
export const positionRoles: readonly string[] = ["CONTRACT_LIABILITY", "CONTRACT_ASSET", "UNBILLED_RECEIVABLE"];

/** Ways in which the net position moves, one column of a roll-forward each. Billed is issued less voided. */
export type PositionMoveKind = "billed" | "credited" | "writtenOff" | "recognized" | "adjusted";

/**
 * What entries of a type do to the position; null where they only move amounts between its accounts, or touch none. Money
 * touches it where it comes for what was written off.
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
  // What other books recognized is no revenue of these.
  OPENING: "adjusted",
};

/** The types of entries that move the position in one way. */
export function typesThat(move: PositionMoveKind): EntryType[] {
  return (Object.keys(moveOfType) as EntryType[]).filter((type) => moveOfType[type] === move);
}
