import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { migrationNames, migrationsFolder } from "./migrate.ts";

// A dump restored without roles or privileges lacks the program's role, its grants and row-level security. The migrations say which
// are right, and nothing else does.

/** What is wrong with the roles, grants and row-level security of a database whose schema is current; empty if nothing is. */
export async function accessProblems(connectionString: string): Promise<string[]> {
  return withClient(connectionString, async (client) => {
    const { rows } = await client.query<{ exists: boolean }>(
      "select exists (select from pg_roles where rolname = 'accord_app')",
    );
    if (rows[0]?.exists !== true) return ['The role "accord_app" does not exist; run "accord migrate".'];
    const wrong = [
      ...(await namesFound(client, memberQuery)),
      ...(await namesFound(client, unprotectedQuery)),
      ...(await wrongGrants(client)),
    ];
    if (wrong.length === 0) return [];
    const shown = `${wrong.slice(0, 3).join("; ")}${wrong.length > 3 ? `; and ${wrong.length - 3} more` : ""}`;
    return [`Access to the database is not as the program needs it (${shown}); run "accord migrate".`];
  });
}

/**
 * True if a program that connects with this role could become the owner of the tables, whom row-level security and grants do not
 * bind. Then any flaw in the program exposes everything.
 */
export async function canBecomeOwner(connectionString: string): Promise<boolean> {
  return withClient(connectionString, async (client) => {
    const { rows } = await client.query<{ could: boolean }>(`
      select rolsuper or exists (
        select from pg_database where datname = current_database() and pg_has_role(session_user, datdba, 'member')
        union all
        select from pg_class where oid = to_regclass('public.merchant') and pg_has_role(session_user, relowner, 'member')
      ) as could
      from pg_roles where rolname = session_user`);
    return rows[0]?.could === true;
  });
}

/** Restores the role, its grants and row-level security as the migrations define them. Repeating it changes nothing. */
export async function repairAccess(connectionString: string): Promise<void> {
  await withClient(connectionString, async (client) => {
    await client.query("begin");
    await client.query(makeRole);
    await client.query(revokeAll);
    for (const statement of await accessStatements()) await client.query(statement);
    await client.query(protectTables);
    await client.query("commit");
  });
}

const makeRole = `
  do $$ begin
    if not exists (select from pg_roles where rolname = 'accord_app') then create role accord_app nologin; end if;
  exception when duplicate_object or unique_violation then null; -- another database of the cluster made it just now
  end $$`;

// Functions are revoked only where a grant is listed: a function without grants may be executed by everybody, and REVOKE would turn
// that default into a listed grant.
const revokeAll = `
  revoke all on all tables in schema public from accord_app;
  revoke all on all sequences in schema public from accord_app;
  do $$
  declare
    granted regprocedure;
  begin
    for granted in
      select p.oid from pg_proc p cross join lateral aclexplode(p.proacl) x
      where p.pronamespace = 'public'::regnamespace and x.grantee = 'accord_app'::regrole
    loop
      execute format('revoke all on function %s from accord_app', granted);
    end loop;
  end $$`;

/** Every GRANT and REVOKE of the migrations, in order. Only those at the beginning of a line, which excludes those inside functions. */
async function accessStatements(): Promise<string[]> {
  const statements: string[] = [];
  for (const name of await migrationNames()) {
    const text = await readFile(join(migrationsFolder, `${name}.sql`), "utf8");
    for (const [statement] of text.matchAll(/^(?:grant|revoke)\s[^;]+;/gm)) statements.push(statement);
  }
  return statements;
}

const tenantTables = `
  select relation.oid, relation.oid::regclass::text as name, relation.relrowsecurity and relation.relforcerowsecurity as is_forced,
    array(select polname::text from pg_policy where polrelid = relation.oid) as policies
  from pg_class as relation join pg_attribute as held on held.attrelid = relation.oid
  where relation.relnamespace = 'public'::regnamespace and relation.relkind in ('r', 'p') and held.attname = 'merchant_id'
    and relation.relname not in ('membership', 'api_key', 'user_session', 'sign_in_link', 'event_arrival', 'webhook_turn')`;

