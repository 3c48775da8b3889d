import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { usd } from "../../test/support/terms.ts";
import { HeldRows } from "./held-rows.ts";
import { type Column, type Row, tableOf } from "./table.ts";

const columns: readonly Column[] = [
  { key: "id", label: "Id", kind: "text", isId: true },
  { key: "name", label: "Name", kind: "text" },
  { key: "count", label: "Count", kind: "count", isSummed: true },
  { key: "total", label: "Total", kind: "money" },
  { key: "part", label: "Part", kind: "money", isSummed: false },
];
const periods = ["2026", "2027"];

const amount = fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }).map((minor) => ({ minor, currency: "USD" }));
const cells = fc.record(
  {
    id: fc.option(fc.uuid()),
    name: fc.string({ unit: "binary" }),
    count: fc.option(fc.nat()),
    total: fc.option(amount),
    part: fc.option(amount),
  },
  { noNullPrototype: true },
);
const values = fc.dictionary(fc.constantFrom(...periods), amount, { noNullPrototype: true });
const rowOf: fc.Arbitrary<Row> = fc.record({ cells, values }, { noNullPrototype: true });

test("packed rows are read back in order, with the totals of the unpacked rows", () => {
  fc.assert(
    fc.property(fc.array(rowOf, { maxLength: 20 }), (rows) => {
      const held = new HeldRows(columns, "USD");
      for (const row of rows) held.add(row);
      const layout = { periods, notes: ["A note."] };
      assert.deepEqual(held.table(layout), { ...tableOf({ columns, ...layout }, rows, "USD"), rows: [] });
      for (const _time of ["first", "second"]) assert.deepEqual([...held.pieces()].flat(), rows);
    }),
  );
});

test("a chunk has 500 rows", () => {
  const held = new HeldRows(columns, "USD");
  for (let count = 0; count < 1_001; count++) held.add({ cells: { id: null, total: usd(count) }, values: {} });
  assert.deepEqual(
    [...held.pieces()].map(({ length }) => length),
    [500, 500, 1],
  );
});
