import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { homeElsewhere, temporaryDataDirectory } from "../../../test/support/data-directory.ts";
import { EmbeddedDatabaseError, openEmbedded } from "./embedded.ts";
import { isAlive, runningPostmaster } from "./postmaster.ts";
import { canReach, unprivilegedAccount } from "./server-account.ts";

const silent = { info: () => undefined, warn: () => undefined };
const isRoot = process.getuid?.() === 0;

/** Opens the directory in a separate process, reports the outcome, and closes when its input ends. */
const childProgram = `
  import { openEmbedded } from ${JSON.stringify(new URL("./embedded.ts", import.meta.url).href)};
  const [dataDirectory, purpose] = process.argv.slice(1);
  const log = { info() {}, warn() {} };
  const tell = (message) => process.stdout.write(JSON.stringify(message) + "\\n");
  try {
    const database = await openEmbedded({ dataDirectory, purpose, log });
    tell({ connectionString: database.connectionString });
    process.stdin.resume().on("end", () => database.close().then(() => process.exit(0)));
  } catch (error) {
    tell({ rejection: error.name + ": " + error.message });
  }
`;

type Told = { connectionString?: string; rejection?: string };
type Child = { process: ChildProcess; reported: Promise<Told> };

function openInChild(t: TestContext, directory: string, purpose: string, identity = {}): Child {
  const child = spawn(process.execPath, ["--input-type=module", "-e", childProgram, directory, purpose], {
    stdio: ["pipe", "pipe", "inherit"],
    cwd: tmpdir(),
    ...identity,
  });
  t.after(() => child.kill("SIGKILL"));
  const reported = once(createInterface(child.stdout), "line").then(([line]) => JSON.parse(String(line)) as Told);
  return { process: child, reported };
}

async function close(child: Child): Promise<void> {
  if (child.process.exitCode !== null) return;
  const exit = once(child.process, "exit");
  child.process.stdin?.end();
  await exit;
}

async function killHard(child: Child): Promise<void> {
  const exit = once(child.process, "exit");
  child.process.kill("SIGKILL");
  await exit;
}

async function query(connectionString: string | undefined, text: string) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<unknown[]>({ text, rowMode: "array" });
    return rows.flat();
  } finally {
    await client.end();
  }
}

async function postmasterPid(dataDirectory: string): Promise<number> {
  return Number((await readFile(join(dataDirectory, "cluster/data/postmaster.pid"), "utf8")).split("\n")[0]);
}

// Checked by the directory, because a process id stays taken until the parent has collected the process.
async function isRunning(dataDirectory: string): Promise<boolean> {
  return (await runningPostmaster(join(dataDirectory, "cluster/data"))) !== undefined;
}

async function crashPostgres(dataDirectory: string): Promise<void> {
  const pid = await postmasterPid(dataDirectory);
  const exists = async () => (await runningPostmaster(join(dataDirectory, "cluster/data")))?.pid === pid;
  process.kill(pid, "SIGKILL");
  for (let waited = 0; (await exists()) && waited < 200; waited += 1) await sleep(20);
  assert.equal(await exists(), false);
}

/** The message of the rejection, which must be a sentence for the operator. */
async function rejection(opening: Promise<unknown>): Promise<string> {
  const error = await opening.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof EmbeddedDatabaseError, `expected a rejection, got ${String(error)}`);
  return error.message;
}

