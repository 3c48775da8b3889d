import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import pg from "pg";
import { type DemoMerchant, seedDemo } from "../../src/integrations/demo/service.ts";
import { startApi, type TestApi } from "../support/api.ts";

// What the database itself rejects, whatever the program does: one merchant never sees another (ADR 0009), and what is
// issued or posted never changes.

// Tables that are read before the merchant is known, and those of the migrations.
const referenceTables = [
  ...[
    "api_key",
    "app_user",
    "event_arrival",
    "membership",
    "merchant",
    "sign_in_brake",
    "sign_in_link",
    "user_session",
    "webhook_turn",
  ],
  ...["kysely_migration", "kysely_migration_lock"],
];
let api: TestApi;
let a: DemoMerchant;
let b: DemoMerchant;
let owner: pg.Client;
let app: pg.Client;
let tenantTables: string[];

before(async () => {
  api = await startApi();
  [a, b] = [await seedDemo(api.platform, { name: "A" }), await seedDemo(api.platform, { name: "B" })];
  owner = new pg.Client({ connectionString: api.connectionString });
  app = new pg.Client({ connectionString: api.connectionString, options: "-c role=accord_app" });
  await Promise.all([owner.connect(), app.connect()]);
  const tables = await owner.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
     and not relispartition order by 1`,
  );
  tenantTables = tables.rows.map((row) => row.name).filter((name) => !referenceTables.includes(name));
  await fillEmptyTables();
});
after(async () => {
  await Promise.all([owner?.end(), app?.end()]);
  await api?.close();
});

// A value of each type, for rows that only have to be there.
const someValue: Readonly<Record<string, string>> = {
  uuid: "gen_random_uuid()",
  text: "'x'",
  boolean: "false",
  jsonb: "'{}'",
  bytea: "'\\x00'",
  date: "'2026-01-01'",
  "timestamp with time zone": "now()",
};

/** A row for every table that the demo leaves empty, so that no check looks at nothing; a new table needs no word here. */
async function fillEmptyTables(): Promise<void> {
  await owner.query("select ensure_usage_event_partitions()");
  await owner.query("set session_replication_role = replica");
  for (const table of tenantTables) {
    const { count } = await one(`select count(*)::int as count from ${table}`);
    if (Number(count) > 0) continue;
    const checks = await owner.query<{ name: string }>(
      "select conname as name from pg_constraint where conrelid = $1::regclass and contype = 'c'",
      [table],
    );
    for (const { name } of checks.rows) await owner.query(`alter table ${table} drop constraint ${name}`);
    const { rows } = await owner.query<{ name: string; type: string }>(
      `select attname as name, split_part(format_type(atttypid, null), '(', 1) as type from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and attnotnull and not atthasdef and attname <> 'merchant_id'`,
      [table],
    );
    const names = ["merchant_id", ...rows.map((row) => row.name)];
    const values = rows.map(({ type }) => someValue[type] ?? (type.endsWith("[]") ? "'{}'" : "1"));
    for (const { merchantId } of [a, b]) {
      await owner.query(`insert into ${table} (${names}) values (${[`'${merchantId}'`, ...values]})`);
    }
  }
  await owner.query("set session_replication_role = origin");
}

/** Runs as the program's role under a merchant, and takes everything back. */
async function under<T>(merchantId: string | null, use: () => Promise<T>): Promise<T> {
  await app.query("begin");
  try {
    if (merchantId !== null) {
      await app.query("select set_config('accord.merchant_id', $1, true)", [merchantId]);
    }
    return await use();
  } finally {
    await app.query("rollback");
  }
}

function rejected(statement: string, reason: RegExp, merchant: DemoMerchant = a): Promise<void> {
  return under(merchant.merchantId, () => assert.rejects(() => app.query(statement), reason, statement));
}

async function one(statement: string, parameters: unknown[] = []): Promise<Record<string, string>> {
  const { rows } = await owner.query(statement, parameters);
  assert.equal(rows.length, 1, statement);
  return rows[0];
}

const denied = /permission denied/;

test("every table is a reference table or has the merchant first in its primary key", async () => {
  const { rows } = await owner.query<{ name: string; first: string | null }>(
    `select relname as name, (select attname from pg_constraint join pg_attribute on attrelid = conrelid
       and attnum = conkey[1] where conrelid = pg_class.oid and contype = 'p') as first
     from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  );
  const loose = rows.filter((row) => row.first !== "merchant_id" && !referenceTables.includes(row.name));
  assert.deepEqual(loose, []);
  assert.ok(tenantTables.length >= 21, tenantTables.join());
});

