import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import pg from "pg";
import { startApi, type TestApi } from "../support/api.ts";
import { run, runJson } from "./program.ts";

// After an outage of the database or of an outside system, thousands of jobs may have failed for good and thousands wait.

let api: TestApi;
let owner: pg.Client;
let environment: { readonly DATABASE_URL: string };
before(async () => {
  api = await startApi();
  owner = new pg.Client({ connectionString: api.connectionString });
  await owner.connect();
  environment = { DATABASE_URL: api.connectionString };
});
after(async () => {
  await owner.end();
  await api.close();
});

const failed = 2_500;
const waiting = 1_100;

test("accord jobs: failed jobs are listed before those that wait, a cut of the list is told, and all are retried at once", async () => {
  await owner.query(
    `insert into pgboss.job (name, data, policy, singleton_key, created_on)
     select 'regenerate-invoices', '{}', 'short', 'waiting/' || place, now() - interval '1 day' from generate_series(1, $1) as place`,
    [waiting],
  );
  // The first two have a job that waits already, and will do what they left undone.
  await owner.query(
    `insert into pgboss.job (name, data, singleton_key, source_name, source_id)
     select 'dead-letters', '{}', case when place < 3 then 'waiting/' else 'failed/' end || place, 'regenerate-invoices', gen_random_uuid()
     from generate_series(1, $1) as place`,
    [failed],
  );
  const listed = await runJson(["jobs", "list"], environment);
  assert.deepEqual([...new Set(listed.map(({ status }: { status: string }) => status))], ["FAILED"]);
  assert.match((await run(["jobs", "list"], environment)).stdout, /^2,600 more are not shown\.$/m);

  assert.deepEqual(await runJson(["jobs", "retry", "--all"], environment), { retried: failed });
  const { rows } = await owner.query("select name, state, count(*)::int as jobs from pgboss.job group by name, state");
  assert.deepEqual(rows, [{ name: "regenerate-invoices", state: "created", jobs: waiting + failed - 2 }]);
  const neither = await run(["jobs", "retry"], environment);
  assert.deepEqual([neither.code, /id|--all/.test(neither.stderr)], [2, true]);
});
