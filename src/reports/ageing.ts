import { required } from "../kernel/assert.ts";
import { type Day, parseDay } from "../kernel/day.ts";
import { add, isZero, type Money, zero } from "../kernel/money.ts";
import { type Column, type Row, type Table, tableOf } from "./table.ts";

/** What is still owed of an invoice on a day. */
export type OpenInvoice = {
  readonly customerId: string;
  readonly customerName: string;
  readonly dueDate: string;
  readonly balance: Money;
};

const buckets = ["current", "days1To30", "days31To60", "days61To90", "daysOver90"] as const;
type Bucket = (typeof buckets)[number];

const bucketColumns: readonly Column[] = [
  { key: "current", label: "Current", kind: "money", description: "Not due yet, or due on the day." },
  { key: "days1To30", label: "1–30 days", kind: "money", description: "Past due by 1 to 30 days." },
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

/** Open invoices by customer and by how many days they are past due on `date`; paid invoices are left out. */
export function ageing(invoices: readonly OpenInvoice[], date: Day, currency: string): Table {
  const open = invoices.filter(({ balance }) => !isZero(balance));
  const rows = [...Map.groupBy(open, ({ customerId }) => customerId)].map(([id, own]): Row => {
    const amounts = Object.fromEntries(buckets.map((bucket) => [bucket, zero(currency)])) as Record<Bucket, Money>;
    let total = zero(currency);
    for (const { dueDate, balance } of own) {
      const bucket = bucketOf(date - required(parseDay(dueDate), "the due date of an invoice"));
      amounts[bucket] = add(amounts[bucket], balance);
      total = add(total, balance);
    }
    return { cells: { id, name: own[0]?.customerName ?? null, invoices: own.length, ...amounts, total } };
  });
  return tableOf({ columns: ageingColumns }, rows, currency);
}

function bucketOf(daysPastDue: number): Bucket {
  if (daysPastDue <= 0) return "current";
  if (daysPastDue <= 30) return "days1To30";
  if (daysPastDue <= 60) return "days31To60";
  return daysPastDue <= 90 ? "days61To90" : "daysOver90";
}
