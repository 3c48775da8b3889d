import type { Contract } from "../contracts/contract.ts";
import { monthOf } from "../kernel/day.ts";
import type { Books } from "../ledger/books.ts";
import type { Clock, Merchant } from "../platform/clock.ts";
import type { Tx } from "../platform/db/pool.ts";
import { factsOfContracts, type LoadedContract } from "./contract-facts-service.ts";
import { type ContractSchedule, contractSchedule } from "./schedule.ts";
import * as store from "./store.ts";

/** The context of a read: a transaction of one merchant, and its clock. */
export type Reader = { readonly tx: Tx; readonly merchant: Merchant; readonly clock: Clock };

/** Months after today for which revenue of open-ended obligations is shown. */
export const monthsAhead = 12;

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
