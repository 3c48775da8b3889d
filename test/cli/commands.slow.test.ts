import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import type { Json } from "../support/api.ts";
import { temporaryDataDirectory } from "../support/data-directory.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { killLeftOver, launch, run, runJson, serve, until } from "./program.ts";

const unknownId = "01890a5d-ac96-774b-bcce-b302099a8057";

let database: TestDatabase;
let environment: Record<string, string>;
before(async () => {
  database = await createTestDatabase();
  environment = { DATABASE_URL: database.connectionString };
});
after(async () => {
  killLeftOver();
  await database.drop();
});

test("a merchant is created with a user and two keys, listed, and changed", async () => {
  const args = ["merchant", "create", "--name", "Northwind", "--sandbox", "--clock", "2026-01-01T00:00:00Z"];
  const created = await runJson([...args, "--features", "performance-obligations"], environment);
  assert.deepEqual(Object.keys(created), ["merchantId", "userId", "writeKey", "readKey"]);

  const listed = await runJson(["merchant", "list"], environment);
  const expected = { id: created.merchantId, name: "Northwind", currency: "USD", timeZone: "UTC", isSandbox: true };
  assert.deepEqual(listed, [expected]);

  const changed = await runJson(["merchant", "update", created.merchantId, "--name", "Northwind Ltd"], environment);
  assert.deepEqual(changed, { ...expected, name: "Northwind Ltd" });
});

test("a merchant is forked into a sandbox with keys of its own", async () => {
  const { merchantId } = await runJson(["merchant", "create", "--name", "Fabrikam", "--currency", "EUR"], environment);
  const forked = await runJson(["merchant", "fork", merchantId, "--name", "Fabrikam, next year"], environment);
  assert.deepEqual(Object.keys(forked), ["merchantId", "userId", "writeKey", "readKey"]);
  const listed = await runJson(["merchant", "list"], environment);
  const fork = listed.find(({ id }: Json) => id === forked.merchantId);
  assert.deepEqual([fork.name, fork.currency, fork.isSandbox], ["Fabrikam, next year", "EUR", true]);
  const refused = await run(["merchant", "fork", unknownId, "--name", "None", "--json"], environment);
  assert.equal(JSON.parse(refused.stdout).error.code, "MERCHANT_NOT_FOUND");
});

test("a sandbox is reset: its keys open an empty sandbox", async () => {
  const { merchantId } = await runJson(["merchant", "create", "--name", "Harbour", "--sandbox"], environment);
  const reset = ["merchant", "reset", merchantId, "--clock", "2026-01-01T00:00:00Z"];
  const { merchantId: emptyId, resetFrom } = await runJson(reset, environment);
  assert.equal(resetFrom, merchantId);
  const keysOf = (id: string) => runJson(["key", "list", "--merchant", id], environment);
  const [before, now] = [await keysOf(merchantId), await keysOf(emptyId)];
  assert.deepEqual(
    before.map(({ name, lastFour, revokedAt }: Json) => [name, lastFour, revokedAt !== null]),
    now.map(({ name, lastFour, revokedAt }: Json) => [name, lastFour, revokedAt === null]),
  );
  assert.deepEqual(
    (await runJson(["clock", "show", "--merchant", emptyId], environment)).now,
    "2026-01-01T00:00:00.000Z",
  );
  const live = await runJson(["merchant", "create", "--name", "Live"], environment);
  const refused = await run(["merchant", "reset", live.merchantId, "--json"], environment);
  assert.equal(JSON.parse(refused.stdout).error.code, "NOT_SANDBOX");
});

