import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { openApp } from "../../src/app.ts";
import { countJobs } from "../../src/platform/jobs/queue.ts";
import { silentLog } from "../../src/platform/log.ts";
import { startApi } from "../support/api.ts";
import { clientOf, obligationBody } from "../support/client.ts";

const worker = join(import.meta.dirname, "..", "support", "hanging-worker.ts");

// Five seconds without a sign of life, then a second each until that is seen, the job is due again, and it is looked for: ADR 0042 says
// ten seconds. Here a machine may be slow; the five are looked at themselves.
const patience = 60_000;

test("CRA-8: the jobs of a killed worker are soon done by another one, once, and are shown as waiting until then", async () => {
  const api = await startApi();
  const client = clientOf(api, await api.newMerchant());
  const contractId = await client.contract();
  await client.add(contractId, obligationBody());
  await client.ok("POST", `/v3/contracts/${contractId}/actions`, { action: "APPROVE" });
  const held = spawn(process.execPath, [worker, api.connectionString], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    await once(held.stdout, "data");
    assert.deepEqual(await countJobs(api.platform.db), {
      waiting: 0,
      running: 1,
      failed: 0,
      late: 0,
      oldestSeconds: 0,
    });
    const issued = async () => (await client.ok("GET", "/v3/invoices?filter=status:eq:ISSUED")).data.length;
    assert.equal(await issued(), 0);
    const { rows } = await sql<{ seconds: number }>`
      select heartbeat_seconds as seconds from pgboss.queue where name = 'regenerate-invoices'`.execute(
      api.platform.db,
    );
    assert.deepEqual(rows, [{ seconds: 5 }]);

    const options = { connectionString: api.connectionString, log: silentLog(), rateLimitPerMinute: 0 };
    const other = await openApp({ ...options, overloadDelay: 0, serves: false, works: true });
    try {
      held.kill("SIGKILL");
      await once(held, "exit");
      const killed = performance.now();
      while ((await issued()) === 0) {
        assert.ok(performance.now() - killed < patience, "nobody has taken over");
        await sleep(100);
      }
      assert.equal(await issued(), 1);
    } finally {
      await other.close();
    }
  } finally {
    held.kill("SIGKILL");
    await api.close();
  }
});

test("a job of a dead worker counts as waiting since its last heartbeat, and readiness reports it", async () => {
  const api = await startApi();
  try {
    const client = clientOf(api, await api.newMerchant());
    const contractId = await client.contract();
    await client.add(contractId, obligationBody());
    await client.ok("POST", `/v3/contracts/${contractId}/actions`, { action: "APPROVE" });
    await sql`update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() - interval '90 seconds'
      where name = 'regenerate-invoices'`.execute(api.platform.db);
    const { waiting, running, late, oldestSeconds } = await countJobs(api.platform.db);
    assert.deepEqual([waiting, running, late], [1, 0, 1]);
    assert.ok(oldestSeconds >= 90 && oldestSeconds < 120);
    const ready = await api.request("GET", "/ready");
    assert.equal(ready.status, 503);
    assert.match(JSON.stringify(ready.body), /oldest job has waited \d+ s/);
    const metrics = await (await fetch(`${api.url}/metrics`)).text();
    const waited = /^accord_jobs_oldest_seconds (\d+)$/m.exec(metrics)?.[1];
    assert.ok(Number(waited) >= oldestSeconds, metrics);
    assert.match(metrics, /^accord_jobs\{state="late"\} 1$/m);
  } finally {
    await api.close();
  }
});

test("a worker that is told to stop completes the job that it has begun", async () => {
  const api = await startApi();
  const holder = new pg.Client({ connectionString: api.connectionString });
  await holder.connect();
  try {
    const client = clientOf(api, await api.newMerchant());
    const contractId = await client.contract();
    await client.add(contractId, obligationBody());
    await client.ok("POST", `/v3/contracts/${contractId}/actions`, { action: "APPROVE" });
    await holder.query("begin");
    const { merchantId } = client.merchant;
    await holder.query("select from contract where merchant_id = $1 and id = $2 for update", [merchantId, contractId]);
    const options = { connectionString: api.connectionString, log: silentLog(), rateLimitPerMinute: 0 };
    const other = await openApp({ ...options, overloadDelay: 0, serves: false, works: true });
    while ((await countJobs(api.platform.db)).running === 0) await sleep(20);
    const closed = other.close();
    // Whatever it closes without waiting for the job is closed by then.
    await sleep(300);
    await holder.query("commit");
    await closed;
    const { rows } = await holder.query("select state, retry_count from pgboss.job where name = 'regenerate-invoices'");
    const stale = await holder.query("select from contract_change where contract_id = $1", [contractId]);
    assert.deepEqual([rows, stale.rowCount], [[{ state: "completed", retry_count: 0 }], 0]);
  } finally {
    await holder.end();
    await api.close();
  }
});
