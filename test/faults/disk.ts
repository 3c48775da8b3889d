import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, open, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { killLeftOver, run, runJson, type Serving, serve } from "../cli/program.ts";
import type { Json } from "../support/api.ts";

// The disk of the embedded database gets full while contracts and usage are written, and has room again (behaviour DBF-5). While it
// is full, writes are answered 503; then all that was confirmed is there once, and doctor finds nothing. A start on a full disk is refused
// with the reason. The disk is a small one in memory, mounted for this process alone: on Linux, as root:
//
//   npm run test:disk -- [ROUNDS]

const megabyte = 1024 * 1024;
const diskMegabytes = 700;
/** What is left when the filler is there: less than a few segments of the log of PostgreSQL. */
const leftMegabytes = 40;
const writers = 6;
const folderVariable = "ACCORD_DISK_FOLDER";

type Tenant = { readonly key: string; readonly customerId: string; readonly eventTypeId: string };
type Counts = {
  contracts: number;
  events: number;
  unavailable: number;
  readsWhileFull: number;
  readsUnavailable: number;
};

/** @throws AssertionError if a confirmed write is missing or stored twice, or an answer is not allowed */
async function fillDisk(folder: string, rounds: number): Promise<void> {
  const environment = {
    ...{ ACCORD_DATA_DIR: join(folder, "data"), ACCORD_DEMO: "off", ACCORD_RATE_LIMIT: "0", LOG_LEVEL: "error" },
  };
  let server = await serve(environment);
  const tenant = await newTenant(server, environment);
  const counts: Counts = { contracts: 0, events: 0, unavailable: 0, readsWhileFull: 0, readsUnavailable: 0 };
  const back: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    let isOver = false;
    const before = counts.unavailable;
    const busy = Array.from({ length: writers }, () => keepWriting(server, tenant, counts, () => isOver));
    const working = Promise.all(busy);
    const filler = await fill(folder, leftMegabytes);
    while (counts.unavailable === before) await Promise.race([sleep(50), working]);
    // Full: reads are answered, by data or by 503 where PostgreSQL itself is down.
    for (let look = 0; look < 40; look += 1) {
      const { status, body } = await ask(server, tenant, "GET", "/v3/customers?limit=1");
      assert.ok(status === 200 || status === 503, `${status}: ${JSON.stringify(body)}`);
      if (status === 200) counts.readsWhileFull += 1;
      else counts.readsUnavailable += 1;
      await sleep(50);
    }
    await rm(filler);
    const begin = performance.now();
    while ((await ask(server, tenant, "POST", "/v3/contracts", { name: "Room again" })).status !== 201) await sleep(50);
    counts.contracts += 1;
    back.push(performance.now() - begin);
    isOver = true;
    await working;
    await checkConfirmed(server, tenant, counts);
    assert.equal((await run(["doctor", "--json"], environment)).code, 0, "every invariant holds");
    say(
      `${round}. the disk was full: ${counts.unavailable - before} writes answered 503, written again after ${Math.round(back.at(-1) ?? 0)} ms`,
    );
  }
  assert.equal(await server.end("SIGTERM"), 0);

  const filler = await fill(folder, 10);
  const refused = await run(["serve"], { PORT: "0", ...environment });
  assert.deepEqual(
    [refused.code, /MB free and the embedded PostgreSQL needs \d+ MB/.test(refused.stderr)],
    [1, true],
    refused.stderr,
  );
  await rm(filler);
  server = await serve(environment);
  await checkConfirmed(server, tenant, counts);
  assert.equal(await server.end("SIGTERM"), 0);
  say(
    `DBF-5: ${rounds} times full, ${counts.unavailable} writes answered 503 and sent again, ${counts.readsWhileFull} reads answered meanwhile and ` +
      `${counts.readsUnavailable} with 503; ${counts.contracts} contracts and ${counts.events} usage events confirmed, each there once; ` +
      `written again after ${Math.round(Math.max(...back))} ms at most; a start on the full disk was refused with the reason`,
  );
}

