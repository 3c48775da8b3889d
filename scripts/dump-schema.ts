import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { migrationsFolder } from "../src/platform/db/migrate.ts";
import { dumpSchema } from "../src/platform/db/schema-dump.ts";
import { createTestDatabase } from "../test/support/database.ts";
import { tableTypes } from "./table-types.ts";

// Writes migrations/schema.sql, the schema of a new database, for reviewers and for the test that compares the two, and
// the types of its tables: `npm run schema`.
const database = await createTestDatabase();
try {
  const dump = await dumpSchema(database.connectionString);
  await writeFile(join(migrationsFolder, "schema.sql"), dump);
  await writeFile(join(import.meta.dirname, "../src/schema/tables.ts"), tableTypes(dump));
} finally {
  await database.drop();
}
