import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { sql } from "kysely";
import type { PgBoss } from "pg-boss";
import { deleteExpired, liveMerchants } from "../../src/platform/due-work.ts";
import {
  countJobs,
  dueWorkQueueName,
  hourlyQueueName,
  type JobHandlers,
  openBoss,
  processingQueueName,
  startWorking,
} from "../../src/platform/jobs/queue.ts";
import { createMerchant } from "../../src/platform/merchant/merchants.ts";
import { startApi, type TestApi } from "../support/api.ts";
import { execute } from "../support/template.ts";

const patiently = { interval: 50, timeout: 60_000 };

let api: TestApi;
let live: string[];

before(async () => {
  api = await startApi();
  live = [];
  for (const name of ["First", "Second", "Third"]) {
    live.push(
      await createMerchant(api.platform.db, {
        ...{ name, currency: "USD", timeZone: "UTC", erpKind: "ACCOUNTING", performanceObligations: false },
        sandboxClock: null,
      }),
    );
  }
});
after(() => api.close());
beforeEach(() => execute(api.connectionString, "delete from pgboss.job"));

const jobs = async (condition = sql`true`) => {
  const { rows } = await sql<{ name: string; merchant: string | null; state: string; id: string }>`
    select name, data ->> 'merchantId' as merchant, state, id from pgboss.job where ${condition} order by created_on`.execute(
    api.platform.db,
  );
  return rows;
};

/** Runs workers with some handlers while `use` runs. */
async function withWorkers(count: number, handlers: Partial<JobHandlers>, use: (boss: PgBoss) => Promise<void>) {
  const nothing = async () => undefined;
  const workers: PgBoss[] = [];
  try {
    for (let index = 0; index < count; index++) {
      const boss = openBoss({ connectionString: api.connectionString, maintains: true, onError: () => undefined });
      workers.push(boss);
      await boss.start();
      await startWorking(boss, {
        ...{ handleContracts: nothing, processContract: nothing, doDueWork: nothing, doHousekeeping: nothing },
        ...{ liveMerchants: () => liveMerchants(api.platform.db), ...handlers },
      });
    }
    const [first] = workers;
    assert.ok(first);
    await use(first);
  } finally {
    await Promise.all(workers.map((boss) => boss.stop({ graceful: false })));
  }
}

test("hourly work enqueues one job for each live merchant, and none for sandboxes", async (t) => {
  const done: string[] = [];
  const doDueWork = async (merchantId: string) => void done.push(merchantId);
  await withWorkers(2, { doDueWork }, async (boss) => {
    await boss.insert(hourlyQueueName, [{}]);
    await t.waitFor(async () => assert.deepEqual(done.toSorted(), live.toSorted()), patiently);
    await t.waitFor(
      async () =>
        assert.deepEqual(
          (await jobs(sql`state <> 'completed'`)).map(({ name }) => name),
          [],
        ),
      patiently,
    );
  });
});

test("JOB-1: a merchant whose due work fails delays no other merchant, nor the housekeeping; its job alone is retried", async (t) => {
  const [bad = "", ...good] = live;
  const done: string[] = [];
  let housekeeping = 0;
  const doDueWork = async (merchantId: string) => {
    if (merchantId === bad) throw new Error("poisoned");
    done.push(merchantId);
  };
  await withWorkers(1, { doDueWork, doHousekeeping: async () => void housekeeping++ }, async (boss) => {
    await boss.insert(hourlyQueueName, [{}]);
    await t.waitFor(async () => assert.deepEqual([done.toSorted(), housekeeping], [good.toSorted(), 1]), patiently);
    await t.waitFor(async () => {
      const open = await jobs(sql`state not in ('completed')`);
      assert.deepEqual(
        open.map(({ merchant, state }) => [merchant, state]),
        [[bad, "retry"]],
      );
    }, patiently);
  });
});

test("housekeeping that fails is retried alone: no merchant's due work is done again with it", async (t) => {
  const done: string[] = [];
  let failures = 0;
  const doHousekeeping = async () => {
    failures++;
    throw new Error("locked");
  };
  await withWorkers(
    1,
    { doDueWork: async (merchantId) => void done.push(merchantId), doHousekeeping },
    async (boss) => {
      await boss.insert(hourlyQueueName, [{}]);
      await t.waitFor(async () => assert.ok(failures >= 3), patiently);
      assert.deepEqual(done.toSorted(), live.toSorted());
    },
  );
});

