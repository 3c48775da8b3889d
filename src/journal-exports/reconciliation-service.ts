import { firstDayOf, formatMonth, lastDayOf, type Month } from "../kernel/day.ts";
import { formatMoney } from "../kernel/money.ts";
import type { WriteContext } from "../platform/write.ts";
import { accountFinder } from "./chart-of-accounts.ts";
import { readChart } from "./chart-store.ts";
import { type LedgerBalance, type ReconciledAccount, reconciled } from "./reconciliation.ts";
import { lineBalances } from "./store.ts";

/** Roles of income statement accounts, whose balances a general ledger resets each fiscal year. */
const incomeRoles = ["REVENUE", "BREAKAGE_REVENUE", "CONTRA_REVENUE", "BAD_DEBT", "BAD_DEBT_RECOVERED"];

export type ReconciliationRequest = {
  readonly month: Month;
  /** BALANCE: the balance at the end of the month. ACTIVITY: the movements of that month only. */
  readonly of: "BALANCE" | "ACTIVITY";
  /** The first month of the fiscal year, from which balances of revenue and bad debt are counted; null counts everything. */
  readonly incomeFrom: Month | null;
  readonly ledger: readonly LedgerBalance[];
};

export type Reconciliation = {
  readonly accounts: readonly ReconciledAccount[];
  /** True if none of our accounts differs; accounts that only the general ledger has do not matter. */
  readonly isTied: boolean;
};

/**
 * Compares the trial balance of the general ledger with ours, by the current chart of accounts. Writes only an audit log entry with
 * the result and the differences, and an event.
 */
export async function reconcile(ctx: WriteContext, request: ReconciliationRequest): Promise<Reconciliation> {
  const { tx, merchant } = ctx;
  const { month, of, incomeFrom, ledger } = request;
  const from = of === "ACTIVITY" ? firstDayOf(month) : null;
  const balances = await lineBalances(tx, merchant.id, {
    from,
    incomeFrom: of === "ACTIVITY" || incomeFrom === null ? from : firstDayOf(incomeFrom),
    through: lastDayOf(month),
    incomeRoles,
  });
  const accountOf = accountFinder(await readChart(tx, merchant.id));
  const accounts = reconciled(
    balances.map((line) => ({ ...line, account: accountOf(line) })),
    ledger,
  );
  const differing = accounts.filter(({ status }) => status === "DIFFERENT" || status === "NOT_EXPORTED");
  const isTied = differing.length === 0;
  ctx.audit({
    action: "journal-export.reconcile",
    entityType: "ACCOUNTING_PERIOD",
    entityId: formatMonth(month),
    changes: [
      { path: "isTied", from: null, to: isTied },
      ...differing.map(({ account, currency, difference }) => ({
        path: `differences/${account} ${currency}`,
        from: null,
        to: formatMoney(difference),
      })),
    ],
  });
  ctx.publish({ type: "journal-export.reconciled", data: { month: formatMonth(month), isTied } });
  return { accounts, isTied };
}
