import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import pg from "pg";
import { startApi, type TestApi } from "../support/api.ts";
import { clientOf } from "../support/client.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { guideRunner } from "../support/guide-runner.ts";
import { samplesOf } from "../support/samples.ts";
import { type Shell, shellIn } from "../support/shell.ts";

// What operators paste is run by a shell, beside a server and on databases of its own.

let api: TestApi;
let folder: string;
let shell: Shell;
const databases: TestDatabase[] = [];
before(async () => {
  api = await startApi();
  folder = await mkdtemp(join(tmpdir(), "accord-operators-"));
  shell = await shellIn(folder, { DATABASE_URL: api.connectionString });
  await clientOf(api, api.merchants.A).ok("POST", "/v3/customers", { name: "First" });
});
after(async () => {
  for (const database of databases) await database.drop();
  await rm(folder, { recursive: true, force: true });
  await api?.close();
});

const textOf = (document: string) => readFileSync(new URL(`../../${document}`, import.meta.url), "utf8");
const blocksOf = (document: string) => samplesOf(document).map(({ lines }) => lines);

async function emptyDatabase(): Promise<{ DATABASE_URL: string }> {
  const database = await createTestDatabase({ schema: "empty" });
  databases.push(database);
  return { DATABASE_URL: database.connectionString };
}

test("docs/import.md: the commands try the file, then import it", async () => {
  const [csv = "", mapping = ""] = ["csv", "json"].map(
    (language) => new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(textOf("docs/import.md"))?.[1] ?? "",
  );
  await writeFile(join(folder, "deals.csv"), csv);
  await writeFile(join(folder, "deals.json"), mapping);
  const [lines = []] = blocksOf("docs/import.md");
  const printed = await shell.run(lines, { MERCHANT: api.merchants.A.merchantId });
  assert.match(printed, /3 would be imported[\s\S]*Nothing was kept[\s\S]*3 imported/);
});

test("docs/backup.md: a backup is restored into an empty database; a restored dump is migrated and examined", async () => {
  const [[backup = "", restore = "", ...none] = [], afterDump = []] = blocksOf("docs/backup.md");
  assert.deepEqual(none, []);
  await shell.run([backup]);
  const restored = await emptyDatabase();
  await shell.run([restore], restored);
  assert.equal(afterDump.length, 3);
  await shell.run(afterDump, restored);
});

test("docs/sandbox.md: a sandbox is reset, a merchant is forked, and the clock of the fork moves", async () => {
  const [reset = [], fork = [], clock = []] = blocksOf("docs/sandbox.md");
  await shell.run(reset, { SANDBOX: api.merchants.B.merchantId });
  const { merchantId: MERCHANT } = api.merchants.A;
  const printed = await shell.run(fork, { MERCHANT });
  const [, FORK = ""] = /^merchantId +(\S+)/m.exec(printed) ?? [];
  assert.match(FORK, /^[0-9a-f-]{36}$/, printed);
  assert.match(await shell.run(clock, { FORK }), /2026-03-01T00:00:00/);
});

test("docs/operations.md: secrets are encrypted, heads signed, and the audit log is verified from its file", async () => {
  const [first = [], ...rest] = blocksOf("docs/operations.md").filter((lines) => lines.length > 0);
  const [sign = [], audit = []] = rest;
  assert.equal(rest.length, 2);
  await clientOf(api, api.merchants.A).ok("POST", "/v3/webhook-endpoints", { url: "https://8.8.8.8/in" });
  assert.match(await shell.run(first), /sealed|encrypted/i);
  const { merchantId: MERCHANT } = api.merchants.A;
  const before = 'echo; ./accord audit export acme-2026-02.ndjson --merchant "$MERCHANT"';
  assert.match(await shell.run([...sign, before, ...audit], { MERCHANT }), /acme-2026-03\.ndjson/);
});

test("docs/performance.md: its benchmark commands are accepted", async () => {
  const [lines = []] = blocksOf("docs/performance.md");
  assert.ok(lines.length >= 3);
  // A run takes minutes and a machine with nothing else to do.
  for (const line of lines) await shell.run([`${line} --help`]);
  await assert.rejects(shell.run(["./accord bench --rounds 0"]), /rounds/);
});

test("docs/moving-in.md: the book of the examples ties out, and its month is closed", async () => {
  const [
    {
      lines: [create = "", ...load],
    } = { lines: [] },
    requests,
  ] = samplesOf("docs/moving-in.md");
  assert.ok(requests !== undefined);
  const created = await shell.run([create]);
  const [MERCHANT = "", key = ""] = ["merchantId", "writeKey"].map(
    (name) => new RegExp(`^${name} +(\\S+)$`, "m").exec(created)?.[1] ?? "",
  );
  const printed = await shell.run(load, { MERCHANT });
  assert.equal(printed.match(/2 balances compared, 0 different/g)?.length, 2);
  assert.match(printed, /Nothing was kept[\s\S]*is loaded\./);
  const runner = guideRunner(api);
  runner.variables.set("ACCORD_KEY", key);
  assert.equal(await runner.run(requests), 3);
  const { body } = await api.request("GET", "/v3/reports/trial-balance?month=2026-06", { key });
  const [{ accounts }] = body.payload.currencies;
  assert.deepEqual(Object.fromEntries(accounts.map(({ role, balance }: Record<string, string>) => [role, balance])), {
    RECEIVABLE: "400.00",
    CONTRACT_LIABILITY: "-600.00",
    MIGRATION_CLEARING: "200.00",
  });
});

for (const document of ["README.md", "docs/operations.md", "docs/backup.md"]) {
  test(`${document}: its statements create the roles and the database`, async () => {
    const [, text = ""] = /```sql\n([\s\S]*?)```/.exec(textOf(document)) ?? [];
    // Roles are of the whole server, which others use.
    const own = `_${process.pid}_${Date.now()}`;
    const statements = text.replaceAll(/--.*$/gm, "").replaceAll(/\baccord\w*/g, (name) => name + own);
    const names = (kind: string) =>
      [...statements.matchAll(new RegExp(`create ${kind} (\\w+)`, "g"))].map(([, name]) => name);
    const client = new pg.Client({ connectionString: api.connectionString });
    await client.connect();
    try {
      for (const statement of statements.split(";")) if (statement.trim() !== "") await client.query(statement);
      assert.ok(names("role").length > 0);
    } finally {
      for (const name of names("database")) await client.query(`drop database if exists ${name}`);
      for (const name of names("role").toReversed()) await client.query(`drop role if exists ${name}`);
      await client.end();
    }
  });
}
