import assert from "node:assert/strict";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { openApp } from "../../src/app.ts";
import { newId } from "../../src/kernel/ids.ts";
import { inTransaction } from "../../src/platform/db/pool.ts";
import { silentLog } from "../../src/platform/log.ts";
import { startApi } from "../support/api.ts";
import { clientOf, obligationBody } from "../support/client.ts";

// A worker takes the jobs of all merchants from one queue, in rounds of merchants, not in the order of arrival (ADR 0061).

const api = await startApi();
after(api.close);
const { db, queue } = api.platform;

/** Contracts of an unknown merchant: their jobs end at once. */
function enqueueMany(merchantId: string, count: number): Promise<void> {
  const contractIds = Array.from({ length: count }, newId);
  return inTransaction(db, merchantId, (tx) =>
    queue.enqueue(tx, merchantId, { contractIds, jobIds: new Map(), processing: [] }),
  );
}

/** How many jobs wait of each round, the first round first. */
async function rounds(merchantId: string): Promise<number[]> {
  const { rows } = await sql<{ jobs: string }>`
    select count(*) as jobs from pgboss.job where data ->> 'merchantId' = ${merchantId} group by priority order by priority desc`.execute(
    db,
  );
  return rows.map(({ jobs }) => Number(jobs));
}

test("jobs of one merchant are queued in rounds of ten, of one write and of many, the last round has all the rest", async () => {
  const merchantId = newId();
  await enqueueMany(merchantId, 15);
  await enqueueMany(merchantId, 1);
  assert.deepEqual(await rounds(merchantId), [10, 6]);
  await enqueueMany(merchantId, 1_284);
  assert.deepEqual(await rounds(merchantId), [...Array.from({ length: 100 }, () => 10), 300]);
  // What is done takes no place any more.
  await sql`update pgboss.job set state = 'completed' where data ->> 'merchantId' = ${merchantId}`.execute(db);
  const other = newId();
  await enqueueMany(other, 1);
  await sql`update pgboss.job set state = 'completed' where data ->> 'merchantId' = ${other}`.execute(db);
  await enqueueMany(other, 10);
  assert.deepEqual(await rounds(other), [11]);
  await sql`delete from pgboss.job`.execute(db);
});

test("a later job of another merchant runs before almost all of 10,000 earlier jobs of one merchant", async () => {
  await enqueueMany(api.merchants.A.merchantId, 10_000);
  const client = clientOf(api, api.merchants.B);
  const contractId = await client.contract();
  await client.add(contractId, obligationBody());
  await client.ok("POST", `/v3/contracts/${contractId}/actions`, { action: "APPROVE" });
  const worker = await openApp({
    ...{ connectionString: api.connectionString, log: silentLog(), rateLimitPerMinute: 0, overloadDelay: 0 },
    ...{ serves: false, works: true },
  });
  try {
    for (;;) {
      const { data } = await client.ok("GET", "/v3/invoices?filter=status:eq:ISSUED");
      if (data.length > 0) break;
      await sleep(20);
    }
    const { rows } = await sql<{ before: string }>`
      select count(*) as before from pgboss.job where data ->> 'merchantId' = ${api.merchants.A.merchantId} and started_on <= (
        select min(started_on) from pgboss.job where data ->> 'merchantId' = ${api.merchants.B.merchantId})`.execute(
      db,
    );
    assert.ok(Number(rows[0]?.before) <= 100, `${rows[0]?.before} jobs went before`);
  } finally {
    await worker.close();
  }
});
