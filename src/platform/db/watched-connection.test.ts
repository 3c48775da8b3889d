import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type pg from "pg";
import { createTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { type FaultProxy, startFaultProxy } from "../../../test/support/fault-proxy.ts";
import { Connection } from "./connection.ts";
import { WatchedConnection } from "./watched-connection.ts";

let database: TestDatabase;
let proxy: FaultProxy;
before(async () => {
  database = await createTestDatabase();
  proxy = await startFaultProxy(database.connectionString);
});
after(async () => {
  await proxy.close();
  await database.drop();
});

async function connected(
  kind: typeof WatchedConnection | typeof Connection,
  millisecondsBetweenLooks: number,
): Promise<pg.Client> {
  const config = { connectionString: proxy.through(database.connectionString), millisecondsBetweenLooks };
  const client = new kind(config);
  client.on("error", () => undefined);
  await client.connect();
  await client.query("select 1");
  return client;
}

for (const kind of [WatchedConnection, Connection]) {
  for (const direction of ["there", "back"] as const) {
    test(`${kind.name}: when bytes ${direction} are lost without an error, the statement fails as on a cut connection`, async () => {
      const client = await connected(kind, 50);
      const { struck, end } = proxy.begin({ kind: "swallow", direction });
      const failed = assert.rejects(client.query("select 1"), /^Error: Connection terminated/);
      // The second connection, which is opened later, gets through to the database.
      await struck;
      end();
      await failed;
    });
  }

  test(`${kind.name}: a slow statement is waited for`, async () => {
    const client = await connected(kind, 300);
    const { rows } = await client.query<{ slept: string }>("select pg_sleep(2)::text as slept");
    assert.deepEqual(rows, [{ slept: "" }]);
    await client.end();
  });
}
