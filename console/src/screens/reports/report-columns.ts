import type { ReportColumn } from "./report.ts";

/** Fields that are shown as the second line of another column, because a column for each would not fit. */
const beneath: Readonly<Record<string, readonly string[]>> = {
  name: ["customerName"],
  contractName: ["customerName"],
  date: ["postedAt"],
  type: ["sourceType"],
  account: ["categoryName", "itemName", "className"],
};

/** A column, and the fields of its second line. */
export type Arranged = ReportColumn & { readonly under: readonly ReportColumn[] };

/** The columns of a report on the screen: text before amounts, and details below names. */
export function arranged(columns: readonly ReportColumn[]): Arranged[] {
  const under = ({ key }: ReportColumn) => columns.filter((each) => beneath[key]?.includes(each.key));
  const taken = new Set(columns.flatMap(under));
  const shown = columns.filter((column) => !taken.has(column)).map((column) => ({ ...column, under: under(column) }));
  return [...shown.filter((column) => !isFigure(column)), ...shown.filter(isFigure)];
}

function isFigure({ kind }: ReportColumn): boolean {
  return kind === "money" || kind === "count";
}
