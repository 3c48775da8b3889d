import { createHash } from "node:crypto";
import type pg from "pg";
import { assert } from "../../kernel/assert.ts";
import { deadLetterQueueName, workQueueNames } from "../jobs/queue.ts";
import { copyOut } from "./copy.ts";
import type { TableDigest } from "./file.ts";

/** A table as a backup sees it. Names are quoted and have their schema. */
export type BackedUpTable = {
  readonly name: string;
  /** All columns but the generated ones, by name, so that the order in which they were added does not matter. */
  readonly columns: readonly string[];
  /** The primary key for `order by`, with texts by code point whatever the collation of the database. */
  readonly order: string;
  readonly hasRowSecurity: boolean;
  /** Which rows are backed up; undefined: all. */
  readonly only?: string;
};

// The jobs of our own queues: pending jobs must not be lost, and finished ones can still be read (`GET /v3/jobs/{id}`). The queues
// themselves, schedules and the library's own jobs are made by `accord migrate`.
const ourQueues = [...workQueueNames, deadLetterQueueName].map((name) => `'${name}'`).join(", ");
const jobs = { name: "pgboss.job", order: 'name collate "C", id', only: `name in (${ourQueues})` };

const tablesQuery = `
  select c.oid::regclass::text as name, c.relrowsecurity as "hasRowSecurity",
    (select array_agg(quote_ident(a.attname) order by a.attname collate "C") from pg_catalog.pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
    (select string_agg(quote_ident(a.attname) || case when a.attcollation <> 0 then ' collate "C"' else '' end, ', ' order by k.place)
      from pg_catalog.pg_index i cross join lateral unnest(i.indkey) with ordinality as k(attnum, place)
      join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
      where i.indrelid = c.oid and i.indisprimary) as "order",
    (select coalesce(array_agg(distinct f.confrelid::regclass::text), '{}') from pg_catalog.pg_constraint f
      where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as needs
  from pg_catalog.pg_class c
  where (c.relnamespace = to_regnamespace('public') and c.relname not like 'kysely\\_%'
      or c.oid = to_regclass('pgboss.job'))
    and c.relkind in ('r', 'p') and not c.relispartition
  order by c.relname collate "C"`;

type Row = Omit<BackedUpTable, "order" | "only"> & { readonly order: string | null; readonly needs: readonly string[] };

/** A connection, or a transaction of the program. */
export type Queried = { query<Found extends object>(text: string): Promise<{ readonly rows: readonly Found[] }> };

/**
 * Every table of the books, each after those that its foreign keys refer to, and the jobs.
 *
 * @param alsoNeeds tables that a table must come after although no foreign key refers to them
 */
export async function backedUpTables(
  database: Queried,
  alsoNeeds: Readonly<Record<string, readonly string[]>> = {},
): Promise<BackedUpTable[]> {
  const { rows: found } = await database.query<Row>(tablesQuery);
  const rows = found.map((row) => ({ ...row, needs: [...row.needs, ...(alsoNeeds[row.name] ?? [])] }));
  const names = new Set(rows.map(({ name }) => name));
  const placed: BackedUpTable[] = [];
  const done = new Set<string>();
  while (placed.length < rows.length) {
    const next = rows.filter(
      ({ name, needs }) => !done.has(name) && needs.every((needed) => done.has(needed) || !names.has(needed)),
    );
    assert(next.length > 0, "no circle of tables refers to itself");
    for (const { name, columns, order, hasRowSecurity } of next) {
      done.add(name);
      if (name === jobs.name) placed.push({ ...jobs, columns, hasRowSecurity });
      else {
        assert(order !== null, `${name} has a primary key`);
        placed.push({ name, columns, order, hasRowSecurity });
      }
    }
  }
  return placed;
}

/** Settings under which the same rows are written as the same bytes on every server. */
export const stableText = `
  set search_path to ''; set timezone to 'UTC'; set datestyle to 'ISO, YMD'; set intervalstyle to 'postgres';
  set extra_float_digits to 1; set bytea_output to 'hex'; set statement_timeout to 0;
  set idle_in_transaction_session_timeout to 0; set lock_timeout to '10s'; set row_security to off;
  set citus.propagate_set_commands to 'local';`;

/**
 * The rows of a table as COPY writes them, in the order of the primary key.
 *
 * @param merchants for a role that row-level security binds: the merchants to read, in the order of their ids. A primary key begins
 * with the merchant, so the bytes are those of one COPY.
 */
export async function* rowsOf(
  client: pg.Client,
  table: BackedUpTable,
  merchants: readonly string[] | undefined,
): AsyncGenerator<Buffer> {
  const { name, columns, order, only = "true" } = table;
  const copy = `copy (select ${columns.join(", ")} from ${name} where ${only} order by ${order}) to stdout`;
  if (merchants === undefined || !table.hasRowSecurity) return yield* copyOut(client, copy);
  assert(order === "merchant_id" || order.startsWith("merchant_id,"), `the key of ${name} begins with the merchant`);
  for (const merchant of merchants) {
    await client.query(`set local accord.merchant_id = ${client.escapeLiteral(merchant)}`);
    yield* copyOut(client, copy);
  }
}

/** Counts rows and hashes their bytes. */
export function tableDigest(table: string): { add(bytes: Uint8Array): void; result(): TableDigest } {
  const hash = createHash("sha256");
  let rows = 0;
  return {
    add: (bytes) => {
      hash.update(bytes);
      // COPY writes one line feed after each row and escapes those inside.
      for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) rows += 1;
    },
    result: () => ({ table, rows, sha256: hash.digest("hex") }),
  };
}
