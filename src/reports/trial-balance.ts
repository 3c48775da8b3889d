import type { Money } from "../kernel/money.ts";
import { type Column, type Row, type Table, tableOf, tableWithoutTotals } from "./table.ts";

const trialBalanceColumns: readonly Column[] = [
  { key: "currency", label: "Currency", kind: "text" },
  { key: "account", label: "Account", kind: "text" },
  { key: "role", label: "Role", kind: "text" },
  { key: "debit", label: "Debit", kind: "money" },
  { key: "credit", label: "Credit", kind: "money" },
  { key: "balance", label: "Balance", kind: "money" },
  { key: "activityDebit", label: "Debit of the month", kind: "money" },
  { key: "activityCredit", label: "Credit of the month", kind: "money" },
];

/** An account of the trial balance; the balance is debit − credit. */
type TrialBalanceAccount = {
  readonly account: string;
  readonly role: string;
  readonly debit: Money;
  readonly credit: Money;
  readonly balance: Money;
  readonly activityDebit: Money;
  readonly activityCredit: Money;
};

/** The trial balance as a table, for files; several currencies have no total. */
export function trialBalanceTable(accounts: readonly TrialBalanceAccount[], notes: readonly string[]): Table {
  const rows = accounts.map(
    ({ account, role, debit, credit, balance, activityDebit, activityCredit }): Row => ({
      cells: { currency: debit.currency, account, role, debit, credit, balance, activityDebit, activityCredit },
    }),
  );
  const [currency, ...others] = new Set(accounts.map(({ debit }) => debit.currency));
  const layout = { columns: trialBalanceColumns, notes };
  return currency === undefined || others.length > 0
    ? tableWithoutTotals(layout, rows)
    : tableOf(layout, rows, currency);
}
