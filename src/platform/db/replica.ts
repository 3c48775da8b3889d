import { AsyncLocalStorage } from "node:async_hooks";
import { sql } from "kysely";
import { DomainError } from "../../kernel/errors.ts";
import { type Db, sqlState } from "./pool.ts";

// A request that may be a little behind is read from a copy of the database that follows it (`DATABASE_READ_URL`, ADR 0084). Only reads
// ask `readingDb`; what a report keeps for the next one is written where everything is written.

const copy = new AsyncLocalStorage<Db>();

/** The database that a read of the current request goes to: the replica while {@link readBehind} has chosen it, else `db`. */
export function readingDb(db: Db): Db {
  return copy.getStore() ?? db;
}

/** Has reads that a write follows from go to the database that is written to, also while a request reads the replica. */
export function ofPrimary<T>(use: () => Promise<T>): Promise<T> {
  return copy.exit(use);
}

export type ReadBehind = <T>(use: () => Promise<T>) => Promise<{ readonly asOf: string; readonly result: T }>;

/**
 * Runs reads on the replica and says as of when: everything that was committed until then is in what they read. Where there is no
 * replica, or it does not answer, has replayed nothing yet or gives the reads up to keep up, they run on the database itself.
 *
 * @param lost told why the replica was not used
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
 * The moment up to which a database has everything: now, or of a standby when the last transaction that it replayed was committed;
 * undefined of one that has replayed none.
 */
export async function currentUntil(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ until: string | null }>`
    select to_char(case when pg_is_in_recovery() then pg_last_xact_replay_timestamp() else now() end at time zone 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as until`.execute(db);
  return rows[0]?.until ?? undefined;
}

const tookTooLong = "57014";

/** Not what the request is rejected for, and not a statement that takes too long anywhere. */
function isOfReplica(error: unknown): error is Error {
  return error instanceof Error && !(error instanceof DomainError) && sqlState(error) !== tookTooLong;
}
