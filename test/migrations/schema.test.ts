import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { migrationsFolder } from "../../src/platform/db/migrate.ts";
import { dumpSchema } from "../../src/platform/db/schema-dump.ts";
import { createTestDatabase } from "../support/database.ts";

test("the migrations produce the committed schema", async (t) => {
  const database = await createTestDatabase();
  t.after(() => database.drop());
  const committed = await readFile(join(migrationsFolder, "schema.sql"), "utf8");
  assert.equal(
    await dumpSchema(database.connectionString),
    committed,
    "migrations/schema.sql is not what the migrations make; run npm run schema and commit the result",
  );
});
