import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { Json } from "../support/api.ts";
import { homeElsewhere, type TemporaryDataDirectory, temporaryDataDirectory } from "../support/data-directory.ts";
import { killLeftOver, run, runJson, type Serving, serve, until } from "./program.ts";

// One process with the embedded database in a directory of its own, as `npm start` runs it.

after(killLeftOver);

test("the first start of a new data directory, and later starts", async (t) => {
  const directory = await temporaryDataDirectory();
  const environment = { ACCORD_DATA_DIR: directory.path };
  t.after(() => removeStopped(directory));
  const keys: string[] = [];
  const logs: string[] = [];
  let server: Serving;

  await t.test("prints a sign-in link at once, and after the demo two keys and a curl line that works", async () => {
    server = await serve(environment);
    const begun = server;
    assert.ok(printed(server, /sign in +(\S+)/).startsWith(`${server.url}/sign-in#token=`));
    await until(begun, () => begun.stdout().includes("limit=3'\n"));
    const writeKey = printed(server, /write key +(acc_\S+)/);
    const readKey = printed(server, /read key +(acc_\S+)/);
    keys.push(writeKey, readKey);
    assert.equal(printed(server, /API +(\S+)/), `${server.url}/v3`);
    const answer = await asPasted(printed(server, /^(curl .*)$/m));
    assert.ok(answer.payload.data.length > 0, "the demo has contracts");
    assert.match(server.stderr(), /demo merchant Acme Cloud: 24 of 24\n$/);
    for (const key of keys) assert.equal(await statusWith(server, key), 200);
  });

  await t.test("a second process is rejected with the process id of the first", async () => {
    const { code, stdout, stderr } = await run(["serve"], { ...environment, PORT: "0" });
    assert.equal(code, 1);
    assert.equal(stdout, "");
    assert.match(stderr, new RegExp(`^The data directory .* is in use by process ${server.pid} since .*\n$`));
  });

  await t.test("a merchant created by a command beside the server can use the API at once", async () => {
    const created = await runJson(["merchant", "create", "--name", "Beside", "--sandbox"], environment);
    keys.push(created.writeKey, created.readKey);
    assert.equal(await statusWith(server, created.writeKey), 200);
  });

  await t.test("SIGTERM: not ready at once, exit code 0, and PostgreSQL ends too", async () => {
    const begin = performance.now();
    const ended = server.end("SIGTERM");
    let ready = await fetch(`${server.url}/ready`);
    for (; ready.status === 200; ready = await fetch(`${server.url}/ready`)) await sleep(10);
    assert.equal(ready.status, 503);
    assert.equal(await ended, 0);
    assert.ok(performance.now() - begin < 15_000);
    assert.deepEqual(await postgresOn(directory), []);
    logs.push(server.stdout());
  });

  await t.test("the second start is ready in under 3 s and shows no key", async () => {
    server = await serve(environment);
    // Other tests may have had the processors: a start that was slow is measured again, five times at most, and on a machine on
    // which a bare process takes long to start, ours may as well.
    let bound = 3_000;
    for (let again = 0; again < 5 && server.startedIn >= bound; again += 1) {
      bound = Math.max(bound, 50 * (await bareStart()));
      assert.equal(await server.end(), 0);
      server = await serve(environment);
    }
    assert.ok(server.startedIn < bound, `it took ${Math.round(server.startedIn)} ms`);
    assert.ok(!server.stdout().includes("acc_"));
    for (const key of keys) assert.equal(await statusWith(server, key), 200);
  });

  await t.test("after a kill the next start has all data", async () => {
    await server.end("SIGKILL");
    server = await serve(environment);
    for (const key of keys) assert.equal(await statusWith(server, key), 200);
    assert.equal(await server.end("SIGINT"), 0);
    logs.push(server.stdout());
  });

  await t.test("keys are printed for people and never logged", () => {
    const lines = logs.flatMap((log) => log.split("\n")).filter((line) => line.startsWith("{"));
    assert.ok(lines.length > 0);
    for (const line of lines) assert.ok(JSON.parse(line) !== null);
    for (const key of keys) assert.ok(!lines.some((line) => line.includes(key.slice(4, 20))));
  });
});

test("a first start that was killed in the middle of the demo begins again, and has printed no keys", async (t) => {
  const directory = await temporaryDataDirectory();
  const environment = { ACCORD_DATA_DIR: directory.path };
  t.after(() => removeStopped(directory));

  const killed = await serve(environment);
  await until(killed, () => /demo merchant Acme Cloud: [1-9]/.test(killed.stderr()));
  await killed.end("SIGKILL");
  assert.ok(!killed.stdout().includes("acc_"));

  // Asked to end in the middle of it, the process goes in order.
  const asked = await serve(environment);
  await until(asked, () => /demo merchant Acme Cloud: [1-9]/.test(asked.stderr()));
  assert.equal(await asked.end("SIGTERM"), 0, asked.stderr());
  assert.ok(!asked.stdout().includes("is ready."));
  assert.deepEqual(await postgresOn(directory), []);

  const server = await serve(environment);
  await until(server, () => server.stdout().includes("limit=3'\n"));
  assert.equal(await statusWith(server, printed(server, /read key +(acc_\S+)/)), 200);
  const names = (await runJson(["merchant", "list"], environment)).map(({ name }: { name: string }) => name);
  const aside = "Acme Cloud (interrupted start)";
  assert.deepEqual(names, [aside, aside, "Acme Cloud"]);
  assert.equal(await server.end(), 0);
});

/** Milliseconds that a process takes which does nothing: some forty on a machine of today. */
async function bareStart(): Promise<number> {
  const begin = performance.now();
  await promisify(execFile)(process.execPath, ["-e", ""]);
  return performance.now() - begin;
}

function printed(server: Serving, pattern: RegExp): string {
  const text = pattern.exec(server.stdout())?.[1];
  assert.ok(text !== undefined, `${pattern} in ${server.stdout()}`);
  return text;
}

async function statusWith({ url }: Serving, key: string): Promise<number> {
  const answer = await fetch(`${url}/v3/contracts`, { headers: { authorization: `Bearer ${key}` } });
  await answer.arrayBuffer();
  return answer.status;
}

/** What a shell does with the line; on a machine without curl, what curl would do. */
async function asPasted(line: string): Promise<Json> {
  try {
    const { stdout } = await promisify(execFile)("sh", ["-c", line]);
    return JSON.parse(stdout);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === 127)) throw error;
    const [, name = "", value = "", url = ""] = /-H '([^:]+): ([^']+)' '([^']+)'/.exec(line) ?? [];
    return (await fetch(url, { headers: { [name]: value } })).json();
  }
}

/** PostgreSQL servers that run on the directory, or on the place it names. */
async function postgresOn({ path }: TemporaryDataDirectory): Promise<string[]> {
  const home = (await homeElsewhere(path)) ?? path;
  const { stdout } = await promisify(execFile)("ps", ["-eo", "args"]);
  return stdout.split("\n").filter((line) => line.includes(`-D ${home}`));
}

/** Removes the directory of a test that may have failed with servers running. */
async function removeStopped(directory: TemporaryDataDirectory): Promise<void> {
  killLeftOver();
  // A command joins an orphaned PostgreSQL and stops it as its last user.
  await run(["migrate", "--check"], { ACCORD_DATA_DIR: directory.path });
  await directory.remove();
}
