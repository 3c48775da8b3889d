import { formatDay } from "../kernel/day.ts";
import { ageing } from "./ageing.ts";
import * as store from "./receivable-store.ts";
import { type AsOfReader, currencyOf, dayOfQuery, type Report, type ReportQuery } from "./request-service.ts";

/** Receivables by customer and age on a day, today unless another is asked for; only their totals where rows are not wanted. */
export async function ageingReport(reader: AsOfReader, query: ReportQuery): Promise<Report> {
  const date = dayOfQuery(reader, query);
  const { currency, otherCurrencies } = await currencyOf(reader, query.currency);
  const open = await store.openBalances(reader.tx, reader.merchant.id, {
    date,
    currency,
    cutoff: reader.cutoff,
  });
  const byCustomer = ageing(open, currency);
  const parameters = { date: formatDay(date) };
  return {
    table: query.groupBy === "none" ? { ...byCustomer, rows: [] } : byCustomer,
    currency,
    otherCurrencies,
    period: { of: "DAY_END", day: date },
    parameters,
  };
}
