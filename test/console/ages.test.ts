import assert from "node:assert/strict";
import { test } from "node:test";
import { ages } from "../../console/src/format/ages.ts";
import { ageingColumns } from "../../src/reports/ageing.ts";

test("invoices are grouped by the age groups of the ageing report", () => {
  const labels = new Map(ageingColumns.map(({ key, label }) => [key, label]));
  assert.deepEqual(
    ages.map(({ title }) => title),
    ages.map(({ column }) => labels.get(column)),
  );
});
