import assert from "node:assert/strict";
import type pg from "pg";

// What the database itself says of a cluster: asked as the owner of the tables, and in the role of the program.

/** Is it distributed? Then every table of the merchants is, all of them by merchant and side by side, with their keys and triggers. */
export async function checkDatabase(owner: pg.Client): Promise<boolean> {
  const { rowCount } = await owner.query("select from pg_extension where extname = 'citus'");
  if (rowCount === 0) return false;
  const { rows } = await owner.query<Record<"tables" | "distributed" | "groups" | "bare", string>>(`
    with tenant_table as (
      select relation.oid, placed.colocationid, placed.logicalrelid, column_to_column_name(placed.logicalrelid, placed.partkey) as key
      from pg_class as relation left join pg_dist_partition as placed on placed.logicalrelid = relation.oid and placed.partmethod = 'h'
      where relation.relnamespace = 'public'::regnamespace and relation.relkind in ('r', 'p') and relation.relrowsecurity
    )
    select count(*) as tables, count(logicalrelid) as distributed, count(distinct colocationid || key) as groups,
      count(*) filter (where not exists (select from pg_policy where polrelid = tenant_table.oid)) as bare
    from tenant_table`);
  const [found] = rows;
  assert.ok(found);
  assert.ok(Number(found.tables) > 90, "there are tables of merchants");
  assert.deepEqual([found.distributed, found.groups, found.bare], [found.tables, "1", "0"]);
  return true;
}

/** The second guards hold, whoever writes and whatever a statement says: rows of another merchant, and entries that do not balance. */
export async function checkWalls(owner: pg.Client, [mine, others]: readonly string[]): Promise<void> {
  await asProgram(owner, mine, async () => {
    const { rows } = await owner.query<{ merchant_id: string }>("select distinct merchant_id from invoice");
    assert.deepEqual(rows, [{ merchant_id: mine }], "without any condition, a merchant sees its own");
    const { rowCount } = await owner.query("select from invoice where merchant_id = $1", [others]);
    assert.equal(rowCount, 0, "asked for by name, another's are not there");
    const { rowCount: written } = await owner.query("update customer set name = 'x' where merchant_id = $1", [others]);
    assert.equal(written, 0, "nor changed");
    const clock = "insert into event_feed (merchant_id, position) values ($1, 0) on conflict (merchant_id) do nothing";
    await rejects(owner, clock, [others], /row-level security/);
    await rejects(owner, "update journal_line set debit_minor = 1 where merchant_id = $1", [mine], /permission denied/);
    const unbalanced = `insert into journal_line (merchant_id, entry_id, line_number, date, role, account, currency, debit_minor, credit_minor)
      select merchant_id, id, 100, date, 'CASH', 'Cash', currency, 100, 0 from journal_entry where merchant_id = $1 limit 1`;
    await rejects(owner, unbalanced, [mine], /do not balance|the month is closed/);
    const early = `insert into journal_entry (merchant_id, id, number, date, type, source_type, source_id, currency, posted_at)
      values ($1, $2, 1000000, '2026-01-05', 'ADJUSTMENT', 'ADJUSTMENT', 'x', 'USD', now())`;
    await rejects(owner, early, [mine, crypto.randomUUID()], /the month is closed/);
  });
}

/** A job that fails for good is told to its merchant, by the job library's own statement. */
export async function checkTold(owner: pg.Client, merchantId: string): Promise<void> {
  await owner.query("set role accord_app");
  await owner.query(
    `insert into pgboss.job (name, data, source_id, source_name)
     values ('dead-letters', jsonb_build_object('merchantId', $1::text), gen_random_uuid(), 'regenerate-invoices')`,
    [merchantId],
  );
  await owner.query("reset role");
  await asProgram(owner, merchantId, async () => {
    const { rowCount } = await owner.query("select from outbox_event where type = 'job.failed'");
    assert.equal(rowCount, 1);
  });
}

/** Everything is rolled back. */
async function asProgram(owner: pg.Client, merchantId: string | undefined, ask: () => Promise<void>): Promise<void> {
  await owner.query("set citus.propagate_set_commands = 'local'");
  await owner.query("begin");
  await owner.query(`set local accord.merchant_id = '${merchantId}'`);
  await owner.query("set local role accord_app");
  try {
    await ask();
  } finally {
    await owner.query("rollback");
  }
}

async function rejects(owner: pg.Client, statement: string, values: unknown[], reason: RegExp): Promise<void> {
  await owner.query("savepoint before");
  await assert.rejects(owner.query(statement, values), reason);
  await owner.query("rollback to before");
}

/** On which nodes merchants are. */
export async function placesOf(owner: pg.Client, merchantIds: readonly string[]): Promise<string> {
  const { rows } = await owner.query<{ node: string; count: string }>(
    `select nodename || ':' || nodeport as node, count(*) from unnest($1::uuid[]) as merchant (id)
       join pg_dist_shard_placement on shardid = get_shard_id_for_distribution_column('invoice', merchant.id)
     group by 1 order by 1`,
    [merchantIds],
  );
  return rows.map(({ node, count }) => `${count} merchants on ${node}`).join(", ");
}
