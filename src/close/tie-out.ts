import type { Money } from "../kernel/money.ts";

/**
 * Accounts of which old balances are compared with loaded ones. Contract assets and unbilled receivables are presented by the close:
 * until then they are a part of the contract liability, so the three are compared as one net position, under its name.
 */
export const tiedAccounts = ["RECEIVABLE", "CONTRACT_LIABILITY", "CUSTOMER_CREDIT", "TAX_PAYABLE"] as const;
export type TiedAccount = (typeof tiedAccounts)[number];

/** A balance of the old books beside the one that was loaded, debit less credit. It never changes (ADR 0082). */
export type StoredTie = {
  /** What the files name the contract by. */
  readonly contractKey: string;
  readonly contractId: string;
  readonly account: TiedAccount;
  readonly old: Money;
  readonly loaded: Money;
};

/** A book that was loaded from files. */
export type BookImport = {
  readonly id: string;
  readonly name: string;
  /** How many balances were compared, and how many of them differ. */
  readonly balanceCount: number;
  readonly differenceCount: number;
  readonly accepted: Acceptance | null;
  readonly createdAt: string;
};

/** Who answers for the balances that differ, and why. */
export type Acceptance = { readonly at: string; readonly by: string; readonly reason: string };
