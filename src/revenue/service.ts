import type { Obligation } from "../billing-terms/obligation.ts";
import * as billingTerms from "../billing-terms/service.ts";
import type { Contract } from "../contracts/contract.ts";
import { monthOf } from "../kernel/day.ts";
import type { Books } from "../ledger/books.ts";
import { currentBooks } from "../ledger/books-store.ts";
import type { Clock, Merchant } from "../platform/clock.ts";
import type { Tx } from "../platform/db/pool.ts";
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

export { billedByGroup } from "./billed-store.ts";
export { usageOfPromises } from "./usage-service.ts";
export const { insertPostings, postedRevenue } = store;
