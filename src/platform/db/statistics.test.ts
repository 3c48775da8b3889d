import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { createTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { newId } from "../../kernel/ids.ts";
import { type Db, inTransaction, openPool, type Tx } from "./pool.ts";
import { analyzeChangedTables } from "./statistics.ts";

let database: TestDatabase;
let db: Db;
const merchantId = newId();

before(async () => {
  database = await createTestDatabase();
  db = openPool({ connectionString: database.connectionString, size: 2 });
});
after(async () => {
  await db.destroy();
  await database.drop();
});

const add = (tx: Tx, rows: number) =>
  sql`
    insert into idempotent_answer (merchant_id, idempotency_key, fingerprint, answer, recorded_at)
    select ${merchantId}, gen_random_uuid()::text, '', '', now() from generate_series(1, ${sql.lit(rows)})
    on conflict do nothing`.execute(tx);

/** The number of rows of the table that the planner assumes now. */
async function expectedRows(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select reltuples::int as count from pg_class where oid = 'idempotent_answer'::regclass`.execute(tx);
  return rows[0]?.count ?? -1;
}

test("plans made after a bulk insert of the same transaction know its rows", async () => {
  await inTransaction(db, merchantId, async (tx) => {
    await add(tx, 400);
    await analyzeChangedTables(tx);
    assert.notEqual(await expectedRows(tx), 400, "a few rows are not worth it");
    await add(tx, 400);
    await analyzeChangedTables(tx);
    assert.equal(await expectedRows(tx), 800);
    await add(tx, 400);
    await analyzeChangedTables(tx);
    assert.equal(await expectedRows(tx), 800, "not again before it has grown by half");
    await add(tx, 900);
    await analyzeChangedTables(tx);
    assert.equal(await expectedRows(tx), 2_100);
  });
});
