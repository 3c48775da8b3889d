import { type Money, subtract } from "../kernel/money.ts";
import { type Column, isMoney, type Table, tableWithoutTotals } from "./table.ts";

/** A figure of the disclosures, and the same figure of the books from another source. */
export type Tie = { readonly name: string; readonly disclosed: Money; readonly books: Money; readonly source: string };

export const tieOutColumns: readonly Column[] = [
  { key: "name", label: "Figure", kind: "text" },
  { key: "source", label: "Compared with", kind: "text" },
  { key: "disclosed", label: "Disclosed", kind: "money" },
  { key: "books", label: "Books", kind: "money" },
  { key: "difference", label: "Difference", kind: "money", description: "0.00, or the books are broken." },
];

/** Ties with their differences, which must be zero. */
export function tieOut(ties: readonly Tie[], notes: readonly string[]): Table {
  const rows = ties.map(({ name, disclosed, books, source }) => ({
    cells: { name, disclosed, books, difference: subtract(disclosed, books), source },
  }));
  return tableWithoutTotals({ columns: tieOutColumns, notes }, rows);
}

/** The total of a column with amounts. */
export function totalOf({ totals }: Table, key: string): Money {
  const cell = totals?.cells[key];
  if (!isMoney(cell)) throw new Error(`the table has no total of ${key}`);
  return cell;
}
