import assert from "node:assert/strict";
import { chown, cp, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { openApp, prepareDatabase } from "../../src/app.ts";
import { createKey } from "../../src/platform/auth/keys.ts";
import { openEmbedded } from "../../src/platform/db/embedded.ts";
import { currentUntil } from "../../src/platform/db/replica.ts";
import { silentLog } from "../../src/platform/log.ts";
import { createMerchant } from "../../src/platform/merchant/merchants.ts";
import { fastestFolder, temporaryDataDirectory } from "../support/data-directory.ts";
import { execute } from "../support/template.ts";

const silent = { info: () => undefined, warn: () => undefined };

test("a streaming standby answers lists and reports with its replay time; when it stops the primary answers", async () => {
  await using opened = new AsyncDisposableStack();
  const folder = await fastestFolder();
  const [ofPrimary, ofStandby] = [
    await temporaryDataDirectory(0o755, folder),
    await temporaryDataDirectory(0o755, folder),
  ];
  opened.defer(async () => void (await Promise.all([ofPrimary.remove(), ofStandby.remove()])));
  const open = (path: string, settings: Record<string, string> = {}) =>
    openEmbedded({ dataDirectory: path, purpose: "command", log: silent, settings: { fsync: "off", ...settings } });

  const made = await open(ofPrimary.path);
  await prepareDatabase(made.connectionString, silentLog());
  await made.close();
  await beginStandby(ofPrimary.path, ofStandby.path);
  const primary = await open(ofPrimary.path);
  opened.defer(primary.close);
  const { username, password, port } = new URL(primary.connectionString);
  const standby = await open(ofStandby.path, {
    primary_conninfo: `host=127.0.0.1 port=${port} user=${username} password=${password}`,
  });
  opened.defer(standby.close);

  const app = await openApp({
    connectionString: primary.connectionString,
    replicaConnectionString: standby.connectionString,
    log: silentLog(),
    rateLimitPerMinute: 0,
    overloadDelay: 0,
    serves: true,
    works: false,
  });
  opened.defer(app.close);
  const merchantId = await createMerchant(app.platform.db, {
    ...{ name: "Followed", currency: "USD", timeZone: "UTC", erpKind: "ACCOUNTING", performanceObligations: false },
    sandboxClock: Temporal.Instant.from("2026-01-15T12:00:00Z"),
  } as const);
  const { key } = await createKey(app.platform.db, { merchantId, userId: null, access: "WRITE", name: "Both" });
  const ask = async (method: "GET" | "POST", url: string, payload?: object) => {
    const headers = { authorization: `Bearer ${key}` };
    const answer = await app.server.inject({ method, url, headers, ...(payload && { payload }) });
    return { status: answer.statusCode, body: answer.json(), asOf: String(answer.headers["accord-as-of"]) };
  };
  const countOnStandby = async () => (await ask("GET", "/v3/customers?readFrom=replica")).body.payload?.totalItems;

  assert.equal((await ask("POST", "/v3/customers", { name: "Northwind" })).status, 201);
  await until(async () => (await countOnStandby()) === 1);

  // What the standby does not replay, it does not have: and it says that it has everything until before then.
  await execute(standby.connectionString, "select pg_wal_replay_pause()");
  const pausedAt = await now(app);
  assert.equal((await ask("POST", "/v3/customers", { name: "Halvorn" })).status, 201);
  const behind = await ask("GET", "/v3/customers?readFrom=replica");
  assert.equal(behind.body.payload.totalItems, 1);
  assert.ok(behind.asOf <= pausedAt, `${behind.asOf} is not before ${pausedAt}`);
  assert.equal((await ask("GET", "/v3/customers")).body.payload.totalItems, 2);

  await execute(standby.connectionString, "select pg_wal_replay_resume()");
  await until(async () => (await countOnStandby()) === 2);
  const report = await ask("GET", "/v3/reports/trial-balance?month=2026-01&readFrom=replica");
  assert.equal(report.status, 200, JSON.stringify(report.body));
  // What it has not kept yet of revenue is kept where everything is written, and read where it was asked for.
  const waterfall = await ask("GET", "/v3/reports/waterfall?month=2026-01&readFrom=replica");
  assert.equal(waterfall.status, 200, JSON.stringify(waterfall.body));

  await standby.close();
  const without = await ask("GET", "/v3/customers?readFrom=replica");
  assert.equal(without.body.payload.totalItems, 2);
});

/** A copy of a database that is closed is one that a standby can begin with. */
async function beginStandby(primary: string, standby: string): Promise<void> {
  await cp(primary, standby, { recursive: true, preserveTimestamps: true });
  const [from, to] = [join(primary, "cluster/data"), join(standby, "cluster/data")];
  await writeFile(join(to, "standby.signal"), "");
  const { uid, gid } = await stat(from);
  await chownAll(to, uid, gid);
}

async function chownAll(folder: string, uid: number, gid: number): Promise<void> {
  const entries = await readdir(folder, { recursive: true });
  for (const path of [folder, ...entries.map((entry) => join(folder, entry))]) await chown(path, uid, gid);
}

async function now({ platform }: Awaited<ReturnType<typeof openApp>>): Promise<string> {
  return String(await currentUntil(platform.db));
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 1_200; attempt += 1) {
    if (await isTrue()) return;
    await sleep(50);
  }
  assert.fail("it did not come about");
}
