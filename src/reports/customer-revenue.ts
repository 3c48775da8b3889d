import { formatMonth, type Month } from "../kernel/day.ts";
import { type Money, sum, sumAmounts } from "../kernel/money.ts";
import { byName, grouped, type Names, nameIn } from "./grouping.ts";
import type { RevenueFact } from "./waterfall.ts";

/** Revenue of one customer in one month by category, and the balances of the customer's contracts at its end. */
export type CustomerMonth = {
  readonly customerId: string;
  readonly customerName: string;
  readonly month: string;
  readonly categories: readonly {
    readonly categoryId: string | null;
    readonly name: string;
    readonly revenue: Money;
  }[];
  readonly total: Money;
  /** Contract liability at the month's end; null while the month is open, because it is not posted yet. */
  readonly liability: Money | null;
  /** Contract asset and unbilled receivable at the month's end; null while the month is open. */
  readonly unbilled: Money | null;
};

/** Changes in a month of a customer's contract liability (`liability`) and of contract asset plus unbilled receivable (`unbilled`). */
export type PositionMove = {
  readonly customerId: string;
  readonly month: Month;
  readonly liability: Money;
  readonly unbilled: Money;
};

type Options = {
  readonly first: Month;
  /** Exclusive. */
  readonly end: Month;
  /** The last closed month, or null. */
  readonly closedThrough: Month | null;
  readonly customers: Names;
  readonly categories: Names;
  readonly currency: string;
};

/**
 * Revenue by month and customer (data model 15.2), ordered by month, then customer name. A customer has a row for a month with revenue, or with a
 * balance at the end of a closed month.
 *
 * @param facts also those of zero, from entries that cancel out: they make a row
 * @param moves of all months up to the last one; those before `first` make the opening balance
 */
export function customerRevenue(
  facts: readonly RevenueFact[],
  moves: readonly PositionMove[],
  options: Options,
): CustomerMonth[] {
  const { first, end, closedThrough, customers, categories, currency } = options;
  const byCustomer = Map.groupBy(facts, ({ customerId }) => customerId ?? "");
  const movesByCustomer = Map.groupBy(moves, ({ customerId }) => customerId);
  const ids = [...new Set([...byCustomer.keys(), ...movesByCustomer.keys()])].filter((id) => id !== "");
  const ordered = ids.map((id) => ({ id, name: nameIn("customer", id, customers) })).sort(byName);

  const rows: CustomerMonth[] = [];
  for (let month = first; month < end; month++) {
    for (const { id, name } of ordered) {
      const revenue = (byCustomer.get(id) ?? []).filter((fact) => fact.month === month);
      const position = closedThrough !== null && month <= closedThrough ? upTo(movesByCustomer.get(id), month) : null;
      const isEmpty = position === null || (position.liability === 0n && position.unbilled === 0n);
      if (revenue.length === 0 && isEmpty) continue;
      const byCategory = grouped("category", revenue, categories).map(({ id: categoryId, name: category, of }) => ({
        categoryId,
        name: category,
        revenue: sumAmounts(of, currency),
      }));
      rows.push({
        customerId: id,
        customerName: name,
        month: formatMonth(month),
        categories: byCategory,
        total: sum(
          byCategory.map((category) => category.revenue),
          currency,
        ),
        liability: position === null ? null : { minor: position.liability, currency },
        unbilled: position === null ? null : { minor: position.unbilled, currency },
      });
    }
  }
  return rows;
}

function upTo(moves: readonly PositionMove[] = [], month: Month): { liability: bigint; unbilled: bigint } {
  let [liability, unbilled] = [0n, 0n];
  for (const move of moves) {
    if (move.month > month) continue;
    liability += move.liability.minor;
    unbilled += move.unbilled.minor;
  }
  return { liability, unbilled };
}
