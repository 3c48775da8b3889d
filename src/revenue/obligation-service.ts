import type { Obligation } from "../billing-terms/obligation.ts";
import * as billingTerms from "../billing-terms/service.ts";
import type { Contract } from "../contracts/contract.ts";
import { monthOf } from "../kernel/day.ts";
import type { Books } from "../ledger/books.ts";
import { currentBooks } from "../ledger/books-store.ts";
import { entriesOf, everyEntry } from "./list-store.ts";
import type { RevenueEntry } from "./schedule.ts";
import { monthsAhead, type Reader, schedulesOfContracts } from "./service.ts";
import { staleContracts } from "./stored-revenue-store.ts";

export type ObligationWithRevenue = {
  readonly obligation: Obligation;
  readonly schedule: readonly Pick<RevenueEntry, "month" | "amount">[];
  readonly books: Books;
};

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

/**
 * Like `obligationsWithRevenue`, but from stored revenue if that is up to date; `obligationId` narrows to one. For reads only: within a write,
 * stored revenue does not yet reflect the changes of that write.
 */
export async function obligationsAsStored(
  reader: Reader,
  contract: Contract,
  obligationId?: string,
): Promise<ObligationWithRevenue[]> {
  const { tx, merchant, clock } = reader;
  const last = monthOf(clock.today) + monthsAhead;
  const isStored =
    contract.status === "APPROVED" &&
    (await staleContracts(tx, merchant.id, { last, contractIds: [contract.id] })).length === 0;
  if (!isStored) return obligationsWithRevenue(reader, contract, obligationId);
  const obligations = await billingTerms.obligationsOfContract(tx, merchant.id, contract.id, obligationId);
  const books = await currentBooks(tx, merchant.id);
  const entries = await entriesOf(tx, merchant.id, [contract.id], everyEntry);
  const byPob = Map.groupBy(entries, ({ performanceObligationId }) => performanceObligationId);
  return obligations.map((obligation) => ({
    obligation,
    schedule: byPob.get(obligation.performanceObligation.id) ?? [],
    books,
  }));
}
