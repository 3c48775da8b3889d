import writeXlsxFile, { type CellObject, type Row as SheetRow } from "write-excel-file/node";
import { minorDigits } from "../kernel/currency.ts";
import { formatMoney, type Money } from "../kernel/money.ts";
import { type Cell, type ColumnKind, type FlatColumn, flatColumns, isMoney, type Table, textOfCell } from "./table.ts";

/** What the sheet "Parameters" says, line by line: enough to run the report again. */
export type Parameters = readonly (readonly [name: string, value: string])[];

/** What becomes a workbook. */
export type WorkbookOrder = { readonly table: Table; readonly name: string; readonly parameters: Parameters };

// A spreadsheet calculates with 15 digits; a longer amount is written as text rather than changed.
const exactDigits = 15;
const widths: Readonly<Record<ColumnKind, number>> = {
  text: 28,
  date: 12,
  month: 10,
  instant: 22,
  money: 16,
  count: 10,
};

/**
 * A table as a spreadsheet for finance people: amounts are numbers in the format of their currency, with negative ones in
 * parentheses and zero as a dash; days are dates; the header stays in sight and totals are formulas over the rows, except where
 * an amount is too long to be calculated with. The second sheet says which report this is, of whom, of when and with which
 * parameters, and repeats the notes.
 */
export function workbookOf({ table, name, parameters }: WorkbookOrder): Promise<Buffer> {
  const columns = flatColumns(table);
  const header: SheetRow = columns.map(({ label, kind }) => ({
    value: label,
    fontWeight: "bold",
    wrap: true,
    align: kind === "money" || kind === "count" ? "right" : "left",
  }));
  const rows = table.rows.map((row): SheetRow => columns.map(({ kind, cellOf }) => cellFor(cellOf(row), kind)));
  const calculated = columns.map((column, index) => calculatedTotal(table, column, index));
  const totals = table.totals === null ? [] : [totalsRow(table, columns, calculated)];
  const about: SheetRow[] = [
    ...parameters.map(
      ([label, value]): SheetRow => [
        { value: label, fontWeight: "bold" },
        { value, type: String },
      ],
    ),
    ...table.notes.map(
      (note): SheetRow => [
        { value: "Note", fontWeight: "bold" },
        { value: note, type: String },
      ],
    ),
  ];
  const sheets = [
    {
      data: [header, ...rows, ...totals],
      sheet: name,
      stickyRowsCount: 1,
      columns: columns.map(({ kind }) => ({ width: widths[kind] })),
    },
    { data: about, sheet: "Parameters", columns: [{ width: 20 }, { width: 90 }] },
  ];
  return writeXlsxFile(sheets, { features: [withValues(calculated.filter((one) => one !== null))] }).toBuffer();
}

/** The number format of a currency's amounts: its minor digits, negative in parentheses, zero as a dash. */
export function moneyFormat(currency: string): string {
  const digits = minorDigits(currency);
  const number = digits === 0 ? "#,##0" : `#,##0.${"0".repeat(digits)}`;
  return `${number}_);(${number});"–"_)`;
}

function cellFor(cell: Cell, kind: ColumnKind): CellObject | null {
  if (cell === null) return null;
  if (isMoney(cell)) return moneyCell(cell);
  if (typeof cell === "number") return { value: cell, type: Number, format: "0" };
  if (kind === "date") return { value: new Date(`${cell}T00:00:00Z`), type: Date, format: "yyyy-mm-dd" };
  return { value: cell, type: String };
}

function moneyCell(amount: Money): CellObject {
  const text = formatMoney(amount);
  if (!isExact(amount)) return { value: text, type: String, align: "right" };
  return { value: Number(text), type: Number, format: moneyFormat(amount.currency) };
}

function isExact(cell: Cell): boolean {
  return !isMoney(cell) || formatMoney(cell).replaceAll(/\D/g, "").length <= exactDigits;
}

/** A total that the spreadsheet calculates: the formula as the file format has it, without `=`, and what it comes to. */
type Calculated = { readonly formula: string; readonly value: string };

function calculatedTotal(table: Table, { isSummed, cellOf }: FlatColumn, index: number): Calculated | null {
  const total = table.totals === null ? null : cellOf(table.totals);
  if (!isSummed || total === null || table.rows.length === 0) return null;
  // SUM passes over text, and a sum of that length is rounded.
  if (![total, ...table.rows.map(cellOf)].every(isExact)) return null;
  const letters = columnLetters(index);
  return { formula: `SUM(${letters}2:${letters}${table.rows.length + 1})`, value: textOfCell(total) };
}

function totalsRow(
  table: Table,
  columns: readonly FlatColumn[],
  calculated: readonly (Calculated | null | undefined)[],
): SheetRow {
  return columns.map(({ kind, isSummed, cellOf }, index): CellObject | null => {
    const bold = { fontWeight: "bold", topBorderStyle: "thin" } as const;
    const total = table.totals === null ? null : cellOf(table.totals);
    if (index === 0 && !isSummed) return { ...bold, value: "Total", type: String };
    if (!isSummed || total === null) return { ...bold };
    const { formula } = calculated[index] ?? {};
    if (formula === undefined) return { ...cellFor(total, kind), ...bold };
    const format = isMoney(total) ? moneyFormat(total.currency) : "0";
    return { ...bold, value: formula, type: "Formula", format };
  });
}

/**
 * Writes beside each formula what it comes to, which the library leaves to the program that opens the file; many readers do not
 * calculate.
 */
function withValues(calculated: readonly Calculated[]) {
  const values = new Map(calculated.map(({ formula, value }) => [formula, value]));
  const transform = (xml: string) =>
    xml.replaceAll(/<f>([^<]*)<\/f>/g, (written, formula) => {
      const value = values.get(formula);
      return value === undefined ? written : `${written}<v>${value}</v>`;
    });
  return { files: { transform: { "xl/worksheets/sheet{id}.xml": { transform } } } };
}

/** The name of a column of a sheet: 0 is A, 25 is Z, 26 is AA. */
export function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter;
}
