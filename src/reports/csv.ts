import { type Cell, flatColumns, isMoney, type Table, textOfCell } from "./table.ts";

/**
 * A table as CSV (RFC 4180): UTF-8 with a byte order mark, which spreadsheets need to read it as such; a header, the rows and
 * no totals, because a file for machines has no row that is not like the others. Text that a spreadsheet would run as a
 * formula gets an apostrophe in front; amounts, which may begin with a minus, are numbers and stay as they are.
 */
export function csvOf(table: Table): string {
  const columns = flatColumns(table);
  const lines = [
    columns.map(({ label }) => quoted(label)),
    ...table.rows.map((row) => columns.map(({ cellOf }) => fieldOf(cellOf(row)))),
  ];
  return `\uFEFF${lines.map((line) => `${line.join(",")}\r\n`).join("")}`;
}

function fieldOf(cell: Cell): string {
  const text = textOfCell(cell);
  const isNumber = isMoney(cell) || typeof cell === "number";
  return isNumber ? text : quoted(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
