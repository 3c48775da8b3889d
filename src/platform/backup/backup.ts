import pg from "pg";
import { version } from "../version.ts";
import { BackupError, explained } from "./backup-error.ts";
import { type Frame, type Header, type SequenceState, type TableDigest, writeBackupFile } from "./file.ts";
import { type BackedUpTable, backedUpTables, rowsOf, stableText, tableDigest } from "./tables.ts";

export type BackupResult = {
  readonly merchants: number;
  readonly rows: number;
  readonly bytes: number;
  readonly tables: readonly TableDigest[];
};

/** Called before each table, and at the end with all of them. */
export type BackupProgress = (done: number, total: number) => void;

/**
 * Writes all merchants of a database into one file, as one snapshot, while others go on working.
 *
 * @param connectionString of the role that owns the tables, or of one that row-level security does not bind
 * @throws BackupError if the role does not see every row; a partial backup is never written
 */
export async function backUp(
  connectionString: string,
  path: string,
  onProgress: BackupProgress,
): Promise<BackupResult> {
  const client = new pg.Client({ connectionString, application_name: "accord-backup" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query(stableText);
    await client.query("begin isolation level repeatable read read only");
    const tables = await backedUpTables(client);
    const merchants = await merchantsOf(client);
    const visible = (await isBound(client, tables)) ? merchants : undefined;
    // A role bound by row-level security reads merchant by merchant. For any other role it is off, and a policy that would hide
    // rows is an error.
    if (visible !== undefined) await client.query("set local row_security to on");
    const digests: TableDigest[] = [];
    const frames = framesOf(client, tables, visible, digests, onProgress);
    const bytes = await writeBackupFile(path, await headerOf(client, merchants.length), frames);
    const rows = digests.reduce((sum, digest) => sum + digest.rows, 0);
    return { merchants: merchants.length, rows, bytes, tables: digests };
  } catch (error) {
    throw explained(error, path);
  } finally {
    await client.end();
  }
}

async function* framesOf(
  client: pg.Client,
  tables: readonly BackedUpTable[],
  merchants: readonly string[] | undefined,
  digests: TableDigest[],
  onProgress: BackupProgress,
): AsyncGenerator<Frame> {
  for (const [index, table] of tables.entries()) {
    onProgress(index, tables.length);
    yield { kind: "table", table: table.name, columns: table.columns };
    const digest = tableDigest(table.name);
    for await (const bytes of rowsOf(client, table, merchants)) {
      digest.add(bytes);
      yield { kind: "rows", bytes };
    }
    const result = digest.result();
    digests.push(result);
    yield { kind: "tableEnd", digest: result };
  }
  onProgress(tables.length, tables.length);
  yield { kind: "end", sequences: await sequencesOf(client), tables: digests };
}

/**
 * Whether row-level security binds this role, so that it must read merchant by merchant.
 *
 * @throws BackupError if the role would not see every row even so
 */
async function isBound(client: pg.Client, tables: readonly BackedUpTable[]): Promise<boolean> {
  const { rows } = await client.query<{
    role: string;
    isFree: boolean;
    foreign: string | null;
    narrowed: string | null;
  }>(
    `select current_user as role, (rolsuper or rolbypassrls) as "isFree",
       (select min(c.oid::regclass::text) from pg_class c
        where c.oid = any ($1::regclass[]) and not pg_has_role(c.relowner, 'usage')) as "foreign",
       (select min(p.polrelid::regclass::text) from pg_policy p
        where p.polrelid = any ($1::regclass[]) and (p.polname <> 'tenant' or not p.polpermissive)) as narrowed
     from pg_roles where rolname = current_user`,
    [tables.map(({ name }) => name)],
  );
  const [found] = rows;
  if (found?.isFree === true) return false;
  if (found === undefined || found.foreign !== null) {
    throw new BackupError(
      "ROLE_SEES_NOT_ALL",
      `The role "${found?.role}" does not own the table ${found?.foreign}, so row-level security would hide rows from the backup; ` +
        "use the role that ran the migrations, or one with BYPASSRLS.",
    );
  }
  if (found.narrowed !== null) {
    throw new BackupError(
      "ROLE_SEES_NOT_ALL",
      `The table ${found.narrowed} has a row-level security policy that is not Accord's, which may hide rows from the backup; drop it, or use a role with BYPASSRLS.`,
    );
  }
  return true;
}

async function merchantsOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>("select id from public.merchant order by id");
  return rows.map(({ id }) => id);
}

async function headerOf(client: pg.Client, merchants: number): Promise<Header> {
  const { rows: migrations } = await client.query<{ name: string }>(
    "select name from public.kysely_migration order by name",
  );
  const { rows: months } = await client.query<{ month: string }>(`
    select replace(substr(c.relname, 13), '_', '-') || '-01' as month
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'public.usage_event'::regclass and c.relname ~ '^usage_event_\\d{4}_\\d\\d$' order by 1`);
  return {
    program: version,
    takenAt: Temporal.Now.instant().toString({ smallestUnit: "second" }),
    migrations: migrations.map(({ name }) => name),
    merchants,
    usageMonths: months.map(({ month }) => month),
  };
}

/** Sequences belong to no snapshot. They are read last, so that they are not behind any row of the snapshot. */
async function sequencesOf(client: pg.Client): Promise<SequenceState[]> {
  const { rows } = await client.query<{ sequence: string }>(
    "select c.oid::regclass::text as sequence from pg_class c where relkind = 'S' and relnamespace = 'public'::regnamespace order by 1",
  );
  const states: SequenceState[] = [];
  for (const { sequence } of rows) {
    const { rows: found } = await client.query<Omit<SequenceState, "sequence">>(
      `select last_value::text as "lastValue", is_called as "isCalled" from ${sequence}`,
    );
    states.push(...found.map((state) => ({ sequence, ...state })));
  }
  return states;
}
