import { formatMonth, type Month } from "../kernel/day.ts";
import { money } from "../kernel/money.ts";
import * as store from "./balance-store.ts";
import { contractBalances } from "./balances.ts";
import type { Dimension } from "./grouping.ts";
import {
  type AsOfReader,
  contractsOfQuery,
  currencyOf,
  monthOfQuery,
  monthsOfQuery,
  narrowingOf,
  openMonthNotes,
  type Report,
  type ReportQuery,
} from "./request-service.ts";
import { dimensionOf, expectedAfter, rowNames } from "./revenue-service.ts";
import { rollForward } from "./roll-forward.ts";

/** The roll-forward of contract balances over the months of the query, of all contracts or of a contract or customer. */
export async function rollForwardReport(reader: AsOfReader, query: ReportQuery): Promise<Report> {
  const { tx, merchant, cutoff } = reader;
  const { first, end } = monthsOfQuery(reader, query);
  const dimension = dimensionOf<Exclude<Dimension, "product">>(query, "contract");
  const { currency, otherCurrencies } = await currencyOf(reader, query.currency);
  const contractIds = await contractsOfQuery(reader, query);
  const span = { first, end, currency, cutoff, contractIds };
  const movements =
    dimension === "category"
      ? await store.categoryMovements(tx, merchant.id, span)
      : await store.journalMovements(tx, merchant.id, span, dimension);
  const names = await rowNames(
    reader,
    dimension,
    movements.map((movement) => ({ ...movement, productId: null })),
  );
  const notes = await openMonthNotes(reader, end - 1);
  const table = rollForward(movements, { dimension, names, currency, notes });
  const parameters = {
    startMonth: formatMonth(first),
    endMonth: formatMonth(end - 1),
    groupBy: dimension,
    ...narrowingOf(query),
  };
  const period = { of: "MONTHS", first, last: end - 1 } as const;
  return { table, currency, otherCurrencies, period, parameters };
}

/**
 * The balances of each contract at a month end and, for contracts with a liability, the revenue that was expected then.
 *
 * @param contractIds all contracts if undefined
 */
export async function balancesAt(reader: AsOfReader, month: Month, currency: string, contractIds?: readonly string[]) {
  const { tx, merchant, cutoff } = reader;
  const found = await store.balancesByContract(tx, merchant.id, { month, currency, cutoff, contractIds });
  // Expected revenue only splits the liability into current and non-current, so other contracts do not need it.
  const owing = found.filter(({ liability }) => liability.minor > 0n);
  const expected = await expectedAfter(reader, month, {
    currency,
    contractIds: owing.map(({ contractId }) => contractId),
  });
  return found.map((balance) => {
    const { upcoming, undated } = expected.get(balance.contractId) ?? { upcoming: 0n, undated: 0n };
    return { ...balance, upcoming: money(upcoming, currency), undated: money(undated, currency) };
  });
}

/** Contract balances at a month end, with the liability split into current and non-current by the revenue that was expected then. */
export async function balancesReport(reader: AsOfReader, query: ReportQuery): Promise<Report> {
  const month = monthOfQuery(reader, query, "month");
  const { currency, otherCurrencies } = await currencyOf(reader, query.currency);
  const balances = await balancesAt(reader, month, currency, await contractsOfQuery(reader, query));
  const notes = await openMonthNotes(reader, month);
  const table = contractBalances(balances, { currency, notes });
  const period = { of: "MONTH_END", month } as const;
  const parameters = { month: formatMonth(month), ...narrowingOf(query) };
  return { table, currency, otherCurrencies, period, parameters };
}