test("one data directory from its first start to recovery after a crash", { timeout: 240_000 }, async (t) => {
  const { path, remove } = await temporaryDataDirectory();
  t.after(remove);
  const serve = () => openEmbedded({ dataDirectory: path, purpose: "serve", log: silent });
  const command = () => openEmbedded({ dataDirectory: path, purpose: "command", log: silent });

  await t.test("the first start creates a durable, private database", async () => {
    const database = await serve();
    const settings = "fsync|jit|TimeZone|unix_socket_directories|listen_addresses|max_connections".split("|");
    const shown = await query(
      database.connectionString,
      `select name || '=' || setting from pg_settings where name in ('${settings.join("','")}') order by name collate "C"`,
    );
    assert.deepEqual(shown, [
      "TimeZone=UTC",
      "fsync=on",
      "jit=off",
      "listen_addresses=127.0.0.1",
      "max_connections=60",
      "unix_socket_directories=",
    ]);
    await query(database.connectionString, "create table kept as select 1 as id");
    assert.equal((await stat(join(path, "cluster/password"))).mode & 0o777, 0o600);
    const wrong = database.connectionString.replace(/owner:[^@]*@/, "owner:guess@");
    await assert.rejects(query(wrong, "select 1"), /password authentication failed/);

    await database.close();
    await database.close();
    assert.equal(await isRunning(path), false);
  });

  await t.test("reopening makes no new cluster and finds the data", async () => {
    const made = async () => (await stat(join(path, "cluster/data/PG_VERSION"))).mtimeMs;
    const before = await made();
    const database = await serve();
    assert.equal(await made(), before);
    assert.deepEqual(await query(database.connectionString, "select id from kept"), [1]);
    await database.close();
  });

  await t.test("DBF-8: a second server is rejected with the name of the first, a command works beside it", async () => {
    const server = openInChild(t, path, "serve");
    const { connectionString } = await server.reported;
    assert.match(
      await rejection(serve()),
      new RegExp(
        `^The data directory ${path} is in use by process ${server.process.pid} since 20.*; stop that process`,
      ),
    );
    const beside = await command();
    assert.equal(beside.connectionString, connectionString);
    await beside.close();
    assert.deepEqual(await query(connectionString, "select id from kept"), [1]);

    // PostgreSQL keeps running for the remaining processes, and stops with the last one.
    const longer = await command();
    await close(server);
    assert.deepEqual(await query(longer.connectionString, "select id from kept"), [1]);
    await longer.close();
    assert.equal(await isRunning(path), false);
  });

  await t.test("when a server dies the next one takes over its PostgreSQL", async () => {
    const server = openInChild(t, path, "serve");
    const { connectionString } = await server.reported;
    const pid = await postmasterPid(path);
    await killHard(server);
    assert.equal(await isRunning(path), true);

    const next = await serve();
    assert.equal(next.connectionString, connectionString);
    assert.equal(await postmasterPid(path), pid);
    await next.close();
    assert.equal(await isRunning(path), false);
  });

  await t.test("CRA-9: after a crash of everything committed data is there", async () => {
    const server = openInChild(t, path, "serve");
    await query((await server.reported).connectionString, "insert into kept values (2)");
    await killHard(server);
    await crashPostgres(path);

    const database = await serve();
    assert.deepEqual(await query(database.connectionString, "select id from kept order by id"), [1, 2]);
    await database.close();
  });

  await t.test("a process id that now belongs to another program does not block the start", async (t) => {
    const server = openInChild(t, path, "serve");
    await server.reported;
    const lockFile = join(path, "cluster/data/postmaster.pid");
    await killHard(server);
    await crashPostgres(path);
    const account = await unprivilegedAccount();
    const bystander = spawn("sleep", ["60"], { stdio: "ignore", ...account });
    t.after(() => bystander.kill("SIGKILL"));
    await writeFile(lockFile, (await readFile(lockFile, "utf8")).replace(/^\d+/, String(bystander.pid)));

    const database = await serve();
    assert.deepEqual(await query(database.connectionString, "select count(*)::int from kept"), [2]);
    await database.close();
    assert.equal(isAlive(bystander.pid ?? 0), true);
  });

  await t.test("when PostgreSQL dies its server starts it again at the same address", async () => {
    const database = await serve();
    await crashPostgres(path);
    let found: unknown[] | undefined;
    for (let tries = 0; found === undefined && tries < 100; tries += 1) {
      await sleep(50);
      found = await query(database.connectionString, "select count(*)::int from kept").catch(() => undefined);
    }
    assert.deepEqual(found, [2]);
    // The restarted one has the same owner as before.
    for (let tries = 0; tries < 100 && !(await rejectedForOwner(serve)); tries += 1) await sleep(50);
    await database.close();
    assert.equal(await isRunning(path), false);
  });

  await t.test("of two servers started at once one serves, and a command uses the same database", async () => {
    const children = [openInChild(t, path, "serve"), openInChild(t, path, "serve"), openInChild(t, path, "command")];
    const [first, second, third] = await Promise.all(children.map((child) => child.reported));
    const rejected = [first, second].filter((reported) => reported?.rejection !== undefined);
    assert.equal(rejected.length, 1);
    assert.match(
      rejected[0]?.rejection ?? "",
      /^EmbeddedDatabaseError: The data directory .* is in use by process \d+/,
    );
    assert.equal(third?.connectionString, first?.connectionString ?? second?.connectionString);
    await Promise.all(children.map(close));
    assert.equal(await isRunning(path), false);
  });

  await t.test("DBF-8: another PostgreSQL version and a damaged log are rejected and not changed", async () => {
    const versionFile = join(path, "cluster/data/PG_VERSION");
    await writeFile(versionFile, "15\n");
    assert.match(await rejection(serve()), /was written by PostgreSQL 15 and this program brings PostgreSQL 18/);
    await writeFile(versionFile, "18\n");

    const log = join(path, "cluster/data/pg_wal");
    const segments = (await readdir(log)).filter((name) => /^[0-9A-F]{24}$/.test(name));
    for (const segment of segments) await truncate(join(log, segment), 0);
    assert.match(await rejection(serve()), /could not start on .*PANIC: .*checkpoint record.*nothing was changed/);
    for (const segment of segments) assert.equal((await stat(join(log, segment))).size, 0);
  });
});

