import type { PayloadOf } from "@accord/client";
import { useQueries } from "@tanstack/react-query";
import { useSession } from "../../api/session.ts";
import { apiQuery, useApi } from "../../api/use-api.ts";
import { monthsUpTo } from "../../format/day.ts";
import { negate, subtract, sum } from "../../format/decimal.ts";
import { useMonth } from "../../shell/use-month.ts";

/** What one month came to, in the merchant's own currency. */
export type MonthOfYear = {
  readonly month: string;
  readonly billed: string;
  readonly recognized: string;
  readonly collected: string;
  /** Contract liability at the month's end. */
  readonly deferred: string;
};

/** The month that is shown and the twelve before it, oldest first; undefined while some of it is not there. */
export function useYear(): readonly MonthOfYear[] | undefined {
  const [month] = useMonth();
  const { merchant } = useSession();
  const months = monthsUpTo(month, 13);
  const currency = merchant.defaultCurrency;
  const revenue = useApi("getRevenueReport", {
    startMonth: months[0] ?? month,
    endMonth: month,
    groupBy: "category",
    basis: "ALL",
    currency,
  });
  const balances = useQueries({
    queries: months.map((each) => ({ ...apiQuery("getTrialBalance", { month: each }), staleTime: 60_000 })),
  });
  const movements = useQueries({
    queries: months.map((each) => ({
      ...apiQuery("getContractLiabilityRollForward", {
        startMonth: each,
        endMonth: each,
        groupBy: "category",
        currency,
      }),
      staleTime: 60_000,
    })),
  });
  if (revenue.data === undefined || balances.some(({ data }) => !data) || movements.some(({ data }) => !data))
    return undefined;
  const earned = revenue.data.totals?.values as Readonly<Record<string, string>> | undefined;
  return months.map((each, at) => {
    const accounts = accountsIn(balances[at]?.data, currency);
    return {
      month: each,
      billed: movements[at]?.data?.totals?.billed ?? "0",
      recognized: earned?.[each] ?? "0",
      collected: subtract(of(accounts, "CASH", "activityDebit"), of(accounts, "CASH", "activityCredit")),
      deferred: negate(of(accounts, "CONTRACT_LIABILITY", "balance")),
    };
  });
}

type Accounts = PayloadOf<"getTrialBalance">["currencies"][number]["accounts"];

function accountsIn(balance: PayloadOf<"getTrialBalance"> | undefined, currency: string): Accounts {
  return balance?.currencies.find((each) => each.currency === currency)?.accounts ?? [];
}

function of(accounts: Accounts, role: string, field: "activityDebit" | "activityCredit" | "balance"): string {
  return sum(accounts.filter((each) => each.role === role).map((each) => each[field]));
}
