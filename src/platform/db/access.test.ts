import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { createTestDatabase } from "../../../test/support/database.ts";
import { execute } from "../../../test/support/template.ts";
import { prepareDatabase } from "../../app.ts";
import { silentLog } from "../log.ts";
import { accessProblems, repairAccess } from "./access.ts";
import { dumpSchema } from "./schema-dump.ts";

async function migratedDatabase(t: TestContext): Promise<string> {
  const database = await createTestDatabase();
  t.after(() => database.drop());
  return database.connectionString;
}

test("a migrated database has exactly the rights of the migrations", async (t) => {
  assert.deepEqual(await accessProblems(await migratedDatabase(t)), []);
});

const losses = {
  "the grants of a table": ["revoke all on invoice from accord_app", /lacks SELECT on invoice/],
  "the right to change a column": [
    "revoke update (is_void) on invoice_line from accord_app",
    /lacks UPDATE \(is_void\) on invoice_line/,
  ],
  "a right that nobody gave": ["grant update on audit_log to accord_app", /has UPDATE on audit_log too much/],
  "a policy": ["drop policy tenant on journal_line", /row-level security of journal_line/],
  "row-level security": ["alter table payment disable row level security", /row-level security of payment/],
  "row-level security of the owner": [
    "alter table payment no force row level security",
    /row-level security of payment/,
  ],
  "the sequence": ["revoke usage on sequence sandbox_tick from accord_app", /lacks USAGE on sandbox_tick/],
  "the job queue": ["revoke insert on pgboss.job from accord_app", /the job queue's job/],
} as const;

for (const [what, [loss, complaint]] of Object.entries(losses)) {
  test(`found and restored: ${what}`, async (t) => {
    const url = await migratedDatabase(t);
    const right = await dumpSchema(url);
    await execute(url, loss);
    assert.match((await accessProblems(url)).join(), complaint);
    await prepareDatabase(url, silentLog());
    assert.deepEqual(await accessProblems(url), []);
    assert.equal(await dumpSchema(url), right);
  });
}

test("a database restored without privileges gets them back by one call, and a second changes nothing", async (t) => {
  const url = await migratedDatabase(t);
  const right = await dumpSchema(url);
  await execute(url, "drop owned by accord_app");
  assert.notEqual((await accessProblems(url)).length, 0);
  await prepareDatabase(url, silentLog());
  assert.equal(await dumpSchema(url), right);
  await repairAccess(url);
  assert.equal(await dumpSchema(url), right);
});
