import type { TestApi } from "../support/api.ts";
import { type Balances, booksOf } from "./books.ts";
import { type Day, day, type Month, month, monthText } from "./calendar.ts";
import { accountsOf, type Counts, compareDeal, type Difference } from "./compare.ts";
import { closes, dealOf } from "./generate.ts";
import { type EnteredContract, enterContracts, newBook, seenBalances, seenLines, seenRevenue } from "./program.ts";
import { readCents, written } from "./rational.ts";

const lastClose = closes.at(-1);
const firstMonth = month(day("2025-06-01"));
const months = Array.from({ length: (lastClose?.month ?? 0) - firstMonth + 1 }, (_, at) => firstMonth + at);
const until: Day = (lastClose?.on ?? 0) + 1;

export const noCounts = (): Counts => ({ contracts: 0, lines: 0, months: 0, balances: 0 });

/** Enters contracts of one merchant, closes its months, and compares lines, revenue and balances with the model. */
export async function compareBook(api: TestApi, seeds: readonly number[], counts: Counts): Promise<Difference[]> {
  const { client } = await newBook(api, day("2025-12-10"));
  const entered = await enterContracts(client, seeds.map(dealOf), closes, until);
  const balances = new Map<Month, Map<string, Balances>>();
  for (const each of months) balances.set(each, await seenBalances(client, each));
  const found: Difference[] = [];
  for (const each of entered) {
    const seen = {
      lines: await seenLines(client, each, until),
      revenue: await seenRevenue(client, each),
      balances: new Map(
        months.flatMap((of) => {
          const row = balances.get(of)?.get(each.contractId);
          return row === undefined ? [] : [[of, row] as const];
        }),
      ),
    };
    found.push(...compareDeal(each, seen, closes, months, until, counts));
  }
  return [...found, ...(await accountDifferences(client, entered, counts))];
}

/** The accounts of the merchant at every month end. */
async function accountDifferences(
  client: Awaited<ReturnType<typeof newBook>>["client"],
  entered: readonly EnteredContract[],
  counts: Counts,
): Promise<Difference[]> {
  const books = entered.map(({ deal }) => booksOf(deal, closes, months, until));
  const found: Difference[] = [];
  for (const each of months) {
    const balanceOf = await client.balances(monthText(each));
    for (const [role, model] of accountsOf(books, each)) {
      counts.balances += 1;
      const program = readCents(balanceOf(role));
      if (program !== model)
        found.push({ seed: 0, what: `${role} ${monthText(each)}`, model: written(model), program: written(program) });
    }
  }
  return found;
}
