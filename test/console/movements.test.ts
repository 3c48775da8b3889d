import assert from "node:assert/strict";
import { test } from "node:test";
import { movements } from "../../console/src/screens/reports/movements.ts";
import { arrColumns } from "../../src/reports/recurring.ts";

test("the chart of recurring revenue draws every movement column from opening to closing", () => {
  const keys = arrColumns.map(({ key }) => key);
  const between = keys.slice(keys.indexOf("opening") + 1, keys.indexOf("closing"));
  assert.deepEqual(
    movements.map(({ key }) => key),
    between,
  );
  assert.equal(new Set(movements.map(({ color }) => color)).size, between.length);
});
