import { createHash } from "node:crypto";
import pg from "pg";

const derivedTables = [
  "contract_change",
  "contract_revenue",
  "month_end_balance",
  "month_end_customer",
  "month_end",
  "obligation_revenue",
  "obligation_schedule",
  "recurring_revenue",
];
const derived = new Set(derivedTables.map((table) => `public.${table}`));

/**
 * A digest of every row of a database, including the job queue's tables; two are equal if no byte of any table changed. Left out
 * are the last use of keys, which is only written once a minute, the announcement of a running close (ADR 0053), and stored revenue and closed balances, which are derived from the
 * rest (ADR 0054, ADR 0085). Most tables of a test have no row: one that takes no space on disk never had any and is not read.
 */
export async function digestOf(connectionString: string, except: readonly string[] = []): Promise<string> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')
        and pg_relation_size(format('%I.%I', schemaname, tablename)::regclass) > 0
      order by 1`);
    const digest = createHash("sha256");
    for (const { name } of tables.filter((table) => !except.includes(table.name) && !derived.has(table.name))) {
      const { rows } = await client.query<{ row: string }>(
        `select (to_jsonb(each) - 'last_used_at' - 'closing_through')::text as row from ${name} each order by 1`,
      );
      if (rows.length > 0) digest.update(`${name}\n${rows.map(({ row }) => row).join("\n")}\n`);
    }
    return digest.digest("hex");
  } finally {
    await client.end();
  }
}
