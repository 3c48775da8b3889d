import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { formatMonth } from "../kernel/day.ts";
import { formatMoney } from "../kernel/money.ts";
import { allowLonger } from "../platform/db/statement-limits.ts";
import { route } from "../platform/http/route.ts";
import { Closed, Month, Named } from "../platform/http/wire.ts";
import { type Platform, read } from "../platform/write.ts";
import { asOfReader, loadReport, monthOfQuery } from "../reports/request-service.ts";
import { type CurrencyBalance, trialBalance, trialBalanceReport } from "../reports/trial-balance-service.ts";
import type { XlsxWriter } from "../reports/xlsx.ts";
import { asOfParameter, atMostAhead, csvType, fileOf, formatParameter, xlsxType } from "./report-route.ts";
import { AccountRoleWord } from "./schemas/shared-words.ts";

const TrialBalanceView = Named(
  "TrialBalance",
  Closed({
    month: Month(),
    currencies: Type.Array(
      Closed({
        currency: Type.String(),
        accounts: Type.Array(
          Closed({
            account: Type.String(),
            role: AccountRoleWord(),
            debit: Type.String(),
            credit: Type.String(),
            balance: Type.String({ description: "Debit − credit." }),
            activityDebit: Type.String({ description: "The month's own." }),
            activityCredit: Type.String(),
          }),
        ),
        totalDebit: Type.String(),
        totalCredit: Type.String(),
      }),
    ),
  }),
);

export function registerTrialBalanceRoutes(app: FastifyInstance, platform: Platform, xlsx: XlsxWriter): void {
  route(app, {
    method: "GET",
    url: "/v3/reports/trial-balance",
    operationId: "getTrialBalance",
    summary: "Get the trial balance of a month",
    description: "Balances over all entries dated up to the month's end.",
    tag: "Reports",
    access: "read",
    isHeavy: true,
    query: {
      month: { format: "month", required: true, description: `The month, YYYY-MM; ${atMostAhead}.` },
      asOf: asOfParameter,
      format: formatParameter,
    },
    payload: TrialBalanceView,
    alsoFiles: [csvType, xlsxType],
    successStatus: 200,
    errors: [400],
    handler: async ({ principal, query }) => {
      const { format } = query;
      if (format === "csv" || format === "xlsx") {
        const of = await read(platform, principal.merchantId, async (reader) => {
          const { tx, merchant, clock } = reader;
          await allowLonger(tx, "report");
          return { merchant, clock, ...(await loadReport(reader, query, trialBalanceReport)) };
        });
        return fileOf(xlsx, of, { name: "trial-balance", title: "Trial balance", sheet: "Trial balance", format });
      }
      const { month, currencies } = await read(platform, principal.merchantId, async (reader) => {
        await allowLonger(reader.tx, "report");
        const knowing = asOfReader(reader, query.asOf);
        const requested = monthOfQuery(knowing, query, "month");
        return {
          month: requested,
          currencies: await trialBalance(knowing.tx, knowing.merchant.id, requested, knowing.cutoff),
        };
      });
      return { payload: { month: formatMonth(month), currencies: currencies.map(viewOf) }, message: "Trial balance." };
    },
  });
}

function viewOf({ currency, accounts, totalDebit, totalCredit }: CurrencyBalance) {
  return {
    currency,
    accounts: accounts.map((account) => ({
      account: account.account,
      role: account.role,
      debit: formatMoney(account.debit),
      credit: formatMoney(account.credit),
      balance: formatMoney(account.balance),
      activityDebit: formatMoney(account.activityDebit),
      activityCredit: formatMoney(account.activityCredit),
    })),
    totalDebit: formatMoney(totalDebit),
    totalCredit: formatMoney(totalCredit),
  };
}
