import assert from "node:assert/strict";
import { test } from "node:test";
import { readCache } from "./read-cache.ts";

const terms = { sql: 'select * from "billing_term" where "id" = $1', parameters: ["a"] };

function counting(rows: readonly unknown[] = [{ name: "Platform" }]) {
  const known = readCache();
  let carriedOut = 0;
  const read = async (statement = terms) => {
    await known.once(statement, async () => {
      // The reading's own statement is also passed to `note`.
      known.note(statement.sql);
      carriedOut += 1;
      return { rows };
    });
    return carriedOut;
  };
  return { read, note: known.note };
}

test("the same statement with the same values is executed once", async () => {
  const { read } = counting();
  assert.deepEqual(
    [await read(), await read(), await read({ ...terms, parameters: ["b"] }), await read()],
    [1, 1, 2, 2],
  );
});

test("a write to one of its tables empties the cache of a statement, a write to another table does not", async () => {
  for (const [sql, isAgain] of [
    ['update "billing_term" set "name" = $1', true],
    ['insert into "billing_term" ("id") values ($1) on conflict do nothing', true],
    ["with gone as (delete from billing_term returning id) select count(*) from gone", true],
    ["with moved as (update billing_term set name = 'x'), made as (insert into contract values (1)) select 1", true],
    ['insert into "billing_term_layer" ("id") values ($1)', false],
    ["insert into pgboss.job_common (id) values ($1)", false],
    ['update "contract" set "name" = $1 where "id" in (select 1 for update)', false],
  ] as const) {
    const { read, note } = counting();
    await read();
    note(sql);
    assert.equal(await read(), isAgain ? 2 : 1, sql);
  }
});

test("after a lock or a savepoint a statement is executed again, after a read it is not", async () => {
  for (const [sql, isAgain] of [
    ['select "id" from "contract" where "id" = $1 for no key update', true],
    ["select from books for share", true],
    ["select pg_advisory_xact_lock(1)", true],
    ["rollback to savepoint preview", true],
    ["select append_something($1)", false],
    ["  select 1", false],
  ] as const) {
    const { read, note } = counting();
    await read();
    note(sql);
    assert.equal(await read(), isAgain ? 2 : 1, sql);
  }
});

test("errors and results above the row limit are not cached", async () => {
  for (const [rows, isAgain] of [
    [4_000, false],
    [4_001, true],
  ] as const) {
    const { read } = counting(Array.from({ length: rows }, () => ({})));
    assert.deepEqual([await read(), await read()], [1, isAgain ? 2 : 1]);
  }
  const { read } = counting(Array.from({ length: 1_500 }, () => ({})));
  for (const id of ["a", "b", "c"]) await read({ ...terms, parameters: [id] });
  assert.equal(await read({ ...terms, parameters: ["a"] }), 4);
  const known = readCache();
  const failing = () => known.once(terms, () => Promise.reject(new Error("cut off")));
  await assert.rejects(failing());
  assert.deepEqual(await known.once(terms, async () => ({ rows: [] })), { rows: [] });
});

test("a transaction with many reads caches some of them", async () => {
  const { read } = counting();
  for (let id = 0; id < 50; id++) await read({ ...terms, parameters: [String(id)] });
  assert.equal(await read({ ...terms, parameters: ["49"] }), 50);
  assert.equal(await read({ ...terms, parameters: ["0"] }), 51);
});
