import { dayFrom, formatMonth, monthOf } from "../kernel/day.ts";
import { add, type Money, subtract } from "../kernel/money.ts";
import { type Cell, type Column, type Row, type Table, tableOf } from "./table.ts";

/** A line of a posted entry, with names of its contract, customer, category, item and class. */
export type ReportedLine = {
  readonly number: string;
  readonly date: string;
  readonly type: string;
  readonly account: string;
  readonly role: string;
  readonly debit: Money;
  readonly credit: Money;
  readonly contractId: string | null;
  readonly contractName: string | null;
  readonly customerId: string | null;
  readonly customerName: string | null;
  readonly categoryName: string | null;
  readonly itemName: string | null;
  readonly className: string | null;
  readonly sourceType: string;
  readonly sourceId: string;
  readonly entryId: string;
  readonly reversesEntryId: string | null;
  readonly postedAt: string;
};

const about: readonly Column[] = [
  { key: "contractId", label: "Contract id", kind: "text", isId: true },
  { key: "contractName", label: "Contract", kind: "text" },
  { key: "customerId", label: "Customer id", kind: "text", isId: true },
  { key: "customerName", label: "Customer", kind: "text" },
  { key: "categoryName", label: "Category", kind: "text" },
  { key: "itemName", label: "Item", kind: "text", description: "On lines of revenue and contra revenue." },
  { key: "className", label: "Class", kind: "text", description: "On lines of revenue and contra revenue." },
  { key: "sourceType", label: "Source", kind: "text", isCode: true },
  { key: "sourceId", label: "Source id", kind: "text", isId: true },
  { key: "entryId", label: "Entry id", kind: "text", isId: true },
  { key: "reversesEntryId", label: "Reverses entry", kind: "text", isId: true },
  { key: "postedAt", label: "Posted at", kind: "instant" },
];

export const journalColumns: readonly Column[] = [
  { key: "number", label: "Number", kind: "text" },
  { key: "date", label: "Date", kind: "date" },
  { key: "month", label: "Month", kind: "month" },
  { key: "type", label: "Type", kind: "text", isCode: true },
  { key: "account", label: "Account", kind: "text" },
  { key: "role", label: "Role", kind: "text", isCode: true },
  { key: "currency", label: "Currency", kind: "text" },
  { key: "debit", label: "Debit", kind: "money" },
  { key: "credit", label: "Credit", kind: "money" },
  ...about,
];

/** The totals of all lines in one currency. */
export type JournalTotal = { readonly debit: Money; readonly credit: Money };

/**
 * The journal line by line, for a general ledger. A line has a debit or a credit; the other cell is null. There is no total if there are several
 * currencies.
 */
export function journalTable(
  lines: readonly ReportedLine[],
  totals: readonly JournalTotal[],
  notes: readonly string[],
): Table {
  const [only, ...others] = totals;
  const isOne = only !== undefined && others.length === 0;
  return {
    ...{ columns: journalColumns, periods: [], rows: journalRows(lines), notes },
    totals: isOne ? { cells: { debit: only.debit, credit: only.credit }, values: {} } : null,
  };
}

/** Journal lines as rows of the table. */
export function journalRows(lines: readonly ReportedLine[]): Row[] {
  return lines.map((line) => ({ cells: cellsOf(line) }));
}

export const activityColumns: readonly Column[] = [
  { key: "number", label: "Number", kind: "text" },
  { key: "date", label: "Date", kind: "date" },
  {
    key: "type",
    label: "Type",
    kind: "text",
    isCode: true,
    description: "OPENING and CLOSING are balances, the others entries.",
  },
  { key: "account", label: "Account", kind: "text" },
  { key: "role", label: "Role", kind: "text", isCode: true },
  { key: "debit", label: "Debit", kind: "money" },
  { key: "credit", label: "Credit", kind: "money" },
  { key: "balance", label: "Balance", kind: "money", isSummed: false, description: "Debits less credits so far." },
  ...about,
];

/**
 * The activity of an account: opening balance, each line with the balance after it, and closing balance. Opening + debits − credits = closing.
 *
 * @param opening debits less credits before the first day
 */
export function accountActivity(
  lines: readonly ReportedLine[],
  { opening, from, to }: { readonly opening: Money; readonly from: string; readonly to: string },
): Table {
  const { currency } = opening;
  let balance = opening;
  const rows = lines.map((line): Row => {
    balance = subtract(add(balance, line.debit), line.credit);
    return { cells: { ...cellsOf(line), balance } };
  });
  const boundary = (type: string, date: string, amount: Money): Row => ({ cells: { type, date, balance: amount } });
  const all = [boundary("OPENING", from, opening), ...rows, boundary("CLOSING", to, balance)];
  return tableOf({ columns: activityColumns }, all, currency);
}

function cellsOf({ debit, credit, ...line }: ReportedLine): Record<string, Cell> {
  return {
    ...line,
    month: formatMonth(monthOf(dayFrom(line.date))),
    currency: debit.currency,
    debit: debit.minor === 0n ? null : debit,
    credit: credit.minor === 0n ? null : credit,
  };
}
