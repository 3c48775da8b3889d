import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { killLeftOver, launch, run, runJson, until } from "./program.ts";

let database: TestDatabase;
let environment: Record<string, string>;
let folder: string;
before(async () => {
  database = await createTestDatabase();
  environment = { DATABASE_URL: database.connectionString };
  folder = await mkdtemp(join(tmpdir(), "accord-import-"));
});
after(async () => {
  killLeftOver();
  await rm(folder, { recursive: true });
  await database.drop();
});

async function newMerchant(): Promise<string> {
  const sandbox = ["--sandbox", "--clock", "2026-07-05T09:00:00Z"];
  return (await runJson(["merchant", "create", "--name", "Northwind", ...sandbox], environment)).merchantId;
}

async function written(files: Readonly<Record<string, string>>): Promise<string> {
  const own = await mkdtemp(join(folder, "files-"));
  for (const [name, text] of Object.entries(files)) await writeFile(join(own, name), text);
  return own;
}

const schedule = {
  ...{ startDate: "2026-01-01", endDate: "2026-12-31", interval: "YEAR", invoiceDateStrategy: "FIRST_OF_PERIOD" },
  ...{ billingType: "FLAT", pricing: [{ amount: "1200.00", amountType: "TOTAL_INVOICE" }] },
};

test("a CSV file is imported as a dry run that keeps nothing, and needs a mapping", async () => {
  const merchantId = await newMerchant();
  const obligation = { serviceStartDate: { column: "Start" }, billingSchedule: { ...schedule, name: "Service" } };
  const own = await written({
    "deals.csv": "Deal,Start\nD-1,2026-01-01\nD-2,soon\n",
    "mapping.json": JSON.stringify({
      ...{ name: "deals", key: { column: "Deal" }, contract: { name: { column: "Deal" } } },
      obligations: [{ ...obligation, serviceEndDate: "2026-12-31" }],
    }),
  });
  const command = ["import", join(own, "deals.csv"), "--merchant", merchantId];
  const mapped = [...command, "--mapping", join(own, "mapping.json"), "--dry-run"];
  const tried = await run([...mapped, "--json"], environment);
  assert.equal(tried.code, 1, "a row is rejected");
  const { failed, ...counts } = JSON.parse(tried.stdout);
  assert.deepEqual(counts, { rows: 2, imported: 1, skipped: 0, refused: 1 });
  assert.deepEqual(
    failed.map(({ line, key }: { line: number; key: string }) => [line, key]),
    [[3, "D-2"]],
  );
  const again = await run(mapped, environment);
  assert.match(
    again.stdout,
    /^2 rows: 1 would be imported, 0 were imported before, 1 rejected\.\nNothing was kept\.\n$/,
  );

  const unmapped = await run(command, environment);
  assert.equal(unmapped.code, 2);
  assert.match(unmapped.stderr, /needs a mapping: say --mapping FILE/);
  const nowhere = await run(["import", join(folder, "nowhere"), "--merchant", merchantId], environment);
  assert.equal(nowhere.code, 2);
  assert.match(nowhere.stderr, /^The file \S+nowhere cannot be read: ENOENT/);
});

test("a folder with an unreadable file prints one sentence, and nothing is loaded", async () => {
  const merchantId = await newMerchant();
  for (const file of ["book.json", "customers.csv", "contracts.jsonl", "tie-out.csv"]) {
    const own = await written(file === "book.json" ? {} : { "book.json": '{"name":"Old"}' });
    await mkdir(join(own, file));
    const { code, stderr } = await run(["import", own, "--merchant", merchantId], environment);
    assert.equal(code, 2, stderr);
    assert.match(stderr, /^The folder \S+ cannot be read: EISDIR[^\n]*\.\n$/, file);
  }
});

