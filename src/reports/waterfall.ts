import { assert } from "../kernel/assert.ts";
import { formatMonth, type Month } from "../kernel/day.ts";
import { add, isZero, type Money, money, sumAmounts, zero } from "../kernel/money.ts";
import { type Belonging, type Dimension, type Group, grouped, type Names } from "./grouping.ts";
import { type Column, type Row, type Table, tableOf } from "./table.ts";

/** Posted, accrued or planned revenue of a month, with the records it belongs to. */
export type RevenueFact = Belonging & { readonly month: Month; readonly amount: Money };

/** Revenue that was posted. */
export type PostedFact = RevenueFact & {
  /** True if it is part of a schedule; false for adjustments and contra revenue. */
  readonly isScheduled: boolean;
};

export const waterfallColumns: readonly Column[] = [
  { key: "id", label: "Id", kind: "text", isId: true },
  { key: "name", label: "Name", kind: "text" },
  {
    key: "recognized",
    label: "Recognized before",
    kind: "money",
    description: "Revenue of the months before the first.",
  },
  { key: "thereafter", label: "Thereafter", kind: "money", afterPeriods: true, description: "After the last month." },
  {
    key: "total",
    label: "Total from first month",
    kind: "money",
    afterPeriods: true,
    description:
      "All months shown and thereafter. With what was recognized before, it is the price and what was adjusted.",
  },
];

/** The number of months in a waterfall. */
export const waterfallMonths = 12;

/**
 * Makes rows of the revenue waterfall: revenue of each of the twelve months from `first` on, and the sums before and after them. For obligations with
 * a transaction price, recognized before + total is exactly that price plus adjustments.
 */
export function waterfallRows(
  first: Month,
  currency: string,
): (group: Group<Pick<RevenueFact, "month" | "amount">>) => Row {
  const months = waterfallPeriods(first);
  return ({ id, name, of }) => {
    let [recognized, thereafter, total] = [0n, 0n, 0n];
    const shown = new Array<bigint>(waterfallMonths).fill(0n);
    for (const { month, amount } of of) {
      assert(amount.currency === currency, `an amount in ${currency}, not ${amount.currency}`);
      const { minor } = amount;
      const place = month - first;
      if (place < 0) recognized += minor;
      else total += minor;
      if (place >= waterfallMonths) thereafter += minor;
      else if (place >= 0) shown[place] = (shown[place] ?? 0n) + minor;
    }
    const amountOf = (minor: bigint) => money(minor, currency);
    return {
      cells: {
        ...{ id, name, recognized: amountOf(recognized) },
        ...{ thereafter: amountOf(thereafter), total: amountOf(total) },
      },
      values: Object.fromEntries(months.map((month, place) => [month, amountOf(shown[place] ?? 0n)])),
    };
  };
}

/** The months of a waterfall as `YYYY-MM`. */
export function waterfallPeriods(first: Month): string[] {
  return monthsFrom(first, first + waterfallMonths);
}

export const revenueColumns: readonly Column[] = [
  { key: "id", label: "Id", kind: "text", isId: true },
  { key: "name", label: "Name", kind: "text" },
  { key: "total", label: "Total", kind: "money", afterPeriods: true },
];

/** Revenue by month from `first` to `end`, exclusive. Rows with only zeros are left out. */
export function revenueByMonth(
  facts: readonly RevenueFact[],
  options: {
    readonly dimension: Dimension;
    readonly first: Month;
    readonly end: Month;
    readonly names: Names;
    readonly currency: string;
    readonly notes: readonly string[];
  },
): Table {
  const { dimension, first, end, names, currency, notes } = options;
  const rows = grouped(
    dimension,
    facts.filter(({ month }) => month >= first && month < end),
    names,
  ).map(({ id, name, of }): Row => {
    const total = sumAmounts(of, currency);
    return { cells: { id, name, total }, values: byMonth(of, first, end, currency) };
  });
  const shown = rows.filter(({ values = {} }) => Object.values(values).some((amount) => !isZero(amount)));
  return tableOf({ columns: revenueColumns, periods: monthsFrom(first, end), notes }, shown, currency);
}

/** Months as `YYYY-MM`, from `first` to `end`, exclusive. */
function monthsFrom(first: Month, end: Month): string[] {
  return Array.from({ length: end - first }, (_, index) => formatMonth(first + index));
}

function byMonth(facts: readonly RevenueFact[], first: Month, end: Month, currency: string): Record<string, Money> {
  const values = Object.fromEntries(monthsFrom(first, end).map((month) => [month, zero(currency)]));
  for (const { month, amount } of facts) {
    if (month < first || month >= end) continue;
    const key = formatMonth(month);
    values[key] = add(values[key] ?? zero(currency), amount);
  }
  return values;
}
