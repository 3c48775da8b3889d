import { firstDayOf, formatMonth, lastDayOf, type Month } from "../kernel/day.ts";
import { formatMoney } from "../kernel/money.ts";
import type { WriteContext } from "../platform/write.ts";
import { accountFinder } from "./chart-of-accounts.ts";
import { readChart } from "./chart-store.ts";
import { type LedgerBalance, type ReconciledAccount, reconciled } from "./reconciliation.ts";
import { lineBalances } from "./store.ts";

/** Roles of accounts that a general ledger begins anew each fiscal year. */
const incomeRoles = ["REVENUE", "BREAKAGE_REVENUE", "CONTRA_REVENUE", "BAD_DEBT", "BAD_DEBT_RECOVERED"];

export type ReconciliationRequest = {
  readonly month: Month;
  /** BALANCE at the end of the month, or ACTIVITY of the month alone. */
  readonly of: "BALANCE" | "ACTIVITY";
  /** The first month of the fiscal year, from which balances of revenue and bad debt count; null for the beginning. */
  readonly incomeFrom: Month | null;
  readonly ledger: readonly LedgerBalance[];
};

export type Reconciliation = {
  readonly accounts: readonly ReconciledAccount[];
  /** True if no account of ours differs; accounts that the general ledger alone has do not count. */
  readonly isTied: boolean;
};

/**
 * The trial balance of the general ledger beside ours, by the chart of accounts as it is now. Changes nothing but the audit log,
 * which keeps that it was done, and what differed.
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