test("a folder is tried, loaded once, and rejected with the places of all issues", async () => {
  const merchantId = await newMerchant();
  const book = {
    "book.json": '{ "name": "northwind" }',
    "customers.csv": "id,name\nc,Contoso\n",
    "contracts.csv": "id,name,customerId,approve\nk,Contoso 2026,c,true\n",
    "obligations.jsonl": JSON.stringify({
      ...{ id: "o", contract: "k", serviceStartDate: "2026-01-01", serviceEndDate: "2026-12-31" },
      billingSchedule: { ...schedule, name: "Service" },
    }),
    "openings.jsonl": JSON.stringify({
      ...{ contract: "k", asOf: "2026-06-30" },
      billingTerms: [{ billingTermId: "o", invoicedThrough: "2026-12-31", billed: "1200.00" }],
      performanceObligations: [{ performanceObligationId: "o", recognized: "600.00" }],
    }),
    "tie-out.csv": "contract,account,amount\nk,CONTRACT_LIABILITY,-600.00\n",
  };
  const spoiled = await written({ ...book, "customers.csv": "id,name,netPaymentTerms\nc,Contoso,many\n" });
  const refused = await run(["import", spoiled, "--merchant", merchantId], environment);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /^customers\.csv +2 +\/netPaymentTerms /m);
  assert.match(refused.stdout, /^\d problems; balances are compared once there are none\.$/m);
  assert.doesNotMatch(refused.stdout, /balances? compared/);
  assert.match(refused.stdout, /Nothing was loaded\. Correct the files and run the same command again\.\n$/);

  const differing = await written({ ...book, "tie-out.csv": book["tie-out.csv"].replace("600", "601") });
  const different = await run(["import", differing, "--merchant", merchantId], environment);
  assert.equal(different.code, 1);
  assert.match(different.stdout, /^k +CONTRACT_LIABILITY +-601\.00 +-600\.00 +1\.00$/m);

  const command = ["import", await written(book), "--merchant", merchantId];
  assert.match(
    (await run([...command, "--dry-run"], environment)).stdout,
    /1 balance compared, 0 different\.\nNothing was kept\.\n$/,
  );
  const loaded = await runJson(command, environment);
  assert.deepEqual([loaded.isStored, loaded.refused], [true, []]);
  const again = await run(command, environment);
  assert.deepEqual([again.code, again.stdout], [0, "The book northwind was loaded before; nothing was done.\n"]);

  const out = join(folder, "out");
  const exported = await run(["export", "--merchant", merchantId, "--out", out, "--json"], environment);
  assert.equal(exported.code, 1, "what is left out is listed");
  const { asOf, rows, notCarried } = JSON.parse(exported.stdout);
  assert.deepEqual([asOf, rows], [null, { customers: 1 }]);
  assert.match(notCarried[0].reason, /close the month of its opening/);
  const full = await run(["export", "--merchant", merchantId, "--out", out], environment);
  assert.equal(full.code, 2);
  assert.match(full.stderr, /has files; name an empty or a new one/);
  const shown = await run([...command, "--reverse", "--dry-run"], environment);
  assert.match(shown.stdout, /^contract +Contoso 2026 +deleted/m);
  assert.match(shown.stdout, /^customer +Contoso +deleted[\s\S]*Nothing was kept\.\n$/m);
  const reversed = await run([...command, "--reverse"], environment);
  assert.equal(reversed.code, 0, reversed.stderr);
  assert.match(reversed.stdout, /The import of the book northwind is reversed\.\n$/);
  assert.equal((await run([...command, "--reverse"], environment)).code, 2);
});

test("an export of another system is converted to a book, or rejected with all issues", async () => {
  const empty = '{ "data": [], "has_more": false }';
  const customers = '{ "data": [{ "id": "cus_1", "name": "Contoso" }], "has_more": false }';
  const own = await written({
    ...{ "customers.json": customers, "subscriptions.json": empty },
    "invoices.json": JSON.stringify({
      data: [
        {
          ...{ id: "in_1", number: "A-1", status: "open", currency: "usd", created: 1_780_000_000 },
          ...{ total: 1000, amount_remaining: 1000, lines: { data: [] } },
        },
      ],
    }),
  });
  const out = join(folder, "converted");
  const command = ["convert", "stripe", own, "--as-of", "2026-06-30", "--out", out];
  const made = await run(command, {});
  assert.equal(made.code, 1, "an invoice is left out");
  assert.match(made.stderr, /^invoice +in_1 +A-1 +it bills no subscription, and 10\.00 USD are open$/m);
  assert.match(made.stdout, /^customers +1$/m);
  const loaded = await runJson(["import", out, "--merchant", await newMerchant()], environment);
  assert.deepEqual([loaded.isStored, loaded.rows], [true, { customers: 1 }]);

  const again = await run(command, {});
  assert.deepEqual([again.code, /has files/.test(again.stderr)], [2, true]);
  const broken = await written({ "customers.json": customers, "subscriptions.json": '{ "data": [{}, { "id": 5 }] }' });
  const refused = await run(["convert", "stripe", broken, "--as-of", "2026-06-30", "--out", join(folder, "none")], {});
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /subscriptions\.json\/0.*\n.*subscriptions\.json\/1/);
});

test("a killed load leaves nothing, and the next one loads everything", async () => {
  const merchantId = await newMerchant();
  const keys = Array.from({ length: 100 }, (_, index) => `k-${index}`);
  const own = await written({
    "book.json": '{ "name": "many" }',
    "contracts.csv": `id,name\n${keys.map((key) => `${key},${key}\n`).join("")}`,
    "obligations.jsonl": keys
      .map((key) => ({ id: key, contract: key, serviceStartDate: "2026-01-01", serviceEndDate: "2026-12-31" }))
      .map((row) => `${JSON.stringify({ ...row, billingSchedule: { ...schedule, name: "Service" } })}\n`)
      .join(""),
  });
  const command = ["import", own, "--merchant", merchantId];
  const program = launch(command, environment);
  await until(program, () => program.stderr().includes("Loading"));
  process.kill(program.pid, "SIGKILL");
  await program.closed;
  // Killed after its commit, it has loaded all of it: then the next one has nothing to do.
  const next = await runJson(command, environment);
  assert.ok(next.isStored || next.wasLoaded);
  const doctor = await runJson(["doctor", "--merchant", merchantId], environment);
  assert.deepEqual(
    doctor.filter(({ count }: { count: number }) => count > 0),
    [],
  );
  assert.equal((await runJson(command, environment)).wasLoaded, true);
});