test("every foreign key to a tenant table carries the merchant", async () => {
  const { rows } = await owner.query<{ name: string; child: string }>(
    `select conname as name, conrelid::regclass::text as child from pg_constraint
     where contype = 'f' and confrelid::regclass::text = any($1) and not exists (
       select from unnest(conkey, confkey) as pair (child, parent)
         join pg_attribute as own on own.attrelid = conrelid and own.attnum = pair.child
         join pg_attribute as other on other.attrelid = confrelid and other.attnum = pair.parent
       where own.attname = 'merchant_id' and other.attname = 'merchant_id')`,
    [tenantTables],
  );
  assert.deepEqual(rows, []);
});

test("row-level security is on for every tenant table, and binds its owner as well", async () => {
  const { rows } = await owner.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relname = any($1) and not (relrowsecurity and relforcerowsecurity)`,
    [tenantTables],
  );
  assert.deepEqual(rows, []);
});

test("the policy of every tenant table reads the merchant once a statement, not once a row", async () => {
  const { rows } = await owner.query<{ name: string; policy: string }>(
    `select polrelid::regclass::text as name, pg_get_expr(polqual, polrelid) as policy from pg_policy
     where pg_get_expr(polqual, polrelid) !~ '^\\(merchant_id = \\( SELECT current_merchant\\(\\)'`,
  );
  assert.deepEqual(rows, []);
});

test("the program's role owns nothing, is no superuser and cannot bypass row-level security", async () => {
  const role = await one(
    `select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb,
       (select count(*) from pg_class where relowner = pg_roles.oid)::int as tables
     from pg_roles where rolname = 'accord_app'`,
  );
  assert.deepEqual(
    { ...role },
    { rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false, tables: 0 },
  );
});

test("without a merchant no row of any tenant table is visible, with one only its own rows", async () => {
  for (const table of tenantTables) {
    const { count } = await one(`select count(distinct merchant_id)::int as count from ${table}`);
    assert.ok(Number(count) >= 2, `${table} has rows of both merchants`);
    const seen = async () => (await app.query(`select distinct merchant_id as id from ${table}`)).rows;
    assert.deepEqual(await under(null, seen), [], `${table} without a merchant`);
    assert.deepEqual(await under("", seen), [], `${table} with an empty one`);
    assert.deepEqual(await under(a.merchantId, seen), [{ id: a.merchantId }], `${table} with merchant A`);
  }
});

test("a malformed merchant sees nothing", async () => {
  for (const merchant of ["x", "' or true --", `${a.merchantId}x`]) {
    await under(merchant, () => assert.rejects(() => app.query("select * from contract"), /invalid input syntax/));
  }
});

test("the merchant of one transaction does not apply to the next", async () => {
  await under(a.merchantId, () => app.query("select 1"));
  assert.equal((await app.query("select count(*)::int as count from contract")).rows[0].count, 0);
});

test("no row of another merchant can be inserted into any tenant table", async () => {
  for (const table of tenantTables) {
    const mayInsert = await one("select has_table_privilege('accord_app', $1, 'insert') as may", [table]);
    if (!mayInsert.may) continue;
    // The row of B that the owner reads is offered again under A; the policy answers before any key does.
    const { rows } = await owner.query(`select to_jsonb(t) as row from ${table} as t where merchant_id = $1 limit 1`, [
      b.merchantId,
    ]);
    const columns = await insertableColumns(table);
    await under(a.merchantId, () =>
      assert.rejects(
        () =>
          app.query(
            `insert into ${table} (${columns}) select ${columns} from jsonb_populate_record(null::${table}, $1)`,
            [JSON.stringify(rows[0].row)],
          ),
        /violates row-level security/,
        table,
      ),
    );
  }
});

async function insertableColumns(table: string): Promise<string> {
  const { columns } = await one(
    `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''`,
    [table],
  );
  return columns ?? "";
}

test("no row of another merchant can be changed or deleted", async () => {
  await under(a.merchantId, async () => {
    const changed = await app.query("update contract set name = 'x' where merchant_id = $1", [b.merchantId]);
    assert.equal(changed.rowCount, 0);
    const deleted = await app.query("delete from invoice where merchant_id = $1", [b.merchantId]);
    assert.equal(deleted.rowCount, 0);
    await assert.rejects(
      () => app.query("update contract set merchant_id = $1", [b.merchantId]),
      /row-level security|foreign key/,
    );
  });
});

for (const table of ["journal_entry", "journal_line", "revenue_entry", "audit_log", "close_package", "signed_head"]) {
  test(`rows of ${table} cannot be updated, deleted or truncated`, async () => {
    await rejected(`update ${table} set merchant_id = merchant_id`, denied);
    await rejected(`delete from ${table}`, denied);
    await rejected(`truncate ${table}`, denied);
  });
}

test("only drafts can be deleted", async () => {
  for (const table of tenantTables) {
    await rejected(`truncate ${table} cascade`, denied);
    if (table === "invoice") continue;
    const { may } = await one("select has_table_privilege('accord_app', $1, 'delete') as may", [table]);
    if (!may) await rejected(`delete from ${table}`, denied);
  }
});

test("of an issued line only is_void can change", async () => {
  await rejected("update invoice_line set total_minor = 0", denied);
  await rejected("update invoice_line set service_start = service_start - 1", denied);
  await rejected("delete from invoice_line", denied);
  await under(a.merchantId, () => app.query("update invoice_line set is_void = true where line_number = 1"));
});

test("a close package cannot be changed, even by the owner of the tables", async () => {
  const isFinal = /a close package never changes/;
  for (const statement of [
    "update close_package set manifest = '{}'",
    "delete from close_package",
    "truncate close_package",
  ]) {
    await asOwner(() => assert.rejects(() => owner.query(statement), isFinal));
  }
});

test("a batch of a journal export and its contents cannot be changed, even by the owner", async () => {
  for (const table of ["journal_export", "journal_entry_export"]) {
    await asOwner(() =>
      assert.rejects(() => owner.query(`truncate ${table} cascade`), /a journal export never changes/, table),
    );
  }
});

test("append-only tables cannot be truncated, even by the owner", async () => {
  const { tables } = await one(
    `select array_agg(relname::text order by relname) as tables from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and (
       relname in ('invoice', 'invoice_line') or has_table_privilege('accord_app', oid, 'insert')
       and not has_table_privilege('accord_app', oid, 'delete') and not has_any_column_privilege('accord_app', oid, 'update'))`,
  );
  assert.ok(tables !== undefined);
  for (const table of ["audit_log", "journal_entry", "journal_line", "revenue_entry"])
    assert.ok(tables.includes(table));
  const stays = /rows of \w+ are never cut off|never changes/;
  for (const table of tables) {
    await asOwner(() => assert.rejects(() => owner.query(`truncate ${table} cascade`), stays, table));
  }
});

const final = /an issued invoice never changes/;
const isIssued = "status <> 'DRAFT' and merchant_id = current_merchant()";

/** Runs as the owner of the tables, whom no grant stops, under merchant A, and rolls everything back. */
async function asOwner(use: () => Promise<unknown>): Promise<void> {
  await owner.query("begin");
  try {
    await owner.query("select set_config('accord.merchant_id', $1, true)", [a.merchantId]);
    await use();
  } finally {
    await owner.query("rollback");
  }
}

test("of an issued invoice only the columns of settlement, delivery and notes can change", async () => {
  const { rows } = await owner.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, null) as type from pg_attribute
     where attrelid = 'invoice'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
  );
  const changeable = [
    ...["status", "amount_paid_minor", "amount_credited_minor", "paid_on", "voided_at", "uncollectible_on"],
    ...["delivery_status", "sent_date", "memo", "po_number", "custom_fields", "version", "last_updated_at"],
  ];
  const isFinal = rows.filter(({ name }) => !changeable.includes(name));
  assert.ok(isFinal.length > 20);
  const another: Readonly<Record<string, string>> = {
    bigint: "coalesce($, 0) + 1",
    integer: "coalesce($, 0) + 1",
    boolean: "not $",
    date: "coalesce($, '2300-01-01') + 1",
    text: "coalesce($, '') || 'X'",
    bytea: "'\\x00'",
    jsonb: "coalesce($, '[]') || '[1]'",
    uuid: "gen_random_uuid()",
    "uuid[]": "$ || gen_random_uuid()",
    "timestamp(3) with time zone": "$ + interval '1 second'",
    "timestamp with time zone": "$ + interval '1 second'",
  };
  for (const { name, type } of isFinal) {
    const value = another[type]?.replaceAll("$", name);
    assert.ok(value !== undefined, `${name} is of a type that this test does not know: ${type}`);
    const statement = `update invoice set ${name} = ${value} where ${isIssued}`;
    await asOwner(() => assert.rejects(() => owner.query(statement), final, statement));
    await rejected(statement, /permission denied|an issued invoice never changes/);
  }
});

test("an issued invoice cannot be deleted or become a draft, and a void one stays void", async () => {
  await rejected("delete from invoice where status <> 'DRAFT'", final);
  const again = "status = 'DRAFT', number = null, invoice_number = null, issued_at = null, content_hash = null";
  await asOwner(() =>
    assert.rejects(() => owner.query(`update invoice set ${again}, draft_lines = '[]' where ${isIssued}`), final),
  );
  await under(a.merchantId, async () => {
    await app.query("update invoice set status = 'VOID', voided_at = now() where status = 'ISSUED'");
    await assert.rejects(() => app.query("update invoice set status = 'ISSUED' where status = 'VOID'"), final);
  });
});

test("memo, custom fields and PO number of an issued invoice can change, the PO number until it is paid or void", async () => {
  await under(a.merchantId, async () => {
    const notes = `memo = 'x', custom_fields = '{"${a.merchantId}": "x"}', sent_date = '2026-01-01'`;
    await app.query(`update invoice set ${notes}, po_number = 'PO-1' where status = 'ISSUED'`);
    await app.query("update invoice set amount_paid_minor = total_minor, status = 'PAID' where status = 'ISSUED'");
    await app.query("update invoice set memo = 'y' where status = 'PAID'");
    await app.query("savepoint paid");
    await assert.rejects(() => app.query("update invoice set po_number = 'PO-2' where status = 'PAID'"), final);
    await app.query("rollback to savepoint paid");
  });
  await rejected("update invoice set custom_fields = '[]' where status = 'ISSUED'", /check constraint/);
});

test("the taxes of an invoice's lines have to sum to its tax", async () => {
  await asOwner(async () => {
    const { rows } = await owner.query(`select id from invoice where ${isIssued} limit 1`);
    await owner.query(
      "create temporary table kept on commit drop as select * from invoice_line where invoice_id = $1",
      [rows[0].id],
    );
    await owner.query("delete from invoice_line where invoice_id = $1", [rows[0].id]);
    await owner.query("savepoint gone");
    await owner.query("insert into invoice_line select * from kept");
    await owner.query("rollback to savepoint gone");
    await owner.query("update kept set tax_minor = tax_minor + 1");
    await assert.rejects(
      () => owner.query("insert into invoice_line select * from kept"),
      /do not match their invoice/,
    );
  });
});

test("a draft can be rebuilt and removed, and payments move an issued invoice", async () => {
  await under(a.merchantId, async () => {
    await app.query("update invoice set due_date = due_date + 1 where status = 'DRAFT'");
    assert.ok(((await app.query("delete from invoice where status = 'DRAFT'")).rowCount ?? 0) > 0);
    await app.query("update invoice set amount_paid_minor = total_minor, status = 'PAID' where status = 'ISSUED'");
  });
});

const newEntry = (date: string) => `
  with entry as (
    insert into journal_entry (merchant_id, id, number, date, type, source_type, source_id, currency, posted_at)
    values (current_merchant(), gen_random_uuid(), 900000, '${date}', 'PRESENTATION', 'ACCOUNTING_PERIOD', 'x', 'USD', now())
    returning id
  )`;
const newLines = (date: string, debit: number, credit: number) => `
  insert into journal_line (merchant_id, entry_id, line_number, date, role, account, currency, debit_minor, credit_minor)
  select current_merchant(), id, 1, '${date}'::date, 'CASH', 'Cash', 'USD', ${debit}, 0
    from journal_entry where number = 900000
  union all select current_merchant(), id, 2, '${date}'::date, 'REVENUE', 'Revenue', 'USD', 0, ${credit}
    from journal_entry where number = 900000`;

test("nothing can be posted into a closed month", async () => {
  for (const date of ["2024-06-30", "2025-01-01", "2025-12-31"]) {
    await rejected(`${newEntry(date)} select 1`, /the month is closed/);
  }
  await under(a.merchantId, () => app.query(`${newEntry("2026-01-01")} select 1`));
});

test("unbalanced lines are rejected, and so is a single line", async () => {
  await under(a.merchantId, async () => {
    await app.query(`${newEntry("2026-01-10")} select 1`);
    await app.query("savepoint entry");
    await assert.rejects(() => app.query(newLines("2026-01-10", 100, 99)), /do not balance/);
    await app.query("rollback to savepoint entry");
    await assert.rejects(() => app.query(`${newLines("2026-01-10", 100, 100)} limit 1`), /do not balance/);
    await app.query("rollback to savepoint entry");
    await assert.rejects(() => app.query(newLines("2026-01-10", 0, 0)), /check constraint/);
    await app.query("rollback to savepoint entry");
    await assert.rejects(() => app.query(newLines("2026-01-10", -5, -5)), /check constraint/);
    await app.query("rollback to savepoint entry");
    await app.query(newLines("2026-01-10", 100, 100));
  });
});

test("lines cannot be added to an entry of a closed month", async () => {
  await rejected(
    `insert into journal_line (merchant_id, entry_id, line_number, date, role, account, currency, debit_minor, credit_minor)
     select merchant_id, id, 90 + side, date, 'CASH', 'Cash', currency, side, 1 - side
     from (select * from journal_entry where date < '2025-06-01' limit 1) as entry, generate_series(0, 1) as side`,
    /do not match their entry|the month is closed/,
  );
});

test("lines cannot be added to an entry that is complete", async () => {
  await under(a.merchantId, async () => {
    await app.query(`${newEntry("2026-01-10")} select 1`);
    await app.query(newLines("2026-01-10", 100, 100));
    const more = newLines("2026-01-10", 5, 5).replace("id, 1,", "id, 3,").replace("id, 2,", "id, 4,");
    await assert.rejects(() => app.query(more), /do not match their entry/);
  });
});

test("a line needs its entry, which then cannot be deleted", async () => {
  await under(a.merchantId, async () => {
    const lines = newLines("2026-01-10", 100, 100).replaceAll("from journal_entry where number = 900000", "");
    const orphans = lines.replaceAll(" id,", " '019b0000-0000-7000-8000-000000000000'::uuid,");
    await assert.rejects(() => app.query(orphans), /do not match their entry/);
  });
  const withLines = `merchant_id = '${a.merchantId}' and exists (
    select from journal_line where journal_line.merchant_id = journal_entry.merchant_id and entry_id = journal_entry.id)`;
  for (const statement of [
    `delete from journal_entry where ${withLines}`,
    `update journal_entry set id = gen_random_uuid() where ${withLines}`,
  ]) {
    await assert.rejects(() => owner.query(statement), /a journal entry with lines stays/);
  }
});

test("entries, posted revenue and stored accounts refer to existing rows, which cannot be deleted, by the owner either", async () => {
  const nobody = "'019b0000-0000-7000-8000-000000000000'::uuid";
  const { rows } = await owner.query(
    `select journal_entry.contract_id, performance_obligation_id, journal_entry_id from revenue_entry
     join journal_entry on journal_entry.merchant_id = revenue_entry.merchant_id and id = journal_entry_id
     where revenue_entry.merchant_id = $1 limit 1`,
    [a.merchantId],
  );
  const [known] = rows;
  await owner.query("insert into obligation_liability_account values ($1, $2, '2410')", [
    a.merchantId,
    known.performance_obligation_id,
  ]);
  const again = (table: string, changed: Readonly<Record<string, string>>, where: string) =>
    `insert into ${table} select (jsonb_populate_record(row, jsonb_build_object(${Object.entries(changed)
      .map(([column, value]) => `'${column}', ${value}`)
      .join(", ")}))).* from ${table} as row where row.merchant_id = '${a.merchantId}' and ${where} limit 1`;
  const ofEntry = `id = '${known.journal_entry_id}'`;
  const ofPob = `performance_obligation_id = '${known.performance_obligation_id}'`;
  const unnamed = { number: "800000", date: "'2026-01-31'", id: "gen_random_uuid()" };
  const noContract = /names a contract that is not there/;
  const noPob = /names a performance obligation that is not there/;
  const noEntry = /names a journal entry that is not there/;
  const inserts: readonly (readonly [string, RegExp])[] = [
    [again("journal_entry", { ...unnamed, contract_id: nobody }, ofEntry), noContract],
    [again("revenue_entry", { performance_obligation_id: nobody }, ofPob), noPob],
    [again("revenue_entry", { close_count: "9", journal_entry_id: nobody }, ofPob), noEntry],
    [again("obligation_liability_account", { performance_obligation_id: nobody }, ofPob), noPob],
  ];
  const others = [
    [`update journal_entry set contract_id = ${nobody} where ${ofEntry}`, noContract],
    [`update revenue_entry set performance_obligation_id = ${nobody} where ${ofPob}`, noPob],
    [`update revenue_entry set journal_entry_id = ${nobody} where ${ofPob}`, noEntry],
    [`update obligation_liability_account set performance_obligation_id = ${nobody} where ${ofPob}`, noPob],
  ] as const;
  const removals = [
    ["contract", known.contract_id, /a contract with journal entries stays/],
    ["performance_obligation", known.performance_obligation_id, /a performance obligation with posted revenue stays/],
    ["journal_entry", known.journal_entry_id, /a journal entry with posted revenue stays/],
  ] as const;
  for (const [statement, reason] of inserts) await rejected(statement, reason);
  for (const [statement, reason] of [...inserts, ...others]) {
    await assert.rejects(() => owner.query(statement), { code: "23503", message: reason }, statement);
  }
  await owner.query("begin");
  // What else would reject it: foreign keys, and the lines of the entry.
  const keys = await owner.query<{ name: string; table: string }>(
    `select conname as name, conrelid::regclass as table from pg_constraint
     where contype = 'f' and confrelid in ('contract'::regclass, 'performance_obligation'::regclass, 'journal_entry'::regclass)`,
  );
  for (const { name, table } of keys.rows) await owner.query(`alter table ${table} drop constraint ${name}`);
  await owner.query("delete from journal_line where entry_id = $1", [known.journal_entry_id]);
  await owner.query("savepoint named");
  for (const [table, id, reason] of removals) {
    for (const statement of [`delete from ${table}`, `update ${table} set id = ${nobody}`]) {
      const removal = () => owner.query(`${statement} where id = $1`, [id]);
      await assert.rejects(removal, { code: "23503", message: reason }, statement);
      await owner.query("rollback to savepoint named");
    }
  }
  await owner.query("rollback");
  // The same rows go in once they name what is there, so it was the names that were rejected.
  await under(a.merchantId, async () => {
    await app.query(again("journal_entry", unnamed, ofEntry));
    await app.query(again("revenue_entry", { month: "'2026-01-01'", close_count: "9" }, ofPob));
  });
});

test("an entry without lines is rejected", async () => {
  await under(a.merchantId, async () => {
    await app.query(`${newEntry("2026-01-10")} select 1`);
    const later = newLines("2026-01-10", 5, 5).replace("id, 1,", "id, 3,").replace("id, 2,", "id, 4,");
    await assert.rejects(() => app.query(later), /do not match their entry/);
  });
});

test("a line has the date of its entry", async () => {
  await under(a.merchantId, async () => {
    await app.query(`${newEntry("2026-01-10")} select 1`);
    await assert.rejects(() => app.query(newLines("2026-01-11", 100, 100)), /do not match their entry/);
  });
});

test("a period of a term on an issued line cannot be billed again", async () => {
  await rejected(
    `insert into invoice_line (merchant_id, invoice_id, line_number, id, billing_term_id, type, service_start, service_end,
       name, quantity, subtotal_minor, discount_total_minor, total_minor)
     select merchant_id, invoice_id, 99, gen_random_uuid(), billing_term_id, type, service_start, service_end, name, quantity,
       subtotal_minor, discount_total_minor, total_minor
     from invoice_line limit 1`,
    /invoice_line_period/,
  );
});

test("a line cannot be added to an issued invoice or to a draft whose totals it does not match", async () => {
  for (const status of ["ISSUED", "DRAFT"]) {
    await rejected(
      `insert into invoice_line (merchant_id, invoice_id, line_number, id, billing_term_id, type, service_start, service_end,
         name, quantity, subtotal_minor, discount_total_minor, total_minor)
       select invoice.merchant_id, invoice.id, 99, gen_random_uuid(), term.id, 'ONE_OFF', '1999-01-01', '1999-01-02', 'More',
         1, 0, 0, 0
       from (select * from invoice where status = '${status}' limit 1) as invoice, (select * from billing_term limit 1) as term`,
      /do not match their invoice/,
    );
  }
});

test("two invoices cannot have one number", async () => {
  await rejected(
    `insert into invoice (merchant_id, id, contract_id, customer_id, status, number, invoice_number, currency, issue_date,
       due_date, original_issue_date, original_due_date, net_payment_terms, billing_term_ids, subtotal_minor,
       discount_total_minor, tax_total_minor, total_minor, content_hash, issued_at, created_at, last_updated_at)
     select merchant_id, gen_random_uuid(), contract_id, customer_id, status, number, invoice_number, currency, issue_date,
       due_date, issue_date, due_date, 0, '{}', subtotal_minor, discount_total_minor, tax_total_minor, total_minor,
       content_hash, issued_at, created_at, last_updated_at
     from invoice where status = 'ISSUED' limit 1`,
    /invoice_number/,
  );
});
