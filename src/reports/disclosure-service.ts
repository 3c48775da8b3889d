import { formatMonth } from "../kernel/day.ts";
import { negate, subtract, sum } from "../kernel/money.ts";
import {
  changesOfPosition,
  type DisclosureQuery,
  expedients,
  outOfOpening,
  type Position,
  positionAt,
  remainingTables,
  revenueTables,
} from "./disclosure-parts-service.ts";
import { dimensions } from "./grouping.ts";
import { positionSummary } from "./position-summary.ts";
import type { Section } from "./report-sheets.ts";
import {
  type AsOfReader,
  currencyOf,
  monthsOfQuery,
  openMonthNotes,
  type Report,
  type ReportQuery,
} from "./request-service.ts";
import { type Tie, tieOut, totalOf } from "./tie-out.ts";

/** Patterns of query parameters: one or more dimensions, or one or more expedients, separated by commas. */
export const dimensionList = listOf(dimensions);
export const expedientList = listOf(expedients);

function listOf(words: readonly string[]): RegExp {
  return new RegExp(`^(?:${words.join("|")})(?:,(?:${words.join("|")}))*$`);
}

/**
 * Disclosures about contracts with customers (ASC 606-10-50, IFRS 15.110 ff.) over the months of the query, in one currency. The sections are the
 * disclosures; the table of the report is the tie-out of their figures to the trial balance.
 */
export async function disclosuresReport(reader: AsOfReader, query: ReportQuery): Promise<Report> {
  const { first, end } = monthsOfQuery(reader, query);
  const { currency, otherCurrencies } = await currencyOf(reader, query.currency);
  const chosen = (list: string | undefined) => new Set((list ?? "").split(","));
  const by = dimensions.filter((each) => chosen(query.groupBy ?? "category").has(each));
  const left = expedients.filter((each) => chosen(query.expedients).has(each));
  const requested = { first, end, currency, by, expedients: left };
  const { sections, ties } = await disclosures(reader, requested);
  const table = tieOut(ties, await openMonthNotes(reader, end - 1));
  const parameters = {
    startMonth: formatMonth(first),
    endMonth: formatMonth(end - 1),
    groupBy: by.join(","),
    ...(left.length === 0 ? {} : { expedients: left.join(",") }),
  };
  const period = { of: "MONTHS", first, last: end - 1 } as const;
  return { table, sections, currency, otherCurrencies, period, parameters };
}

async function disclosures(
  reader: AsOfReader,
  requested: DisclosureQuery,
): Promise<{ sections: Section[]; ties: Tie[] }> {
  const { first, end, currency } = requested;
  const revenue = await revenueTables(reader, requested);
  const opening = await positionAt(reader, first - 1, currency);
  const closing = await positionAt(reader, end - 1, currency);
  const changes = await changesOfPosition(reader, requested);
  const outOf = await outOfOpening(reader, requested, opening, revenue.ofContract);
  const remaining = await remainingTables(reader, requested);
  const section = (key: string, sheet: string, title: string, table: Section["table"]) => ({
    key,
    sheet,
    title,
    table,
  });
  const balances = positionSummary(opening.balances, closing.balances);
  const sections = [
    section("revenue", "Revenue", "Disaggregation of revenue", revenue.disaggregated),
    section("contractBalances", "Contract balances", "Contract balances", balances),
    section("openingLiability", "Opening liability", "Revenue out of the opening contract liability", outOf),
    section("earlierPeriods", "Earlier periods", "Revenue earned in earlier periods", revenue.earlier),
    section("changes", "Changes", "Significant changes in contract balances", changes),
    section("remaining", "Remaining obligations", "Remaining performance obligations", remaining.shown),
    section("leftOut", "Left out", "Remaining performance obligations left out by expedients", remaining.leftOut),
  ];
  const ofAccounts = ({ books }: Position) => negate(books("REVENUE", "BREAKAGE_REVENUE", "CONTRA_REVENUE"));
  const net = ({ books }: Position) => negate(books("CONTRACT_LIABILITY", "CONTRACT_ASSET", "UNBILLED_RECEIVABLE"));
  const tie = (name: string, disclosed: Tie["disclosed"], books: Tie["books"], source = "Trial balance"): Tie => ({
    ...{ name, disclosed, books, source },
  });
  const moved = subtract(ofAccounts(closing), ofAccounts(opening));
  const remainingInAll = sum([totalOf(remaining.shown, "total"), totalOf(remaining.leftOut, "total")], currency);
  const ties = [
    tie("Revenue", totalOf(revenue.disaggregated, "total"), moved),
    ...tiesOfBalances("opening", opening),
    ...tiesOfBalances("closing", closing),
    tie("Net position, opening", totalOf(changes, "opening"), net(opening)),
    tie("Net position, closing", totalOf(changes, "closing"), net(closing)),
    tie("Recognized", totalOf(changes, "recognized"), revenue.recognized, "Revenue entries of closes"),
    tie("Remaining, with what is left out", remainingInAll, remaining.inAll, "Remaining performance obligations"),
  ];
  return { sections, ties };
}

function tiesOfBalances(when: string, { balances, books }: Position): Tie[] {
  const tie = (name: string, disclosed: Tie["disclosed"], inBooks: Tie["books"]): Tie => ({
    ...{ name: `${name}, ${when}`, disclosed, books: inBooks, source: "Trial balance" },
  });
  return [
    tie("Receivables", balances.receivable, books("RECEIVABLE")),
    tie("Unbilled receivables", balances.unbilledReceivable, books("UNBILLED_RECEIVABLE")),
    tie("Contract assets", balances.contractAsset, books("CONTRACT_ASSET")),
    tie("Contract liabilities", balances.contractLiability, negate(books("CONTRACT_LIABILITY"))),
  ];
}
