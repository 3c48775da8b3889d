import { plural } from "./kernel/plural.ts";
import { accessProblems, canBecomeOwner } from "./platform/db/access.ts";
import { OldDatabaseError, pendingMigrations } from "./platform/db/migrate.ts";
import type { Db } from "./platform/db/pool.ts";
import { currentUntil } from "./platform/db/replica.ts";
import type { Readiness } from "./platform/http/operational-routes.ts";
import { countJobs } from "./platform/jobs/queue.ts";

const longestWaitSeconds = 60;

type ReadinessSources = {
  readonly db: Db;
  readonly replica: Db | undefined;
  readonly connectionString: string;
  readonly isEmbedded?: boolean | undefined;
};

/** Ready if the database answers, its schema is that of this program, and the queue is being worked on. */
export async function readiness({
  db,
  replica,
  connectionString,
  isEmbedded = false,
}: ReadinessSources): Promise<Readiness> {
  const reasons = await schemaReasons(connectionString);
  // Without its role the program cannot query its jobs.
  if (reasons.length > 0) return { ready: false, reasons };
  const jobs = await countJobs(db);
  if (jobs.oldestSeconds > longestWaitSeconds) {
    reasons.push(`The oldest job has waited ${jobs.oldestSeconds} s; is a worker running?`);
  }
  const warnings = !isEmbedded && (await canBecomeOwner(connectionString)) ? [couldBeOwner] : [];
  if (replica !== undefined && (await isLost(replica))) warnings.push(replicaLost);
  return { ready: reasons.length === 0, reasons, warnings };
}

const couldBeOwner =
  "The role of DATABASE_URL owns the tables or could become their owner; let the program log in as one that cannot (docs/operations.md).";

const replicaLost =
  "The replica of DATABASE_READ_URL cannot be read; lists and reports that ask for it come from the database itself.";

async function isLost(replica: Db): Promise<boolean> {
  return (await currentUntil(replica).catch(() => undefined)) === undefined;
}

/** Why the schema is not that of this program. */
async function schemaReasons(connectionString: string): Promise<string[]> {
  try {
    const { pending, unknown } = await pendingMigrations(connectionString);
    if (pending.length + unknown.length === 0) return await accessProblems(connectionString);
    return [
      ...(pending.length > 0 ? [`${plural(pending.length, "migration")} pending; run "accord migrate".`] : []),
      ...(unknown.length > 0 ? ["The database is newer than this program."] : []),
    ];
  } catch (error) {
    if (error instanceof OldDatabaseError) return [error.message];
    throw error;
  }
}
