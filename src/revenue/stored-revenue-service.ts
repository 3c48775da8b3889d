import { sql } from "kysely";
import { termsAsOf } from "../billing-terms/service.ts";
import { approvedContracts } from "../contracts/service.ts";
import { monthOf } from "../kernel/day.ts";
import { currentBooks } from "../ledger/books-store.ts";
import { readClock } from "../platform/clock.ts";
import { inTransaction } from "../platform/db/pool.ts";
import { ofPrimary } from "../platform/db/replica.ts";
import { type Failure, tryBatch } from "../platform/failures.ts";
import { type Platform, read } from "../platform/write.ts";
import { factsOfContracts } from "./contract-facts-service.ts";
import { monthsAhead, type Reader } from "./service.ts";
import { postedMonths } from "./store.ts";
import { revenueToStore, type StoredRevenue } from "./stored-revenue.ts";
import * as stored from "./stored-revenue-store.ts";

const contractsPerBatch = 100;

/**
 * Recalculates and stores the revenue of contracts whose stored revenue is out of date (ADR 0054), of some contracts or of all. Each batch is
 * read, calculated and written in one snapshot, and the change markers that it covers are deleted. A contract that changes meanwhile keeps
 * its later marker for the next run. Concurrent runs skip each other's contracts.
 *
 * @returns contracts that could not be stored; their readers calculate them
 */
export async function refreshStoredRevenue(
  platform: Pick<Platform, "db">,
  merchantId: string,
  contractIds?: readonly string[],
): Promise<Failure<string>[]> {
  const failures: Failure<string>[] = [];
  const waiting = await ofPrimary(() =>
    read(platform, merchantId, ({ tx, clock }) =>
      stored.staleContracts(tx, merchantId, { last: monthOf(clock.today) + monthsAhead, contractIds }),
    ),
  );
  for (let from = 0; from < waiting.length; from += contractsPerBatch) {
    const batch = waiting.slice(from, from + contractsPerBatch);
    failures.push(...(await tryBatch(batch, (ids) => refreshBatch(platform, merchantId, ids))));
  }
  return failures;
}

async function refreshBatch(
  { db }: Pick<Platform, "db">,
  merchantId: string,
  contractIds: readonly string[],
): Promise<void> {
  await inTransaction(db, merchantId, async (tx) => {
    // At this isolation level, two runs that write the same contract conflict: the second fails and is retried.
    await sql`set transaction isolation level repeatable read`.execute(tx);
    const ids = await stored.lockForRefresh(tx, contractIds);
    const found = await readClock(tx, merchantId, "read");
    if (ids.length === 0 || found === undefined) return;
    const changes = await stored.changesOf(tx, merchantId, ids);
    await stored.replaceStoredRevenue(tx, merchantId, ids, await computedRevenue({ tx, ...found }, ids));
    await stored.deleteChanges(tx, merchantId, changes);
  });
}

/** The revenue to store for some contracts; none for contracts that are deleted or not approved. */
export async function computedRevenue(reader: Reader, contractIds: readonly string[]): Promise<StoredRevenue[]> {
  const { tx, merchant, clock } = reader;
  if (contractIds.length === 0) return [];
  const books = await currentBooks(tx, merchant.id);
  const contracts = await approvedContracts(tx, merchant.id, { contractIds });
  const loaded = await factsOfContracts(reader, contracts);
  const pobIds = [...loaded.values()].flatMap(({ records }) => records.map(({ pob }) => pob.id));
  const posted = await postedMonths(tx, merchant.id, pobIds);
  const live = contracts.map(({ id }) => id);
  const terms = Map.groupBy(await termsAsOf(tx, merchant.id, live, null), ({ contractId }) => contractId);
  const thisMonth = monthOf(clock.today);
  const common = { books, thisMonth, last: thisMonth + monthsAhead };
  return contracts.flatMap((contract) => {
    const found = loaded.get(contract.id);
    return found === undefined
      ? []
      : [revenueToStore(contract, { ...found, terms: terms.get(contract.id) ?? [] }, posted, common)];
  });
}
