import assert from "node:assert/strict";
import pg from "pg";
import { run } from "../cli/program.ts";
import type { Json } from "../support/api.ts";

export const sentence =
  "This database was made by a version of Accord whose migrations are no longer there (0001_foundation to " +
  "0033_currencies_of_entries); rename or drop it, or move the data directory aside (ACCORD_DATA_DIR, by default ./data), " +
  "and start again.";

/** Makes what a version before the baseline left: its bookkeeping, and somebody's books. */
export const oldDatabase = `
  create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
  insert into kysely_migration values ('0001_foundation', '2026-01-01'), ('0003_catalog', '2026-01-01'),
    ('0033_currencies_of_entries', '2026-01-02');
  create table kysely_migration_lock (id varchar(255) primary key, is_locked integer not null default 0);
  insert into kysely_migration_lock values ('migration_lock', 0);
  create table merchant (id integer primary key, name text not null);
  insert into merchant values (1, 'Northwind');
`;

/** Every command that meets the database of the environment says the sentence and nothing else. */
export async function rejects(
  commands: readonly (readonly string[])[],
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  for (const args of commands) {
    const { code, stdout, stderr } = await run(args, { PORT: "0", LOG_LEVEL: "silent", ...environment });
    assert.deepEqual({ code, stdout, stderr }, { code: 1, stdout: "", stderr: `${sentence}\n` }, args.join(" "));
  }
}

/** Every relation and schema that is not PostgreSQL's own, and every row. */
export function contents(connectionString: string): Promise<Json> {
  return query(
    connectionString,
    `select oid::regclass::text as name, relfilenode::text,
       case when relkind = 'r' then query_to_xml(format('select * from %s order by 1', oid::regclass), true, true, '')::text end as rows
     from pg_class
     where relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace, 'pg_toast'::regnamespace)
     union all select nspname, null, null from pg_namespace
     order by 1`,
  );
}

export async function query(connectionString: string, text: string): Promise<Json> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
