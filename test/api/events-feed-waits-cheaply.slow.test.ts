import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { awaitFeed } from "../../src/platform/events/feed-service.ts";
import { startApi, type TestApi } from "../support/api.ts";

const events = 2_000;

let api: TestApi;
let owner: pg.Client;
before(async () => {
  api = await startApi();
  owner = new pg.Client({ connectionString: api.connectionString });
  await owner.connect();
  await owner.query(
    `with event as (select gen_random_uuid() as id from generate_series(1, $2)),
       arrived as (insert into event_arrival (merchant_id, event_id) select $1, id from event)
     insert into outbox_event (merchant_id, id, type, data, created_at, handled_at)
     select $1, id, 'customer.created', '{}', now(), now() from event`,
    [api.merchants.A.merchantId, events],
  );
  await api.placeEvents(api.merchants.A);
  await owner.query("vacuum analyze feed_event, outbox_event");
});
after(async () => {
  await owner.end();
  await api.close();
});

/** Rows of the feed and its events that all sessions have read. */
async function rowsRead(): Promise<number> {
  // Sessions report what they read with a delay of a second.
  await sleep(1_500);
  await owner.query("select pg_stat_clear_snapshot()");
  const { rows } = await owner.query<{ read: string }>(
    `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as read from pg_stat_user_tables
     where relname in ('feed_event', 'outbox_event')`,
  );
  return Number(rows[0]?.read);
}

test("a reader that waits for events of a type reads the other events once, not at each look", async () => {
  const before = await rowsRead();
  const signal = new AbortController().signal;
  const request = { after: 0, types: ["invoice.issued"], limit: 100 };
  const page = await awaitFeed(api.platform.db, api.merchants.A.merchantId, request, { seconds: 2, signal });
  assert.deepEqual([page.events, page.cursor >= events], [[], true]);
  const read = (await rowsRead()) - before;
  assert.ok(read < 5 * events, `${read} rows were read`);
});
