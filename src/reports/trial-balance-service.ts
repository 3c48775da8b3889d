import { firstDayOf, formatDay, type Month } from "../kernel/day.ts";
import { add, type Money, subtract, zero } from "../kernel/money.ts";
import { type AccountBalance, accountBalances } from "../ledger/service.ts";
import type { Tx } from "../platform/db/pool.ts";

/** One currency's accounts; its two totals are equal or the books are broken. */
export type CurrencyBalance = {
  readonly currency: string;
  readonly accounts: readonly (AccountBalance & { readonly balance: Money })[];
  readonly totalDebit: Money;
  readonly totalCredit: Money;
};

/** Balances over all entries dated up to the month's end, with the month's own activity (rules 12). */
export async function trialBalance(tx: Tx, merchantId: string, month: Month): Promise<CurrencyBalance[]> {
  const balances = await accountBalances(tx, merchantId, {
    from: formatDay(firstDayOf(month)),
    before: formatDay(firstDayOf(month + 1)),
  });
  return [...Map.groupBy(balances, (balance) => balance.debit.currency)].map(([currency, accounts]) => {
    let [totalDebit, totalCredit] = [zero(currency), zero(currency)];
    const withBalance = accounts.map((account) => {
      totalDebit = add(totalDebit, account.debit);
      totalCredit = add(totalCredit, account.credit);
      return { ...account, balance: subtract(account.debit, account.credit) };
    });
    return { currency, accounts: withBalance, totalDebit, totalCredit };
  });
}
