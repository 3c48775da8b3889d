import type { PerformanceObligationRecord } from "../billing-terms/performance-obligations/performance-obligation.ts";
import * as contracts from "../contracts/service.ts";
import { type Month, monthOf } from "../kernel/day.ts";
import { firstOpenMonth } from "../ledger/books.ts";
import { booksAt } from "../ledger/past-books-store.ts";
import type { Cutoff } from "../platform/db/cutoff.ts";
import type { ContractFacts } from "./contract-facts.ts";
import { factsOfContracts } from "./contract-facts-service.ts";
import type { PobRevenue } from "./contract-revenue.ts";
import { contractSchedule, type RevenueEntry, scheduleAtEndOf } from "./schedule.ts";
import type { Reader } from "./service.ts";
import * as store from "./store.ts";

/** The revenue of one obligation, with its contract. */
export type RevenueOfPob = {
  readonly contract: contracts.ApprovedContract;
  readonly record: PerformanceObligationRecord;
  readonly facts: ContractFacts;
  readonly revenue: PobRevenue;
  readonly schedule: readonly RevenueEntry[];
};

export type BookSelection = {
  readonly from?: Month;
  readonly last: Month;
  readonly contractIds?: readonly string[] | undefined;
  readonly customerIds?: readonly string[] | undefined;
  /** Calculate as of the end of this month: without later facts. */
  readonly atEndOf?: Month;
};

/** A reader as of an earlier day: its clock stands on that day, and `cutoff` is the end of it. */
export type ReaderThen = Reader & { readonly cutoff?: Cutoff };

const contractsPerChunk = 500;

/**
 * Revenue of every obligation of the approved contracts, by contract and obligation; deleted obligations only if they have revenue. Calculated
 * from facts in chunks of contracts, so the memory does not grow with the book. A reader as of an earlier day gets the facts of that day.
 *
 * @param from posted amounts of earlier months are summed into one month; without it, all months are separate
 * @param last the last month of open-ended obligations; the current month is always included, so that closed months never exceed what is
 *   earned
 */
export async function* revenueOfBook(
  reader: ReaderThen,
  { from, last, contractIds, customerIds, atEndOf }: BookSelection,
): AsyncGenerator<RevenueOfPob> {
  const { tx, merchant, clock, cutoff = null } = reader;
  if (contractIds?.length === 0) return;
  const books = await booksAt(tx, merchant.id, cutoff);
  const thisMonth = monthOf(clock.today);
  const common = { books, thisMonth, last: Math.max(last, thisMonth) };
  // Only closed months are summed: postings of a reopened month are not part of a schedule.
  const summedBefore = from === undefined ? undefined : Math.min(from, firstOpenMonth(books) ?? from);
  let after: string | undefined;
  for (;;) {
    const selection = { after, contractIds, customerIds, limit: contractsPerChunk, cutoff };
    const chunk = await contracts.approvedContracts(tx, merchant.id, selection);
    if (chunk.length === 0) return;
    const loaded = await factsOfContracts(reader, chunk, cutoff);
    const ids = [...loaded.values()].flatMap(({ records }) => records.map(({ pob }) => pob.id));
    const posted = await store.postedMonths(tx, merchant.id, ids, summedBefore, cutoff);
    for (const contract of chunk) {
      const found = loaded.get(contract.id);
      if (found === undefined) continue;
      const { facts, records } = found;
      const { pobs } =
        atEndOf === undefined
          ? contractSchedule(facts, posted, common)
          : scheduleAtEndOf(facts, posted, atEndOf, common);
      for (const record of records) {
        const one = pobs.get(record.pob.id);
        if (one !== undefined) yield { contract, record, facts, revenue: one.revenue, schedule: one.entries };
      }
    }
    after = chunk.at(-1)?.id;
  }
}
