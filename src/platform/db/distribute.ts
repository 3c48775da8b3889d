import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { MigrationError, migrationsFolder } from "./migrate.ts";
import { lockTimeout } from "./pool.ts";

// A database with the Citus extension: every table of the merchants is distributed by `merchant_id` (ADR 0095).

/** Tables that are read before the merchant is known, and tables that rows of merchants refer to: each node has all their rows. */
const sharedTables = ["merchant", "app_user", "membership", "api_key"];

/** The rows of all other merchant tables are on the node that has this table's rows of the merchant. */
const firstTable = "contract";

/**
 * Distributes the tables that are not distributed yet, and replaces trigger functions by versions that work on shards, in one
 * transaction: an interrupted attempt leaves no trace, and repeating it changes nothing. A database without the Citus extension is
 * left as it is.
 *
 * @param connectionString of the role that owns the schema
 * @returns the tables that this call distributed
 * @throws MigrationError if the cluster refuses
 */
export async function distribute(connectionString: string): Promise<string[]> {
  const client = new pg.Client({ connectionString });
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rowCount } = await client.query("select from pg_extension where extname = 'citus'");
    return rowCount === 0 ? [] : await distributeAll(client);
  } catch (error) {
    const { message, detail } = error as Partial<pg.DatabaseError>;
    const reason = [message, detail].filter(Boolean).join(": ");
    throw new MigrationError(`The tables could not be distributed, and are as they were: ${reason}`, { cause: error });
  } finally {
    await client.end();
  }
}

async function distributeAll(client: pg.Client): Promise<string[]> {
  await client.query("begin");
  // Sequential: one connection to each node does everything, and sees what it has done before.
  await client.query("set local citus.multi_shard_modify_mode = 'sequential'");
  await client.query(await readFile(join(migrationsFolder, "shards.sql"), "utf8"));
  const tables = await namesFound(client, undistributedTables);
  if (tables.length > 0) await distributeTables(client, tables);
  await client.query("commit");
  return tables;
}

/**
 * Foreign keys, triggers and row-level security are removed first and restored at the end: no foreign key is possible between a
 * distributed table and one that is not yet distributed, and existing rows must not fire triggers for new ones.
 */
async function distributeTables(client: pg.Client, tables: readonly string[]): Promise<void> {
  const run = async (...statements: string[]) => {
    for (const statement of statements) await client.query(statement);
  };
  const guarded = await namesFound(client, guardedTables);
  const { rows: keys } = await client.query<Part>(foreignKeys);
  const { rows: triggers } = await client.query<Part>(ownTriggers);
  for (const { relation, name } of triggers) await run(`drop trigger ${name} on ${relation}`);
  for (const { relation, name } of keys) await run(`alter table ${relation} drop constraint ${name}`);
  for (const table of guarded) {
    await run(
      `drop policy tenant on ${table}`,
      `alter table ${table} disable row level security, no force row level security`,
    );
  }
  for (const table of await namesFound(client, unsharedTables)) await run(`select create_reference_table('${table}')`);
  for (const table of tables) {
    const beside = table === firstTable ? "none" : firstTable;
    await run(`select create_distributed_table('${table}', 'merchant_id', colocate_with => '${beside}')`);
  }
  for (const table of tables) await run(`select truncate_local_data_after_distributing_table('${table}')`);
  for (const { relation, name, definition } of keys) {
    await run(`alter table ${relation} add constraint ${name} ${withoutSetNull(definition)}`);
  }
  await run("set local citus.enable_unsafe_triggers = on", ...triggers.map(({ definition }) => definition));
  for (const table of guarded) {
    await run(
      `create policy tenant on ${table} using (merchant_id = current_merchant())`,
      `alter table ${table} enable row level security, force row level security`,
    );
  }
  // The nodes log in as the role that runs the query, so that role needs LOGIN there.
  await run("alter role accord_app login");
  // The settings of a session of the program do not reach the nodes, where it waits for locks.
  await run(`alter role accord_app set lock_timeout = '${lockTimeout}'`);
  // `current_merchant()` is evaluated when a statement is planned, so no plan may be reused for another merchant.
  const [database] = await namesFound(client, "select quote_ident(current_database()) as name");
  await run(`alter database ${database} set plan_cache_mode = force_custom_plan`);
}

/** A foreign key of a distributed table must not set a column to null; deleting the referenced row is rejected instead. */
function withoutSetNull(definition: string): string {
  return definition.replace(/ ON DELETE SET NULL \(.*\)/, "");
}

const isWaiting = (oid: string) => `not exists (select from pg_dist_partition where logicalrelid = ${oid})`;

/** Of partitioned tables only the parent: partitions are distributed with it. */
const undistributedTables = `
  select quote_ident(relation.relname) as name from pg_class as relation
  where relation.relnamespace = 'public'::regnamespace and relation.relkind in ('r', 'p') and not relation.relispartition
    and relation.relrowsecurity and ${isWaiting("relation.oid")}
  order by relation.relname <> '${firstTable}', relation.relname`;

const unsharedTables = `
  select shared.name from unnest(array['${sharedTables.join("', '")}']) with ordinality as shared (name, place)
  where ${isWaiting("shared.name::regclass")} order by place`;

const guardedTables = `
  select quote_ident(relation.relname) as name from pg_class as relation
  where relation.relnamespace = 'public'::regnamespace and relation.relkind in ('r', 'p') and relation.relrowsecurity
    and ${isWaiting("relation.oid")}
  order by relation.relname`;

type Part = { readonly relation: string; readonly name: string; readonly definition: string };

const foreignKeys = `
  select key.conrelid::regclass::text as relation, quote_ident(key.conname) as name, pg_get_constraintdef(key.oid) as definition
  from pg_constraint as key
  where key.contype = 'f' and key.connamespace = 'public'::regnamespace and key.conparentid = 0
    and (${isWaiting("key.conrelid")} or ${isWaiting("key.confrelid")})
  order by key.conrelid::regclass::text, key.conname`;

const ownTriggers = `
  select own.tgrelid::regclass::text as relation, quote_ident(own.tgname) as name, pg_get_triggerdef(own.oid) as definition
  from pg_trigger as own join pg_class as relation on relation.oid = own.tgrelid
  where relation.relnamespace = 'public'::regnamespace and not own.tgisinternal and own.tgparentid = 0 and ${isWaiting("own.tgrelid")}
  order by own.tgrelid::regclass::text, own.tgname`;

async function namesFound(client: pg.Client, query: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(query);
  return rows.map(({ name }) => name);
}