test("two processes can create the same database at once", { timeout: 240_000 }, async (t) => {
  const { path, remove } = await temporaryDataDirectory();
  t.after(remove);
  const children = [openInChild(t, path, "command"), openInChild(t, path, "command")];
  const [first, second] = await Promise.all(children.map((child) => child.reported));
  assert.ok(first?.connectionString !== undefined);
  assert.equal(first.connectionString, second?.connectionString);
  await Promise.all(children.map(close));
  assert.deepEqual(
    (await readdir(path)).filter((name) => name.includes(".new-")),
    [],
  );
});

// Only root runs PostgreSQL under another account.
if (isRoot) {
  test("root stores the database elsewhere when others cannot enter the data directory", async (t) => {
    const { path, remove } = await temporaryDataDirectory(0o700);
    t.after(remove);
    const reported: string[] = [];
    const log = { info: (_: object, message: string) => reported.push(message), warn: () => undefined };
    const first = await openEmbedded({ dataDirectory: path, purpose: "serve", log });
    const home = await homeElsewhere(path);
    assert.ok(home !== undefined);
    assert.equal(reported.length, 1);
    assert.ok(reported[0]?.endsWith(`the database is kept in ${home}`));
    await query(first.connectionString, "create table kept as select 7 as id");
    await first.close();

    const again = await openEmbedded({ dataDirectory: path, purpose: "serve", log });
    assert.deepEqual(await query(again.connectionString, "select id from kept"), [7]);
    await again.close();
    assert.equal(reported.length, 1);
  });
}

// There is no other account to use if the tests run as an ordinary user, or if others cannot reach the program.
const account = await unprivilegedAccount();
if (account !== undefined && (await canReach(import.meta.dirname, account))) {
  test("an ordinary user needs no root, and root continues under that user's account", async (t) => {
    const parent = await mkdtemp(join(tmpdir(), "accord-test-"));
    t.after(() => rm(parent, { recursive: true, force: true }));
    await chmod(parent, 0o755);
    const path = join(parent, "data");
    await mkdir(path, { mode: 0o700 });
    await chown(path, account.uid, account.gid);

    const own = openInChild(t, path, "serve", account);
    const { connectionString, rejection } = await own.reported;
    assert.equal(rejection, undefined);
    await query(connectionString, "create table kept as select 3 as id");
    await close(own);

    const root = await openEmbedded({ dataDirectory: path, purpose: "serve", log: silent });
    assert.deepEqual(await query(root.connectionString, "select id from kept"), [3]);
    await root.close();

    const back = openInChild(t, path, "serve", account);
    assert.deepEqual(await query((await back.reported).connectionString, "select id from kept"), [3]);
    await close(back);

    await t.test("DBF-8: a directory that cannot be written is rejected", async (t) => {
      await chmod(parent, 0o700);
      const denied = openInChild(t, path, "serve", account);
      assert.match(
        (await denied.reported).rejection ?? "",
        /^EmbeddedDatabaseError: The data directory .* cannot be used \(EACCES/,
      );
    });
  });
}

async function rejectedForOwner(serve: () => ReturnType<typeof openEmbedded>): Promise<boolean> {
  return serve().then(
    (database) => database.close().then(() => false),
    (error: unknown) => error instanceof EmbeddedDatabaseError && /is in use by process/.test(error.message),
  );
}
