import { periodInWords, type ReportPeriod } from "./period.ts";
import type { SheetOrder } from "./sheet.ts";
import { type Row, type Table, tableOf } from "./table.ts";

/** An additional table of a report, on a sheet of its own. */
export type Section = {
  readonly key: string;
  readonly title: string;
  /** The name of its sheet, at most 31 characters. */
  readonly sheet: string;
  readonly table: Table;
};

/** The content of a report: its tables, period and currency. */
export type Reported = {
  readonly table: Table;
  /** Null if there are several currencies or no amounts. */
  readonly currency: string | null;
  /** Other currencies of the merchant's books, which need reports of their own. */
  readonly otherCurrencies: readonly string[];
  readonly period: ReportPeriod;
  /** Additional tables, shown after `table`. */
  readonly sections?: readonly Section[];
};

/** The heading of every table of a report: company and title; and the name of the sheet. */
export type Heading = { readonly company: string; readonly title: string; readonly sheet: string };

/** The sheets of a report: one for its table, or one for each currency of its rows; then one for each section. */
export function sheetsOf(report: Reported, { company, title, sheet }: Heading): SheetOrder[] {
  const period = periodInWords(report.period);
  const leftOut =
    report.otherCurrencies.length === 0 ? "" : `; in reports of their own: ${report.otherCurrencies.join(", ")}`;
  const lineOf = (currency: string | null) => (currency === null ? "No amounts" : `Amounts in ${currency}${leftOut}`);
  const sections = (report.sections ?? []).map(
    (section): SheetOrder => ({
      name: section.sheet,
      title: [company, `${title}: ${section.title}`, period, lineOf(report.currency)],
      table: section.table,
    }),
  );
  const tables = byCurrency(report.table, report.currency);
  const own = tables.map(
    ({ currency, table }): SheetOrder => ({
      name: tables.length > 1 ? `${sheet} ${currency}` : sheet,
      title: [company, report.sections === undefined ? title : `${title}: ${sheet}`, period, lineOf(currency)],
      table,
    }),
  );
  return [...own, ...sections];
}

/** Splits a table with rows in several currencies into one for each currency, with totals and without the column of the currency. */
function byCurrency(table: Table, currency: string | null): { currency: string | null; table: Table }[] {
  const isMixed = table.totals === null && table.rows.length > 0 && table.columns.some(({ key }) => key === "currency");
  if (!isMixed) return [{ currency, table }];
  const ofOne = { ...table, columns: table.columns.filter(({ key }) => key !== "currency") };
  const groups = Map.groupBy(table.rows, ({ cells }: Row) => cells.currency);
  return [...groups].flatMap(([of, rows]) =>
    typeof of === "string" ? [{ currency: of, table: tableOf(ofOne, rows, of) }] : [],
  );
}
