import * as billingTerms from "../billing-terms/service.ts";
import * as contracts from "../contracts/service.ts";
import { formatMonth, type Month } from "../kernel/day.ts";
import { type RecurringSpan, recurringSpans } from "../revenue/recurring-rates.ts";
import { namesOf } from "./names-store.ts";
import { arrByCustomer, arrMovements, ratesOfCustomer } from "./recurring.ts";
import {
  type AsOfReader,
  currencyOf,
  monthsOfQuery,
  narrowingOf,
  type Report,
  type ReportQuery,
} from "./request-service.ts";
import { storedOrComputed } from "./revenue-service.ts";
import { storedRecurring } from "./stored-recurring-store.ts";

const contractsPerChunk = 500;

/**
 * Annual recurring revenue of approved contracts, or of one contract, and its movements by month; by default of the last twelve months. A single
 * contract is always recalculated. A contract that does not exist or has another currency has none.
 */
export async function arrReport(reader: AsOfReader, query: ReportQuery): Promise<Report> {
  const { customers, span, context, ...report } = await recurringOf(reader, query);
  return { ...report, table: arrMovements(customers, { ...span, context }) };
}

/** The same movements summed up over the months, one row for each customer. */
export async function arrByCustomerReport(reader: AsOfReader, query: ReportQuery): Promise<Report> {
  const { customers, span, context, ...report } = await recurringOf(reader, query);
  const ids = customers.map(({ customerId }) => customerId);
  const names = await namesOf(reader.tx, reader.merchant.id, "customer", ids);
  return { ...report, table: arrByCustomer(customers, { ...span, currency: context.currency, names }) };
}

async function recurringOf(reader: AsOfReader, query: ReportQuery) {
  const { first, end } = monthsOfQuery(reader, query);
  const { currency, otherCurrencies } = await currencyOf(reader, query.currency);
  const context = { currency, rounding: reader.merchant.rounding };
  const wanted = { first: first - 1, last: end - 1, context };
  const byCustomer = await spansOfBook(reader, end - 1, context, query.contractId);
  const customers = [...byCustomer].map(([customerId, spans]) => ratesOfCustomer(customerId, spans, wanted));
  const parameters = {
    ...{ startMonth: formatMonth(first), endMonth: formatMonth(end - 1) },
    ...narrowingOf(query),
  };
  const span = { first, last: end - 1 };
  return {
    customers,
    span,
    context,
    currency,
    otherCurrencies,
    period: { of: "MONTHS", ...span } as const,
    parameters,
  };
}

/** Annual recurring revenue by customer: as stored with contracts, or calculated if that is out of date. */
async function spansOfBook(
  reader: AsOfReader,
  last: Month,
  context: Parameters<typeof recurringSpans>[2],
  contractId: string | undefined,
): Promise<Map<string, RecurringSpan[]>> {
  const { tx, merchant, cutoff } = reader;
  const byCustomer = new Map<string, RecurringSpan[]>();
  const note = (customerId: string | null, spans: readonly RecurringSpan[]) => {
    if (customerId === null || spans.length === 0) return;
    const noted = byCustomer.get(customerId);
    if (noted === undefined) byCustomer.set(customerId, [...spans]);
    else noted.push(...spans);
  };
  const { stored, computed } =
    contractId === undefined ? await storedOrComputed(reader, last) : { stored: undefined, computed: [contractId] };
  if (stored !== undefined) {
    const selection = { ...stored, currency: context.currency };
    for (const { customerId, ...span } of await storedRecurring(tx, merchant.id, selection)) note(customerId, [span]);
  }
  let after: string | undefined;
  while (computed?.length !== 0) {
    const options = { after, contractIds: computed, limit: contractsPerChunk, cutoff };
    const chunk = await contracts.approvedContracts(tx, merchant.id, options);
    if (chunk.length === 0) break;
    const inCurrency = chunk.filter(({ currency }) => currency === context.currency);
    const terms = await billingTerms.termsAsOf(
      tx,
      merchant.id,
      inCurrency.map(({ id }) => id),
      cutoff,
    );
    const byContract = Map.groupBy(terms, ({ contractId }) => contractId);
    for (const { id, customerId } of inCurrency) {
      note(customerId, recurringSpans(byContract.get(id) ?? [], last, context));
    }
    after = chunk.at(-1)?.id;
  }
  return byCustomer;
}
