import { firstDayOf, formatDay, formatMonth, type Month } from "../kernel/day.ts";
import { add, type Money, subtract, zero } from "../kernel/money.ts";
import { type AccountBalance, accountBalances } from "../ledger/service.ts";
import type { Cutoff } from "../platform/db/cutoff.ts";
import type { Tx } from "../platform/db/pool.ts";
import { type AsOfReader, monthOfQuery, openMonthNotes, type Report, type ReportQuery } from "./request-service.ts";
import { trialBalanceTable } from "./trial-balance.ts";

/** The accounts of one currency. The two totals are equal, unless the books are broken. */
export type CurrencyBalance = {
  readonly currency: string;
  readonly accounts: readonly (AccountBalance & { readonly balance: Money })[];
  readonly totalDebit: Money;
  readonly totalCredit: Money;
};

/** Balances of accounts by currency at the month's end, and the month's activity (rules 12), without entries posted after the cutoff. */
export async function trialBalance(
  tx: Tx,
  merchantId: string,
  month: Month,
  cutoff: Cutoff = null,
): Promise<CurrencyBalance[]> {
  const balances = await accountBalances(tx, merchantId, {
    from: formatDay(firstDayOf(month)),
    before: formatDay(firstDayOf(month + 1)),
    cutoff,
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

/** The trial balance at the end of the query's month as a report, in all currencies. */
export async function trialBalanceReport(reader: AsOfReader, query: ReportQuery): Promise<Report> {
  const month = monthOfQuery(reader, query, "month");
  const currencies = await trialBalance(reader.tx, reader.merchant.id, month, reader.cutoff);
  const notes = await openMonthNotes(reader, month);
  const [only] = currencies;
  return {
    table: trialBalanceTable(
      currencies.flatMap(({ accounts }) => accounts),
      notes,
    ),
    currency: currencies.length === 1 ? (only?.currency ?? null) : null,
    otherCurrencies: [],
    period: { of: "MONTH_END", month },
    parameters: { month: formatMonth(month) },
  };
}
