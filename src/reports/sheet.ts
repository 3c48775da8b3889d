import type { CellObject, Row as SheetRow } from "write-excel-file/node";
import { minorDigits } from "../kernel/currency.ts";
import { abbreviations } from "../kernel/field-words.ts";
import { formatMoney, type Money } from "../kernel/money.ts";
import {
  type Cell,
  type ColumnKind,
  type FlatColumn,
  flatColumns,
  isMoney,
  type Row,
  type Table,
  textOfCell,
} from "./table.ts";

/** The lines above the table of a sheet: company, report, period, currency. */
export type TitleBlock = readonly [company: string, report: string, period: string, currency: string];

/** A table on a sheet of its own. */
export type SheetOrder = { readonly name: string; readonly title: TitleBlock; readonly table: Table };

/** A total that the spreadsheet calculates: the formula as in the file format, without `=`, and its value. */
export type Calculated = { readonly formula: string; readonly value: string };

/** A sheet as cells, and the positions of its parts; rows and columns are numbered from 0. */
export type Sheet = {
  readonly name: string;
  readonly cells: readonly SheetRow[];
  readonly headerRow: number;
  /** The row after the last row of the table, before totals and notes. */
  readonly endRow: number;
  readonly widths: readonly number[];
  readonly hiddenColumns: readonly number[];
  /** The number of columns that stay visible when scrolling: 1, or 0 if the first column has amounts. */
  readonly stickyColumns: number;
  readonly calculated: readonly Calculated[];
};

// A spreadsheet calculates with 15 digits; a longer amount is written as text rather than changed.
const exactDigits = 15;
/** The maximum length of a text cell in UTF-16 code units; Excel reports a file with longer texts as corrupt. */
const longestText = 32_767;
const leastWidths: Readonly<Record<ColumnKind, number>> = {
  ...{ text: 12, date: 11, month: 10, instant: 25, money: 12, count: 10 },
};
const mostWidth = 42;
/** The height of a line of text in points. */
const lineHeight = 14;
/** The share of a column's width that bold text may fill. */
const headingShare = 0.85;
const monthFormat = "mmm yyyy";
const nothing = "There is nothing to show here.";
const instantFormat = 'yyyy-mm-dd hh:mm:ss "UTC"';

/**
 * A table as a sheet for finance people:
 *
 * - title lines above, notes below, and a sentence if there are no rows;
 * - codes as words, months and days as dates;
 * - amounts as numbers with the decimals of their currency, negative ones in parentheses, zero as a dash;
 * - totals as formulas over the rows, or as values if an amount has too many digits for a spreadsheet;
 * - ids as the last columns, hidden; text longer than its column on several lines.
 */
export function sheetOf({ name, title, table }: SheetOrder): Sheet {
  const flat = flatColumns(table);
  const ordered = [...flat.filter(({ isAside }) => !isAside), ...flat.filter(({ isAside }) => isAside)];
  const columns = ordered.map(
    (column, index): PlacedColumn => ({ ...column, isIndented: !isAmount(column) && isAmount(ordered[index - 1]) }),
  );
  const headerRow = title.length + 1;
  const firstRow = headerRow + 1;
  const totals = columns.map((column, index) => calculatedTotal(table, column, index, firstRow));
  const widths = wideEnough(
    columns.map((column) => widthOf(column, table)),
    columns,
    title,
  );
  const height =
    lineHeight * Math.max(...columns.map(({ label }, index) => linesOf(label, (widths[index] ?? 0) * headingShare)));
  const [company, ...rest] = title;
  const cells: SheetRow[] = [
    [{ value: company, type: String, fontWeight: "bold" }],
    ...rest.map((line): SheetRow => [{ value: line, type: String }]),
    [],
    columns.map((column) => ({ ...headerCell(column), height })),
    ...table.rows.map((row) => rowOf(row, columns, widths)),
    ...(table.totals === null ? [] : [totalsRow(table, columns, totals)]),
    ...(table.rows.length > 0 ? [] : [[{ value: nothing, type: String, fontStyle: "italic" }] satisfies SheetRow]),
    ...(table.notes.length === 0 ? [] : [[]]),
    ...table.notes.map((note): SheetRow => [{ value: `Note: ${note}`, type: String, fontStyle: "italic" }]),
  ];
  const firstAmount = columns.findIndex(isAmount);
  return {
    name,
    cells,
    headerRow,
    endRow: firstRow + table.rows.length,
    widths,
    hiddenColumns: columns.flatMap(({ isAside }, index) => (isAside ? [index] : [])),
    stickyColumns: firstAmount === 0 ? 0 : 1,
    calculated: totals.filter((one) => one !== null),
  };
}

