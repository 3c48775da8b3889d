import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import pg from "pg";
import type { Json } from "../support/api.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { killLeftOver, run, runJson, type Serving, serve } from "./program.ts";

// A database whose owner migrates it, and a program that logs in as a role that owns nothing, as docs/operations.md has it.

const suffix = randomUUID().slice(0, 8);
const [owner, login] = [`accord_owner_${suffix}`, `accord_login_${suffix}`];

let database: TestDatabase;
let environment: Record<string, string>;
let ownerUrl: string;
let api: Serving;

before(async () => {
  database = await createTestDatabase({ schema: "empty" });
  const name = new URL(database.connectionString).pathname.slice(1);
  await asAdministrator(`
    create role ${owner} login createrole password 'owner';
    alter database ${name} owner to ${owner};
    alter schema public owner to ${owner};
    do $$ begin
      if not exists (select from pg_roles where rolname = 'accord_app') then create role accord_app nologin; end if;
    exception when duplicate_object or unique_violation then null;
    end $$;
    grant accord_app to ${owner} with admin option;
    create role ${login} login password 'login' in role accord_app`);
  ownerUrl = urlOf(owner, "owner");
  environment = { DATABASE_URL: urlOf(login, "login") };
});
after(async () => {
  killLeftOver();
  await database.drop();
});

test("without migrations a start and a migration by that role are rejected", async () => {
  const start = await run(["serve"], { ...environment, PORT: "0" });
  assert.equal(start.code, 1);
  assert.match(start.stderr, /run "accord migrate" first/);
  assert.notEqual((await run(["migrate"], environment)).code, 0);
});

test("the owner's role migrates and backs up; the serving process does not have its password", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "accord-privileges-"));
  t.after(() => rm(folder, { recursive: true }));
  const asOwner = { ...environment, DATABASE_OWNER_URL: ownerUrl };
  const { applied } = await runJson(["migrate"], asOwner);
  assert.ok(applied.length > 0);
  assert.deepEqual((await run(["migrate", "--check"], asOwner)).code, 0);
  const file = join(folder, "all.backup");
  assert.notEqual((await run(["backup", file], environment)).code, 0);
  assert.ok((await runJson(["backup", file], asOwner)).bytes > 0);
  api = await serve({ ...environment, ACCORD_CONSOLE: "off" });
  assert.deepEqual(await ready(), { ready: true, reasons: [], warnings: [] });
});

test("as that role a merchant is created, its API writes, its worker works", async () => {
  const create = ["merchant", "create", "--name", "Northwind", "--sandbox", "--clock", "2026-01-15T12:00:00Z"];
  const { writeKey } = await runJson(create, environment);
  const answer = await fetch(`${api.url}/v3/customers`, {
    method: "POST",
    headers: { authorization: `Bearer ${writeKey}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "Fabrikam" }),
  });
  assert.equal(answer.status, 201, await answer.text());
  assert.equal((await run(["jobs", "wait"], environment)).code, 0);
  assert.equal((await run(["doctor"], environment)).code, 0);
});

test("that role cannot bypass row-level security, change the tables, or become their owner", async () => {
  const client = new pg.Client(environment.DATABASE_URL);
  await client.connect();
  try {
    assert.deepEqual((await client.query("select from customer")).rows.length, 0);
    for (const statement of [
      "drop table customer",
      "alter table customer disable row level security",
      `set role ${owner}`,
    ]) {
      await assert.rejects(client.query(statement), /must be owner|permission denied/, statement);
    }
  } finally {
    await client.end();
  }
});

test("a program that logs in as the owner is ready, with a warning", async () => {
  await api.end();
  api = await serve({ DATABASE_URL: ownerUrl, ACCORD_CONSOLE: "off" });
  const { ready: isReady, warnings } = await ready();
  assert.equal(isReady, true);
  assert.match(warnings[0], /could become their owner/);
});

async function ready(): Promise<Json> {
  return (await fetch(`${api.url}/ready`)).json();
}

function urlOf(role: string, password: string): string {
  const url = new URL(database.connectionString);
  url.username = role;
  url.password = password;
  return url.href;
}

async function asAdministrator(statements: string): Promise<void> {
  const client = new pg.Client(database.connectionString);
  await client.connect();
  try {
    await client.query(statements);
  } finally {
    await client.end();
  }
}
