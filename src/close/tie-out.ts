import type { Money } from "../kernel/money.ts";

/**
 * Accounts whose old balances are compared with imported ones. A close presents contract assets and unbilled receivables; until then they are
 * part of the contract liability, so the three are compared as one net position, named after the contract liability.
 */
export const tiedAccounts = ["RECEIVABLE", "CONTRACT_LIABILITY", "CUSTOMER_CREDIT", "TAX_PAYABLE"] as const;
export type TiedAccount = (typeof tiedAccounts)[number];

/** A balance of the old books beside the imported one, debit less credit. It never changes (ADR 0082). */
export type StoredTie = {
  /** The name of the contract in the files. */
  readonly contractKey: string;
  readonly contractId: string;
  readonly account: TiedAccount;
  readonly old: Money;
  readonly loaded: Money;
};

/** A book that was imported from files. */
export type BookImport = {
  readonly id: string;
  readonly name: string;
  /** The number of compared balances, and of those that differ. */
  readonly balanceCount: number;
  readonly differenceCount: number;
  readonly accepted: Acceptance | null;
  /** When it was reversed as a whole; null while it stands. */
  readonly reversedAt: string | null;
  readonly createdAt: string;
};

/** The actor who accepted the differing balances, with the reason. */
export type Acceptance = { readonly at: string; readonly by: string; readonly reason: string };
