import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { countOwedJobs, listOpenJobs } from "../../src/cli/job-store.ts";
import { newId } from "../../src/kernel/ids.ts";
import { inTransaction } from "../../src/platform/db/pool.ts";
import { countJobs, openBoss } from "../../src/platform/jobs/queue.ts";
import { startApi, type TestApi } from "../support/api.ts";
import { runDoctor } from "../support/doctor.ts";

// The table of jobs is common to all merchants. Finished jobs can be looked at for seven days. An operator with a thousand merchants has a million of them.

const finished = 50_000;
const waiting = 20_000;

let api: TestApi;
let owner: pg.Client;

before(async () => {
  api = await startApi();
  owner = new pg.Client({ connectionString: api.connectionString });
  await owner.connect();
  await owner.query(
    `insert into pgboss.job (name, data, state, policy, created_on, started_on, completed_on)
     select 'regenerate-invoices', jsonb_build_object('merchantId', gen_random_uuid()), 'completed', 'short', now(), now(), now()
     from generate_series(1, $1)`,
    [finished],
  );
  await owner.query("vacuum analyze pgboss.job_common");
});
after(async () => {
  await owner.end();
  await api.close();
});

/** Rows of the table of jobs that were read while `use` ran. */
async function rowsRead(use: () => Promise<unknown>): Promise<number> {
  const before = await allReads();
  await use();
  // Sessions report what they read with a delay of a second.
  await sleep(1_500);
  return (await allReads()) - before;
}

async function allReads(): Promise<number> {
  await owner.query("select pg_stat_clear_snapshot()");
  const { rows } = await owner.query<{ read: string }>(
    "select seq_tup_read + coalesce(idx_tup_fetch, 0) as read from pg_stat_user_tables where relname = 'job_common'",
  );
  return Number(rows[0]?.read);
}

test("a worker that looks after the queues every second reads no finished jobs", async () => {
  const boss = openBoss({ connectionString: api.connectionString, maintains: true, onError: assert.ifError });
  await boss.start();
  try {
    await sleep(2_500);
    const read = await rowsRead(() => sleep(2_500));
    assert.ok(read < finished, `${read} rows were read`);
  } finally {
    await boss.stop({ graceful: false });
  }
});

for (const [name, use] of Object.entries({
  "readiness and metrics": () => countJobs(api.platform.db),
  "accord jobs wait": () => countOwedJobs(api.platform.db),
  "accord jobs list": () => listOpenJobs(api.platform.db, 1_000),
  "accord doctor": () => runDoctor(api.platform.db, { merchantId: api.merchants.A.merchantId }),
  "the list of a merchant": async () => {
    const answer = await api.request("GET", "/v3/jobs");
    assert.deepEqual([answer.status, answer.body.payload.totalItems], [200, 0]);
  },
})) {
  test(`${name}: finished jobs of other merchants are not read`, async () => {
    const read = await rowsRead(use);
    assert.ok(read < finished, `${read} rows were read`);
  });
}

test("a write that answers with the id of its job reads no other waiting job", async () => {
  const { merchantId } = api.merchants.A;
  await owner.query(
    `insert into pgboss.job (name, data, state, policy, singleton_key)
     select 'regenerate-invoices', '{}', 'created', 'short', gen_random_uuid() from generate_series(1, $1)`,
    [waiting],
  );
  await owner.query("vacuum analyze pgboss.job_common");
  const { db, queue } = api.platform;
  const read = await rowsRead(() => inTransaction(db, merchantId, (tx) => queue.waitingJob(tx, merchantId, newId())));
  assert.ok(read < waiting, `${read} rows were read`);
});
