import assert from "node:assert/strict";
import { after, test } from "node:test";
import { migrate, OldDatabaseError } from "../../src/platform/db/migrate.ts";
import { killLeftOver, run, serve } from "../cli/program.ts";
import { createTestDatabase } from "../support/database.ts";
import { contents, oldDatabase, query, rejects, sentence } from "./old-database.ts";

after(killLeftOver);

test("a database from before the baseline is rejected with one sentence, and not changed", async (t) => {
  const database = await createTestDatabase({ schema: "empty" });
  t.after(() => database.drop());
  await query(database.connectionString, oldDatabase);
  const before = await contents(database.connectionString);
  const environment = { DATABASE_URL: database.connectionString, ACCORD_DEMO: "on" };
  await rejects([["serve"], ["migrate"], ["migrate", "--check"], ["merchant", "list"]], environment);
  const { code, stdout } = await run(["migrate", "--check", "--json"], environment);
  assert.equal(code, 1);
  assert.deepEqual(JSON.parse(stdout).error, { code: "DATABASE_TOO_OLD", message: sentence, details: {} });
  await assert.rejects(migrate(database.connectionString, { info: () => undefined }), OldDatabaseError);
  assert.deepEqual(await contents(database.connectionString), before);
});

test("a server whose database is replaced by one from before the baseline reports it and is not ready", async (t) => {
  const database = await createTestDatabase();
  t.after(() => database.drop());
  const server = await serve({ DATABASE_URL: database.connectionString, ACCORD_ROLE: "api" });
  await query(database.connectionString, "delete from kysely_migration");
  const old = "('0001_foundation', ''), ('0033_currencies_of_entries', '')";
  await query(database.connectionString, `insert into kysely_migration values ${old}`);
  const answer = await fetch(`${server.url}/ready`);
  assert.equal(answer.status, 503);
  assert.deepEqual(await answer.json(), { ready: false, reasons: [sentence] });
  await server.end();
});
