import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import pg from "pg";
import { createTestDatabase } from "../../../test/support/database.ts";
import { MigrationError, migrate, pendingMigrations } from "./migrate.ts";

const silent = { info: () => undefined };

async function folderWith(t: TestContext, files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "accord-migrations-"));
  t.after(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

async function emptyDatabase(t: TestContext): Promise<string> {
  const database = await createTestDatabase({ schema: "empty" });
  t.after(() => database.drop());
  return database.connectionString;
}

async function exists(connectionString: string, table: string): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ found: boolean }>("select to_regclass($1) is not null as found", [table]);
  await client.end();
  return rows[0]?.found === true;
}

const first = "create table one (id int);\ninsert into one values (1); -- two statements; one file\n";
const second = "create function two() returns int language sql return 2;";

test("files are applied once, in the order of their numbers", async (t) => {
  const url = await emptyDatabase(t);
  const folder = await folderWith(t, {
    "0002_two.sql": second,
    "0001_one.sql": first,
    "notes.md": "",
    "schema.sql": "!",
  });
  assert.deepEqual(await pendingMigrations(url, folder), {
    applied: [],
    pending: ["0001_one", "0002_two"],
    unknown: [],
  });
  assert.equal(await exists(url, "kysely_migration"), false);

  assert.deepEqual(await migrate(url, silent, folder), { applied: ["0001_one", "0002_two"] });
  assert.equal(await exists(url, "one"), true);
  assert.deepEqual(await migrate(url, silent, folder), { applied: [] });
  assert.deepEqual(await pendingMigrations(url, folder), {
    applied: ["0001_one", "0002_two"],
    pending: [],
    unknown: [],
  });
});

test("CRA-6: a failed migration leaves nothing, and the ones before it stay", async (t) => {
  const url = await emptyDatabase(t);
  const folder = await folderWith(t, { "0001_one.sql": first, "0002_two.sql": "create table half (); select 1 / 0;" });
  await assert.rejects(migrate(url, silent, folder), {
    name: "MigrationError",
    message: "Migration 0002_two failed and was rolled back: division by zero",
  });
  assert.equal(await exists(url, "half"), false);
  assert.deepEqual((await pendingMigrations(url, folder)).applied, ["0001_one"]);

  await writeFile(join(folder, "0002_two.sql"), second);
  assert.deepEqual(await migrate(url, silent, folder), { applied: ["0002_two"] });
});

test("CRA-6: a program rejects a database with newer migrations", async (t) => {
  const url = await emptyDatabase(t);
  await migrate(url, silent, await folderWith(t, { "0001_one.sql": first, "0002_two.sql": second }));
  const older = await folderWith(t, { "0001_one.sql": first });
  assert.deepEqual(await pendingMigrations(url, older), { applied: ["0001_one"], pending: [], unknown: ["0002_two"] });
  await assert.rejects(migrate(url, silent, older), (error: unknown) => {
    assert.ok(error instanceof MigrationError);
    assert.match(error.message, /^The database is newer than this program: it has had 0002_two/);
    return true;
  });
});

test("of two concurrent migrations each file is applied by one", async (t) => {
  const url = await emptyDatabase(t);
  const folder = await folderWith(t, { "0001_one.sql": first, "0002_two.sql": second });
  const both = await Promise.all([migrate(url, silent, folder), migrate(url, silent, folder)]);
  assert.deepEqual(both.flatMap(({ applied }) => applied).sort(), ["0001_one", "0002_two"]);
});

test("two migrations with one number are rejected", async (t) => {
  const folder = await folderWith(t, { "0001_one.sql": first, "0001_two.sql": second });
  await assert.rejects(pendingMigrations("postgresql://unused", folder), /Two migrations have the number 0001/);
});
