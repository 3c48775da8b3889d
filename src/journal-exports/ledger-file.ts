import { type CsvCell, csvText } from "../kernel/csv.ts";
import type { BatchContent, BatchEntry, BatchLine } from "./export-batch.ts";

/** Rows of a file for a general ledger as CSV without the mark of its encoding, which its import would take for text. */
export function ledgerCsv(header: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return csvText([header, ...rows]).slice(1);
}

/** A row for each line, in the order of the entries; `index` counts the lines of an entry from 0. */
export function rowsOf<Row>(
  { entries }: Pick<BatchContent, "entries">,
  row: (entry: BatchEntry, line: BatchLine, index: number) => Row,
): Row[] {
  return entries.flatMap((entry) => entry.lines.map((line, index) => row(entry, line, index)));
}

/** An amount as a cell; empty on the side that has none. */
export function amountCell(amount: string | null): CsvCell {
  return amount === null ? null : { number: amount };
}

/** `2026-01-31` as `01/31/2026`. */
export function monthFirst(date: string): string {
  const [year, month, day] = date.split("-");
  return `${month}/${day}/${year}`;
}

/** `2026-01-31` as `31/01/2026`. */
export function dayFirst(date: string): string {
  const [year, month, day] = date.split("-");
  return `${day}/${month}/${year}`;
}

/** At most so many characters, without half of one. */
export function shortened(text: string, length: number): string {
  return [...text].slice(0, length).join("");
}
