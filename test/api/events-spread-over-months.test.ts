import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { ensureUsagePartitions } from "../../src/usage/partition-store.ts";
import { startApi, type TestApi } from "../support/api.ts";
import { clientOf } from "../support/client.ts";
import { meteringOn } from "../support/usage-client.ts";

// What one merchant sends is no other's burden (ADR 0041).

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

async function partitions(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relid::regclass::text as name from pg_partition_tree('usage_event') where isleaf order by 1`.execute(
    api.platform.db,
  );
  return rows.map(({ name }) => name);
}

/** Records an event in each of some months that end with one, in batches. */
async function spread(clock: string, months: number): Promise<void> {
  const client = clientOf(api, await api.newMerchant(clock));
  const { customerId, eventTypeId } = await meteringOn(client);
  const last = new Date(clock);
  const events = Array.from({ length: months }, (_, back) => ({
    ...{ customerId, eventTypeId, value: "1", idempotencyKey: crypto.randomUUID() },
    datetime: new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth() - back, 1)).toISOString(),
  }));
  for (let first = 0; first < events.length; first += 1_000) {
    const batch = { events: events.slice(first, first + 1_000) };
    const { created } = await client.ok("POST", "/v3/events/bulk", batch);
    assert.equal(created, batch.events.length);
  }
}

test("events create no partition, and those of other merchants are listed ten at a time", async () => {
  const one = clientOf(api, await api.newMerchant("2010-01-15T12:00:00Z"));
  const { use } = await meteringOn(one);
  await use(["2010-01-10", "1"]);
  for (const year of [1990, 2010, 2060, 2080]) await spread(`${year}-12-15T12:00:00Z`, 59);
  assert.deepEqual(await partitions(), ["usage_event_other"]);
  const lists = await Promise.all(Array.from({ length: 10 }, () => one.send("GET", "/v3/events")));
  assert.deepEqual(new Set(lists.map(({ status }) => status)), new Set([200]));
});

test("the worker creates partitions a year back and three months ahead, once, also when two run at once; events stay in theirs", async () => {
  const now = new Date();
  const monthFrom = (ahead: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1));
  const nameOf = (ahead: number) => `usage_event_${monthFrom(ahead).toISOString().slice(0, 7).replace("-", "_")}`;
  await spread(new Date(monthFrom(2).getTime() + 1_000).toISOString(), 1);
  await Promise.all([ensureUsagePartitions(api.platform.db), ensureUsagePartitions(api.platform.db)]);
  const ahead = Array.from({ length: 16 }, (_, index) => index - 12).filter((each) => each !== 2);
  assert.deepEqual(await partitions(), ["usage_event_other", ...ahead.map(nameOf)].toSorted());
  await ensureUsagePartitions(api.platform.db);
  assert.equal((await partitions()).length, 16);

  await spread(new Date(monthFrom(0).getTime() + 1_000).toISOString(), 20);
  assert.equal((await partitions()).length, 16);
});
