import type { Json } from "../support/api.ts";
import type { Book } from "./book.ts";
import { monthOf } from "./days.ts";
import { isZero } from "./observe.ts";

const causes = ["new", "modified", "ended", "credited", "caughtUp", "usage", "schedule", "other"];
const minor = (amount: string): bigint => BigInt(amount.replace(".", ""));

/** A month of one currency: its trial balance, and how its reports are asked. */
type TiedMonth = {
  readonly book: Book;
  readonly month: string;
  readonly currency: string;
  readonly accounts: readonly Json[];
  readonly adjusted: ReadonlySet<string>;
};

/** Every report of the last closed month ties to its trial balance, in every currency. */
export async function checkTied(book: Book): Promise<void> {
  const { session, closedThrough: month } = book;
  if (month === "0000-00") return;
  const { currencies } = await session.ok("GET", `/v3/reports/trial-balance?month=${month}`);
  // What somebody adjusts has no other cause.
  const adjustments: Json[] = await session.all("/v3/adjustments");
  const adjusted = new Set<string>(
    adjustments.flatMap(({ lines }) => lines.map(({ contractId }: Json) => contractId ?? "")),
  );
  const own = { currency: book.currency, accounts: [], totalDebit: "0", totalCredit: "0" };
  for (const { currency, accounts, totalDebit, totalCredit } of currencies.length === 0 ? [own] : currencies) {
    if (totalDebit !== totalCredit) book.violated(`the trial balance of ${month} in ${currency} is not zero`);
    const tied: TiedMonth = { book, month, currency, accounts, adjusted };
    await checkDisclosures(tied);
    await checkFlux(tied);
    await checkRollForward(tied);
    await checkBalances(tied);
    await checkRevenue(tied);
  }
}

const report = ({ book, currency }: TiedMonth, path: string): Promise<Json> =>
  book.session.ok("GET", `/v3/reports/${path}&currency=${currency}`);

async function checkDisclosures(tied: TiedMonth): Promise<void> {
  const { book, month } = tied;
  for (const { name, disclosed, books, difference } of (await report(tied, `disclosures?month=${month}`)).rows) {
    if (!isZero(difference)) book.violated(`${name} of ${month}: ${disclosed} is disclosed, the books have ${books}`);
  }
}

async function checkFlux(tied: TiedMonth): Promise<void> {
  const { book, month, adjusted } = tied;
  const { rows, sections, totals } = await report(tied, `flux?month=${month}`);
  const isUnexplained = ({ id, other }: Json) => id !== null && !adjusted.has(id) && !isZero(other);
  for (const row of rows) {
    const explained = causes.reduce((sum, cause) => sum + minor(row[cause]), 0n);
    const change = minor(row.after) - minor(row.before);
    if (explained !== change) book.violated(`${row.name} of ${month}: the change is ${change}, explained ${explained}`);
    if (isUnexplained(row)) book.violated(`${row.name} of ${month}: ${row.other} is not explained`);
  }
  for (const row of sections.liability.rows) {
    if (isUnexplained(row))
      book.violated(`liability of ${row.name} at the end of ${month}: ${row.other} is not explained`);
  }
  tie(tied, "flux", minor(totals.after), revenueMoved(tied));
}

/** The net position at both ends of the month, however it is grouped. */
async function checkRollForward(tied: TiedMonth): Promise<void> {
  const { month } = tied;
  const of = async (at: string, groupBy: string): Promise<Json> => {
    const path = `contract-liability-roll-forward?startMonth=${at}&endMonth=${at}&groupBy=${groupBy}`;
    return (await report(tied, path)).totals;
  };
  const { closing: opening } = await of(monthOf(month, -1), "contract");
  for (const groupBy of ["contract", "customer", "category"]) {
    const totals = await of(month, groupBy);
    tie(tied, `roll-forward by ${groupBy}`, minor(totals.closing), netPosition(tied));
    tie(tied, `opening of the roll-forward by ${groupBy}`, minor(totals.opening), minor(opening));
  }
}

const positions = {
  contractLiability: ["CONTRACT_LIABILITY", -1n],
  contractAsset: ["CONTRACT_ASSET", 1n],
  unbilledReceivable: ["UNBILLED_RECEIVABLE", 1n],
} as const;

async function checkBalances(tied: TiedMonth): Promise<void> {
  const { totals } = await report(tied, `contract-balances?month=${tied.month}`);
  for (const [column, [role, sign]] of Object.entries(positions)) {
    tie(tied, `${column} of the contract balances`, minor(totals[column]), sign * balanceOf(tied, role));
  }
  tie(tied, "net of the contract balances", minor(totals.net), netPosition(tied));
}

async function checkRevenue(tied: TiedMonth): Promise<void> {
  const { month } = tied;
  const { totals } = await report(tied, `revenue?startMonth=${month}&endMonth=${month}`);
  tie(tied, "revenue", minor(totals.total), revenueMoved(tied));
}

function tie({ book, month, currency }: TiedMonth, what: string, shown: bigint, account: bigint): void {
  if (shown === account) return;
  book.violated(`${what} of ${month} in ${currency}: ${shown} is shown, ${account} is in the trial balance`);
}

/** The balance of a role, debits above zero. */
function balanceOf({ accounts }: TiedMonth, role: string): bigint {
  const own = accounts.filter((account) => account.role === role);
  return own.reduce((sum, { balance }) => sum + minor(balance), 0n);
}

/** Contract liability − contract asset − unbilled receivable. */
function netPosition(tied: TiedMonth): bigint {
  return Object.values(positions).reduce((sum, [role]) => sum - balanceOf(tied, role), 0n);
}

/** What the revenue accounts moved by in the month, credits above zero. */
function revenueMoved({ accounts }: TiedMonth): bigint {
  const roles = ["REVENUE", "BREAKAGE_REVENUE", "CONTRA_REVENUE"];
  const own = accounts.filter(({ role }) => roles.includes(role));
  return own.reduce((sum, each) => sum + minor(each.activityCredit) - minor(each.activityDebit), 0n);
}
