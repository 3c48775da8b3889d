import type { PricingContext } from "../billing-terms/charges/price.ts";
import { formatMonth, type Month } from "../kernel/day.ts";
import { add, isZero, type Money, ratioFromMoney, roundToMoney, subtract, zero } from "../kernel/money.ts";
import { addRatios, divideRatios, ratio, zeroRatio } from "../kernel/ratio.ts";
import type { RecurringSpan } from "../revenue/recurring-rates.ts";
import { byName, type Names, nameIn } from "./grouping.ts";
import { type Column, type Row, type Table, tableOf } from "./table.ts";

/** Annual recurring revenue of a customer at the end of each month, rounded once. Months without any are absent. */
type CustomerRates = {
  readonly customerId: string;
  readonly arr: ReadonlyMap<Month, Money>;
  /** The first month with recurring revenue other than zero, which may be before those of `arr`; null if there is none. */
  readonly since: Month | null;
};

/**
 * Sums up the exact annual rates of a customer's terms and rounds each sum once.
 *
 * @param first first month of the result; `last` is its last month
 */
export function ratesOfCustomer(
  customerId: string,
  spans: readonly RecurringSpan[],
  { first, last, context }: { readonly first: Month; readonly last: Month; readonly context: PricingContext },
): CustomerRates {
  const { currency, rounding } = context;
  const borders = [...new Set(spans.flatMap(({ from, before }) => [from, before]))].sort((a, b) => a - b);
  const arr = new Map<Month, Money>();
  let since: Month | null = null;
  for (const [place, from] of borders.entries()) {
    const before = Math.min(borders[place + 1] ?? from, last + 1);
    const known = spans.filter((span) => span.from <= from && span.before > from);
    if (known.length === 0 || from > last) continue;
    const exact = known.reduce((sum, { rate }) => addRatios(sum, rate), zeroRatio);
    const amount = roundToMoney(exact, currency, rounding);
    if (since === null && !isZero(amount)) since = from;
    for (let month = Math.max(from, first); month < before; month++) arr.set(month, amount);
  }
  return { customerId, arr, since };
}

const movements = ["new", "reactivation", "expansion", "contraction", "churn"] as const;
type Movement = (typeof movements)[number];

export const arrColumns: readonly Column[] = [
  { key: "month", label: "Month", kind: "month" },
  { key: "opening", label: "Opening ARR", kind: "money", isSummed: false },
  { key: "new", label: "New", kind: "money", description: "Of customers that had nothing recurring before." },
  { key: "reactivation", label: "Reactivation", kind: "money", description: "Of customers that came back." },
  { key: "expansion", label: "Expansion", kind: "money" },
  { key: "contraction", label: "Contraction", kind: "money", description: "Below zero." },
  { key: "churn", label: "Churn", kind: "money", description: "Below zero: of customers that are left with nothing." },
  { key: "closing", label: "Closing ARR", kind: "money", isSummed: false },
  { key: "mrr", label: "MRR", kind: "money", isSummed: false, description: "Closing ARR ÷ 12." },
  { key: "customers", label: "Customers", kind: "count", description: "With something recurring at the month's end." },
];

const movementColumns = arrColumns.filter(({ key }) => movements.some((movement) => movement === key));

export const arrByCustomerColumns: readonly Column[] = [
  { key: "id", label: "Customer id", kind: "text", isId: true },
  { key: "name", label: "Customer", kind: "text" },
  { key: "opening", label: "Opening ARR", kind: "money" },
  ...movementColumns,
  { key: "closing", label: "Closing ARR", kind: "money" },
];

/**
 * Annual recurring revenue and its movements from `first` to `last`, one row for each customer: opening + movements = closing. Movements are those of
 * `arrMovements`, summed up. Customers with only zeros are left out.
 */
export function arrByCustomer(
  customers: readonly CustomerRates[],
  { first, last, currency, names }: { first: Month; last: Month; currency: string; names: Names },
): Table {
  const nothing = zero(currency);
  const rows = customers.flatMap(({ customerId: id, arr, since }) => {
    const moved = Object.fromEntries(movements.map((kind) => [kind, nothing])) as Record<Movement, Money>;
    for (let month = first; month <= last; month++) {
      const [before, after] = [arr.get(month - 1) ?? nothing, arr.get(month) ?? nothing];
      const kind = movementOf({ month, since }, before, after);
      if (kind !== null) moved[kind] = add(moved[kind], subtract(after, before));
    }
    const [opening, closing] = [arr.get(first - 1) ?? nothing, arr.get(last) ?? nothing];
    if ([opening, closing, ...Object.values(moved)].every(isZero)) return [];
    return { id, name: nameIn("customer", id, names), cells: { opening, ...moved, closing } };
  });
  const inOrder = rows.sort(byName).map(({ id, name, cells }): Row => ({ cells: { id, name, ...cells } }));
  return tableOf({ columns: arrByCustomerColumns }, inOrder, currency);
}

/**
 * Annual recurring revenue and its movements, one row for each month: opening + new + reactivation + expansion + contraction + churn = closing. A
 * movement is the difference of a customer's ARR at two month ends, so a customer has at most one movement in a month.
 */
export function arrMovements(
  customers: readonly CustomerRates[],
  { first, last, context }: { readonly first: Month; readonly last: Month; readonly context: PricingContext },
): Table {
  const { currency, rounding } = context;
  const nothing = zero(currency);
  const rows: Row[] = [];
  for (let month = first; month <= last; month++) {
    const moved = Object.fromEntries(movements.map((kind) => [kind, nothing])) as Record<Movement, Money>;
    let [opening, closing, count] = [nothing, nothing, 0];
    for (const { arr, since } of customers) {
      const [before, after] = [arr.get(month - 1) ?? nothing, arr.get(month) ?? nothing];
      opening = add(opening, before);
      closing = add(closing, after);
      if (!isZero(after)) count++;
      const kind = movementOf({ month, since }, before, after);
      if (kind !== null) moved[kind] = add(moved[kind], subtract(after, before));
    }
    const mrr = roundToMoney(divideRatios(ratioFromMoney(closing), ratio(12)), currency, rounding);
    rows.push({ cells: { month: formatMonth(month), opening, ...moved, closing, mrr, customers: count } });
  }
  return tableOf({ columns: arrColumns }, rows, currency);
}

function movementOf(
  { month, since }: { readonly month: Month; readonly since: Month | null },
  before: Money,
  after: Money,
): Movement | null {
  const change = subtract(after, before);
  if (isZero(change)) return null;
  if (isZero(before)) return since !== null && since < month ? "reactivation" : "new";
  if (isZero(after)) return "churn";
  return change.minor > 0n ? "expansion" : "contraction";
}
