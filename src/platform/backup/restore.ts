import pg from "pg";
import { BackupError } from "./backup-error.ts";
import { copyIn } from "./copy.ts";
import type { BackupFile, Frame, Header, TableDigest } from "./file.ts";
import { type BackedUpTable, backedUpTables, rowsOf, stableText, tableDigest } from "./tables.ts";

/** Called after each table that was filled, and after each that was compared. */
type RestoreProgress = (done: number, total: number) => void;

/** @throws BackupError if the backup has another schema than this program */
export function rejectOtherSchema(header: Header, known: readonly string[]): void {
  if (header.migrations.join() === known.join()) return;
  throw new BackupError(
    "BACKUP_OF_OTHER_SCHEMA",
    `The backup is of a database with the migrations ${header.migrations.join(", ")} (Accord ${header.program}), and this program has ` +
      `${known.join(", ")}; restore it with the version that made it, then upgrade.`,
  );
}

/**
 * Rejects a database that a server works on or that contains data.
 *
 * @throws BackupError naming who is connected, or the tables
 */
export async function rejectUsedDatabase(connectionString: string): Promise<void> {
  await withClient(connectionString, async (client) => {
    await rejectServers(client);
    await rejectForeignTables(client);
    const names = (await backedUpTables(client)).map(({ name }) => name);
    // Row-level security hides the rows of the other tables even from their owner; {@link restore} checks those while it is off.
    await rejectRows(
      client,
      names.filter((name) => name === "public.merchant" || name === "public.app_user"),
    );
  });
}

/**
 * Fills an empty, migrated database with a backup in one transaction: a failed or interrupted restore leaves it empty. Check
 * constraints are applied to every row, and foreign keys once all rows are there; user triggers, which validate new writes, are off
 * until the end. The digest of every table is computed again from the database.
 *
 * @throws BackupError if the database has a row already, or a digest differs from that of the file
 */
export async function restore(
  connectionString: string,
  { header, frames }: BackupFile,
  onProgress: RestoreProgress,
): Promise<readonly TableDigest[]> {
  return withClient(connectionString, async (client) => {
    await client.query("begin");
    const tables = await backedUpTables(client);
    for (const table of tables) await client.query(unguarded(table));
    await rejectRows(
      client,
      tables.map(({ name }) => name),
      tables,
    );
    for (const month of header.usageMonths) await client.query(usagePartition(month));
    const keys = await takeForeignKeysOff(client);
    const digests = await fill(client, tables, frames(), onProgress);
    for (const { table, name, definition } of keys) {
      await client.query(`alter table ${table} add constraint ${name} ${definition}`);
    }
    await compare(client, tables, digests, onProgress);
    // The workers that ran these jobs belong to the old database.
    await client.query("update pgboss.job set state = 'retry', start_after = now() where state = 'active'");
    await client.query("set constraints all immediate");
    for (const table of tables) await client.query(guarded(table));
    await client.query("commit");
    // Without statistics the first queries on a large book take minutes.
    await client.query("analyze");
    return digests;
  });
}

const unguarded = ({ name, hasRowSecurity }: BackedUpTable) =>
  `alter table ${name} disable trigger user${hasRowSecurity ? ", no force row level security" : ""}`;

const guarded = ({ name, hasRowSecurity }: BackedUpTable) =>
  `alter table ${name} enable trigger user${hasRowSecurity ? ", force row level security" : ""}`;

type ForeignKey = { readonly table: string; readonly name: string; readonly definition: string };

/** Foreign keys are dropped and added again: that checks all rows of a table at once and not row by row. */
async function takeForeignKeysOff(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace order by 1, 2`);
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`);
  return rows;
}

/** Creates the partition of a month of usage events (ADR 0041) unless it exists. */
function usagePartition(month: string): string {
  const first = Temporal.PlainDate.from(month);
  const name = `public.usage_event_${first.toPlainYearMonth().toString().replace("-", "_")}`;
  return `
    do $$ begin
      if to_regclass('${name}') is null then
        create table ${name} partition of public.usage_event for values from ('${first}') to ('${first.add({ months: 1 })}');
        alter table ${name} enable row level security, force row level security;
        create policy tenant on ${name} using (merchant_id = (select public.current_merchant()));
      end if;
    end $$`;
}

