import type { Json } from "../support/api.ts";
import type { Client } from "../support/client.ts";
import { type Day, dated, firstDay, type Month, month, monthText } from "./calendar.ts";
import { readCents, sumOf, written } from "./rational.ts";

/** A merchant, the day of its clock and the last month that is closed. */
export type Books = { readonly client: Client; readonly today: Day; readonly closed: Month };

const cash = (value: string | null | undefined): bigint => readCents(value ?? "0");

/** What somebody who sees only the answers can hold against each other. @returns a sentence for each thing that does not tie */
export async function brokenBooks(books: Books): Promise<string[]> {
  const { client, closed, today } = books;
  const found: string[] = [];
  const tie = (what: string, one: bigint, other: bigint): void => {
    if (one !== other) found.push(`${what}: ${written(one)} is not ${written(other)}`);
  };
  const balanceOf = await client.balances(monthText(month(today) + 1));
  tie("receivable and open invoices", cash(balanceOf("RECEIVABLE")), await openInvoices(books));
  const months = Array.from({ length: 14 }, (_, index): Month => closed - 13 + index);
  for (const each of months) await tieMonth(books, each, tie);
  await repeat(books, months, tie);
  return found;
}

async function openInvoices({ client }: Books): Promise<bigint> {
  const { data, totalItems } = await client.ok("GET", "/v3/invoices?page=1&limit=1000");
  if (totalItems > 1000) throw new RangeError("more invoices than one page has");
  const open = data.filter(({ status }: Json) => status === "ISSUED" || status === "PARTIALLY_PAID");
  return sumOf(open.map(({ balanceRemaining }: Json) => cash(balanceRemaining)));
}

type Tie = (what: string, one: bigint, other: bigint) => void;

/** The trial balance, the balances of contracts, the roll-forward, revenue and the waterfall of a closed month say the same. */
async function tieMonth({ client }: Books, of: Month, tie: Tie): Promise<void> {
  const text = monthText(of);
  const balanceOf = await client.balances(text);
  const net =
    -cash(balanceOf("CONTRACT_LIABILITY")) - cash(balanceOf("CONTRACT_ASSET")) - cash(balanceOf("UNBILLED_RECEIVABLE"));
  const report = (path: string): Promise<Json> => client.ok("GET", `/v3/reports/${path}`);
  const { rows, totals } = await report(`contract-balances?month=${text}`);
  tie(`${text} contract balances and trial balance`, cash(totals.net), net);
  for (const row of rows) {
    const both = cash(row.contractLiability) > 0n && cash(row.contractAsset) > 0n;
    tie(`${text} ${row.id} shows an asset and a liability`, both ? 1n : 0n, 0n);
  }
  const roll = await report(`contract-liability-roll-forward?startMonth=${text}&endMonth=${text}`);
  tie(`${text} roll-forward and trial balance`, cash(roll.totals.closing), net);
  const revenue = await report(`revenue?startMonth=${text}&endMonth=${text}`);
  const moved = await activity(client, text, ["REVENUE", "BREAKAGE_REVENUE", "CONTRA_REVENUE"]);
  tie(`${text} revenue and accounts`, cash(revenue.totals.total), moved);
}

async function activity(client: Client, text: string, roles: readonly string[]): Promise<bigint> {
  const { currencies } = await client.ok("GET", `/v3/reports/trial-balance?month=${text}`);
  const accounts: Json[] = currencies[0]?.accounts ?? [];
  const own = accounts.filter(({ role }) => roles.includes(role));
  return sumOf(own.map(({ activityCredit, activityDebit }) => cash(activityCredit) - cash(activityDebit)));
}

/** Opening the last months again and closing them posts nothing. */
async function repeat({ client, closed }: Books, months: readonly Month[], tie: Tie): Promise<void> {
  const from = months.findLast((each) => each <= closed - 3) ?? closed;
  const reopened = await client.send("POST", `/v3/month-end-close/reopen-period?month=${monthText(from)}&reason=check`);
  if (reopened.status >= 300) return;
  const answer = await client.send("POST", `/v3/month-end-close/close-period?month=${monthText(closed)}`);
  if (answer.status < 300)
    tie(`closing from ${dated(firstDay(from))} again`, BigInt(answer.body.payload.entriesPosted), 0n);
}
