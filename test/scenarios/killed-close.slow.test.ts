import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type Db, openPool } from "../../src/platform/db/pool.ts";
import { killLeftOver, runJson, type Serving, serve } from "../cli/program.ts";
import type { Json } from "../support/api.ts";
import { obligationBody } from "../support/client.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { runDoctor } from "../support/doctor.ts";

// CRA-3, SIG-2: a close and a reopening are each one transaction. Another connection holds a table that it must write, so
// that the program stands in the midst of it when the signal comes. `ACCORD_KILL_STEPS=all` kills before every table.
const everywhere = process.env.ACCORD_KILL_STEPS === "all";
const closeTables = everywhere
  ? ["journal_entry", "revenue_entry", "close_package", "accounting_period", "audit_log"]
  : ["close_package"];
const reopenTables = everywhere ? ["accounting_period", "audit_log"] : ["accounting_period"];

let database: TestDatabase;
let environment: Record<string, string>;
let key: string;
let owner: pg.Client;
let db: Db;
before(async () => {
  database = await createTestDatabase();
  environment = { DATABASE_URL: database.connectionString, ACCORD_DEMO: "off", ACCORD_RATE_LIMIT: "0" };
  const merchant = ["merchant", "create", "--name", "Killed", "--sandbox", "--clock", "2026-05-10T00:00:00Z"];
  key = (await runJson(merchant, environment)).writeKey;
  owner = new pg.Client({ connectionString: database.connectionString });
  await owner.connect();
  db = openPool({ connectionString: database.connectionString, size: 2 });
});
after(async () => {
  killLeftOver();
  await owner?.end();
  await db?.destroy();
  await database.drop();
});

async function call({ url }: Serving, method: string, path: string, body?: object): Promise<Json> {
  const headers = { authorization: key, ...(body === undefined ? {} : { "content-type": "application/json" }) };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const answer = await fetch(`${url}${path}`, { method, headers, ...sent });
  const answered: Json = await answer.json();
  assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answered)}`);
  return answered.payload;
}

/** The last closed month, with every period's status and how many entries there are. */
async function stateOf(serving: Serving): Promise<Json> {
  const { data } = await call(serving, "GET", "/v3/month-end-close/periods");
  const { bookCloseDate } = await call(serving, "GET", "/v3/merchant/book-close-date");
  const { totalItems: entries } = await call(serving, "GET", "/v3/journal-entries?limit=1");
  const { totalItems: packages } = await call(serving, "GET", "/v3/month-end-close/packages?limit=1");
  return { bookCloseDate, periods: data.map(({ month, status }: Json) => [month, status]), entries, packages };
}

/** Waits until a statement of the program stands in front of the table that is held. */
async function untilHeld(table: string): Promise<void> {
  for (let tries = 0; tries < 500; tries += 1) {
    const { rows } = await owner.query(
      "select from pg_locks where relation = $1::regclass and not granted and database = (select oid from pg_database where datname = current_database())",
      [table],
    );
    if (rows.length > 0) return;
    await sleep(10);
  }
  assert.fail(`nobody waits for ${table}`);
}

const closing = "/v3/month-end-close/close-period?month=2026-04";
const reopening = "/v3/month-end-close/reopen-period?month=2026-02&reason=killed";

/** Sends a signal while the request stands in front of a table; answers the state after a new start. */
async function cut(
  serving: Serving,
  { path, table, signal }: { readonly path: string; readonly table: string; readonly signal: NodeJS.Signals },
): Promise<{ readonly next: Serving; readonly answered: boolean; readonly code: number | null }> {
  await owner.query("begin");
  await owner.query(`lock table ${table} in share mode`);
  const request = call(serving, "POST", path).then(
    () => true,
    () => false,
  );
  await untilHeld(table);
  const ending = serving.end(signal);
  if (signal === "SIGKILL") await ending;
  else await sleep(100);
  await owner.query("rollback");
  const [answered, code] = await Promise.all([request, ending]);
  return { next: await serve(environment), answered, code };
}

test("CRA-3, SIG-2: a close or reopening killed at any statement is whole or has no effect", async () => {
  let serving = await serve(environment);
  const { id: customerId } = await call(serving, "POST", "/v3/customers", { name: "Northwind" });
  const { id: contractId } = await call(serving, "POST", "/v3/contracts", { name: "Plan", customerId });
  await call(serving, "POST", `/v3/contracts/${contractId}/obligations`, obligationBody());
  await call(serving, "POST", `/v3/contracts/${contractId}/actions`, { action: "APPROVE" });
  await call(serving, "POST", "/v3/month-end-close/close-period?month=2026-01");
  const open = await stateOf(serving);

  for (const table of closeTables) {
    const { next, answered } = await cut(serving, { path: closing, table, signal: "SIGKILL" });
    serving = next;
    assert.equal(answered, false);
    assert.deepEqual(await stateOf(serving), open, `killed before ${table}, nothing is closed`);
    assert.deepEqual(await runDoctor(db, { full: true }), []);
  }
  const ended = await cut(serving, { path: closing, table: "close_package", signal: "SIGTERM" });
  serving = ended.next;
  const closed = await stateOf(serving);
  assert.deepEqual([ended.answered, ended.code], [true, 0], "what was begun is carried out before an orderly end");
  assert.equal(closed.bookCloseDate, "2026-04-30");
  assert.deepEqual(await runDoctor(db, { full: true }), []);

  for (const table of reopenTables) {
    const { next } = await cut(serving, { path: reopening, table, signal: "SIGKILL" });
    serving = next;
    assert.deepEqual(await stateOf(serving), closed, `killed before ${table}, nothing is reopened`);
  }
  const reopened = await cut(serving, { path: reopening, table: "accounting_period", signal: "SIGTERM" });
  serving = reopened.next;
  assert.deepEqual([reopened.answered, reopened.code], [true, 0]);
  assert.equal((await stateOf(serving)).bookCloseDate, "2026-01-31");
  assert.equal((await call(serving, "POST", closing)).entriesPosted, 0, "closed again without a change posts nothing");
  assert.deepEqual(await runDoctor(db, { full: true }), []);
  assert.equal(await serving.end(), 0);
});
