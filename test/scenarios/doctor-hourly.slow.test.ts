import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { openApp } from "../../src/app.ts";
import { examinationQueueName, openBoss } from "../../src/platform/jobs/queue.ts";
import { silentLog } from "../../src/platform/log.ts";
import type { CheckResult } from "../../src/reports/doctor/check-result.ts";
import { examineHourly, type HourlyOptions, type HourlyReport } from "../../src/reports/doctor/hourly-service.ts";
import { startApi, type TestApi, type TestMerchant } from "../support/api.ts";
import { clientOf, close } from "../support/client.ts";
import { runDoctor } from "../support/doctor.ts";
import { invoiceOf } from "../support/receivable-client.ts";

let api: TestApi;
let owner: pg.Client;
before(async () => {
  api = await startApi();
  owner = new pg.Client({ connectionString: api.connectionString });
  await owner.connect();
});
after(async () => {
  await owner?.end();
  await api?.close();
});

const patience = 100_000;

async function hourly(
  options: Partial<HourlyOptions> = {},
): Promise<HourlyReport & { found: [string, CheckResult[]][] }> {
  const found: [string, CheckResult[]][] = [];
  const report = await examineHourly({
    db: api.platform.db,
    signingKey: undefined,
    before: undefined,
    milliseconds: patience,
    onFindings: (id, findings) => found.push([id, [...findings]]),
    onFailure: (id, error) => assert.fail(`${id}: ${error}`),
    report: () => undefined,
    ending: new AbortController().signal,
    ...options,
  });
  return { ...report, found };
}

/** Each has a head that nobody signed, until it is taken out. */
async function whileBroken(merchants: readonly TestMerchant[], use: () => Promise<void>): Promise<void> {
  await owner.query(`set session_replication_role = replica`);
  for (const { merchantId } of merchants) {
    await owner.query("insert into signed_head values ($1, 1, '{}', decode(repeat('00', 64), 'hex'))", [merchantId]);
  }
  try {
    await use();
  } finally {
    await owner.query("delete from signed_head");
    await owner.query(`set session_replication_role = origin`);
  }
}

const metrics = async () => await (await fetch(`${api.url}/metrics`)).text();

