import type { Obligation } from "../billing-terms/obligation.ts";
import * as billingTerms from "../billing-terms/service.ts";
import type { Contract } from "../contracts/contract.ts";
import { monthOf } from "../kernel/day.ts";
import type { Books } from "../ledger/books.ts";
import { currentBooks } from "../ledger/books-store.ts";
import type { Clock, Merchant } from "../platform/clock.ts";
import type { Tx } from "../platform/db/pool.ts";
import { factsOfContracts, type LoadedContract } from "./contract-facts-service.ts";
import { type ContractSchedule, contractSchedule, type RevenueEntry } from "./schedule.ts";
import * as store from "./store.ts";

/** The context of a read: a transaction of one merchant, and its clock. */
export type Reader = { readonly tx: Tx; readonly merchant: Merchant; readonly clock: Clock };

export type ObligationWithRevenue = {
  readonly obligation: Obligation;
  readonly schedule: readonly Pick<RevenueEntry, "month" | "amount">[];
  readonly books: Books;
};

/** Months after today for which revenue of open-ended obligations is shown. */
export const monthsAhead = 12;

/** Obligations of one contract with their revenue month by month; `obligationId` narrows to one. */
export async function obligationsWithRevenue(
  reader: Reader,
  contract: Contract,
  obligationId?: string,
): Promise<ObligationWithRevenue[]> {
  const { tx, merchant } = reader;
  const obligations = await billingTerms.obligationsOfContract(tx, merchant.id, contract.id, obligationId);
  const books = await currentBooks(tx, merchant.id);
  const schedules = (await schedulesOfContracts(reader, [contract], books)).get(contract.id)?.pobs;
  return obligations.map((obligation) => ({
    obligation,
    schedule: schedules?.get(obligation.performanceObligation.id)?.entries ?? [],
    books,
  }));
}

/** Revenue schedules of some contracts; open-ended obligations `monthsAhead` months ahead. */
export async function schedulesOfContracts(
  reader: Reader,
  of: readonly Contract[],
  books: Books,
): Promise<Map<string, LoadedContract & ContractSchedule>> {
  const { tx, merchant, clock } = reader;
  const loaded = await factsOfContracts(reader, of);
  const ids = [...loaded.values()].flatMap(({ records }) => records.map(({ pob: obligation }) => obligation.id));
  const posted = await store.postedMonths(tx, merchant.id, ids);
  const thisMonth = monthOf(clock.today);
  const common = { books, thisMonth, last: thisMonth + monthsAhead };
  return new Map(
    [...loaded].map(([id, found]) => [id, { ...found, ...contractSchedule(found.facts, posted, common) }]),
  );
}

export { factsOfContracts } from "./contract-facts-service.ts";
export const { insertPostings, postedRevenue } = store;
