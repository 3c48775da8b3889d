import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { migrationsFolder } from "../src/platform/db/migrate.ts";
import { dumpSchema } from "../src/platform/db/schema-dump.ts";
import { createTestDatabase } from "../test/support/database.ts";

// Writes migrations/schema.sql: the schema a new database gets, for reviewers and for the test that compares the two.
const database = await createTestDatabase();
try {
  await writeFile(join(migrationsFolder, "schema.sql"), await dumpSchema(database.connectionString));
} finally {
  await database.drop();
}