async function fill(
  client: pg.Client,
  tables: readonly BackedUpTable[],
  frames: AsyncGenerator<Frame>,
  onProgress: RestoreProgress,
): Promise<readonly TableDigest[]> {
  const byName = new Map(tables.map((table) => [table.name, table]));
  let done = 0;
  for (;;) {
    const { value: frame, done: isOver } = await frames.next();
    if (isOver) throw new BackupError("BACKUP_DAMAGED", "The backup has no end.");
    if (frame.kind === "end") {
      for (const { sequence, lastValue, isCalled } of frame.sequences) {
        await client.query("select setval($1::regclass, $2, $3)", [sequence, lastValue, isCalled]);
      }
      return frame.tables;
    }
    if (frame.kind !== "table") throw new BackupError("BACKUP_DAMAGED", "The backup has rows of no table.");
    const table = byName.get(frame.table);
    if (table === undefined || table.columns.join() !== frame.columns.join()) {
      throw new BackupError(
        "BACKUP_OF_OTHER_SCHEMA",
        `The table ${frame.table} of the backup differs from that of this program; restore it with the version that made it.`,
      );
    }
    await copyIn(client, `copy ${table.name} (${table.columns.join(", ")}) from stdin`, rowsFrom(frames));
    done += 1;
    onProgress(done, tables.length * 2);
  }
}

/** The rows up to the end of a table. Not `for await`, because that would end the generator, which is read on afterwards. */
async function* rowsFrom(frames: AsyncGenerator<Frame>): AsyncGenerator<Uint8Array> {
  for (;;) {
    const { value: frame, done } = await frames.next();
    if (done || frame.kind === "tableEnd") return;
    if (frame.kind === "rows") yield frame.bytes;
  }
}

async function compare(
  client: pg.Client,
  tables: readonly BackedUpTable[],
  expected: readonly TableDigest[],
  onProgress: RestoreProgress,
): Promise<void> {
  for (const [index, table] of tables.entries()) {
    const digest = tableDigest(table.name);
    for await (const bytes of rowsOf(client, table, undefined)) digest.add(bytes);
    const found = digest.result();
    const wanted = expected.find((each) => each.table === table.name);
    if (wanted?.sha256 !== found.sha256 || wanted.rows !== found.rows) {
      throw new BackupError(
        "RESTORED_OTHERWISE",
        `The table ${table.name} does not match the backup after it was restored (${found.rows} rows, expected ${wanted?.rows ?? 0}); nothing was kept.`,
      );
    }
    onProgress(tables.length + index + 1, tables.length * 2);
  }
}

async function rejectServers(client: pg.Client): Promise<void> {
  // Sessions of other roles hide their application name from this one.
  const { rows } = await client.query<{ name: string }>(`
    select distinct coalesce(nullif(application_name, ''), 'of the role ' || usename) as name from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and usename is not null
      and (application_name is null or application_name like 'accord%') order by 1`);
  if (rows.length === 0) return;
  throw new BackupError(
    "DATABASE_IN_USE",
    `A server works on this database (connections: ${rows.map(({ name }) => name).join(", ")}); stop it first.`,
  );
}

async function rejectForeignTables(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    select c.oid::regclass::text as name from pg_class c
    where c.relnamespace = to_regnamespace('public') and c.relkind in ('r', 'p') and not c.relispartition
      and to_regclass('public.kysely_migration') is null order by 1 limit 5`);
  if (rows.length > 0) throw notEmpty(rows.map(({ name }) => name));
}

async function rejectRows(
  client: pg.Client,
  names: readonly string[],
  tables: readonly BackedUpTable[] = [],
): Promise<void> {
  const filled: string[] = [];
  for (const name of names) {
    const only = tables.find((table) => table.name === name)?.only ?? "true";
    const { rows } = await client.query<{ found: boolean }>(
      `select exists (select from ${name} where ${only}) as found`,
    );
    if (rows[0]?.found === true) filled.push(name);
  }
  if (filled.length > 0) throw notEmpty(filled);
}

function notEmpty(names: readonly string[]): BackupError {
  const shown = names.toSorted().slice(0, 5).join(", ");
  return new BackupError(
    "DATABASE_NOT_EMPTY",
    `The database is not empty (${shown}${names.length > 5 ? ", …" : ""}); a backup is restored into an empty one only.`,
  );
}

async function withClient<T>(connectionString: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString, application_name: "restore of accord" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query(stableText);
    return await use(client);
  } finally {
    await client.end();
  }
}
