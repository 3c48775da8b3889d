import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openPool } from "../../src/platform/db/pool.ts";
import { invariants } from "../../src/reports/doctor/service.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { coverage } from "./coverage.ts";
import { readTables, type Table } from "./tables.ts";

let database: TestDatabase;
let tables: readonly Table[];

before(async () => {
  database = await createTestDatabase();
  const db = openPool({ connectionString: database.connectionString, size: 1 });
  tables = await db
    .transaction()
    .execute(readTables)
    .finally(() => db.destroy());
});
after(() => database?.drop());

test("the doctor's coverage lists every tenant table", () => {
  assert.deepEqual(
    Object.keys(coverage).toSorted(),
    tables.map(({ name }) => name),
  );
});

test("each column listed as unseen exists, and each check named is an invariant", () => {
  const ids = new Set(invariants.map(({ id }) => id));
  for (const { name, columns } of tables) {
    const covered = coverage[name];
    if (covered === undefined || typeof covered === "string") continue;
    const places = ["added", "removed", ...columns.map((column) => column.name)];
    const unknown = Object.keys(covered.unseen ?? {}).filter((place) => !places.includes(place));
    assert.deepEqual(unknown, [], `${name} has no such columns`);
    assert.deepEqual(
      covered.by.filter((id) => !ids.has(id)),
      [],
      `${name} names invariants that there are`,
    );
  }
});