/** The number format of amounts in a currency: its minor digits, negative amounts in parentheses, zero as a dash. */
export function moneyFormat(currency: string): string {
  const digits = minorDigits(currency);
  const number = digits === 0 ? "#,##0" : `#,##0.${"0".repeat(digits)}`;
  return `${number}_);(${number});"–"_)`;
}

/** A code as words: `INVOICE_ISSUED` becomes "Invoice issued". Text that is not in capitals is a name and stays. */
export function wordsOfCode(code: string): string {
  if (!/^[A-Z][A-Z0-9_]*$/.test(code)) return code;
  const words = code.split("_").map((word) => (abbreviations.has(word) ? word : word.toLowerCase()));
  const [first = "", ...rest] = words;
  return [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(" ");
}

/** A column and its layout: text to the right of amounts is indented so that it does not touch them. */
type PlacedColumn = FlatColumn & { readonly isIndented: boolean };

function isAmount(column: FlatColumn | undefined): boolean {
  return column?.kind === "money" || column?.kind === "count";
}

function headerCell(column: PlacedColumn): CellObject {
  const { label } = column;
  const line = { fontWeight: "bold", wrap: true, alignVertical: "bottom", bottomBorderStyle: "thin" } as const;
  const common = { ...line, ...(isAmount(column) ? ({ align: "right" } as const) : asText(column)) };
  if (/^\d{4}-\d{2}$/.test(label)) return { ...common, value: firstOf(label), type: Date, format: monthFormat };
  return { ...common, value: label, type: String };
}

function asText({ isIndented }: PlacedColumn): Pick<CellObject, "align" | "indent"> {
  return isIndented ? { align: "left", indent: 1 } : { align: "left" };
}

/** A row as cells, high enough for its longest text in the visible columns. */
function rowOf(row: Row, columns: readonly PlacedColumn[], widths: readonly number[]): SheetRow {
  const cells = columns.map((column) => cellFor(column.cellOf(row), column));
  const lines = cells.map((cell, index) => {
    const column = columns[index];
    const isText = column?.isAside === false && column.kind === "text" && typeof cell?.value === "string";
    return isText ? linesOf(cell.value as string, (widths[index] ?? 0) - (column.isIndented ? 3 : 1)) : 1;
  });
  const most = Math.max(1, ...lines);
  if (most === 1) return cells;
  const height = lineHeight * most;
  return cells.map((cell, index) => cell && { ...cell, height, alignVertical: "top", wrap: (lines[index] ?? 1) > 1 });
}

function cellFor(cell: Cell, column: PlacedColumn): CellObject | null {
  const { kind, isCode } = column;
  if (cell === null) return column.isPeriod ? { value: 0, type: Number, format: '#,##0_);(#,##0);"–"_)' } : null;
  if (isMoney(cell)) return moneyCell(cell);
  if (typeof cell === "number") return { value: cell, type: Number, format: "0" };
  // An amount that is text, because its currency is unknown or it has more decimals than the currency, stays text.
  if (kind === "money") return { value: cell, type: String, align: "right" };
  const common = asText(column);
  if (kind === "date") return { ...common, value: new Date(`${cell}T00:00:00Z`), type: Date, format: "yyyy-mm-dd" };
  if (kind === "instant") return { ...common, value: new Date(cell), type: Date, format: instantFormat };
  if (kind === "month") return { ...common, value: firstOf(cell), type: Date, format: monthFormat };
  const text = isCode ? cell.split("; ").map(wordsOfCode).join("; ") : cell;
  return { ...common, value: cutOff(text), type: String };
}

function cutOff(text: string): string {
  if (text.length <= longestText) return text;
  return `${text.slice(0, longestText - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** The first day of a month, as which a month is written. */
function firstOf(month: string): Date {
  return new Date(`${month}-01T00:00:00Z`);
}

function moneyCell(amount: Money): CellObject {
  const text = formatMoney(amount);
  if (!isExact(amount)) return { value: text, type: String, align: "right" };
  return { value: Number(text), type: Number, format: moneyFormat(amount.currency) };
}

function isExact(cell: Cell): boolean {
  return !isMoney(cell) || formatMoney(cell).replaceAll(/\D/g, "").length <= exactDigits;
}

function calculatedTotal(
  table: Table,
  { isSummed, cellOf }: FlatColumn,
  index: number,
  firstRow: number,
): Calculated | null {
  const total = table.totals === null ? null : cellOf(table.totals);
  if (!isSummed || total === null || table.rows.length === 0) return null;
  // SUM ignores amounts that are text, and rounds a sum of more than 15 digits.
  if (![total, ...table.rows.map(cellOf)].every(isExact)) return null;
  const letters = columnLetters(index);
  const formula = `SUM(${letters}${firstRow + 1}:${letters}${firstRow + table.rows.length})`;
  return { formula, value: textOfCell(total) };
}

function totalsRow(
  table: Table,
  columns: readonly PlacedColumn[],
  calculated: readonly (Calculated | null | undefined)[],
): SheetRow {
  return columns.map((column, index): CellObject | null => {
    const bold = { fontWeight: "bold", topBorderStyle: "thin", bottomBorderStyle: "double" } as const;
    const total = table.totals === null ? null : column.cellOf(table.totals);
    if (index === 0 && !column.isSummed) return { ...bold, value: "Total", type: String };
    if (!column.isSummed || total === null) return { ...bold };
    const { formula } = calculated[index] ?? {};
    if (formula === undefined) return { ...cellFor(total, column), ...bold };
    const format = isMoney(total) ? moneyFormat(total.currency) : "0";
    return { ...bold, value: formula, type: "Formula", format };
  });
}

/** The width of a column in characters, wide enough for its cells within limits; longer texts take several lines. */
function widthOf(column: PlacedColumn, { rows, totals }: Table): number {
  const indent = column.isIndented ? 2 : 0;
  const least = leastWidths[column.kind] + indent;
  if (column.kind !== "text" && column.kind !== "money") return withHeading(column, least);
  const room = column.kind === "money" ? 4 : 2 + indent;
  let widest = 0;
  for (const row of totals === null ? rows : [...rows, totals]) {
    widest = Math.max(widest, widthOfText(textOfCell(column.cellOf(row))));
  }
  return withHeading(column, Math.min(Math.max(Math.ceil(widest) + room, least), mostWidth + indent));
}

/** The width of a text in widths of a digit; capitals count 1.3. */
function widthOfText(text: string): number {
  return text.length + (text.match(/[A-Z_@]/g)?.length ?? 0) * 0.3;
}

/**
 * The width of a column with its bold heading: at least the longest word of the heading, and the whole heading if more than 60% of it would fit
 * on one line.
 */
function withHeading({ label }: PlacedColumn, width: number): number {
  const [inOneLine, ...words] = [label, ...label.split(" ")].map(
    (text) => Math.ceil(widthOfText(text) / headingShare) + 1,
  );
  const least = Math.max(width, ...words);
  return inOneLine !== undefined && least < inOneLine && least > inOneLine * 0.6 ? inOneLine : least;
}

/** Widens the first column so that the visible columns are at least as wide as the title lines, which would be cut off in print. */
function wideEnough(widths: readonly number[], columns: readonly PlacedColumn[], title: TitleBlock): number[] {
  const inSight = widths.reduce((sum, width, index) => (columns[index]?.isAside === true ? sum : sum + width), 0);
  const lacking = Math.max(0, ...title.map((line) => line.length - inSight));
  return widths.map((width, index) => (index === 0 ? width + lacking : width));
}

/** The number of lines of a text in a column of some width; only words longer than a line are broken. */
function linesOf(text: string, width: number): number {
  const room = Math.max(1, Math.floor(width));
  let [lines, used] = [1, 0];
  for (const word of text.split(/[ \n]/)) {
    const length = widthOfText(word);
    const isOnLine = used === 0 || used + 1 + length <= room;
    if (!isOnLine) lines += 1;
    const end = isOnLine && used > 0 ? used + 1 + length : length;
    lines += Math.max(0, Math.ceil(end / room) - 1);
    used = end > room ? ((end - 1) % room) + 1 : end;
  }
  return lines;
}

/** The name of a column of a sheet: 0 is A, 25 is Z, 26 is AA. */
export function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter;
}
