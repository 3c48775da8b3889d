import type { AccountRole } from "../kernel/account.ts";

/**
 * Which account of the general ledger a line goes to: lines of a role, of all of them, or only those that were posted under an
 * account's name, or are of a category or of a class.
 */
export type ChartAccount = {
  readonly role: AccountRole;
  /** The name that lines are posted under; null is any. */
  readonly account: string | null;
  readonly categoryId: string | null;
  readonly classId: string | null;
  readonly number: string;
  /** What the general ledger calls it; null is the name that lines are posted under. */
  readonly name: string | null;
};

/** What the files of some general ledgers need to know beside the entries. */
export type FormatSettings = {
  readonly xero?: { readonly taxRate: string; readonly classTracking: string | null };
  readonly netSuite?: { readonly subsidiary: string | null };
  readonly sageIntacct?: { readonly journal: string; readonly locationId: string | null };
  readonly datev?: {
    readonly consultantNumber: number;
    readonly clientNumber: number;
    /** How many digits accounts have, 4 to 8. */
    readonly accountLength: number;
    /** The month in which the fiscal year begins, 1 to 12. */
    readonly fiscalYearStartMonth: number;
    /** Where entries of several lines on both sides meet; they come to 0.00 in it. */
    readonly clearingAccount: string;
  };
};

export type Chart = { readonly accounts: readonly ChartAccount[]; readonly formats: FormatSettings };

export const emptyChart: Chart = { accounts: [], formats: {} };

/** A line as the chart looks at it. */
export type ChartedLine = {
  readonly role: string;
  readonly account: string;
  readonly categoryId: string | null;
  readonly classId: string | null;
};

/** An account of the general ledger; without a number where the chart has none. */
export type LedgerAccount = { readonly number: string | null; readonly name: string };

/**
 * Finds the account of a line. Of several that fit, the one that says most: a posted account's name counts more than a category,
 * a category more than a class, a class more than the role alone. Two are never alike, because a chart with two is rejected.
 */
export function accountFinder({ accounts }: Pick<Chart, "accounts">): (line: ChartedLine) => LedgerAccount {
  const byRole = Map.groupBy(accounts, ({ role }) => role as string);
  for (const [role, found] of byRole)
    byRole.set(
      role,
      found.toSorted((a, b) => weightOf(b) - weightOf(a)),
    );
  return (line) => {
    const found = byRole.get(line.role)?.find((each) => fits(each, line));
    return { number: found?.number ?? null, name: found?.name ?? line.account };
  };
}

/** What makes two accounts of a chart alike. */
export function keyOf({ role, account, categoryId, classId }: ChartAccount): string {
  return JSON.stringify([role, account, categoryId, classId]);
}

function weightOf({ account, categoryId, classId }: ChartAccount): number {
  return (account === null ? 0 : 4) + (categoryId === null ? 0 : 2) + (classId === null ? 0 : 1);
}

function fits({ account, categoryId, classId }: ChartAccount, line: ChartedLine): boolean {
  return (
    (account === null || account === line.account) &&
    (categoryId === null || categoryId === line.categoryId) &&
    (classId === null || classId === line.classId)
  );
}
