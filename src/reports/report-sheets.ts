import { periodInWords, type ReportPeriod } from "./period.ts";
import type { SheetOrder } from "./sheet.ts";
import { type Row, type Table, tableOf } from "./table.ts";

/** One table of a report that has several, on a sheet of its own. */
export type Section = {
  readonly key: string;
  readonly title: string;
  /** The name of its sheet, at most 31 characters. */
  readonly sheet: string;
  readonly table: Table;
};

/** What a report says, of what time and in which currency. */
export type Reported = {
  readonly table: Table;
  /** Null where the rows are of several currencies. */
  readonly currency: string | null;
  /** Other currencies that the merchant's books have: each is a report of its own. */
  readonly otherCurrencies: readonly string[];
  readonly period: ReportPeriod;
  /** Tables beside `table`, behind which they stand. */
  readonly sections?: readonly Section[];
};

/** What is written above every table of a report: whose it is and what it is called, on its sheet too. */
export type Heading = { readonly company: string; readonly title: string; readonly sheet: string };

/** The sheets of a report: its table, which is one for each currency, then one for each section. */
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

/** A table whose rows are of several currencies as one for each of them, with totals; the title says which one it is. */
function byCurrency(table: Table, currency: string | null): { currency: string | null; table: Table }[] {
  const isMixed = table.totals === null && table.rows.length > 0 && table.columns.some(({ key }) => key === "currency");
  if (!isMixed) return [{ currency, table }];
  const ofOne = { ...table, columns: table.columns.filter(({ key }) => key !== "currency") };
  const groups = Map.groupBy(table.rows, ({ cells }: Row) => cells.currency);
  return [...groups].flatMap(([of, rows]) =>
    typeof of === "string" ? [{ currency: of, table: tableOf(ofOne, rows, of) }] : [],
  );
}
