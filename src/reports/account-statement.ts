import { add, isNegative, isZero, type Money, negate } from "../kernel/money.ts";
import { type Column, type Row, type Table, tableOf } from "./table.ts";

/** The change by a document on a day of what a customer owes less unused credit; positive if the customer owes more. */
export type StatementMove = {
  readonly date: string;
  readonly type: string;
  /** The number of the invoice or credit memo, or the reference of the payment; null where it has none. */
  readonly document: string | null;
  readonly dueDate: string | null;
  readonly amount: Money;
  readonly sourceType: string;
  readonly sourceId: string;
};

export const statementColumns: readonly Column[] = [
  { key: "date", label: "Date", kind: "date" },
  {
    key: "type",
    label: "Type",
    kind: "text",
    isCode: true,
    description: "OPENING and CLOSING are balances, the others what entries are of.",
  },
  {
    key: "document",
    label: "Document",
    kind: "text",
    description: "Number of an invoice or a credit memo, reference of a payment.",
  },
  { key: "dueDate", label: "Due", kind: "date", description: "Of an invoice." },
  { key: "charged", label: "Charged", kind: "money", description: "Increases what the customer owes." },
  { key: "credited", label: "Paid or credited", kind: "money", description: "Reduces what it owes." },
  {
    key: "balance",
    label: "Balance",
    kind: "money",
    isSummed: false,
    description: "What is owed so far, less unused credit; below zero the customer has credit.",
  },
  { key: "sourceType", label: "Source", kind: "text", isCode: true, isHidden: true },
  { key: "sourceId", label: "Source id", kind: "text", isId: true },
];

/**
 * The account of a customer from a first to a last day: opening balance, moves, and closing balance. Opening + charged − paid or credited =
 * closing. Moves of zero are left out, for example credit that is applied to an invoice.
 *
 * @param moves in the order of their days
 */
export function accountStatement(
  moves: readonly StatementMove[],
  { opening, from, to }: { readonly opening: Money; readonly from: string; readonly to: string },
): Table {
  let balance = opening;
  const rows = moves
    .filter(({ amount }) => !isZero(amount))
    .map(({ amount, ...cells }): Row => {
      balance = add(balance, amount);
      const side = isNegative(amount)
        ? { charged: null, credited: negate(amount) }
        : { charged: amount, credited: null };
      return { cells: { ...cells, ...side, balance } };
    });
  const boundary = (type: string, date: string, amount: Money): Row => ({ cells: { type, date, balance: amount } });
  const all = [boundary("OPENING", from, opening), ...rows, boundary("CLOSING", to, balance)];
  return tableOf({ columns: statementColumns }, all, opening.currency);
}
