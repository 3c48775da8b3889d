import { effectiveBookMonth, type PerformanceObligationRecord } from "../billing-terms/performance-obligation.ts";
import type { PricingContext } from "../billing-terms/price.ts";
import * as billingTerms from "../billing-terms/service.ts";
import * as contracts from "../contracts/service.ts";
import { type Month, monthOf } from "../kernel/day.ts";
import { type Books, firstOpenMonth } from "../ledger/books.ts";
import { booksAt } from "../ledger/past-books-store.ts";
import type { Cutoff } from "../platform/db/cutoff.ts";
import { billedByGroup } from "./billed-store.ts";
import { type KnownPromise, knownAtEndOf } from "./known-promise.ts";
import { alike, type PromiseByMonth, promiseByMonth } from "./promise-by-month.ts";
import { type RevenueEntry, revenueSchedule } from "./schedule.ts";
import { everything, scopeIn } from "./scope.ts";
import type { Reader } from "./service.ts";
import * as store from "./store.ts";
import { usageOfPromises } from "./usage-service.ts";

/** The revenue of one promise of a book, with whose it is. */
export type RevenueOfPromise = {
  readonly contract: contracts.ApprovedContract;
  readonly record: PerformanceObligationRecord;
  readonly known: KnownPromise;
  readonly promise: PromiseByMonth;
  readonly schedule: readonly RevenueEntry[];
  readonly context: PricingContext;
};

export type BookSelection = {
  readonly from?: Month;
  readonly last: Month;
  readonly contractIds?: readonly string[] | undefined;
  readonly customerIds?: readonly string[] | undefined;
  /** A month as whose end the book stands: later facts are left out, and later months are what was left then. */
  readonly atEndOf?: Month;
};

/** A reader of an earlier day: its clock stands on that day, and the cutoff is the end of it. */
export type ReaderThen = Reader & { readonly cutoff?: Cutoff };

const contractsPerChunk = 500;

/**
 * Revenue of every live promise of the approved contracts, by contract and promise. Months are computed, not stored, so the
 * walk goes contract by contract in chunks: the memory it needs does not grow with the book.
 *
 * @param from posted months before it are one, where the caller only adds them up; without it each is by itself
 * @param last the last month shown of an evergreen promise; this month is shown in any case, or what closed months posted of
 * it would look like too much
 *
 * A reader of an earlier day gets the book as it was known then.
 */
export async function* revenueOfBook(
  reader: ReaderThen,
  { from, last, contractIds, customerIds, atEndOf }: BookSelection,
): AsyncGenerator<RevenueOfPromise> {
  const { tx, merchant, clock, cutoff = null } = reader;
  const books = booksAsOf(await booksAt(tx, merchant.id, cutoff), atEndOf);
  const thisMonth = monthOf(clock.today);
  const through = Math.max(last, thisMonth);
  // Closed months alone are added up: what a reopened one posted is not part of any schedule.
  const summedBefore = from === undefined ? undefined : Math.min(from, firstOpenMonth(books) ?? from);
  let after: string | undefined;
  for (;;) {
    const selection = { after, contractIds, customerIds, limit: contractsPerChunk, cutoff };
    const chunk = await contracts.approvedContracts(tx, merchant.id, selection);
    if (chunk.length === 0) return;
    const records = await billingTerms.performanceObligationsOfContracts(
      tx,
      merchant.id,
      chunk.map((contract) => contract.id),
      cutoff,
    );
    const contractsById = new Map(chunk.map((contract) => [contract.id, contract]));
    const live = records.filter((record) => isThere(record, contractsById.get(record.obligation.contractId), atEndOf));
    const posted = await store.postedMonths(
      tx,
      merchant.id,
      live.map(({ obligation }) => obligation.id),
      summedBefore,
      cutoff,
    );
    const billed = await billedByGroup(tx, merchant.id, records, cutoff);
    const usage = await usageOfPromises(reader, chunk, records, cutoff);
    for (const record of live) {
      const { obligation } = record;
      const contract = contractsById.get(obligation.contractId);
      if (contract === undefined) continue;
      const context = { currency: contract.currency, rounding: merchant.rounding };
      const metered = { usage: usage.get(contract.id), through, pricing: context };
      const promise =
        atEndOf === undefined
          ? promiseByMonth(record, contract, { billed: billed.get(obligation.billingTermGroupId), metered })
          : alike(knownAtEndOf(record, atEndOf, { metered }));
      const { known } = promise;
      const facts = {
        posted: (posted.get(obligation.id) ?? []).filter(({ month }) => atEndOf === undefined || month <= atEndOf),
        books,
        thisMonth,
      };
      const lastShown = Math.max(through, ...known.consumed.map(({ month }) => month));
      const schedule = revenueSchedule(promise, facts, lastShown, context);
      yield { contract, record, known, promise, schedule, context };
    }
    after = chunk.at(-1)?.id;
  }
}

/** Was it there at the end of a month: had it come to count by then, and was it not deleted before? */
function isThere(
  record: PerformanceObligationRecord,
  contract: contracts.ApprovedContract | undefined,
  atEndOf: Month | undefined,
): boolean {
  if (atEndOf === undefined || contract === undefined) return everything.isThere(record);
  const begun = effectiveBookMonth(record, contract);
  return scopeIn(atEndOf).isThere(record) && (begun === null || begun <= atEndOf);
}

function booksAsOf({ closedThrough }: Books, month: Month | undefined): Books {
  return {
    closedThrough: closedThrough === null || month === undefined ? closedThrough : Math.min(closedThrough, month),
  };
}
