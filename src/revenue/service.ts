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
import { billedByGroup } from "./billed-store.ts";
import { promiseByMonth } from "./promise-by-month.ts";
import { type RevenueEntry, revenueSchedule } from "./schedule.ts";
import * as store from "./store.ts";
import { usageOfPromises } from "./usage-service.ts";

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
  const schedules = await contractSchedules(reader, contract, books);
  return obligations.map((obligation) => ({
    obligation,
    schedule: schedules.get(obligation.performanceObligation.id) ?? [],
    books,
  }));
}

/** Revenue schedules of a contract's live performance obligations, by id. */
export async function contractSchedules(
  reader: Reader,
  contract: Contract,
  books: Books,
): Promise<Map<string, RevenueEntry[]>> {
  const { tx, merchant } = reader;
  const records = await billingTerms.performanceObligationsOfContracts(tx, merchant.id, [contract.id]);
  const posted = await store.postedMonths(
    tx,
    merchant.id,
    records.map(({ obligation }) => obligation.id),
  );
  const context = { currency: contract.currency, rounding: merchant.rounding };
  const billed = await billedByGroup(tx, merchant.id, records);
  const usage = await usageOfPromises(reader, [contract], records);
  const thisMonth = monthOf(reader.clock.today);
  const live = records.filter((record) => !record.isDeleted);
  return new Map(
    live.map((record) => {
      const { obligation } = record;
      const promise = promiseByMonth(record, contract, {
        billed: billed.get(obligation.billingTermGroupId),
        metered: { usage: usage.get(contract.id), through: thisMonth + monthsAhead, pricing: context },
      });
      const facts = { posted: posted.get(obligation.id) ?? [], books, thisMonth };
      return [obligation.id, revenueSchedule(promise, facts, thisMonth + monthsAhead, context)];
    }),
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

export { billedByGroup } from "./billed-store.ts";
export { usageOfPromises } from "./usage-service.ts";
export const { insertPostings, postedRevenue } = store;
