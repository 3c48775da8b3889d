import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { MigrationError, migrationsFolder } from "./migrate.ts";

// A database with the Citus extension: every table of the merchants is distributed by `merchant_id` (ADR 0095).

/** What must be found before the merchant is known, and what rows of merchants point to: the same rows on each node. */
const sharedTables = ["merchant", "app_user", "membership", "api_key"];

/** Every other table of merchants is put beside this one: the same merchants on the same nodes. */
const firstTable = "contract";

/**
 * Distributes what is not distributed yet, and gives triggers the functions that work on shards, in one transaction: an interrupted
 * attempt leaves no trace, and repeating it changes nothing. A database without the extension stays as it is.
 *
 * @param connectionString of the role that owns the schema
 * @returns the tables that were distributed by this call
 * @throws MigrationError when the cluster refuses
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
  // One connection to each node does all of it, and sees what it did before.
  await client.query("set local citus.multi_shard_modify_mode = 'sequential'");
  await client.query(await readFile(join(migrationsFolder, "shards.sql"), "utf8"));
  const tables = await namesFound(client, undistributedTables);
  if (tables.length > 0) await distributeTables(client, tables);
  await client.query("commit");
  return tables;
}

/** Foreign keys and row-level security come back at the end: neither holds between a table that is distributed and one that is not yet. */
async function distributeTables(client: pg.Client, tables: readonly string[]): Promise<void> {
  const run = async (...statements: string[]) => {
    for (const statement of statements) await client.query(statement);
  };
  const guarded = await namesFound(client, guardedTables);
  const { rows: keys } = await client.query<ForeignKey>(foreignKeys);
  for (const { relation, name } of keys) await run(`alter table ${relation} drop constraint ${name}`);
  for (const table of guarded) {
    await run(
      `drop policy tenant on ${table}`,
      `alter table ${table} disable row level security, no force row level security`,
    );
  }
  await run("set local citus.enable_unsafe_triggers = on");
  for (const table of await namesFound(client, unsharedTables)) await run(`select create_reference_table('${table}')`);
  for (const table of tables) {
    const beside = table === firstTable ? "none" : firstTable;
    await run(`select create_distributed_table('${table}', 'merchant_id', colocate_with => '${beside}')`);
  }
  for (const { relation, name, definition } of keys) {
    await run(`alter table ${relation} add constraint ${name} ${withoutSetNull(definition)}`);
  }
  for (const table of guarded) {
    await run(
      `create policy tenant on ${table} using (merchant_id = current_merchant())`,
      `alter table ${table} enable row level security, force row level security`,
    );
  }
  // The nodes are asked in the name of the role that asks: it has to be let in there.
  await run("alter role accord_app login");
  // `current_merchant()` is a value by the time a statement is planned: no plan may outlive the merchant it was made for.
  const [database] = await namesFound(client, "select quote_ident(current_database()) as name");
  await run(`alter database ${database} set plan_cache_mode = force_custom_plan`);
}

/** No key of a distributed table may empty one of its columns: what the row names is then kept instead. */
function withoutSetNull(definition: string): string {
  return definition.replace(/ ON DELETE SET NULL \(.*\)/, "");
}

const isWaiting = (oid: string) => `not exists (select from pg_dist_partition where logicalrelid = ${oid})`;

/** Of partitioned tables the whole: their partitions are distributed with them. */
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

type ForeignKey = { readonly relation: string; readonly name: string; readonly definition: string };

const foreignKeys = `
  select key.conrelid::regclass::text as relation, quote_ident(key.conname) as name, pg_get_constraintdef(key.oid) as definition
  from pg_constraint as key
  where key.contype = 'f' and key.connamespace = 'public'::regnamespace and key.conparentid = 0
    and (${isWaiting("key.conrelid")} or ${isWaiting("key.confrelid")})
  order by key.conrelid::regclass::text, key.conname`;

async function namesFound(client: pg.Client, query: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(query);
  return rows.map(({ name }) => name);
}
