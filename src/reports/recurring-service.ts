import * as billingTerms from "../billing-terms/service.ts";
import * as contracts from "../contracts/service.ts";
import { formatMonth, type Month } from "../kernel/day.ts";
import type { Ratio } from "../kernel/ratio.ts";
import { arrMovements, ratesOfCustomer, yearlyRates } from "./recurring.ts";
import { type AsOfReader, currencyOf, monthsOfQuery, type Report, type ReportQuery } from "./request-service.ts";

const contractsPerChunk = 500;

/** Annual recurring revenue of approved contracts and how it moved, the last twelve months unless others are asked for. */
export async function arrReport(reader: AsOfReader, query: ReportQuery): Promise<Report> {
  const { first, end } = monthsOfQuery(reader, query);
  const { currency, otherCurrencies } = await currencyOf(reader, query.currency);
  const context = { currency, rounding: reader.merchant.rounding };
  const customers = await ratesOfBook(reader, end - 1, context);
  const table = arrMovements(customers, { first, last: end - 1, context });
  const parameters = { startMonth: formatMonth(first), endMonth: formatMonth(end - 1) };
  const period = { of: "MONTHS", first, last: end - 1 } as const;
  return { table, currency, otherCurrencies, period, parameters };
}

async function ratesOfBook(reader: AsOfReader, last: Month, context: Parameters<typeof yearlyRates>[2]) {
  const { tx, merchant, cutoff } = reader;
  const ratesByCustomer = new Map<string, Map<Month, Ratio>[]>();
  let after: string | undefined;
  for (;;) {
    const options = { after, contractIds: undefined, limit: contractsPerChunk, cutoff };
    const chunk = await contracts.approvedContracts(tx, merchant.id, options);
    if (chunk.length === 0) break;
    const inCurrency = chunk.filter(({ currency }) => currency === context.currency);
    const customerOf = new Map(inCurrency.map(({ id, customerId }) => [id, customerId]));
    const terms = await billingTerms.termsAsOf(tx, merchant.id, [...customerOf.keys()], cutoff);
    for (const term of terms) {
      const customerId = customerOf.get(term.contractId);
      const rates = yearlyRates(term, last, context);
      if (customerId == null || rates.size === 0) continue;
      ratesByCustomer.set(customerId, [...(ratesByCustomer.get(customerId) ?? []), rates]);
    }
    after = chunk.at(-1)?.id;
  }
  return [...ratesByCustomer].map(([customerId, rates]) => ratesOfCustomer(customerId, rates, context));
}
