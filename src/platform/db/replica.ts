import { AsyncLocalStorage } from "node:async_hooks";
import { sql } from "kysely";
import { DomainError } from "../../kernel/errors.ts";
import { type Db, sqlState } from "./pool.ts";

// A request that accepts older data can be answered from a replica (`DATABASE_READ_URL`, ADR 0084). Only reads use `readingDb`; a
// result that a report stores for the next one is written to the primary, like all writes.

const copy = new AsyncLocalStorage<Db>();

/** The database for reads of the current request: the replica inside {@link readBehind}, else `db`. */
export function readingDb(db: Db): Db {
  return copy.getStore() ?? db;
}

/** Runs reads on the primary even inside {@link readBehind}, for reads that a write depends on. */
export function ofPrimary<T>(use: () => Promise<T>): Promise<T> {
  return copy.exit(use);
}

export type ReadBehind = <T>(use: () => Promise<T>) => Promise<{ readonly asOf: string; readonly result: T }>;

/**
 * Runs reads on the replica and returns as of when: they include everything that was committed until then. Without a replica, or if
 * it does not answer, has replayed nothing yet or cancels the reads, they run on the primary.
 *
 * @param lost called with the reason why the replica was not used
 */
export function readBehind(db: Db, replica: Db | undefined, lost: (error: Error) => void): ReadBehind {
  return async (use) => {
    if (replica !== undefined) {
      try {
        const asOf = await currentUntil(replica);
        if (asOf !== undefined) return { asOf, result: await copy.run(replica, use) };
      } catch (error) {
        if (!isOfReplica(error)) throw error;
        lost(error);
      }
    }
    const asOf = (await currentUntil(db)) ?? new Date().toISOString();
    return { asOf, result: await use() };
  };
}

/**
 * The moment until which a database is complete: now, or on a replica the commit of the last transaction that it replayed;
 * undefined if it has replayed none.
 */
export async function currentUntil(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ until: string | null }>`
    select to_char(case when pg_is_in_recovery() then pg_last_xact_replay_timestamp() else now() end at time zone 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as until`.execute(db);
  return rows[0]?.until ?? undefined;
}

const tookTooLong = "57014";

/**
 * True if the replica is the cause: neither a rejection of the request, nor a statement that took too long, which it would on the
 * primary too.
 */
function isOfReplica(error: unknown): error is Error {
  return error instanceof Error && !(error instanceof DomainError) && sqlState(error) !== tookTooLong;
}
