import { add, isZero, type Money, max, min, money, subtract, zero } from "../kernel/money.ts";
import type { ContractPosition, LiabilityMove } from "./presentation.ts";

/** What one obligation adds to its contract's liability; `account` is a category's, or null for the merchant's own. */
export type ObligationBalance = {
  readonly account: string | null;
  /** Without tax; only counts where the account is a category's. */
  readonly billed: Money;
  readonly recognized: Money;
  readonly unbilled: Money;
};

/** What one account holds of a contract's liability before presentation. */
type LiabilityBalance = {
  readonly account: string | null;
  /** Billed less recognized of the obligations whose liability stands there; below zero where they are earned ahead. */
  readonly balance: Money;
  /** What of it waits for time alone. */
  readonly unbilled: Money;
  /** Credits less debits that presentation has posted there for the same month end. */
  readonly presented: Money;
};

/** What a whole contract has billed without tax, and what presentation credited to its liability, in all and by account. */
type LiabilityTotals = {
  readonly billed: Money;
  readonly presented: Money;
  readonly presentedByAccount: ReadonlyMap<string, bigint>;
};

/**
 * The accounts of a contract's liability: those of categories by name, then the merchant's own, which has all that no
 * category's has, under whatever name it was posted.
 */
export function liabilityBalances(
  obligations: readonly ObligationBalance[],
  { billed, presented, presentedByAccount }: LiabilityTotals,
): LiabilityBalance[] {
  const byAccount = Map.groupBy(obligations, ({ account }) => account);
  const accounts = [...byAccount.keys()].filter((account) => account !== null).sort();
  const of = (account: string | null, side: "billed" | "recognized" | "unbilled"): Money =>
    (byAccount.get(account) ?? []).reduce((sum, each) => add(sum, each[side]), zero(billed.currency));

  const own = { billed, presented };
  const balances = accounts.map((account): LiabilityBalance => {
    const billedThere = of(account, "billed");
    const presentedThere = money(presentedByAccount.get(account) ?? 0n, billed.currency);
    own.billed = subtract(own.billed, billedThere);
    own.presented = subtract(own.presented, presentedThere);
    return {
      account,
      balance: subtract(billedThere, of(account, "recognized")),
      unbilled: of(account, "unbilled"),
      presented: presentedThere,
    };
  });
  const balance = subtract(own.billed, of(null, "recognized"));
  return [...balances, { account: null, balance, unbilled: of(null, "unbilled"), presented: own.presented }];
}

/**
 * What presentation still has to credit to each account of a contract's liability. A contract is shown as one position
 * (rules 8), so what one account lacks is taken from the others, the last ones first; afterwards no account is below
 * zero and together they hold the liability of the position. The merchant's own has what no other has, also what adjustments took
 * from an unbilled receivable or a contract asset that was not there. Moves of nothing are left out.
 */
export function liabilityMoves(
  balances: readonly LiabilityBalance[],
  { contractLiability }: Pick<ContractPosition, "contractLiability">,
): LiabilityMove[] {
  const nothing = zero(contractLiability.currency);
  let left = contractLiability;
  const moves = balances.map(({ account, balance, unbilled, presented }): LiabilityMove => {
    const shown = account === null ? left : min(max(add(balance, unbilled), nothing), left);
    left = subtract(left, shown);
    return { account, amount: subtract(subtract(shown, balance), presented) };
  });
  return moves.filter(({ amount }) => !isZero(amount));
}
