import type { Obligation } from "../billing-terms/obligation.ts";
import * as billingTerms from "../billing-terms/service.ts";
import type { Contract } from "../contracts/contract.ts";
import * as contracts from "../contracts/service.ts";
import { catchUpInvoices } from "../invoicing/service.ts";
import { type Day, formatDay, monthOf } from "../kernel/day.ts";
import { invalid } from "../kernel/errors.ts";
import { type Books, isClosed } from "../ledger/books.ts";
import { currentBooks, shareBooks } from "../ledger/books-store.ts";
import type { Clock, Merchant } from "../platform/clock.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { WriteContext } from "../platform/write.ts";
import { factsOfContracts, type LoadedContract } from "./contract-revenue-store.ts";
import { type ContractSchedule, contractSchedule, type RevenueEntry } from "./schedule.ts";
import * as store from "./store.ts";

/** What a read has: a snapshot of one merchant and its clock. */
export type Reader = { readonly tx: Tx; readonly merchant: Merchant; readonly clock: Clock };

export type ObligationWithRevenue = {
  readonly obligation: Obligation;
  readonly schedule: readonly RevenueEntry[];
  readonly books: Books;
};

/** How many months ahead of today an evergreen obligation's revenue is shown. */
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

/** Revenue of some contracts, as far ahead as open-ended obligations are shown. */
export async function schedulesOfContracts(
  reader: Reader,
  of: readonly Contract[],
  books: Books,
): Promise<Map<string, LoadedContract & ContractSchedule>> {
  const { tx, merchant, clock } = reader;
  const loaded = await factsOfContracts(reader, of);
  const ids = [...loaded.values()].flatMap(({ records }) => records.map(({ obligation }) => obligation.id));
  const posted = await store.postedMonths(tx, merchant.id, ids);
  const thisMonth = monthOf(clock.today);
  const common = { books, thisMonth, last: thisMonth + monthsAhead };
  return new Map(
    [...loaded].map(([id, found]) => [id, { ...found, ...contractSchedule(found.facts, posted, common) }]),
  );
}

/**
 * Deletes an obligation with its term and performance obligation, unless an issued invoice or a closed month stands on it.
 *
 * @throws DomainError 400 OBLIGATION_NOT_FOUND (as the spec has it for DELETE), OBLIGATION_LOCKED, CONTRACT_DELETED
 */
export async function deleteObligation(
  ctx: WriteContext,
  contractId: string,
  obligationId: string,
): Promise<ObligationWithRevenue> {
  const contract = await contracts.lockContract(ctx, contractId, "CONTRACT_DELETED");
  // What is due is issued first: whether a deal may vanish must not depend on how far the worker has come.
  await catchUpInvoices(ctx, contractId);
  const [found] = await obligationsWithRevenue(ctx, contract, obligationId);
  if (found === undefined) throw invalid("OBLIGATION_NOT_FOUND", "Obligation not found.");
  const books = await shareBooks(ctx.tx, ctx.merchant.id);
  await refuseIfLocked(ctx, found.obligation, books);
  await billingTerms.removeObligation(ctx, contract, found.obligation);
  return found;
}

async function refuseIfLocked(ctx: WriteContext, obligation: Obligation, books: Books): Promise<void> {
  const { billingTerm, id } = obligation.performanceObligation;
  if (billingTerm.committed.length > 0) {
    throw invalid("OBLIGATION_LOCKED", "A step of a commitment names the obligation's billing term.");
  }
  const invoiced: Day | null = await billingTerms.invoicedThrough(ctx.tx, ctx.merchant.id, billingTerm.id);
  if (invoiced !== null) {
    const through = formatDay(invoiced - 1);
    throw invalid(
      "OBLIGATION_LOCKED",
      `The obligation is invoiced through ${through}; correct it with a credit memo.`,
      {
        invoicedThrough: through,
      },
    );
  }
  const posted = await store.firstPostedMonth(ctx.tx, ctx.merchant.id, id);
  if (posted !== undefined && isClosed(books, posted)) {
    throw invalid(
      "OBLIGATION_LOCKED",
      "Revenue of the obligation is recognized in a closed month; reopen the month first.",
    );
  }
}

export { factsOfContracts } from "./contract-revenue-store.ts";
export const { insertPostings, postedRevenue } = store;
