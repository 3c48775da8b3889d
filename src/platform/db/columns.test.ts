import assert from "node:assert/strict";
import { test } from "node:test";
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from "kysely";
import { idArray, oneOf, plainColumn } from "./columns.ts";

const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

const id = "0197f1a0-5c1e-7b9a-9a55-0123456789ab";
const bytes = "0197f1a05c1e7b9a9a550123456789ab";

test("ids are sent as a binary array: one dimension, nulls allowed, of uuid, counted from 1", () => {
  const head = "00000001" + "00000001" + "00000b86";
  assert.equal(idArray([id])?.toString("hex"), `${head}${"00000001"}${"00000001"}${"00000010"}${bytes}`);
  assert.equal(
    idArray([null, id.toUpperCase()])?.toString("hex"),
    `${head}${"00000002"}${"00000001"}${"ffffffff"}${"00000010"}${bytes}`,
  );
});

test("a column of values is one text; a constant is sent once, and a column of nulls as null", () => {
  assert.deepEqual(statementOf(plainColumn([null, 7, 8n, "2026-01"], "text")), ["$1::text[]", "{NULL,7,8,2026-01}"]);
  assert.deepEqual(statementOf(plainColumn(["2026-01-31", "2026-01-31"], "date")), [
    "array_fill($1::date, array[$2::int])",
    "2026-01-31",
    2,
  ]);
  for (const values of [[], [null], [null, null]]) {
    assert.deepEqual(statementOf(plainColumn(values, "bigint")), ["null::bigint[]"]);
    assert.equal(idArray(values), null);
  }
});

test("one id is compared by =, several as a list, and an empty list matches nothing", () => {
  assert.deepEqual(statementOf(oneOf([id])), ["$1::uuid", id]);
  assert.deepEqual(statementOf(oneOf([id, id])), ["any($1::uuid[])", idArray([id, id])]);
  assert.deepEqual(statementOf(oneOf([])), ["any($1::uuid[])", null]);
});

function statementOf(column: RawBuilder<unknown>): unknown[] {
  const { sql, parameters } = column.compile(compiler);
  return [sql, ...parameters];
}
