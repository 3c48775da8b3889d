import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { errorCode } from "../../src/platform/db/embedded-error.ts";
import "./prepared-statements.ts";
import {
  dropDatabase,
  execute,
  nodesOf,
  startTestServer,
  type TestServer,
  templateDatabase,
  withDatabase,
} from "./template.ts";

/** A database of one test file. `connectionString` is the schema owner's. */
export type TestDatabase = { readonly connectionString: string; drop(): Promise<void> };

export type TestDatabaseOptions = {
  /** "empty": without any migration, for tests of migrations. */
  readonly schema?: "migrated" | "empty";
};

// Without the global setup: the server of this file, running while it has databases.
let own: { readonly server: Promise<TestServer>; users: number } | undefined;

/**
 * A new database with the current schema and no rows: a copy of the template, which is much faster than migrating. `drop` cuts off
 * open connections and deletes it. Without the global setup, a file starts its own PostgreSQL, which stops with its last database.
 */
export async function createTestDatabase({ schema = "migrated" }: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const server = await borrowServer();
  const name = `accord_test_${randomUUID().replaceAll("-", "")}`;
  try {
    await copyTemplate(server.connectionString, name, schema);
  } catch (error) {
    await server.release();
    throw error;
  }
  let dropped: Promise<void> | undefined;
  return {
    connectionString: withDatabase(server.connectionString, name),
    drop: () => {
      dropped ??= dropDatabase(server.connectionString, name).finally(server.release);
      return dropped;
    },
  };
}

async function borrowServer(): Promise<{ connectionString: string; release(): Promise<void> }> {
  const given = process.env.ACCORD_TEST_DATABASE_URL;
  if (given !== undefined) return { connectionString: given, release: async () => undefined };
  own ??= { server: startTestServer(), users: 0 };
  const borrowed = own;
  borrowed.users += 1;
  const server = await borrowed.server;
  return {
    connectionString: server.connectionString,
    release: async () => {
      borrowed.users -= 1;
      if (borrowed.users > 0) return;
      own = undefined;
      await server.stop();
    },
  };
}

/** A copy of the template is made on every node. A database without a schema is on the coordinator alone, and not distributed. */
async function copyTemplate(server: string, name: string, schema: "migrated" | "empty"): Promise<void> {
  if (schema === "empty") return createDatabase(server, name, "template0");
  const nodes = nodesOf(server);
  await Promise.all(nodes.map((node) => createDatabase(node, name, templateDatabase)));
  // Settings of a database are not copied with it (ADR 0095).
  if (nodes.length > 1) await execute(server, `alter database ${name} set plan_cache_mode = force_custom_plan`);
}

async function createDatabase(connectionString: string, name: string, template: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      // Copying files is four times as fast as copying through the log.
      return await execute(connectionString, `create database ${name} template ${template} strategy file_copy`);
    } catch (error) {
      // Something, such as autovacuum, is using the template for a moment.
      if (errorCode(error) !== "55006" || attempt === 50) throw error;
      await sleep(100);
    }
  }
}
