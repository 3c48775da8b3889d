import * as billingTerms from "../billing-terms/service.ts";
import type { Contract } from "../contracts/contract.ts";
import { monthOf } from "../kernel/day.ts";
import { currentBooks } from "../ledger/books-store.ts";
import { entriesOf, everyEntry } from "./list-store.ts";
import { monthsAhead, type ObligationWithRevenue, obligationsWithRevenue, type Reader } from "./service.ts";
import { staleContracts } from "./stored-revenue-store.ts";

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
