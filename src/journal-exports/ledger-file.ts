import { type CsvCell, csvText } from "../kernel/csv.ts";
import type { BatchContent, BatchEntry, BatchLine } from "./export-batch.ts";

/** A file for a general ledger as CSV, without a byte order mark: the import would read it as text. */
export function ledgerCsv(header: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return csvText([header, ...rows]).slice(1);
}

/** One row for each line of all entries, in their order; `index` counts the lines of an entry from 0. */
export function rowsOf<Row>(
  { entries }: Pick<BatchContent, "entries">,
  row: (entry: BatchEntry, line: BatchLine, index: number) => Row,
): Row[] {
  return entries.flatMap((entry) => entry.lines.map((line, index) => row(entry, line, index)));
}

/** A cell with an amount; null, an empty cell, on the side without an amount. */
export function amountCell(amount: string | null): CsvCell {
  return amount === null ? null : { number: amount };
}

/** `2026-01-31` becomes `01/31/2026`. */
export function monthFirst(date: string): string {
  const [year, month, day] = date.split("-");
  return `${month}/${day}/${year}`;
}

/** `2026-01-31` becomes `31/01/2026`. */
export function dayFirst(date: string): string {
  const [year, month, day] = date.split("-");
  return `${day}/${month}/${year}`;
}

/** Cuts a text to at most `length` characters without splitting a surrogate pair. */
export function shortened(text: string, length: number): string {
  return [...text].slice(0, length).join("");
}