const unprotectedQuery = `
  select 'row-level security of ' || name as name from (${tenantTables}) as tenant_table
  where not is_forced or policies <> array['tenant'] order by name`;

// In a distributed database a policy may have no sub-select (ADR 0095); a function that only such a database has tells it.
const protectTables = `
  do $$
  declare
    tenant_table record;
    own text := case when to_regproc('shard_beside') is null then '(select current_merchant())' else 'current_merchant()' end;
  begin
    for tenant_table in
      select * from (${tenantTables}) as each where not is_forced or not policies @> array['tenant']
    loop
      execute format('alter table %s enable row level security, force row level security', tenant_table.name);
      if not tenant_table.policies @> array['tenant'] then
        execute format('create policy tenant on %s using (merchant_id = %s)', tenant_table.name, own);
      end if;
    end loop;
  end $$`;

const memberQuery = `
  select 'the role ' || current_user || ' is no member of accord_app' as name
  where not pg_has_role(current_user, 'accord_app', 'member')
  union all
  select 'no right to the job queue''s ' || c.relname from pg_class c
  where c.relnamespace = to_regnamespace('pgboss') and c.relkind in ('r', 'p') and not c.relispartition
    and not (has_schema_privilege('accord_app', 'pgboss', 'usage')
      and has_table_privilege('accord_app', c.oid, 'select') and has_table_privilege('accord_app', c.oid, 'insert')
      and has_table_privilege('accord_app', c.oid, 'update') and has_table_privilege('accord_app', c.oid, 'delete'))`;

/** The grants of the program's role on relations, columns and functions. */
const grantsQuery = `
  select x.privilege_type || ' on ' || c.relname as name
  from pg_class c cross join lateral aclexplode(c.relacl) x
  where c.relnamespace = 'public'::regnamespace and x.grantee = 'accord_app'::regrole
  union all
  select x.privilege_type || ' (' || a.attname || ') on ' || c.relname
  from pg_class c join pg_attribute a on a.attrelid = c.oid and not a.attisdropped cross join lateral aclexplode(a.attacl) x
  where c.relnamespace = 'public'::regnamespace and x.grantee = 'accord_app'::regrole
  union all
  select x.privilege_type || ' on ' || p.proname || '()'
  from pg_proc p cross join lateral aclexplode(p.proacl) x
  where p.pronamespace = 'public'::regnamespace and x.grantee = 'accord_app'::regrole`;

let wantedOnce: Promise<ReadonlySet<string>> | undefined;

async function wrongGrants(client: pg.Client): Promise<string[]> {
  // Computed once: the migrations of a running program do not change, and load balancers ask often.
  wantedOnce ??= grantsWanted();
  const wanted = await wantedOnce;
  const found = new Set(await namesFound(client, grantsQuery));
  return [
    ...[...wanted].filter((grant) => !found.has(grant)).map((grant) => `lacks ${grant}`),
    ...[...found].filter((grant) => !wanted.has(grant)).map((grant) => `has ${grant} too much`),
  ];
}

/** The grants that the migrations define, in the form of {@link grantsQuery}. */
async function grantsWanted(): Promise<Set<string>> {
  const wanted = new Set<string>();
  for (const statement of await accessStatements()) {
    const parsed = /^grant (.+?) on (?!schema )(?:sequence |function )?(.+) to accord_app;$/s.exec(statement);
    if (parsed === null) continue;
    const [, rights = "", objects = ""] = parsed;
    for (const object of objects.replaceAll(/\((?:[^)]*)\)/g, "()").split(",")) {
      for (const right of rightsOf(rights)) wanted.add(`${right} on ${object.trim()}`);
    }
  }
  return wanted;
}

/** `select, update (a, b)` as SELECT, UPDATE (a), UPDATE (b). */
function rightsOf(text: string): string[] {
  return [...text.matchAll(/(\w+)\s*(?:\(([^)]*)\))?/g)].flatMap(([, right = "", columns]) =>
    columns === undefined
      ? [right.toUpperCase()]
      : columns.split(",").map((column) => `${right.toUpperCase()} (${column.trim()})`),
  );
}

async function namesFound(client: pg.Client, query: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(query);
  return rows.map(({ name }) => name);
}

async function withClient<T>(connectionString: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