test("the worker examines the books when it is due, and every process shows the result", async () => {
  const before = await metrics();
  assert.match(before, /^accord_doctor_last_run_timestamp_seconds 0$/m);
  assert.doesNotMatch(before, /^accord_doctor_violations\{/m);
  const client = clientOf(api, api.merchants.A);
  await invoiceOf(api, client);
  await client.advance("2026-03-10T12:00:00Z");
  await close(client, "2026-01");
  const { rows } = await owner.query("select cron from pgboss.schedule where name = $1", [examinationQueueName]);
  assert.deepEqual(rows, [{ cron: "35 * * * *" }]);
  const options = { connectionString: api.connectionString, log: silentLog(), rateLimitPerMinute: 0 };
  const worker = await openApp({ ...options, overloadDelay: 0, serves: false, works: true });
  const boss = openBoss({ connectionString: api.connectionString, onError: assert.fail, maintains: false });
  await boss.start();
  try {
    await boss.send(examinationQueueName);
    const deadline = performance.now() + patience;
    let shown = before;
    while (/^accord_doctor_last_run_timestamp_seconds 0$/m.test(shown)) {
      assert.ok(performance.now() < deadline, "nobody has examined the books");
      await sleep(200);
      shown = await metrics();
    }
    assert.match(shown, /^accord_doctor_violations\{severity="violation"\} 0$/m);
    assert.match(shown, /^accord_doctor_merchants_examined 2$/m);
    assert.match(shown, /^accord_doctor_seconds [\d.]+$/m);
    const { totalItems } = await client.ok("GET", "/v3/invoices?filter=status:neq:DRAFT");
    assert.match(shown, new RegExp(`^accord_invoices_issued\\{kind="sandbox"\\} ${totalItems}$`, "m"));
    assert.match(shown, /^accord_drafts_overdue\{kind="sandbox"\} 0$/m);
    assert.match(shown, /^accord_days_since_close\{kind="sandbox"\} 0$/m);
    assert.doesNotMatch(shown, /^accord_days_since_close\{kind="live"\}/m);
  } finally {
    await boss.stop({ graceful: false });
    await worker.close();
  }
});

test("violations are counted, with an event of their merchant", async () => {
  const { A } = api.merchants;
  await whileBroken([A], async () => {
    const { broken, found } = await hourly();
    assert.deepEqual(broken, { [A.merchantId]: { violation: 1, warning: 0 } });
    assert.deepEqual(
      found.map(([id, findings]) => [id, ...findings.map((finding) => finding.id)]),
      [[A.merchantId, "INV-40"]],
    );
  });
  assert.deepEqual((await hourly()).broken, {});
});

test("a run that reaches its time limit is continued after the last merchant, with the results so far", async () => {
  const [first, second] = [api.merchants.A.merchantId, api.merchants.B.merchantId].toSorted();
  const before = {
    ...(await hourly()),
    through: first ?? null,
    broken: { [first ?? ""]: { violation: 3, warning: 0 } },
  };
  const none = await hourly({ before, milliseconds: -1 });
  assert.deepEqual([none.examined, none.broken], [0, before.broken]);
  assert.equal(none.through, first, "it goes on where it was");
  const order: string[] = [];
  await whileBroken([api.merchants.A, api.merchants.B], async () => {
    await hourly({ before, onFindings: (id) => order.push(id) });
  });
  assert.deepEqual(order, [second, first]);
});

test("a merchant that cannot be examined is logged and counted, and holds up neither the report nor those after it", async () => {
  const [first = "", second = ""] = [api.merchants.A.merchantId, api.merchants.B.merchantId].toSorted();
  const before = await hourly();
  await owner.query("update merchant set time_zone = 'Nowhere/At_All' where id = $1", [first]);
  try {
    const failed: string[] = [];
    const report = await hourly({ before: { ...before, through: null }, onFailure: (id) => failed.push(id) });
    assert.deepEqual(failed, [first]);
    assert.deepEqual([report.failed, report.merchants, report.through], [1, 2, second]);
  } finally {
    await owner.query("update merchant set time_zone = 'UTC' where id = $1", [first]);
  }
  assert.equal((await hourly()).failed, 0);
});

test("drafts that could have been issued before today are overdue, held drafts are not", async () => {
  const client = clientOf(api, await api.newMerchant("2026-01-10T12:00:00Z"));
  await invoiceOf(api, client);
  const { business } = await hourly();
  const { rows } = await sql<{ count: string }>`select count(*) as count from invoice`.execute(api.platform.db);
  assert.equal(rows[0]?.count, "0", "without a merchant none is seen");
  // The draft is made one of long ago, as if no worker had run.
  await owner.query("set session_replication_role = replica");
  const late = await owner.query(
    "update invoice set issue_date = '2026-01-09', ready_on = null where merchant_id = $1 and status = 'DRAFT' and not is_held",
    [client.merchant.merchantId],
  );
  await owner.query("set session_replication_role = origin");
  assert.ok((late.rowCount ?? 0) > 0);
  const after = await hourly();
  assert.equal(after.business.sandbox.draftsOverdue - business.sandbox.draftsOverdue, late.rowCount);
});

test("the doctor names late jobs, and not those that have just become due", async () => {
  const { merchantId } = api.merchants.B;
  const late = ["process-contract", "resolve-payment-method"];
  const insert = `insert into pgboss.job (name, data, start_after)
    values ($1, jsonb_build_object('merchantId', $2::text), now() - $3::interval) returning id`;
  const ids: string[] = [];
  for (const name of late) {
    await owner.query(insert, [name, merchantId, "5 minutes"]);
    ids.push((await owner.query(insert, [name, merchantId, "11 minutes"])).rows[0].id);
  }
  try {
    const findings = await runDoctor(api.platform.db, { merchantId });
    assert.deepEqual(findings, [{ id: "INV-24", severity: "warning", count: 2, sample: ids.toSorted() }]);
    assert.deepEqual(await runDoctor(api.platform.db, { merchantId: api.merchants.A.merchantId }), []);
  } finally {
    await owner.query("delete from pgboss.job where data ->> 'merchantId' = $1 and name = any($2)", [merchantId, late]);
  }
});

test("a worker that ends, or died, in an examination leaves no failed job: the next one goes on", async () => {
  for (let count = 0; count < 40; count++) await api.newMerchant();
  const options = { connectionString: api.connectionString, log: silentLog(), rateLimitPerMinute: 0 };
  const openWorker = () => openApp({ ...options, overloadDelay: 0, serves: false, works: true });
  const examinations = async (condition: string) =>
    (await owner.query(`select state, output from pgboss.job where name = $1 and ${condition}`, [examinationQueueName]))
      .rows;
  const until = async (condition: string) => {
    const deadline = performance.now() + patience;
    while ((await examinations(condition)).length === 0) {
      assert.ok(performance.now() < deadline, `never: ${condition}`);
      await sleep(50);
    }
  };
  await owner.query("delete from pgboss.job");
  await owner.query("insert into pgboss.job (name, policy) values ($1, 'singleton')", [examinationQueueName]);
  const ending = await openWorker();
  await until("data -> 'progress' is not null");
  await ending.close();
  const [ended] = await examinations("true");
  assert.equal(ended.state, "completed");
  assert.ok(ended.output.examined < ended.output.merchants, "it ended with the worker");

  await owner.query(
    `update pgboss.job set state = 'active', output = null, data = null, heartbeat_seconds = 5, heartbeat_on = now() - interval '1 minute',
       retry_limit = (select retry_limit from pgboss.queue where name = $1)
     where name = $1`,
    [examinationQueueName],
  );
  const next = await openWorker();
  await until("state = 'failed' or retry_count = 1 and data -> 'progress' is not null and state = 'active'");
  await next.close();
  const { rows: dead } = await owner.query("select from pgboss.job where name = 'dead-letters' or state = 'failed'");
  assert.equal(dead.length, 0);
});
