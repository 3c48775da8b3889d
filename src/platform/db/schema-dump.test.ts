import assert from "node:assert/strict";
import { test } from "node:test";
import pg from "pg";
import { createTestDatabase } from "../../../test/support/database.ts";
import { dumpSchema } from "./schema-dump.ts";

const statements = `
  grant usage on schema public to accord_app;
  create type mood as enum ('b', 'a');
  create domain positive as int check (value > 0);
  create sequence counter;
  create table zebra (
    id bigint generated always as identity primary key,
    "Name" text collate "C" not null default 'x',
    doubled int generated always as (2 * 2) stored,
    unique ("Name")
  ) with (fillfactor = 90);
  create table aardvark (zebra_id bigint references zebra, at date not null) partition by range (at);
  create table aardvark_2026 partition of aardvark for values from ('2026-01-01') to ('2027-01-01');
  alter table zebra alter column "Name" set storage external;
  create index recent on zebra (id) where doubled > 3;
  create function touch() returns trigger language plpgsql as $$ begin return new; end $$;
  create trigger touched before update on zebra for each row execute function touch();
  alter table zebra enable row level security;
  create policy own on zebra for select to accord_app using (id > 0);
  grant select, insert on zebra to accord_app;
  grant update (id, "Name") on zebra to accord_app;
  create view seen as select id from zebra;
  create table kysely_migration (name text);
`;

test("the dump has all rules that protect data, in a fixed order, and no tables of migrations", async (t) => {
  // From a migrated server, because the role has to exist.
  const migrated = await createTestDatabase();
  t.after(() => migrated.drop());
  const database = await createTestDatabase({ schema: "empty" });
  t.after(() => database.drop());
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  await client.query(statements);
  await client.end();

  const dump = await dumpSchema(database.connectionString);
  assert.equal(dump, await dumpSchema(database.connectionString));
  assert.doesNotMatch(dump, /kysely/);
  assert.deepEqual(dump.match(/^(table|enum|domain|view|sequence) \S+/gm), [
    "enum public.mood",
    "domain public.positive",
    "sequence public.counter",
    "sequence public.zebra_id_seq",
    "table public.aardvark",
    "table public.aardvark_2026",
    "table public.zebra",
    "view public.seen",
  ]);
  for (const line of [
    "enum public.mood ('b', 'a')",
    "domain public.positive as integer CHECK ((VALUE > 0))",
    "table public.aardvark partition by RANGE (at)",
    "table public.aardvark_2026 partition of public.aardvark FOR VALUES FROM ('2026-01-01') TO ('2027-01-01')",
    "table public.zebra with (fillfactor=90)",
    "  id bigint not null generated always as identity",
    `  "Name" text collate "C" storage external not null default 'x'::text`,
    "  doubled integer generated always as ((2 * 2)) stored",
    `  constraint "zebra_Name_key" UNIQUE ("Name")`,
    "  constraint aardvark_zebra_id_fkey FOREIGN KEY (zebra_id) REFERENCES public.zebra(id)",
    "  CREATE INDEX recent ON public.zebra USING btree (id) WHERE (doubled > 3)",
    "  CREATE TRIGGER touched BEFORE UPDATE ON public.zebra FOR EACH ROW EXECUTE FUNCTION public.touch()",
    "  row level security",
    "  policy own for select to accord_app using ((id > 0))",
    "  grant insert, select to accord_app",
    `  grant update ("Name", id) to accord_app`,
    "CREATE OR REPLACE FUNCTION public.touch()",
  ]) {
    assert.ok(dump.split("\n").includes(line), `the dump lacks: ${line}\n\n${dump}`);
  }
});
