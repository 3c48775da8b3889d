import type { ReportColumn } from "./report.ts";

/** What stands in a second line of which column, because a column for each would not fit beside the amounts. */
const beneath: Readonly<Record<string, readonly string[]>> = {
  name: ["customerName"],
  contractName: ["customerName"],
  date: ["postedAt"],
  type: ["sourceType"],
  account: ["categoryName", "itemName", "className"],
};

/** A column, and those that stand in its second line. */
export type Arranged = ReportColumn & { readonly under: readonly ReportColumn[] };

/** The columns of a report as a screen has them: words before amounts, and what goes with a name beneath it. */
export function arranged(columns: readonly ReportColumn[]): Arranged[] {
  const under = ({ key }: ReportColumn) => columns.filter((each) => beneath[key]?.includes(each.key));
  const taken = new Set(columns.flatMap(under));
  const shown = columns.filter((column) => !taken.has(column)).map((column) => ({ ...column, under: under(column) }));
  return [...shown.filter((column) => !isFigure(column)), ...shown.filter(isFigure)];
}

function isFigure({ kind }: ReportColumn): boolean {
  return kind === "money" || kind === "count";
}