test("a merchant whose due work lasts for hours delays no other, and gets no second job meanwhile", async (t) => {
  const [slow = "", ...quick] = live;
  const ended = Promise.withResolvers<void>();
  const begun: string[] = [];
  const doDueWork = async (merchantId: string) => {
    begun.push(merchantId);
    if (merchantId === slow) await ended.promise;
  };
  await withWorkers(1, { doDueWork }, async (boss) => {
    await boss.insert(hourlyQueueName, [{}]);
    await t.waitFor(async () => assert.deepEqual(begun.toSorted(), live.toSorted()), patiently);
    await sql`update pgboss.job set started_on = now() - interval '2 hours' where state = 'active'`.execute(
      api.platform.db,
    );
    await boss.insert(hourlyQueueName, [{}]);
    await t.waitFor(async () => assert.equal(begun.length, live.length + quick.length), patiently);
    assert.equal((await jobs(sql`name = ${dueWorkQueueName} and data ->> 'merchantId' = ${slow}`)).length, 1);
    ended.resolve();
    await t.waitFor(
      async () =>
        assert.deepEqual(
          (await jobs(sql`state <> 'completed'`)).map(({ name }) => name),
          [],
        ),
      patiently,
    );
  });
});

test("a worker that completes a job takes the next at once, without waiting for the poll of the queue", async (t) => {
  const merchantIds = Array.from({ length: 24 }, (_, index) => `00000000-0000-4000-8000-0000000000${index + 10}`);
  let done = 0;
  const count = async () => void done++;
  const insertedAndDone = async (boss: PgBoss, name: string) => {
    done = 0;
    const started = performance.now();
    await boss.insert(
      name,
      merchantIds.map((merchantId) => ({ data: { merchantId, contractId: merchantId }, singletonKey: merchantId })),
    );
    await t.waitFor(() => assert.equal(done, merchantIds.length), patiently);
    return performance.now() - started;
  };
  await withWorkers(1, { doDueWork: count, processContract: count }, async (boss) => {
    for (const name of [dueWorkQueueName, processingQueueName]) {
      const milliseconds = await insertedAndDone(boss, name);
      assert.ok(milliseconds < 5_000, `${name}: ${milliseconds} ms`);
    }
  });
});

test("due work may wait until the next hourly run without a readiness problem; other jobs are late after a minute", async () => {
  const [merchantId = ""] = live;
  const wait = (name: string, minutes: number) => sql`
    insert into pgboss.job (name, data, singleton_key, policy, start_after)
    values (${name}, ${JSON.stringify({ merchantId })}::jsonb, ${`${name} ${minutes}`}, 'exclusive',
      now() - ${minutes} * interval '1 minute')`;
  const counted = async () => {
    const { waiting, late, oldestSeconds } = await countJobs(api.platform.db);
    return [waiting, late, oldestSeconds >= 60];
  };
  await wait(dueWorkQueueName, 5).execute(api.platform.db);
  assert.deepEqual(await counted(), [1, 0, false]);
  assert.equal((await api.request("GET", "/ready")).status, 200);
  await wait(processingQueueName, 5).execute(api.platform.db);
  assert.deepEqual(await counted(), [2, 1, true]);
  await execute(api.connectionString, `delete from pgboss.job where name = '${processingQueueName}'`);
  await wait(dueWorkQueueName, 61).execute(api.platform.db);
  assert.deepEqual(await counted(), [2, 1, true]);
  assert.equal((await api.request("GET", "/ready")).status, 503);
});

test("expired idempotency answers are deleted even if another deletion fails", async () => {
  const { merchantId } = api.merchants.A;
  await execute(
    api.connectionString,
    `insert into idempotent_answer (merchant_id, idempotency_key, fingerprint, answer, recorded_at)
     values ('${merchantId}', 'old', '', '{}', '2020-01-01T00:00:00Z')`,
    "create function poison() returns trigger language plpgsql as $$ begin raise exception 'poisoned'; end $$",
    "create trigger poison before delete on user_session for each statement execute function poison()",
  );
  try {
    await assert.rejects(deleteExpired(api.platform), /1 parts of the housekeeping failed.*poisoned/);
    const kept = await api.platform.db.selectFrom("idempotent_answer").select("idempotency_key").execute();
    assert.deepEqual(kept, []);
  } finally {
    await execute(api.connectionString, "drop trigger poison on user_session", "drop function poison");
  }
});
