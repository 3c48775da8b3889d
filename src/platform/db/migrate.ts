import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Kysely, PostgresDialect, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import pg from "pg";
import { outliveConnections } from "./pool.ts";

/** The numbered SQL files of this version of the program. */
export const migrationsFolder = join(import.meta.dirname, "../../../migrations");

/** The database does not fit this version of the program, or a migration failed and was rolled back. */
export class MigrationError extends Error {
  override readonly name: string = "MigrationError";
}

/** The database is older than the baseline. No migration can upgrade it: it is rejected and left unchanged. */
export class OldDatabaseError extends MigrationError {
  override readonly name = "OldDatabaseError";
}

/** Names (file names without `.sql`), in numerical order. */
export type MigrationState = {
  readonly applied: string[];
  readonly pending: string[];
  /** Applied by a newer version of the program; this one must not work on the database (behaviour CRA-6). */
  readonly unknown: string[];
};

type MigrationLog = { info(fields: object, message: string): void };

const fileName = /^\d{4}_[a-z0-9_]+\.sql$/;

/**
 * Brings the schema up to date. Each file is one transaction, so the next start finishes an interrupted upgrade (behaviour CRA-6).
 * If several processes do this at once, one works and the others wait for it.
 *
 * @param connectionString of the role that owns the schema
 * @returns the names applied by this call
 * @throws MigrationError if the database is newer than this program or older than its baseline, or a migration fails: that one is
 * rolled back, earlier ones stay
 */
export async function migrate(
  connectionString: string,
  log: MigrationLog,
  folder = migrationsFolder,
): Promise<{ applied: string[] }> {
  rejectNewer(await pendingMigrations(connectionString, folder));
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: quietPool(connectionString) }) });
  const migrator = new Migrator({ db, provider: { getMigrations: () => readMigrations(folder) } });
  const applied: string[] = [];
  try {
    // One call applies one file: all files in one call would be one transaction.
    for (;;) {
      const { results = [], error } = await migrator.migrateUp();
      if (error !== undefined) throw failed(results[0]?.migrationName, error);
      const [result] = results;
      if (result === undefined) return { applied };
      log.info({ migration: result.migrationName }, "migration applied");
      applied.push(result.migrationName);
    }
  } finally {
    await db.destroy();
  }
}

/**
 * Compares the database with the files of this program and changes nothing. In a database without any migration, all are pending.
 *
 * @param connectionString of a role that may read the table of applied migrations
 * @throws OldDatabaseError if the database began with another migration than this program's first
 */
export async function pendingMigrations(connectionString: string, folder = migrationsFolder): Promise<MigrationState> {
  const known = await migrationNames(folder);
  const found = await appliedNames(connectionString);
  rejectOld(found, known);
  return {
    applied: known.filter((name) => found.includes(name)),
    pending: known.filter((name) => !found.includes(name)),
    unknown: found.filter((name) => !known.includes(name)),
  };
}

/** @throws MigrationError if a migration was applied that this program does not know */
export function rejectNewer({ unknown }: MigrationState): void {
  if (unknown.length === 0) return;
  throw new MigrationError(
    `The database is newer than this program: it has had ${unknown.join(", ")}, which this version does not know; ` +
      "start the version that was used last, or a later one.",
  );
}

/** Every database since the baseline has applied the first migration, because they only go forward. */
function rejectOld(found: readonly string[], [baseline]: readonly string[]): void {
  if (baseline === undefined || found.length === 0 || found.includes(baseline)) return;
  const span = [...new Set([found.at(0), found.at(-1)])].join(" to ");
  throw new OldDatabaseError(
    `This database was made by a version of Accord whose migrations are no longer there (${span}); rename or drop it, ` +
      "or move the data directory aside (ACCORD_DATA_DIR, by default ./data), and start again.",
  );
}

async function appliedNames(connectionString: string): Promise<string[]> {
  const client = new pg.Client({ connectionString });
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rowCount } = await client.query("select where to_regclass('kysely_migration') is not null");
    if (rowCount === 0) return [];
    const { rows } = await client.query<{ name: string }>("select name from kysely_migration");
    return rows.map(({ name }) => name).sort();
  } finally {
    await client.end();
  }
}

async function readMigrations(folder: string): Promise<Record<string, Migration>> {
  const migrations: Record<string, Migration> = {};
  for (const name of await migrationNames(folder)) {
    const text = await readFile(join(folder, `${name}.sql`), "utf8");
    // Without parameters the text is sent as one simple query, which may contain many statements.
    migrations[name] = { up: async (db) => void (await sql.raw(text).execute(db)) };
  }
  return migrations;
}

/** The migrations of this program, in order. */
export async function migrationNames(folder = migrationsFolder): Promise<string[]> {
  const files = (await readdir(folder)).filter((file) => fileName.test(file)).sort();
  const numbers = files.map((file) => file.slice(0, 4));
  const twice = numbers.find((number, index) => numbers.indexOf(number) !== index);
  if (twice !== undefined)
    throw new MigrationError(`Two migrations have the number ${twice}; give the later one a new number.`);
  return files.map((file) => file.slice(0, -".sql".length));
}

function failed(name: string | undefined, error: unknown): MigrationError {
  const what = name === undefined ? "The migrations could not be run" : `Migration ${name} failed and was rolled back`;
  return new MigrationError(`${what}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
}

function quietPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 1 });
  outliveConnections(pool);
  return pool;
}
