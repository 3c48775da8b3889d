import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { type Json, startApi } from "../support/api.ts";
import { type Client, clientOf, obligationBody } from "../support/client.ts";
import { allowTriggers, execute } from "../support/template.ts";

/** The events of failed jobs, once the feed has one of this type. */
async function told(client: Client, jobType: string): Promise<Json[]> {
  for (let tries = 0; tries < 600; tries++) {
    const all = await toldSoFar(client);
    if (all.some((each) => each.jobType === jobType)) return all;
    await sleep(50);
  }
  throw new Error(`no failure of ${jobType} was told`);
}

async function toldSoFar(client: Client): Promise<Json[]> {
  const { data } = await client.ok("GET", "/v3/events-feed?limit=1000&types=job.failed");
  return data.map((event: Json) => event.data);
}

test("a job that fails for good is announced by one event, to its merchant alone, whichever process found it", async () => {
  const api = await startApi({ works: true });
  try {
    await execute(
      api.connectionString,
      allowTriggers,
      "create function poison() returns trigger language plpgsql as $$ begin raise exception 'poisoned'; end $$",
      "create trigger poison before insert on invoice for each row execute function poison()",
      "update pgboss.queue set retry_limit = 0",
    );
    const client = clientOf(api, await api.newMerchant("2026-02-10T00:00:00Z"));
    const other = clientOf(api, await api.newMerchant("2026-02-10T00:00:00Z"));
    const contractId = await client.contract();
    await client.add(contractId, obligationBody());
    await client.ok("POST", `/v3/contracts/${contractId}/actions`, { action: "APPROVE" });

    const [first] = await told(client, "REGENERATE_INVOICES");
    assert.equal(first.contractId, contractId);
    const job = await client.ok("GET", `/v3/jobs/${first.jobId}`);
    assert.deepEqual([job.status, job.type], ["FAILED", first.jobType]);

    const open = sql<{ jobs: number }>`
      select count(*)::int as jobs from pgboss.job where name = 'regenerate-invoices' and state < 'completed'`;
    while ((await open.execute(api.platform.db)).rows[0]?.jobs !== 0) await sleep(50);

    // A worker that died during the last try, and a job without a merchant.
    const data = { merchantId: client.merchant.merchantId, customerId: contractId, processorType: "PROCESSOR_A" };
    const held = (name: string, job: object) => sql`
      insert into pgboss.job (name, data, state, retry_limit, started_on, heartbeat_on, heartbeat_seconds, dead_letter, policy)
      values (${name}, ${JSON.stringify(job)}::jsonb, 'active', 0, now(), now() - interval '90 seconds', 5, 'dead-letters', 'short')`;
    await held("due-work", {}).execute(api.platform.db);
    await held("resolve-payment-method", data).execute(api.platform.db);
    const all = await told(client, "RESOLVE_PAYMENT_METHOD");
    assert.equal(all.find(({ jobType }) => jobType === "RESOLVE_PAYMENT_METHOD").contractId, null);
    const { rows } = await sql<{ id: string }>`
      select source_id as id from pgboss.job where name = 'dead-letters'
        and data ->> 'merchantId' = ${client.merchant.merchantId}`.execute(api.platform.db);
    const ids = all.map(({ jobId }) => jobId).toSorted();
    assert.deepEqual(ids, rows.map(({ id }) => id).toSorted(), "each dead letter is told once");
    assert.deepEqual(await toldSoFar(other), []);
  } finally {
    await api.close();
  }
});
