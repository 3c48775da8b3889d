import { type Money, money } from "../kernel/money.ts";
import type { LedgerAccount } from "./chart-of-accounts.ts";

/** A line of the general ledger's trial balance. */
export type LedgerBalance = {
  /** Its number, or its name if the chart has no number for it. */
  readonly account: string;
  readonly balance: Money;
};

/** Our balance, debits less credits, of an account of the general ledger. */
export type OwnBalance = {
  readonly account: LedgerAccount;
  readonly balance: Money;
  /** The part of the balance that is in no batch yet. */
  readonly notExported: Money;
};

export const reconciliationStatuses = ["EQUAL", "NOT_EXPORTED", "DIFFERENT", "OTHER"] as const;
export type ReconciliationStatus = (typeof reconciliationStatuses)[number];

/** One account with its balances on both sides; balances are debits less credits. */
export type ReconciledAccount = {
  readonly account: string;
  readonly name: string | null;
  readonly currency: string;
  readonly own: Money;
  readonly ledger: Money;
  /** Ledger less own. */
  readonly difference: Money;
  readonly notExported: Money;
  /**
   * NOT_EXPORTED: the difference is exactly the amount that is in no batch yet. OTHER: only the general ledger has the account, so
   * there is nothing to compare.
   */
  readonly status: ReconciliationStatus;
};

/**
 * Compares our balances with those of the general ledger, account by account and currency by currency, ordered by account number.
 * Several balances of one account are added up on both sides. Accounts that only we have get a ledger balance of zero.
 */
export function reconciled(own: readonly OwnBalance[], ledger: readonly LedgerBalance[]): ReconciledAccount[] {
  const sums = new Map<string, { name: string | null; own: bigint; ledger: bigint; open: bigint; isOurs: boolean }>();
  const at = (account: string, currency: string) => {
    const key = JSON.stringify([account, currency]);
    const found = sums.get(key) ?? { name: null, own: 0n, ledger: 0n, open: 0n, isOurs: false };
    sums.set(key, found);
    return found;
  };
  const codes = new Map<string, string>();
  for (const { account, balance, notExported } of own) {
    const code = account.number ?? account.name;
    codes.set(code, code);
    if (!codes.has(account.name)) codes.set(account.name, code);
    const sum = at(code, balance.currency);
    sum.name = account.name;
    sum.isOurs = true;
    sum.own += balance.minor;
    sum.open += notExported.minor;
  }
  for (const { account, balance } of ledger) {
    at(codes.get(account) ?? account, balance.currency).ledger += balance.minor;
  }
  return [...sums]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, sum]) => {
      const [account, currency] = JSON.parse(key) as [string, string];
      const difference = sum.ledger - sum.own;
      const status = sum.isOurs ? statusOf(difference, sum.open) : "OTHER";
      const amount = (minor: bigint) => money(minor, currency);
      return {
        ...{ account, name: sum.name, currency, own: amount(sum.own), ledger: amount(sum.ledger) },
        ...{ difference: amount(difference), notExported: amount(sum.open), status },
      };
    });
}

function statusOf(difference: bigint, notExported: bigint): ReconciliationStatus {
  if (difference === 0n) return "EQUAL";
  return difference === -notExported ? "NOT_EXPORTED" : "DIFFERENT";
}
