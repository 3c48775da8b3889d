import { formatDay } from "../kernel/day.ts";
import { ageing } from "./ageing.ts";
import * as store from "./receivable-store.ts";
import { type AsOfReader, currencyOf, dayOfQuery, type Report, type ReportQuery } from "./request-service.ts";

/** Receivables by customer and age on a day, today unless another is asked for. */
export async function ageingReport(reader: AsOfReader, query: ReportQuery): Promise<Report> {
  const date = dayOfQuery(reader, query);
  const { currency, otherCurrencies } = await currencyOf(reader, query.currency);
  const invoices = await store.openInvoices(reader.tx, reader.merchant.id, {
    date,
    currency,
    cutoff: reader.cutoff,
  });
  const parameters = { date: formatDay(date) };
  return {
    table: ageing(invoices, date, currency),
    currency,
    otherCurrencies,
    period: { of: "DAY_END", day: date },
    parameters,
  };
}
