import { type CsvCell, csvText } from "../kernel/csv.ts";
import { type Cell, flatColumns, isMoney, type Table, textOfCell } from "./table.ts";

/** A table as CSV: a header and the rows, without totals, because a file for machines has no row unlike the others. */
export function csvOf(table: Table): string {
  const columns = flatColumns(table);
  const header = columns.map(({ label }) => label);
  return csvText([header, ...table.rows.map((row) => columns.map(({ cellOf }) => fieldOf(cellOf(row))))]);
}

function fieldOf(cell: Cell): CsvCell {
  const text = textOfCell(cell);
  return isMoney(cell) || typeof cell === "number" ? { number: text } : text;
}
