import type { FastifyBaseLogger } from "fastify";
import pg from "pg";
import { composePlatform, prepareDatabase } from "../app.ts";
import { type Config, readConfig } from "../platform/config.ts";
import { openEmbedded } from "../platform/db/embedded.ts";
import { errorCode, errorText } from "../platform/db/embedded-error.ts";
import { type MigrationState, pendingMigrations, rejectNewer } from "../platform/db/migrate.ts";
import { openPool } from "../platform/db/pool.ts";
import { openBoss, outboxQueue } from "../platform/jobs/queue.ts";
import type { WritingPlatform } from "../platform/preview.ts";
import { cannotRun } from "./failure.ts";

/** The database that the environment names, or the embedded one. */
export type OpenDatabase = {
  readonly connectionString: string;
  /** For the role that owns the tables, for commands about the schema and all of its rows. */
  readonly ownerConnectionString: string;
  readonly isEmbedded: boolean;
  readonly close: () => Promise<void>;
};

/** @param purpose "serve" has an embedded database to itself, "command" works beside it */
export async function openDatabase(
  config: Config,
  purpose: "serve" | "command",
  log: FastifyBaseLogger,
): Promise<OpenDatabase> {
  if (config.databaseUrl !== undefined) {
    const { databaseUrl, databaseOwnerUrl = databaseUrl } = config;
    const close = async () => undefined;
    return { connectionString: databaseUrl, ownerConnectionString: databaseOwnerUrl, isEmbedded: false, close };
  }
  const embedded = await openEmbedded({ dataDirectory: config.dataDirectory, purpose, log });
  const { connectionString } = embedded;
  return {
    connectionString,
    ownerConnectionString: connectionString,
    isEmbedded: true,
    close: () => embedded.close(),
  };
}

/**
 * The migrations that the database has applied.
 *
 * @throws CommandError if the database does not answer; it has the address and never the password
 */
export async function migrationState(connectionString: string): Promise<MigrationState> {
  try {
    return await pendingMigrations(connectionString);
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined && !(error instanceof AggregateError)) throw error;
    const reason = errorText(error) === "" ? code : errorText(error);
    throw cannotRun(`The database ${addressOf(connectionString)} cannot be used: ${reason}`, "DATABASE_UNAVAILABLE");
  }
}

/** Rejects a database that is older or newer than this program (behaviour CRA-6). */
export async function requireCurrent(connectionString: string): Promise<void> {
  const state = await migrationState(connectionString);
  rejectNewer(state);
  if (state.pending.length > 0) {
    throw cannotRun(
      `The database lacks ${state.pending.join(", ")}; run "accord migrate" first.`,
      "MIGRATIONS_PENDING",
    );
  }
}

// Any number that no other program is likely to use: "ACRD" and the number of the lock.
const preparationLock = [0x41435244, 3] as const;

/**
 * Runs `prepare` while no other process prepares the same database. If several start at once, one migrates and makes the demo, and
 * the others find it done.
 */
export async function aloneOn<T>(connectionString: string, prepare: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1, $2)", [...preparationLock]);
    return await prepare();
  } finally {
    await client.end();
  }
}

/** Migrates, sets up the job queue, and returns what was applied. */
export async function prepareAlone(
  connectionString: string,
  log: FastifyBaseLogger,
): ReturnType<typeof prepareDatabase> {
  await migrationState(connectionString);
  return aloneOn(connectionString, () => prepareDatabase(connectionString, log));
}

/** The program without server and worker: a pool, and a queue in which writes put their jobs. */
export async function openPlatform(
  connectionString: string,
): Promise<{ platform: WritingPlatform; close: () => Promise<void> }> {
  const keyFiles = readConfig(process.env);
  const db = openPool({ connectionString });
  const boss = openBoss({ connectionString, onError: () => undefined, maintains: false });
  const close = async () => {
    await boss.stop({ graceful: false });
    await db.destroy();
  };
  try {
    await boss.start();
  } catch (error) {
    await close();
    throw cannotRun(`The job queue is not set up (${errorText(error)}); run "accord migrate" first.`);
  }
  return { platform: composePlatform(db, outboxQueue(boss), keyFiles), close };
}

function addressOf(connectionString: string): string {
  const url = URL.parse(connectionString);
  return url === null ? "of DATABASE_URL" : `at ${url.host}${url.pathname}`;
}
