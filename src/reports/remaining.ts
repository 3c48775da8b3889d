import { formatMonth, type Month } from "../kernel/day.ts";
import { add, isZero, type Money, subtract, sum, zero } from "../kernel/money.ts";
import type { Pob } from "../revenue/pob.ts";
import { type Belonging, type Dimension, grouped, type Names } from "./grouping.ts";
import { type Column, isMoney, type Row, type Table, tableOf } from "./table.ts";

/** A performance obligation at a month end, or some that are alike and belong together, added up. */
export type RemainingPob = Belonging & {
  /** Its transaction price, allocated to it; null where that is open (evergreen) or follows usage or billing. */
  readonly price: Money | null;
  /** True if its revenue follows usage or billing: then only the scheduled part is known. */
  readonly isVariable: boolean;
  readonly schedule: readonly { readonly month: Month; readonly amount: Money }[];
  /** How many they are. */
  readonly count: number;
};

/** The same with the days of its service, from the first of any to the last. */
export type ServedPob = RemainingPob & { readonly service: Pob["service"] };

export const remainingColumns: readonly Column[] = [
  { key: "id", label: "Id", kind: "text", isId: true },
  { key: "name", label: "Name", kind: "text" },
  { key: "total", label: "Remaining", kind: "money" },
  { key: "within12Months", label: "Within 12 months", kind: "money" },
  { key: "later", label: "Later", kind: "money", description: "Expected after 12 months." },
  { key: "months13To24", label: "Months 13 to 24", kind: "money", description: "The part of later within 24 months." },
  { key: "after24Months", label: "After 24 months", kind: "money", description: "The rest of later." },
  {
    key: "undated",
    label: "Undated",
    kind: "money",
    description: "Waits for a milestone or for progress, so no month is known.",
  },
];

/**
 * Remaining performance obligations at the end of a month (ASC 606-10-50-13): the price allocated to what is not yet earned,
 * in bands of time and by calendar year. Of usage it is what is owed whatever is used: the rest of it is variable consideration
 * (606-10-50-14A), and what is recognized as billed is left out (606-10-50-14). So is what has no end, because only its current
 * period is promised. What is left out is counted in notes. Within 12 months + later + undated is the total, and the years +
 * undated are too; later is months 13 to 24 and what comes after them.
 */
export function remainingObligations(
  pobs: readonly RemainingPob[],
  options: { readonly dimension: Dimension; readonly month: Month; readonly names: Names; readonly currency: string },
): Table {
  const { dimension, month: end, names, currency } = options;
  const years = new Set<string>();
  const priced = pobs.flatMap(({ price: fixed, ...pob }) => {
    const { isVariable, schedule } = pob;
    const scheduled = () =>
      sum(
        schedule.map(({ amount }) => amount),
        currency,
      );
    const price = isVariable ? scheduled() : fixed;
    return price === null ? [] : [{ ...pob, price }];
  });
  const rows = grouped(dimension, priced, names).map(({ id, name, of }): Row => {
    let [total, near, next, last] = [zero(currency), zero(currency), zero(currency), zero(currency)];
    const values: Record<string, Money> = {};
    for (const { price, schedule } of of) {
      total = add(total, price);
      for (const { month, amount } of schedule) {
        if (month <= end) {
          total = subtract(total, amount);
          continue;
        }
        if (month <= end + 12) near = add(near, amount);
        else if (month <= end + 24) next = add(next, amount);
        else last = add(last, amount);
        const year = formatMonth(month).slice(0, 4);
        values[year] = add(values[year] ?? zero(currency), amount);
      }
    }
    const later = add(next, last);
    const undated = subtract(subtract(total, near), later);
    const bands = { within12Months: near, later, months13To24: next, after24Months: last, undated };
    return { cells: { id, name, total, ...bands }, values };
  });
  const shown = rows.filter(({ cells, values = {} }) =>
    [...Object.values(values), cells.total].some((cell) => isMoney(cell) && !isZero(cell)),
  );
  for (const { values = {} } of shown) for (const year of Object.keys(values)) years.add(year);
  return tableOf(
    { columns: remainingColumns, periods: [...years].sort(), notes: remainingNotes(pobs) },
    shown,
    currency,
  );
}

function remainingNotes(pobs: readonly RemainingPob[]): string[] {
  const open = pobs.filter(({ price }) => price === null);
  const countOf = (of: readonly RemainingPob[]) => of.reduce((total, { count }) => total + count, 0);
  const variable = countOf(open.filter(({ isVariable }) => isVariable));
  const endless = countOf(open) - variable;
  const notes: string[] = [];
  if (variable > 0) {
    notes.push(
      `Performance obligations that are recognized as billed or as consumed (${variable}) count with what is committed, which is owed whatever is used; the rest is left out (ASC 606-10-50-14 and -14A).`,
    );
  }
  if (endless > 0) {
    notes.push(`Performance obligations without an end (${endless}) are left out: their price is open.`);
  }
  return notes;
}
