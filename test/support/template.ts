import pg from "pg";
import { prepareDatabase } from "../../src/app.ts";
import { openEmbedded } from "../../src/platform/db/embedded.ts";
import { silentLog } from "../../src/platform/log.ts";
import { fastestFolder, temporaryDataDirectory } from "./data-directory.ts";

/** The migrated database that every test database is a copy of. */
export const templateDatabase = "accord_template";

/** A PostgreSQL for tests with the template in it. */
export type TestServer = { readonly connectionString: string; stop(): Promise<void> };

const silent = { info: () => undefined, warn: () => undefined };

// Tests need speed and no durability; many files with a pool each run at once. Each database lives for seconds, so vacuuming is not
// worth it.
const settings = {
  ...{ fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "200" },
  ...{ autovacuum: "off", wal_level: "minimal", max_wal_senders: "0" },
};

/** Starts an embedded PostgreSQL in a temporary folder. `stop` removes both. */
export async function startTestServer(): Promise<TestServer> {
  const directory = await temporaryDataDirectory(0o755, await fastestFolder());
  try {
    const database = await openEmbedded({ dataDirectory: directory.path, purpose: "serve", log: silent, settings });
    const stop = () => database.close().finally(directory.remove);
    try {
      await prepareTemplate(database.connectionString);
    } catch (error) {
      await stop();
      throw error;
    }
    return { connectionString: database.connectionString, stop };
  } catch (error) {
    await directory.remove();
    throw error;
  }
}

/** Recreates the template on an existing server. `stop` removes only the template. */
export async function useTestServer(connectionString: string): Promise<TestServer> {
  await prepareTemplate(connectionString);
  return { connectionString, stop: () => dropDatabase(connectionString, templateDatabase) };
}

/** The address of another database of the same server. */
export function withDatabase(connectionString: string, database: string): string {
  const url = new URL(connectionString);
  url.pathname = `/${database}`;
  return url.href;
}

/** Runs one statement outside any transaction. */
export async function execute(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Drops a database and cuts off its open connections. */
export async function dropDatabase(connectionString: string, database: string): Promise<void> {
  await execute(connectionString, `drop database if exists ${database} with (force)`);
}

async function prepareTemplate(connectionString: string): Promise<void> {
  await dropDatabase(connectionString, templateDatabase);
  await execute(connectionString, `create database ${templateDatabase}`);
  await prepareDatabase(withDatabase(connectionString, templateDatabase), silentLog());
}
