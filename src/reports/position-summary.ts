import { type Money, subtract } from "../kernel/money.ts";
import { type Column, type Row, type Table, tableWithoutTotals } from "./table.ts";

export const positionSummaryColumns: readonly Column[] = [
  { key: "name", label: "Balance", kind: "text" },
  { key: "opening", label: "Opening", kind: "money" },
  { key: "closing", label: "Closing", kind: "money" },
  { key: "change", label: "Change", kind: "money", description: "Closing − opening." },
];

/** Balances at a month end; `contractLiability` is the sum of current and non-current. */
export type Balances = {
  readonly receivable: Money;
  readonly unbilledReceivable: Money;
  readonly contractAsset: Money;
  readonly contractLiability: Money;
  readonly currentLiability: Money;
  readonly nonCurrentLiability: Money;
};

const lines: readonly (readonly [keyof Balances, string])[] = [
  ["receivable", "Receivables"],
  ["unbilledReceivable", "Unbilled receivables"],
  ["contractAsset", "Contract assets"],
  ["contractLiability", "Contract liabilities"],
  ["currentLiability", "of which current"],
  ["nonCurrentLiability", "of which non-current"],
];

/** Opening and closing balances of receivables, contract assets and contract liabilities (ASC 606-10-50-8(a), IFRS 15.116(a)). */
export function positionSummary(opening: Balances, closing: Balances): Table {
  const rows = lines.map(([key, name]): Row => {
    const [before, after] = [opening[key], closing[key]];
    return { cells: { name, opening: before, closing: after, change: subtract(after, before) } };
  });
  return tableWithoutTotals({ columns: positionSummaryColumns }, rows);
}
