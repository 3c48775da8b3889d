import { type Money, max, negate, zero } from "../kernel/money.ts";
import { compareTexts } from "../kernel/text-order.ts";
import { type Column, type Row, type Table, tableOf, tableWithoutTotals } from "./table.ts";

const trialBalanceColumns: readonly Column[] = [
  { key: "currency", label: "Currency", kind: "text" },
  { key: "account", label: "Account", kind: "text" },
  { key: "role", label: "Role", kind: "text", isCode: true },
  { key: "debitBalance", label: "Debit balance", kind: "money" },
  { key: "creditBalance", label: "Credit balance", kind: "money" },
  { key: "debit", label: "Debits to date", kind: "money" },
  { key: "credit", label: "Credits to date", kind: "money" },
  { key: "balance", label: "Debits less credits", kind: "money" },
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

/**
 * The trial balance as a table for files. The totals of debit and credit balances are equal, and so are those of debits and credits. Accounts are
 * ordered by name, which begins with the number if there is one. Several currencies have no totals; in a spreadsheet each has its own sheet.
 */
export function trialBalanceTable(accounts: readonly TrialBalanceAccount[], notes: readonly string[]): Table {
  const ordered = accounts.toSorted(
    (a, b) => compareTexts(a.balance.currency, b.balance.currency) || compareTexts(a.account, b.account),
  );
  const rows = ordered.map(({ balance, ...account }): Row => {
    const nothing = zero(balance.currency);
    const [debitBalance, creditBalance] = [max(balance, nothing), max(negate(balance), nothing)];
    return { cells: { ...account, currency: balance.currency, balance, debitBalance, creditBalance } };
  });
  const [currency, ...others] = new Set(accounts.map(({ debit }) => debit.currency));
  const layout = { columns: trialBalanceColumns, notes };
  return currency === undefined || others.length > 0
    ? tableWithoutTotals(layout, rows)
    : tableOf(layout, rows, currency);
}
