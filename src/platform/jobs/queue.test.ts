import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import pg from "pg";
import { createTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { dueWorkQueueName, installQueues, outboxQueueName } from "./queue.ts";

let database: TestDatabase;
let client: pg.Client;
before(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
});
after(async () => {
  await client.end();
  await database.drop();
});

test("queues that an earlier version created get the options of this one", async () => {
  const options = async () =>
    (
      await client.query(
        "select name, policy, retry_limit, retry_delay, expire_seconds, heartbeat_seconds, notify from pgboss.queue where name = any($1) order by name",
        [[dueWorkQueueName, outboxQueueName]],
      )
    ).rows;
  const before = await options();
  assert.equal(before.length, 2);
  await client.query("update pgboss.queue set retry_limit = 2, retry_delay = 60, expire_seconds = 900, notify = false");
  await installQueues(database.connectionString);
  assert.deepEqual(await options(), before);
});

test("an upgraded database publishes each failed job once: the trigger that an earlier version had is gone", async () => {
  await client.query(`
    create function pgboss.accord_tell_failure() returns trigger language plpgsql as $old$ begin return null; end $old$;
    create trigger accord_tell_failure after insert on pgboss.job for each row execute function pgboss.accord_tell_failure();
    create procedure pgboss.accord_tell(merchant uuid, told jsonb) language plpgsql as $old$ begin end $old$;`);
  await installQueues(database.connectionString);
  const { rows } = await client.query(
    "select tgname from pg_trigger where tgrelid = 'pgboss.job'::regclass and tgname like 'accord%' order by 1",
  );
  assert.deepEqual(
    rows.map(({ tgname }) => tgname),
    ["accord_on_dead_letter", "accord_round"],
  );
});
