import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import pg from "pg";
import { type CachedColumns, preparedQuery } from "./cached-columns.ts";

type Reader = {
  readonly handleRowDescription: (message: { readonly fields: readonly pg.FieldDef[] }) => void;
  readonly handleDataRow: (message: { readonly fields: readonly (string | null)[] }) => void;
  readonly _result: { readonly rows: unknown[]; readonly fields: readonly pg.FieldDef[] };
};

const statement = { name: "hot_1", text: "select $1" };
const [text, integer, truth] = [25, 23, 16];

const field = (name: string, dataTypeID: number): pg.FieldDef => ({
  ...{ name, dataTypeID, tableID: 0, columnID: 0, dataTypeSize: -1, dataTypeModifier: -1, format: "text" },
});

/** The rows that are read from a result with these columns and rows. */
function read(query: pg.Query, fields: readonly pg.FieldDef[], rows: readonly (readonly (string | null)[])[]): unknown {
  const reader = query as unknown as Reader;
  reader.handleRowDescription({ fields });
  for (const row of rows) reader.handleDataRow({ fields: row });
  return { rows: reader._result.rows.map((row) => ({ ...(row as object) })), fields: reader._result.fields };
}

const column = fc.tuple(
  fc.constantFrom("id", "name", "is_sent", "__proto__x", 'a "b"'),
  fc.constantFrom(text, integer, truth),
);
const value = fc.constantFrom("1", "t", "", null);
const answer = fc.array(column, { maxLength: 6 }).chain((columns) => {
  const row = fc.array(value, { minLength: columns.length, maxLength: columns.length });
  return fc.record({
    fields: fc.constant(columns.map(([name, type]) => field(name, type))),
    rows: fc.array(row, { maxLength: 3 }),
  });
});

test("a result is parsed as the library parses it, whatever the columns of the result before", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(2), answer), { maxLength: 8 }), (answers) => {
      const cached: CachedColumns = new Map();
      for (const [again, { fields, rows }] of answers) {
        for (let times = 0; times <= again; times++) {
          const expected = read(new pg.Query({ ...statement, values: [] }), fields, rows);
          assert.deepEqual(read(preparedQuery(statement, [], cached), fields, rows), expected);
        }
      }
    }),
  );
});

test("changing a row does not change the row of another reader", () => {
  const cached: CachedColumns = new Map();
  const fields = [field("id", integer)];
  const { rows } = read(preparedQuery(statement, [], cached), fields, [["1"]]) as { rows: { id: number }[] };
  Object.assign(rows[0] ?? {}, { id: 2 });
  assert.deepEqual(read(preparedQuery(statement, [], cached), fields, [["3"], ["1"]]), {
    rows: [{ id: 3 }, { id: 1 }],
    fields,
  });
});
