import pg from "pg";
import { prepareDatabase } from "../../src/app.ts";
import { openEmbedded } from "../../src/platform/db/embedded.ts";
import { silentLog } from "../../src/platform/log.ts";
import { fastestFolder, temporaryDataDirectory } from "./data-directory.ts";

/** The migrated database that every test database is a copy of. */
export const templateDatabase = "accord_template";

/**
 * The addresses of a cluster of Citus that the tests run on, the coordinator first: "postgres://…,postgres://…". Every test database is
 * made on each of its nodes.
 */
export const clusterVariable = "ACCORD_TEST_CLUSTER";

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

/** The servers that a test database of this server is on: itself alone, or all nodes of the cluster that it coordinates. */
export function nodesOf(connectionString: string): readonly string[] {
  const nodes = process.env[clusterVariable]?.split(",") ?? [];
  const isCoordinator = nodes[0] !== undefined && new URL(nodes[0]).host === new URL(connectionString).host;
  return isCoordinator ? nodes : [connectionString];
}

/** Runs one statement outside any transaction on every node. */
export async function executeOnNodes(connectionString: string, statement: string): Promise<void> {
  await Promise.all(nodesOf(connectionString).map((node) => execute(node, statement)));
}

/** Runs statements outside any transaction. */
export async function execute(connectionString: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString });
  client.on("error", () => undefined);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Before a statement that adds a trigger to a table or drops it: a cluster rejects that unless asked for. Elsewhere it does nothing. */
export const allowTriggers = "set citus.enable_unsafe_triggers = on";

/** Drops a database and cuts off its open connections. */
export async function dropDatabase(connectionString: string, database: string): Promise<void> {
  for (const node of nodesOf(connectionString)) await execute(node, `drop database if exists ${database} with (force)`);
}

async function prepareTemplate(connectionString: string): Promise<void> {
  await dropDatabase(connectionString, templateDatabase);
  await executeOnNodes(connectionString, `create database ${templateDatabase}`);
  const template = withDatabase(connectionString, templateDatabase);
  const [, ...workers] = nodesOf(connectionString);
  if (workers.length > 0) await joinNodes(template, workers);
  await prepareDatabase(template, silentLog());
  // Citus would connect to it, and a database with connections cannot be copied.
  if (workers.length > 0) await closeTemplate(connectionString);
}

/** Makes the template the coordinator's of a cluster, with as many shards as there are workers. */
async function joinNodes(template: string, workers: readonly string[]): Promise<void> {
  for (const node of [template, ...workers]) {
    await execute(withDatabase(node, templateDatabase), "create extension citus");
  }
  const { hostname, port } = new URL(template);
  await execute(template, `select citus_set_coordinator_host('${hostname}', ${port})`);
  for (const worker of workers) {
    const { hostname, port } = new URL(worker);
    await execute(template, `select citus_add_node('${hostname}', ${port})`);
  }
  await execute(template, `alter database ${templateDatabase} set citus.shard_count = ${workers.length}`);
}

async function closeTemplate(connectionString: string): Promise<void> {
  await executeOnNodes(connectionString, `alter database ${templateDatabase} allow_connections false`);
  await executeOnNodes(
    connectionString,
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${templateDatabase}'`,
  );
}
