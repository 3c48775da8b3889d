import { money, zero } from "../kernel/money.ts";
import type { ObligationBalance } from "./liability.ts";

/** By how much adjustments moved the position of one contract, in minor units. */
export type AdjustedPosition = {
  /** Debits less credits. */
  readonly unbilledReceivable: bigint;
  /** Debits less credits. */
  readonly contractAsset: bigint;
  /** Credits less debits by the account of a category, or null for the merchant's own. */
  readonly liabilities: ReadonlyMap<string | null, bigint>;
};

export const nothingAdjusted: AdjustedPosition = {
  unbilledReceivable: 0n,
  contractAsset: 0n,
  liabilities: new Map(),
};

/** The adjusted net position: contract liability − contract asset − unbilled receivable. */
export function netAdjusted(adjusted: AdjustedPosition): bigint {
  return liabilityAdjusted(adjusted) - adjusted.contractAsset - adjusted.unbilledReceivable;
}

/** Adjustments of all contract liability accounts together. */
export function liabilityAdjusted({ liabilities }: AdjustedPosition): bigint {
  return [...liabilities.values()].reduce((sum, amount) => sum + amount, 0n);
}

/** Adjustments of each contract liability account, in the form of obligations that bill but do not earn. */
export function adjustedBalances({ liabilities }: AdjustedPosition, currency: string): ObligationBalance[] {
  const nothing = zero(currency);
  return [...liabilities].map(([account, amount]) => {
    return { account, billed: money(amount, currency), recognized: nothing, unbilled: nothing };
  });
}
