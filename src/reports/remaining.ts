import { formatMonth, type Month } from "../kernel/day.ts";
import { add, isZero, type Money, subtract, sumAmounts, zero } from "../kernel/money.ts";
import type { Pob } from "../revenue/pob.ts";
import { type Belonging, type Dimension, type Group, grouped, type Names } from "./grouping.ts";
import { type Column, type Row, type Table, tableOf } from "./table.ts";

/** A performance obligation at a month end, or the sum of several similar ones of the same row. */
export type RemainingPob = Belonging & {
  /** Its allocated transaction price; null if that is open, because the obligation has no end (evergreen) or follows usage or billing. */
  readonly price: Money | null;
  /** True if it is earned as consumed or as billed: then only scheduled amounts are known. */
  readonly isVariable: boolean;
  readonly schedule: readonly { readonly month: Month; readonly amount: Money }[];
  /** The number of performance obligations. */
  readonly count: number;
};

/** With the days of service, from the first to the last of all. */
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
 * Makes rows of remaining performance obligations at the end of a month (ASC 606-10-50-13): allocated price that is not earned yet, by time band and
 * by calendar year; undefined if nothing is left.
 *
 * - Of usage only the committed amount is included, which is owed whatever is used; the rest is variable consideration (606-10-50-14A).
 * - Obligations recognized as billed are left out (606-10-50-14), and those without an end, because only their current period has a price.
 * - Notes give the number of obligations that are left out.
 * - Within 12 months + later + undated = total, and years + undated = total. Later = months 13 to 24 + after 24 months.
 */
export class RemainingRows {
  private readonly month: Month;
  private readonly currency: string;
  private readonly years = new Set<string>();
  private variable = 0;
  private endless = 0;

  constructor(month: Month, currency: string) {
    this.month = month;
    this.currency = currency;
  }

  rowOf({ id, name, of: all }: Group<RemainingPob>): Row | undefined {
    const { month: end, currency } = this;
    this.count(all);
    let [total, near, next, last] = [zero(currency), zero(currency), zero(currency), zero(currency)];
    const values: Record<string, Money> = {};
    for (const { price: fixed, isVariable, schedule } of all) {
      const price = isVariable ? scheduled(schedule, currency) : fixed;
      if (price === null) continue;
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
    if ([...Object.values(values), total].every(isZero)) return undefined;
    for (const year of Object.keys(values)) this.years.add(year);
    const later = add(next, last);
    const undated = subtract(subtract(total, near), later);
    const bands = { within12Months: near, later, months13To24: next, after24Months: last, undated };
    return { cells: { id, name, total, ...bands }, values };
  }

  /** Columns, years and notes for all rows made so far. */
  layout(): { columns: readonly Column[]; periods: readonly string[]; notes: readonly string[] } {
    return {
      columns: remainingColumns,
      periods: [...this.years].sort(),
      notes: remainingNotes(this.variable, this.endless),
    };
  }

  private count(pobs: readonly RemainingPob[]): void {
    for (const { price, isVariable, count } of pobs) {
      if (price !== null) continue;
      if (isVariable) this.variable += count;
      else this.endless += count;
    }
  }
}

function scheduled(schedule: RemainingPob["schedule"], currency: string): Money {
  return sumAmounts(schedule, currency);
}

/** The table of remaining performance obligations, for obligations that are all in memory. */
export function remainingObligations(
  pobs: readonly RemainingPob[],
  options: { readonly dimension: Dimension; readonly month: Month; readonly names: Names; readonly currency: string },
): Table {
  const { dimension, month, names, currency } = options;
  const made = new RemainingRows(month, currency);
  const rows = grouped(dimension, pobs, names).flatMap((group) => made.rowOf(group) ?? []);
  return tableOf(made.layout(), rows, currency);
}

function remainingNotes(variable: number, endless: number): string[] {
  const notes: string[] = [];
  if (variable > 0) {
    notes.push(
      `Performance obligations that are recognized as billed or as consumed (${variable}) are included with the committed amount, which is owed whatever is used; the rest is left out (ASC 606-10-50-14 and -14A).`,
    );
  }
  if (endless > 0) {
    notes.push(`Performance obligations without an end (${endless}) are left out: their price is open.`);
  }
  return notes;
}
