import { add, isZero, type Money, max, min, money, subtract, zero } from "../kernel/money.ts";
import type { ContractPosition, LiabilityMove } from "./presentation.ts";

/** The part of one obligation in its contract's liability; `account` is a category's, or null for the merchant's own. */
export type ObligationBalance = {
  readonly account: string | null;
  /** Without tax; used only if the account is a category's. */
  readonly billed: Money;
  readonly recognized: Money;
  readonly unbilled: Money;
};

/** The balance of one account of a contract's liability before presentation. */
type LiabilityBalance = {
  readonly account: string | null;
  /** Billed less recognized of the obligations with this account; negative if they are earned in advance of billing. */
  readonly balance: Money;
  /** The part of it that is unbilled receivable. */
  readonly unbilled: Money;
  /** Credits less debits of presentation entries for the same month end. */
  readonly presented: Money;
};

/** Totals of a contract: billed without tax, and credited to its liability by presentation, in total and by account. */
type LiabilityTotals = {
  readonly billed: Money;
  readonly presented: Money;
  readonly presentedByAccount: ReadonlyMap<string, bigint>;
};

/**
 * The liability accounts of a contract: those of categories by name, then the merchant's own, which has the rest, under whatever name it was
 * posted.
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
 * What presentation must still credit to each liability account of a contract. A contract is presented as one position (rules 8), so a negative
 * account is covered by the others, the last ones first. Afterwards no category account is below zero, and all together have the liability
 * of the position. The merchant's own account has the rest, including adjustments of an unbilled receivable or contract asset that did not
 * exist. Zero moves are left out.
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