test("users and keys: add, create, list without secrets, revoke, deactivate", async () => {
  const { merchantId } = await runJson(["merchant", "create", "--name", "Contoso"], environment);
  const { userId } = await runJson(
    ["user", "add", "--merchant", merchantId, "--email", "ada@example.com"],
    environment,
  );
  const owner = ["--merchant", merchantId, "--user", userId];
  const { keyId, key } = await runJson(["key", "create", ...owner, "--access", "read"], environment);
  assert.match(key, /^acc_[0-9a-f]{64}_[0-9a-f]{6}$/);

  const keys = await runJson(["key", "list", "--merchant", merchantId], environment);
  assert.equal(keys.length, 3);
  assert.ok(!JSON.stringify(keys).includes(key), "secrets are shown once");
  assert.deepEqual(await runJson(["key", "revoke", keyId], environment), { keyId });
  const revoked = await run(["key", "revoke", keyId, "--json"], environment);
  assert.equal(revoked.code, 1);
  assert.equal(JSON.parse(revoked.stdout).error.code, "KEY_NOT_FOUND");

  assert.deepEqual(await runJson(["user", "deactivate", userId], environment), { userId });
  const refused = await run(["key", "create", ...owner, "--access", "read", "--json"], environment);
  assert.equal(refused.code, 1);
  assert.equal(JSON.parse(refused.stdout).error.code, "VALIDATION_FAILED");
});

