import { formatMonth } from "../kernel/day.ts";
import { money } from "../kernel/money.ts";
import { currentBooks } from "../ledger/books-store.ts";
import type { Reader } from "../revenue/service.ts";
import * as store from "./balance-store.ts";
import { contractBalances } from "./balances.ts";
import type { Dimension } from "./grouping.ts";
import {
  currencyOf,
  cutoffOf,
  monthOfQuery,
  monthsOfQuery,
  openMonthNotes,
  type Report,
  type ReportQuery,
} from "./request-service.ts";
import { dimensionOf, expectedByContract, rowNames } from "./revenue-service.ts";
import { rollForward } from "./roll-forward.ts";

/** The roll-forward of contract balances over some months. */
export async function rollForwardReport(reader: Reader, query: ReportQuery): Promise<Report> {
  const { tx, merchant } = reader;
  const { first, end } = monthsOfQuery(query);
  const dimension = dimensionOf<Exclude<Dimension, "product">>(query, "contract");
  const cutoff = cutoffOf(reader, query.asOf);
  const { currency, otherCurrencies } = await currencyOf(reader, query.currency);
  const load = dimension === "category" ? store.categoryMovements : store.journalMovements;
  const movements = await load(tx, merchant.id, { first, end, currency, cutoff });
  const names = await rowNames(
    reader,
    dimension,
    movements.map((movement) => ({ ...movement, productId: null })),
  );
  const notes = openMonthNotes(await currentBooks(tx, merchant.id), end - 1);
  const table = rollForward(movements, { dimension, names, currency, notes });
  const parameters = {
    ...{ startMonth: formatMonth(first), endMonth: formatMonth(end - 1), groupBy: dimension },
    ...(query.asOf === undefined ? {} : { asOf: query.asOf }),
  };
  return { table, currency, otherCurrencies, parameters };
}

/** Contract balances at a month end; how they split is a look ahead, which an earlier day of knowledge does not have. */
export async function balancesReport(reader: Reader, query: ReportQuery): Promise<Report> {
  const { tx, merchant } = reader;
  const month = monthOfQuery(query, "month");
  const cutoff = cutoffOf(reader, query.asOf);
  const { currency, otherCurrencies } = await currencyOf(reader, query.currency);
  const found = await store.balancesByContract(tx, merchant.id, { month, currency, cutoff });
  const expected =
    cutoff === null ? await expectedByContract(reader, { first: month + 1, end: month + 13, currency }) : null;
  const balances = found.map((balance) => ({
    ...balance,
    upcoming: expected === null ? null : money(expected.get(balance.contractId) ?? 0n, currency),
  }));
  const notes = [
    ...openMonthNotes(await currentBooks(tx, merchant.id), month),
    ...(cutoff === null ? [] : ["Current and non-current look ahead from today and are left out with asOf."]),
  ];
  const table = contractBalances(balances, { currency, notes });
  const parameters = { month: formatMonth(month), ...(query.asOf === undefined ? {} : { asOf: query.asOf }) };
  return { table, currency, otherCurrencies, parameters };
}
