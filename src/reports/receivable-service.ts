import { formatDay } from "../kernel/day.ts";
import { ageing, ageingTotals } from "./ageing.ts";
import * as store from "./receivable-store.ts";
import { type AsOfReader, currencyOf, dayOfQuery, type Report, type ReportQuery } from "./request-service.ts";

/** Receivables by customer and days overdue on a day, by default today; only totals if the query has `groupBy=none`. */
export async function ageingReport(reader: AsOfReader, query: ReportQuery): Promise<Report> {
  const date = dayOfQuery(reader, query);
  const { currency, otherCurrencies } = await currencyOf(reader, query.currency);
  const open = { date, currency, cutoff: reader.cutoff };
  const { tx, merchant } = reader;
  const table =
    query.groupBy === "none"
      ? ageingTotals(await store.openBuckets(tx, merchant.id, open), currency)
      : ageing(await store.openBalances(tx, merchant.id, open), currency);
  const parameters = { date: formatDay(date) };
  return {
    table,
    currency,
    otherCurrencies,
    period: { of: "DAY_END", day: date },
    parameters,
  };
}