test("a key without a user may do what its access allows, but cannot reopen a month", async () => {
  const { merchantId } = await runJson(["merchant", "create", "--name", "Machines", "--sandbox"], environment);
  const args = ["key", "create", "--merchant", merchantId, "--access", "write", "--name", "machine"];
  const { keyId, key } = await runJson(args, environment);
  const listed = await runJson(["key", "list", "--merchant", merchantId], environment);
  const shown = listed.find((each: Json) => each.keyId === keyId);
  assert.deepEqual([shown.createdByUserId, shown.createdByEmail], [null, null]);
  const table = await run(["key", "list", "--merchant", merchantId], environment);
  assert.equal(table.code, 0, table.stderr);

  const server = await serve(environment);
  const send = async (method: string, path: string, body?: object): Promise<[number, Json]> => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const answer = await fetch(`${server.url}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return [answer.status, await answer.json()];
  };
  assert.equal((await send("POST", "/v3/customers", { name: "Acme" }))[0], 201);
  const [status, refused] = await send("POST", "/v3/month-end-close/reopen-period?month=2026-01");
  assert.deepEqual([status, refused.error.errorCode], [403, "KEY_CREATOR_INACTIVE"]);
  assert.equal(await server.end(), 0);
});

test("members have roles: the first user is the owner, others are members unless said otherwise", async () => {
  const { merchantId, userId } = await runJson(["merchant", "create", "--name", "Adatum"], environment);
  const add = async (...args: string[]) =>
    (await runJson(["user", "add", "--merchant", merchantId, ...args], environment)).userId;
  const grace = await add("--email", "grace@example.com");
  const alan = await add("--email", "alan@example.com", "--role", "OWNER");
  const list = ["user", "list", "--merchant", merchantId];
  const [members, table] = await Promise.all([runJson(list, environment), run(list, environment)]);
  assert.deepEqual(
    members.map((member: Json) => [member.userId, member.role, member.status]),
    [
      [userId, "OWNER", "ACTIVE"],
      [grace, "EDITOR", "ACTIVE"],
      [alan, "OWNER", "ACTIVE"],
    ],
  );
  assert.match(table.stdout, /^id +email +role +status +created\n/);
  assert.match(table.stdout, /grace@example\.com +EDITOR +ACTIVE +20/);
});

test("the clock of a sandbox merchant is shown and advanced, and cannot be set back", async () => {
  const create = ["merchant", "create", "--name", "Clocked", "--sandbox", "--clock", "2026-01-01T00:00:00Z"];
  const { merchantId } = await runJson(create, environment);
  const of = ["--merchant", merchantId];
  assert.deepEqual(await runJson(["clock", "show", ...of], environment), { now: "2026-01-01T00:00:00.000Z" });
  const advanced = await runJson(["clock", "advance", ...of, "--to", "2026-02-01T00:00:00Z"], environment);
  assert.deepEqual(advanced, { now: "2026-02-01T00:00:00.000Z" });
  const back = await run(["clock", "advance", ...of, "--to", "2026-01-15T00:00:00Z", "--json"], environment);
  assert.deepEqual([back.code, JSON.parse(back.stdout).error.code], [1, "CLOCK_BACKWARDS"]);
  const shown = await run(["clock", "show", ...of], environment);
  assert.equal(shown.stdout, "2026-02-01T00:00:00.000Z\n");
});

test("events are sent to a local address until the command is stopped", async () => {
  const { merchantId } = await runJson(["merchant", "create", "--name", "Listened to"], environment);
  const args = ["listen", "--merchant", merchantId, "--to", "http://127.0.0.1:9/accord"];
  const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  const program = launch([...args, "--secret", secret], environment);
  await until(program, () => program.stdout().includes(`Their secret: ${secret}`));
  assert.match(program.stdout(), /Events of \S+ after 0 go to http:\/\/127\.0\.0\.1:9\/accord/);
  process.kill(program.pid, "SIGINT");
  assert.notEqual(await program.closed, null);
  for (const wrong of [
    ["--to", "file:///etc"],
    ["--secret", "whsec_short"],
    ["--secret", "no secret"],
  ]) {
    const { code, stderr } = await run([...args, ...wrong], environment);
    assert.equal(code, 2);
    assert.match(stderr, /It must be .* See accord listen --help\.\n$/);
  }
});

test("help lists the arguments of a command, and a wrong call points to it", async () => {
  const help = await run(["key", "create", "--help"], {});
  assert.equal(help.code, 0);
  assert.match(help.stdout, /--merchant <id> .*\(required\)/);
  assert.doesNotMatch(help.stdout, /--user <id> [^-]*\(required\)/);
  assert.match((await run(["--help"], {})).stdout, /Exit codes: 0 done, 1 rejected,\s+2 could not run/);
  for (const [args, called] of [
    [["key", "create"], "accord key create"],
    [["key", "creat"], "accord key"],
    [["export", "--merchant", unknownId], "accord export"],
    [["exprt"], "accord"],
  ] as const) {
    const { code, stderr } = await run(args, {});
    assert.equal(code, 2);
    assert.ok(stderr.endsWith(` See ${called} --help.\n`), stderr);
  }
});

test("the request log is followed until the command is stopped", async () => {
  const { merchantId } = await runJson(["merchant", "create", "--name", "Followed"], environment);
  const wrong = await run(["logs", "tail", "--merchant", merchantId, "--lines", "many"], environment);
  assert.equal(wrong.code, 2);
  const program = launch(["logs", "tail", "--merchant", merchantId], environment);
  await until(program, () => program.stdout().includes("press Ctrl+C"));
  process.kill(program.pid, "SIGINT");
  assert.notEqual(await program.closed, null);
});

test("a key with an expiry: created for a day or a moment, listed with its creator, rejected for the past", async () => {
  const { merchantId, userId } = await runJson(["merchant", "create", "--name", "Fabrikam"], environment);
  const create = ["key", "create", "--merchant", merchantId, "--user", userId, "--access", "write", "--name", "sync"];
  const ends = ["2999-12-31", "2999-12-31T12:00:00+02:00"];
  for (const end of ends) await runJson([...create, "--expires", end], environment);
  const past = await run([...create, "--expires", "2020-01-01"], environment);
  assert.deepEqual([past.code, past.stdout], [1, ""]);
  assert.equal(
    past.stderr,
    "/expiresAt: The key would have expired before its first use; let it expire in the future.\n",
  );

  const list = ["key", "list", "--merchant", merchantId];
  const [keys, table] = await Promise.all([runJson(list, environment), run(list, environment)]);
  assert.deepEqual(
    keys.map((key: Json) => [key.name, key.access, key.status, key.expiresAt, key.revokedAt, key.lastUsedAt]),
    [
      ["first write key", "WRITE", "ACTIVE", null, null, null],
      ["first read key", "READ_ONLY", "ACTIVE", null, null, null],
      ["sync", "WRITE", "ACTIVE", "3000-01-01T00:00:00.000Z", null, null],
      ["sync", "WRITE", "ACTIVE", "2999-12-31T10:00:00.000Z", null, null],
    ],
  );
  for (const key of keys) {
    assert.match(key.prefix, /^acc_…[0-9a-f]{4}$/);
    assert.match(key.createdAt, /^20\d\d-.*Z$/);
    assert.deepEqual([key.createdByUserId, key.createdByEmail], [userId, `owner@${merchantId}.invalid`]);
  }
  assert.match(
    table.stdout,
    /^id +merchant +name +key +access +status +created by +created +last used +expires +revoked\n/,
  );
  assert.match(table.stdout, /sync +acc_….{4} +WRITE +ACTIVE +owner@\S+ +20\S+ +3000-01-01T00:00:00.000Z\n/);
});

test("a rejection lists every issue, one a line for people", async () => {
  const args = ["merchant", "create", "--name", "X", "--currency", "ABC", "--time-zone", "Nowhere/City"];
  const { code, stdout, stderr } = await run(args, environment);
  assert.equal(code, 1);
  assert.equal(stdout, "");
  assert.match(stderr, /^\/currency: ABC is not .*\n\/timeZone: Nowhere\/City is not .*\n$/);
});

test("a name with a control character is rejected by every command", async () => {
  const { merchantId } = await runJson(["merchant", "create", "--name", "Tailspin"], environment);
  for (const args of [["create"], ["fork", merchantId], ["update", merchantId]]) {
    const { code, stderr } = await run(["merchant", ...args, "--name", "Tail\u0007spin"], environment);
    assert.equal(code, 1, args.join(" "));
    assert.match(stderr, /^\/name: name must not contain the control character U\+0007\.\n$/);
  }
});

for (const [args, sentence] of [
  [["merchant", "list", "--colour"], /^Unknown option '--colour'/],
  [["merchants"], /^Unknown command 'merchants' \(Did you mean merchant\?\)/],
  [["merchant", "create"], /^Required option '--name <name>' not specified/],
  [["merchant", "create", "--name", "X", "--clock", "2026-01-01T00:00:00Z"], /^--clock needs --sandbox/],
  [["merchant", "create", "--name", "X", "--sandbox", "--clock", "soon"], /It must be a moment such as/],
  [["merchant", "create", "--name", "X", "--erp-kind", "PAPER"], /Allowed choices are ACCOUNTING, ERP/],
  [["user", "add", "--merchant", unknownId, "--role", "BOSS"], /Allowed choices are VIEWER, EDITOR, CONTROLLER, OWNER/],
  [["key", "create", "--expires", "2027-02-30"], /It must be a date such as/],
  [["merchant", "update", "5", "--name", "X"], /It must be an id such as/],
  [["merchant", "update", unknownId, "--usage-grace-days", "few"], /It must be a whole number of days/],
  [["merchant", "update", unknownId], /^Nothing to change/],
  [["jobs", "wait", "--timeout", "soon"], /It must be a whole number of seconds/],
] as const) {
  test(`accord ${args.join(" ")}: one sentence and exit code 2`, async () => {
    const [reported, answer] = await Promise.all([run(args, environment), run([...args, "--json"], environment)]);
    assert.equal(reported.code, 2);
    assert.equal(reported.stdout, "");
    assert.match(reported.stderr, sentence);
    assert.equal(reported.stderr.trimEnd().split("\n").length, 1, reported.stderr);
    assert.equal(answer.code, 2);
    assert.equal(JSON.parse(answer.stdout).error.code, "USAGE");
  });
}

test("an invalid environment: every issue at once; a server exits with 1, a command with 2", async () => {
  const broken = { ...environment, PORT: "http", ACCORD_ROLE: "boss", LOG_LEVEL: "loud" };
  const expected = /^ACCORD_ROLE is "boss".*\n?/m;
  for (const [args, exitCode] of [
    [["serve"], 1],
    [["merchant", "list"], 2],
  ] as const) {
    const { code, stdout, stderr } = await run(args, broken);
    assert.equal(code, exitCode);
    assert.equal(stdout, "");
    assert.match(stderr, expected);
    assert.equal(stderr.trimEnd().split("\n").length, 3, stderr);
  }
});

test("an unreachable database is named without its password", async () => {
  const away = { DATABASE_URL: "postgresql://accord:secret@127.0.0.1:9/accord" };
  for (const [args, exitCode] of [
    [["serve"], 1],
    [["key", "list"], 2],
  ] as const) {
    const { code, stderr } = await run(args, away);
    assert.equal(code, exitCode);
    assert.match(stderr, /^The database at 127\.0\.0\.1:9\/accord cannot be used: .*ECONNREFUSED.*\n$/);
  }
});

test("a database without migrations is rejected by commands and by the api role, and accord migrate applies them", async () => {
  const empty = await createTestDatabase({ schema: "empty" });
  const onEmpty = { DATABASE_URL: empty.connectionString };
  try {
    const [command, api, check] = await Promise.all([
      run(["merchant", "list"], onEmpty),
      run(["serve", "--role", "api"], { ...onEmpty, PORT: "0" }),
      run(["migrate", "--check", "--json"], onEmpty),
    ]);
    assert.equal(command.code, 2);
    assert.match(command.stderr, /^The database lacks 0001_\S+.*; run "accord migrate" first\.\n$/);
    assert.equal(api.code, 1);
    assert.equal(api.stderr, command.stderr);
    assert.equal(check.code, 1);
    const { pending } = JSON.parse(check.stdout);
    assert.deepEqual(await runJson(["migrate"], onEmpty), { applied: pending, pending: [] });
    assert.deepEqual(await runJson(["migrate", "--check"], onEmpty), {
      ...{ applied: pending, pending: [], unknown: [], access: [] },
    });
    assert.deepEqual(await runJson(["merchant", "list"], onEmpty), []);
  } finally {
    await empty.drop();
  }
});

test("the launcher runs from any folder and through a link, and passes its arguments on", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "accord-launcher-"));
  t.after(() => rm(folder, { recursive: true }));
  const launcher = join(import.meta.dirname, "../../accord");
  const link = join(folder, "with a space");
  await symlink(launcher, link);
  // A machine's own Node is not asked for.
  const called = (...args: string[]) =>
    promisify(execFile)(link, args, { cwd: folder, env: { PATH: "/usr/bin:/bin" } });
  const { stdout } = await called("--version");
  assert.match(stdout, /^\d+\.\d+\.\d+\n$/);
  await assert.rejects(called("doctor", "a b"), { code: 2, stderr: /a b|argument/ });
});

test("the OpenAPI document needs no database", async () => {
  const { code, stdout } = await run(["openapi"], { DATABASE_URL: "postgresql://nobody@127.0.0.1:9/none" });
  assert.equal(code, 0);
  const document = JSON.parse(stdout);
  assert.match(document.openapi, /^3\.1\./);
  assert.ok("/v3/contracts" in document.paths);
});

test("a new embedded database is migrated by the first command, and no process stays running", async () => {
  const directory = await temporaryDataDirectory();
  try {
    const embedded = { ACCORD_DATA_DIR: directory.path };
    assert.deepEqual(await runJson(["merchant", "list"], embedded), []);
    const { stdout } = await promisify(execFile)("ps", ["-eo", "args"]);
    assert.ok(!stdout.includes(`-D ${directory.path}`), "PostgreSQL went with the command that started it");
  } finally {
    await directory.remove();
  }
});

const machineNode = "/usr/bin/node";
const machineVersion = await promisify(execFile)(machineNode, ["--version"]).then(
  ({ stdout }) => Number(/^v(\d+)/.exec(stdout)?.[1]),
  () => undefined,
);

// Only a machine that has an older Node can show what it is told.
if (machineVersion !== undefined && machineVersion < 26) {
  test("an older Node gets one sentence about the version", async () => {
    const { code, stdout, stderr } = await run(["--help"], {}, machineNode);
    assert.equal(code, 2);
    assert.equal(stdout, "");
    assert.match(stderr, /^Accord needs Node 26 or newer and this is Node \d+\.\d+\.\d+\. .*\n$/);
  });
}

test("help lists every command by name, and needs no database", async () => {
  const { code, stdout } = await run(["--help"], { DATABASE_URL: "nonsense" });
  assert.equal(code, 0);
  const summaries = new Map(
    unwrapped(stdout)
      .matchAll(/^ {2}([a-z]+) {2,}(\S.*)$/gm)
      .map(([, name = "", text = ""]) => [name, text]),
  );
  for (const name of ["serve", "migrate", "merchant", "user", "key", "jobs", "openapi"]) {
    assert.ok(summaries.has(name), name);
  }
  summaries.delete("help");
  for (const [name, summary] of summaries) {
    const own = await run(["help", name], {});
    assert.equal(own.code, 0);
    assert.match(own.stdout, new RegExp(`^Usage: accord ${name} `));
    assert.equal(unwrapped(own.stdout).split("\n\n")[1], summary);
  }
});

/** Help texts without their line breaks at 80 characters. */
function unwrapped(help: string): string {
  return help.replaceAll(/\n {12,}(?=\S)/g, " ");
}
