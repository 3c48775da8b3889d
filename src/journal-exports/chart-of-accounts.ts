import type { AccountRole } from "../kernel/account.ts";

/**
 * Maps journal lines to an account of the general ledger: all lines of a role, or only those with a certain account name, category or
 * class.
 */
export type ChartAccount = {
  readonly role: AccountRole;
  /** The account name in the journal; null matches any. */
  readonly account: string | null;
  readonly categoryId: string | null;
  readonly classId: string | null;
  readonly number: string;
  /** The name in the general ledger; null means the account name in the journal. */
  readonly name: string | null;
};

/** Settings that the files of some general ledgers need. */
export type FormatSettings = {
  readonly xero?: { readonly taxRate: string; readonly classTracking: string | null };
  readonly netSuite?: { readonly subsidiary: string | null };
  readonly sageIntacct?: { readonly journal: string; readonly locationId: string | null };
  readonly datev?: {
    readonly consultantNumber: number;
    readonly clientNumber: number;
    /** The number of digits of an account number, 4 to 8. */
    readonly accountLength: number;
    /** The month in which the fiscal year begins, 1 to 12. */
    readonly fiscalYearStartMonth: number;
    /** The counter account for entries with several lines on both sides; each entry adds up to 0.00 in it. */
    readonly clearingAccount: string;
  };
};

export type Chart = { readonly accounts: readonly ChartAccount[]; readonly formats: FormatSettings };

export const emptyChart: Chart = { accounts: [], formats: {} };

/** The properties of a journal line that decide its account. */
export type ChartedLine = {
  readonly role: string;
  readonly account: string;
  readonly categoryId: string | null;
  readonly classId: string | null;
};

/** An account of the general ledger; its number is null if no account of the chart matches. */
export type LedgerAccount = { readonly number: string | null; readonly name: string };

/**
 * Returns a function that finds the account of a line. If several match, the most specific one wins: an account name counts more
 * than a category and a class together, a category more than a class, and a class more than the role alone. There are no ties,
 * because a chart with two accounts of the same key is rejected.
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

/** The key of an account; a chart must not have two accounts with the same key. */
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
