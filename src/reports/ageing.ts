import { required } from "../kernel/assert.ts";
import { add, type Money, zero } from "../kernel/money.ts";
import { type Column, type Row, type Table, tableOf } from "./table.ts";

/** Open balances of all invoices in one bucket on a day. */
export type OpenBucket = {
  /** 0: not due; n: overdue by at least the n-th number of days in `lateFrom`, and by less than the next one. */
  readonly bucket: number;
  readonly invoices: number;
  readonly balance: Money;
};

/** Open balances of the invoices of one customer in one bucket. */
export type OpenBalance = OpenBucket & { readonly customerId: string; readonly customerName: string };

/** The days overdue at which each bucket but the first begins. */
export const lateFrom = [1, 31, 61, 91] as const;

const buckets = ["current", "days1To30", "days31To60", "days61To90", "daysOver90"] as const;
type Bucket = (typeof buckets)[number];

const bucketColumns: readonly Column[] = [
  { key: "current", label: "Not due", kind: "money", description: "Due on the day, or later." },
  { key: "days1To30", label: "1–30 days", kind: "money", description: "Overdue by 1 to 30 days." },
  { key: "days31To60", label: "31–60 days", kind: "money" },
  { key: "days61To90", label: "61–90 days", kind: "money" },
  { key: "daysOver90", label: "Over 90 days", kind: "money" },
  { key: "total", label: "Total", kind: "money" },
];

export const ageingColumns: readonly Column[] = [
  { key: "id", label: "Customer id", kind: "text", isId: true },
  { key: "name", label: "Customer", kind: "text" },
  { key: "invoices", label: "Invoices", kind: "count", isSummed: true, description: "Invoices with a balance." },
  ...bucketColumns,
];

/**
 * Open receivables by customer and days overdue, one row for each customer.
 *
 * @param open in the order of the rows, with those of one customer next to each other
 */
export function ageing(open: readonly OpenBalance[], currency: string): Table {
  const rows = [...Map.groupBy(open, ({ customerId }) => customerId)].map(
    ([id, own]): Row => ({ cells: { id, name: own[0]?.customerName ?? null, ...byBucket(own, currency) } }),
  );
  return tableOf({ columns: ageingColumns }, rows, currency);
}

/** Open receivables of all customers by days overdue: only the totals of the report. */
export function ageingTotals(open: readonly OpenBucket[], currency: string): Table {
  const together: Row = { cells: { id: null, name: null, ...byBucket(open, currency) } };
  return { ...tableOf({ columns: ageingColumns }, open.length === 0 ? [] : [together], currency), rows: [] };
}

function byBucket(open: readonly OpenBucket[], currency: string) {
  const amounts = Object.fromEntries(buckets.map((bucket) => [bucket, zero(currency)])) as Record<Bucket, Money>;
  let [invoices, total] = [0, zero(currency)];
  for (const { bucket, balance, invoices: count } of open) {
    const name = required(buckets[bucket], "a bucket of the report");
    amounts[name] = add(amounts[name], balance);
    total = add(total, balance);
    invoices += count;
  }
  return { invoices, ...amounts, total };
}
