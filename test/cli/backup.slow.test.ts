import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { prepareDatabase } from "../../src/app.ts";
import { dumpSchema } from "../../src/platform/db/schema-dump.ts";
import { silentLog } from "../../src/platform/log.ts";
import { startApi, type TestApi } from "../support/api.ts";
import { clientOf } from "../support/client.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { digestOf } from "../support/digest.ts";
import { creditMemoBody, invoiceOf } from "../support/receivable-client.ts";
import { execute } from "../support/template.ts";
import { meteringOn } from "../support/usage-client.ts";
import { killLeftOver, launch, run, runJson, serve, until } from "./program.ts";

let api: TestApi;
let folder: string;
let taken: string;
const databases: TestDatabase[] = [];

before(async () => {
  api = await startApi();
  folder = await mkdtemp(join(tmpdir(), "accord-backup-"));
  taken = join(folder, "books.backup");
  await doBusiness();
  await runJson(["backup", taken], { DATABASE_URL: api.connectionString });
});
after(async () => {
  killLeftOver();
  await rm(folder, { recursive: true });
  for (const database of databases) await database.drop();
  await api.close();
});

/** Invoices, a payment, a credit memo, usage in two months, a closed month, and work that waits for a worker. */
async function doBusiness(): Promise<void> {
  const client = clientOf(api, api.merchants.A);
  const issued = await invoiceOf(api, client);
  await client.ok("POST", "/v3/payments", {
    customerId: issued.customerId,
    amount: "100.00",
    receivedAt: "2026-01-10",
  });
  await client.ok("POST", "/v3/credit-memos", creditMemoBody(issued, "10.00"));
  const metering = await meteringOn(client);
  await metering.addTerm();
  await metering.approve();
  await metering.use(["2026-01-05", "7"], ["2025-12-05", "3"]);
  await client.ok("POST", "/v3/test-clock/advance", { to: "2026-02-10T00:00:00Z" });
  await client.ok("POST", "/v3/month-end-close/close-period?month=2026-01");
  // Left undone, as a stopped worker leaves it.
  await client.contract({});
}

async function emptyDatabase(): Promise<{ DATABASE_URL: string }> {
  const database = await createTestDatabase({ schema: "empty" });
  databases.push(database);
  return { DATABASE_URL: database.connectionString };
}

// The moments at which migrations were applied, and what the job library notes about itself, are of each database.
const ofEachDatabase = ["public.kysely_migration", "pgboss.version", "pgboss.queue", "pgboss.schedule"];

const rejectionOf = async (args: readonly string[], environment: Record<string, string>) => {
  const { code, stdout, stderr } = await run([...args, "--json"], environment);
  assert.equal(code, 1, stdout + stderr);
  const { error } = JSON.parse(stdout);
  return error;
};

test("a lost database is restored byte by byte; the doctor finds nothing, and the server continues with the next number", async () => {
  const environment = await emptyDatabase();
  const restored = await runJson(["restore", taken], environment);
  assert.deepEqual(restored.doctor, []);
  assert.equal(restored.merchants, 2);
  assert.equal(
    await digestOf(environment.DATABASE_URL, ofEachDatabase),
    await digestOf(api.connectionString, ofEachDatabase),
  );
  assert.equal(await dumpSchema(environment.DATABASE_URL), await dumpSchema(api.connectionString));

  const numbersOf = async (url: string) => {
    const answer = await fetch(`${url}/v3/invoices?sort=invoiceNumber&limit=100`, {
      headers: { authorization: `Bearer ${api.merchants.A.readKey}` },
    });
    assert.equal(answer.status, 200);
    const { payload } = (await answer.json()) as { payload: { data: { invoiceNumber: string | null }[] } };
    // Drafts have none.
    return payload.data.flatMap(({ invoiceNumber }) => invoiceNumber ?? []).sort();
  };
  const server = await serve({ ...environment, ACCORD_DEMO: "off" });
  const before = await numbersOf(server.url);
  const advanced = await fetch(`${server.url}/v3/test-clock/advance`, {
    method: "POST",
    headers: { authorization: `Bearer ${api.merchants.A.writeKey}`, "content-type": "application/json" },
    body: JSON.stringify({ to: "2026-05-10T00:00:00Z" }),
  });
  assert.equal(advanced.status, 200);
  const numbers = await numbersOf(server.url);
  assert.ok(numbers.length > before.length);
  const counts = numbers.map((number) => Number(number.slice("INV-".length)));
  assert.deepEqual(
    counts,
    counts.map((_, index) => index + 1),
    "no number twice, none left out",
  );
  const inUse = await rejectionOf(["restore", taken], environment);
  assert.equal(inUse.code, "DATABASE_IN_USE");
  await server.end();
  assert.deepEqual(await runJson(["doctor", "--full"], environment), []);
});

test("a backup during writes is a consistent snapshot", async () => {
  const client = clientOf(api, api.merchants.B);
  const path = join(folder, "busy.backup");
  const backup = launch(["backup", path, "--json"], { DATABASE_URL: api.connectionString });
  let written = 0;
  while (!backup.hasEnded()) {
    await invoiceOf(api, client);
    written += 1;
  }
  assert.equal(await backup.closed, 0, backup.stdout() + backup.stderr());
  assert.ok(written > 0);
  const environment = await emptyDatabase();
  assert.deepEqual((await runJson(["restore", path], environment)).doctor, []);
});

