import { formatMonth, type Month } from "../kernel/day.ts";
import { invalid } from "../kernel/errors.ts";
import { entriesByIds, type PostedEntry } from "../ledger/service.ts";
import type { Tx } from "../platform/db/pool.ts";
import * as store from "./changes-store.ts";
import { entriesSince } from "./package-store.ts";

/** The changes of a month since it was first closed. */
export type MonthChanges = {
  readonly month: string;
  /** Of the first close. */
  readonly packageId: string;
  readonly closedAt: string;
  readonly accounts: readonly store.AccountChange[];
  /** Entries dated in the month that were posted since: the first, and how many there are. */
  readonly entries: readonly PostedEntry[];
  readonly totalEntries: number;
  readonly caughtUpLater: readonly store.LaterCatchUp[];
};

/** How many entries the changes of a month list; they count them all. */
export const entriesListed = 200;

/**
 * What was posted into a month since its first close, as entries and as sums by account (entries never change), and the revenue of the month
 * that later months posted.
 *
 * @throws DomainError PERIOD_NOT_CLOSED for a month that was never closed
 */
export async function changesSinceClose(tx: Tx, merchantId: string, month: Month): Promise<MonthChanges> {
  const first = await store.firstClose(tx, merchantId, month);
  if (first === undefined) {
    throw invalid("PERIOD_NOT_CLOSED", `${formatMonth(month)} was never closed, so nothing has changed since.`);
  }
  const { packageId, closedAt, lastNumber: after } = first;
  const { ids, total } = await entriesSince(tx, merchantId, { month, after, limit: entriesListed });
  return {
    month: formatMonth(month),
    packageId,
    closedAt,
    accounts: await store.movedSince(tx, merchantId, month, after),
    entries: await entriesByIds(tx, merchantId, ids),
    totalEntries: total,
    caughtUpLater: await store.caughtUpLater(tx, merchantId, month),
  };
}
