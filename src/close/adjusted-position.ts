import { money, zero } from "../kernel/money.ts";
import type { ObligationBalance } from "./liability.ts";

/** What adjustments moved of one contract's position, in minor units of its currency. */
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

/** Contract liability − contract asset − unbilled receivable of what was adjusted: it stands beside billed − recognized. */
export function netAdjusted(adjusted: AdjustedPosition): bigint {
  return liabilityAdjusted(adjusted) - adjusted.contractAsset - adjusted.unbilledReceivable;
}

/** What was adjusted in all accounts of the contract liability. */
export function liabilityAdjusted({ liabilities }: AdjustedPosition): bigint {
  return [...liabilities.values()].reduce((sum, amount) => sum + amount, 0n);
}

/** What was adjusted in each account of the contract liability, as what an obligation without revenue would add there. */
export function adjustedBalances({ liabilities }: AdjustedPosition, currency: string): ObligationBalance[] {
  const nothing = zero(currency);
  return [...liabilities].map(([account, amount]) => {
    return { account, billed: money(amount, currency), recognized: nothing, unbilled: nothing };
  });
}
