import { formatMonth, type Month } from "../kernel/day.ts";
import { add, isZero, type Money, sum, zero } from "../kernel/money.ts";
import { type Belonging, type Dimension, grouped, type Names } from "./grouping.ts";
import { type Column, type Row, type Table, tableOf } from "./table.ts";

/** Revenue of a month, whose it is: posted, accrued or planned. */
export type RevenueFact = Belonging & { readonly month: Month; readonly amount: Money };

/** Revenue that was posted. */
export type PostedFact = RevenueFact & {
  /** Did a close post what a schedule says? Otherwise an adjustment or a credit memo of no line did. */
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

/** How many months a waterfall shows. */
export const waterfallMonths = 12;

/**
 * The revenue waterfall: when revenue was and will be recognized, in the twelve months from `first` on, with what came before
 * them and what comes after. Recognized before + total is the transaction price of what has one, to the cent, and what adjustments
 * posted beside it.
 */
export function waterfall(
  facts: readonly RevenueFact[],
  options: { readonly dimension: Dimension; readonly first: Month; readonly names: Names; readonly currency: string },
): Table {
  const { dimension, first, names, currency } = options;
  const end = first + waterfallMonths;
  const rows = grouped(dimension, facts, names).map(({ id, name, of }): Row => {
    const within = (from: Month, before: Month) =>
      sum(
        of.filter(({ month }) => month >= from && month < before).map(({ amount }) => amount),
        currency,
      );
    const cells = {
      id,
      name,
      recognized: within(Number.NEGATIVE_INFINITY, first),
      thereafter: within(end, Number.POSITIVE_INFINITY),
      total: within(first, Number.POSITIVE_INFINITY),
    };
    return { cells, values: byMonth(of, first, end, currency) };
  });
  return tableOf({ columns: waterfallColumns, periods: monthsFrom(first, end) }, rows, currency);
}

export const revenueColumns: readonly Column[] = [
  { key: "id", label: "Id", kind: "text", isId: true },
  { key: "name", label: "Name", kind: "text" },
  { key: "total", label: "Total", kind: "money", afterPeriods: true },
];

/** Revenue month by month, from `first` up to and without `end`; rows of nothing are left out. */
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
    const total = sum(
      of.map(({ amount }) => amount),
      currency,
    );
    return { cells: { id, name, total }, values: byMonth(of, first, end, currency) };
  });
  const shown = rows.filter(({ values = {} }) => Object.values(values).some((amount) => !isZero(amount)));
  return tableOf({ columns: revenueColumns, periods: monthsFrom(first, end), notes }, shown, currency);
}

/** Months as text, from `first` up to and without `end`. */
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
