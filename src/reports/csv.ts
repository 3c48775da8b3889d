import { type CsvCell, csvLines, csvText } from "../kernel/csv.ts";
import { type Cell, flatColumns, isMoney, type Row, type Table, textOfCell } from "./table.ts";

/** A table as CSV: a header and the rows. Totals are left out, because programs expect all rows to be alike. */
export function csvOf(table: Table): string {
  const columns = flatColumns(table);
  const header = columns.map(({ label }) => label);
  return csvText([header]) + csvOfRows(table, table.rows);
}

/** Further rows of a table as CSV, to be appended to those of `csvOf`. */
export function csvOfRows(table: Pick<Table, "columns" | "periods">, rows: readonly Row[]): string {
  const columns = flatColumns(table);
  return csvLines(rows.map((row) => columns.map(({ cellOf }) => fieldOf(cellOf(row)))));
}

/** Every amount of several tables as CSV, one in each line, with its table, the texts and ids of its row, and its column. */
export function csvOfAll(tables: readonly { readonly title: string; readonly table: Table }[]): string {
  const lines = tables.flatMap(({ title, table }) => {
    const columns = flatColumns(table);
    const [ids, rest] = [true, false].map((is) => columns.filter(({ isId }) => isId === is));
    return table.rows.flatMap((row) => {
      const textOf = (of: typeof columns = []) =>
        of
          .map(({ cellOf }) => cellOf(row))
          .filter((cell) => typeof cell === "string")
          .join(" / ");
      return columns.flatMap(({ label, cellOf }): CsvCell[][] => {
        const cell = cellOf(row);
        return isMoney(cell) ? [[title, textOf(rest), textOf(ids), label, fieldOf(cell)]] : [];
      });
    });
  });
  return csvText([["Table", "Line", "Id", "Figure", "Amount"], ...lines]);
}

function fieldOf(cell: Cell): CsvCell {
  const text = textOfCell(cell);
  return isMoney(cell) || typeof cell === "number" ? { number: text } : text;
}