async function newTenant(server: Serving, environment: Record<string, string>): Promise<Tenant> {
  const created = ["merchant", "create", "--name", "On a small disk", "--sandbox", "--clock", "2026-03-10T12:00:00Z"];
  const key: string = (await runJson(created, environment)).writeKey;
  const make = async (path: string, body: object): Promise<string> => {
    const answer = await ask(server, { key }, "POST", path, body);
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body.payload.id;
  };
  return {
    key,
    eventTypeId: await make("/v3/events/types", { name: "API call", unitName: "calls" }),
    customerId: await make("/v3/customers", { name: "Northwind" }),
  };
}

/** Writes until it is over, each until it is confirmed. */
async function keepWriting(server: Serving, tenant: Tenant, counts: Counts, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const isContract = Math.random() < 0.7;
    const { customerId, eventTypeId } = tenant;
    const usage = {
      idempotencyKey: randomUUID(),
      customerId,
      eventTypeId,
      datetime: "2026-03-02T10:00:00Z",
      value: "7",
    };
    const contract = {
      name: `Deal ${randomUUID()}`,
      customerId,
      metadata: { noise: randomBytes(6_000).toString("base64") },
    };
    const [path, body] = isContract ? ["/v3/contracts", contract] : ["/v3/events", usage];
    const once = randomUUID();
    for (;;) {
      const { status, body: answered } = await ask(server, tenant, "POST", path, body, once);
      if (status < 300) break;
      assert.ok(status === 503 || status === 409, `${path}: ${status} ${JSON.stringify(answered)}`);
      if (status === 503) counts.unavailable += 1;
      await sleep(100);
    }
    if (isContract) counts.contracts += 1;
    else counts.events += 1;
  }
}

async function checkConfirmed(server: Serving, tenant: Tenant, counts: Counts): Promise<void> {
  for (const [path, expected] of [
    ["/v3/contracts?limit=1", counts.contracts],
    ["/v3/events?limit=1", counts.events],
  ] as const) {
    const { body } = await ask(server, tenant, "GET", path);
    assert.equal(body.payload?.totalItems, expected, `${path}: ${JSON.stringify(body).slice(0, 300)}`);
  }
}

async function ask(
  { url }: Serving,
  { key }: Pick<Tenant, "key">,
  method: string,
  path: string,
  body?: object,
  once: string = randomUUID(),
): Promise<{ readonly status: number; readonly body: Json }> {
  const headers = {
    authorization: key,
    ...(body === undefined ? {} : { "content-type": "application/json", "idempotency-key": once }),
  };
  const answer = await fetch(`${url}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
}

/** Fills the disk up to what shall be left. */
async function fill(folder: string, left: number): Promise<string> {
  const path = join(folder, "filler");
  const file = await open(path, "w");
  const { bavail, bsize } = await statfs(folder);
  const block = Buffer.alloc(megabyte);
  for (let free = bavail * bsize; free > (left + 1) * megabyte; free -= megabyte) await file.write(block);
  await file.close();
  return path;
}

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Starts with a mount and processes of its own, which end with it. */
async function beginMounted(args: readonly string[]): Promise<void> {
  assert.ok(
    process.platform === "linux" && process.getuid?.() === 0,
    "this needs Linux, and root to mount a small disk",
  );
  const folder = await mkdtemp(join(tmpdir(), "accord-disk-"));
  try {
    const mount = `mount -t tmpfs -o size=${diskMegabytes}m,mode=755 tmpfs "$${folderVariable}" && exec "$@"`;
    const command = ["sh", "-c", mount, "sh", process.execPath, import.meta.filename, ...args];
    const options = { env: { ...process.env, [folderVariable]: folder }, stdio: "inherit" } as const;
    const child = spawn("unshare", ["--mount", "--pid", "--fork", "--kill-child", "--mount-proc", ...command], options);
    [process.exitCode] = await once(child, "close");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const [rounds = "3"] = process.argv.slice(2);
const folder = process.env[folderVariable];
if (folder === undefined) await beginMounted([rounds]);
else await fillDisk(folder, Number(rounds)).finally(killLeftOver);
