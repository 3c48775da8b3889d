import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { inTransaction } from "../../src/platform/db/pool.ts";
import { type ApiAnswer, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf } from "../support/client.ts";

// Behaviour DBF-1 and DBF-4: the program outlives its connections, says 503 meanwhile, and doubles nothing.

let api: TestApi;
let owner: pg.Client;
let locker: pg.Client;
/** What would have ended the program. */
const unforeseen: Error[] = [];
process.prependListener("uncaughtException", (error) => unforeseen.push(error));
before(async () => {
  // With a worker, which has connections of its own to lose.
  api = await startApi({ works: true });
  const { connectionString } = api;
  owner = new pg.Client({ connectionString, application_name: "test" });
  locker = new pg.Client({ connectionString, application_name: "test" });
  await owner.connect();
  await locker.connect();
});
after(async () => {
  await owner.end();
  await locker.end();
  await api.close();
  assert.deepEqual(unforeseen, []);
});

const writers = 8;

/** Customers that are being written, each with a key of its own, while a lock lets none of them through. */
async function whileWritesWait(
  client: Client,
  use: (writing: Promise<ApiAnswer[]>) => Promise<void>,
): Promise<() => Promise<ApiAnswer[]>> {
  const write = async (key: string) => client.send("POST", "/v3/customers", { name: key }, { "idempotency-key": key });
  const keys = Array.from({ length: writers }, () => randomUUID());
  await locker.query("begin");
  try {
    await locker.query("lock table customer in share row exclusive mode");
    const writing = Promise.all(keys.map(write));
    await untilSessions("wait_event_type = 'Lock'", writers);
    await use(writing);
  } finally {
    await locker.query("rollback");
  }
  return () => Promise.all(keys.map(write));
}

/** Waits until so many sessions of the program are in a state. */
async function untilSessions(state: string, count: number): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const { rows } = await owner.query(`select from pg_stat_activity where ${ofProgram} and ${state}`);
    if (rows.length >= count) return;
    await sleep(50);
  }
  assert.fail(`never were ${count} sessions in this state: ${state}`);
}

/** Sessions of the program. */
const ofProgram = "datname = current_database() and application_name <> 'test' and backend_type = 'client backend'";

/** Cuts every session of the program off, and waits until they are gone and the program has had the time to notice. */
async function terminateAll(): Promise<void> {
  const cut = `select pid, pg_terminate_backend(pid) from pg_stat_activity where ${ofProgram}`;
  const pids = (await owner.query<{ pid: number }>(cut)).rows.map(({ pid }) => pid);
  const left = () => owner.query("select from pg_stat_activity where pid = any($1)", [pids]);
  while ((await left()).rowCount !== 0) await sleep(20);
  await sleep(100);
}

function assertUnavailable(answer: ApiAnswer, errorCode: string): void {
  assert.equal(answer.status, 503, JSON.stringify(answer.body));
  assert.equal(answer.body.error.errorCode, errorCode);
  assert.ok(Number(answer.headers.get("retry-after")) > 0);
}

test("DBF-1: writes whose sessions are cut off get 503, and have one effect when they are repeated", async () => {
  const client = clientOf(api, await api.newMerchant());
  const again = await whileWritesWait(client, async (writing) => {
    await terminateAll();
    for (const answer of await writing) assertUnavailable(answer, "SERVICE_UNAVAILABLE");
  });
  for (const { status } of await again()) assert.equal(status, 201);
  assert.equal((await client.ok("GET", "/v3/customers")).totalItems, writers);
});

test("a session cut off between two statements fails its transaction alone", async () => {
  const { merchantId } = await api.newMerchant();
  const { promise: cut, resolve: cutOff } = Promise.withResolvers<void>();
  const open = inTransaction(api.platform.db, merchantId, async (tx) => {
    await tx.selectFrom("customer").select("id").execute();
    await cut;
    return tx.selectFrom("customer").select("id").execute();
  });
  await untilSessions("state = 'idle in transaction'", 1);
  await terminateAll();
  cutOff();
  await assert.rejects(open);
  assert.equal((await clientOf(api, await api.newMerchant()).send("GET", "/v3/customers")).status, 200);
});

test("DBF-1: jobs continue after every session was cut off", async () => {
  const client = clientOf(api, await api.newMerchant());
  await terminateAll();
  const customer = await client.ok("POST", "/v3/customers", { name: "Later" });
  const contract = await client.ok("POST", "/v3/contracts", { name: "Later", customerId: customer.id });
  await api.drainOutbox(client.merchant);
  assert.equal((await client.ok("GET", `/v3/contracts/${contract.id}`)).name, "Later");
});

test("DBF-4: a lock held by another session is waited for until the time-out, then the write gets 503", async () => {
  const client = clientOf(api, await api.newMerchant());
  const again = await whileWritesWait(client, async (writing) => {
    for (const answer of await writing) assertUnavailable(answer, "LOCK_TIMEOUT");
  });
  for (const { status } of await again()) assert.equal(status, 201);
});