test("a restore into a database with data is rejected, and the message names the data", async () => {
  const before = await digestOf(api.connectionString);
  const environment = await emptyDatabase();
  await runJson(["merchant", "create", "--name", "There"], await migrated(environment));
  const error = await rejectionOf(["restore", taken], environment);
  assert.equal(error.code, "DATABASE_NOT_EMPTY");
  assert.match(error.message, /public\.app_user, public\.merchant/);
  assert.equal((await runJson(["merchant", "list"], environment)).length, 1);
  assert.equal(await digestOf(api.connectionString), before);
});

async function migrated(environment: { DATABASE_URL: string }): Promise<{ DATABASE_URL: string }> {
  await prepareDatabase(environment.DATABASE_URL, silentLog());
  return environment;
}

test("a truncated file, a file with a flipped byte and another kind of file are rejected before anything is written", async () => {
  const environment = await emptyDatabase();
  const bytes = await readFile(taken);
  const flipped = Buffer.from(bytes);
  const middle = Math.floor(bytes.length / 2);
  flipped.writeUInt8(flipped.readUInt8(middle) ^ 1, middle);
  const cases = [
    [bytes.subarray(0, -1), "BACKUP_DAMAGED"],
    [bytes.subarray(0, Math.floor(bytes.length / 2)), "BACKUP_DAMAGED"],
    [bytes.subarray(0, 60), "BACKUP_DAMAGED"],
    [flipped, "BACKUP_DAMAGED"],
    [Buffer.from("id,name\n"), "NOT_A_BACKUP"],
    [Buffer.from("accord backup 2\n"), "BACKUP_FORMAT_UNKNOWN"],
  ] as const;
  for (const [index, [contents, code]] of cases.entries()) {
    const path = join(folder, `damaged-${index}`);
    await writeFile(path, contents);
    assert.equal((await rejectionOf(["restore", path], environment)).code, code);
  }
  assert.equal(
    (await runJson(["migrate", "--check"], environment).catch(() => "not migrated")) as string,
    "not migrated",
  );
});

test("the role of the program, bound by row-level security, cannot back up; and no existing file is overwritten", async () => {
  const role = `accord_test_${randomUUID().slice(0, 8)}`;
  const url = new URL(api.connectionString);
  await execute(api.connectionString, `create role ${role} login password 'secret' in role accord_app`);
  await execute(api.connectionString, `grant select on all tables in schema public to ${role}`);
  await execute(
    api.connectionString,
    `grant usage on schema pgboss to ${role}; grant select on all tables in schema pgboss to ${role}`,
  );
  try {
    url.username = role;
    url.password = "secret";
    const path = join(folder, "partial.backup");
    const error = await rejectionOf(["backup", path], { DATABASE_URL: url.href });
    assert.equal(error.code, "ROLE_SEES_NOT_ALL");
    assert.ok(!(await readdir(folder)).some((name) => name.startsWith("partial")));
  } finally {
    await execute(api.connectionString, `drop owned by ${role}; drop role ${role}`);
  }
  const nowhere = await rejectionOf(["backup", join(folder, "none", "x")], { DATABASE_URL: api.connectionString });
  assert.equal(nowhere.code, "FILE_UNUSABLE");
  assert.equal((await rejectionOf(["restore", join(folder, "none")], {})).code, "FILE_UNUSABLE");
  const there = await rejectionOf(["backup", taken], { DATABASE_URL: api.connectionString });
  assert.equal(there.code, "FILE_EXISTS");
});

test("the role that the README creates backs up and restores the same bytes, merchant by merchant", async () => {
  const role = `accord_test_${randomUUID().slice(0, 8)}`;
  const own = await emptyDatabase();
  const name = new URL(own.DATABASE_URL).pathname.slice(1);
  await execute(own.DATABASE_URL, `create role ${role} login createrole password 'secret'`);
  await execute(
    own.DATABASE_URL,
    `grant accord_app to ${role} with admin option; alter database ${name} owner to ${role}`,
  );
  const url = new URL(own.DATABASE_URL);
  url.username = role;
  url.password = "secret";
  const environment = { DATABASE_URL: url.href };
  const restored = await runJson(["restore", taken], environment);
  assert.deepEqual(restored.doctor, []);
  const again = await runJson(["backup", join(folder, "again.backup")], environment);
  assert.deepEqual(again.tables, restored.tables);
});

test("a killed backup leaves no file, a killed restore leaves an empty database that can be restored again", async () => {
  const path = join(folder, "killed.backup");
  const backup = launch(["backup", path], { DATABASE_URL: api.connectionString });
  await until(backup, () => backup.stderr().includes("Backing up"));
  process.kill(backup.pid, "SIGKILL");
  await backup.closed;
  assert.ok(!(await readdir(folder)).includes("killed.backup"));

  const environment = await emptyDatabase();
  const restoring = launch(["restore", taken], environment);
  await until(restoring, () => restoring.stderr().includes("Restoring"));
  process.kill(restoring.pid, "SIGKILL");
  await restoring.closed;
  assert.deepEqual(await runJson(["merchant", "list"], environment), []);
  assert.deepEqual((await runJson(["restore", taken], environment)).doctor, []);
});
