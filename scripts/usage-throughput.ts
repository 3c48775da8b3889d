import assert from "node:assert/strict";
import { once } from "node:events";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import pg from "pg";
import { newId } from "../src/kernel/ids.ts";
import { startApi } from "../test/support/api.ts";
import { clientOf } from "../test/support/client.ts";

// How many usage events a second the program takes in batches of 1,000 from two clients at once, against the same rows
// inserted by the same clients, without the program, into a table with the same indexes; and into that table and one of
// keys, which is what it takes to know an event again for ever:
//
//   npm run bench:usage -- 200000

const batchSize = 1_000;
const clients = 2;
const goal = 0.5;

type Event = { readonly [field: string]: string };
type Task = {
  readonly how: "API" | "PLAIN" | "KEYED";
  readonly url: string;
  readonly key: string;
  readonly connectionString: string;
  readonly merchantId: string;
  readonly batches: readonly (readonly Event[])[];
};

if (isMainThread) await compare(Number(process.argv[2] ?? 100_000));
else await work(workerData as Task);

async function compare(count: number): Promise<void> {
  assert.ok(count > 0 && count % (batchSize * clients) === 0, `the count is a multiple of ${batchSize * clients}`);
  const api = await startApi();
  try {
    const client = clientOf(api, api.merchants.A);
    const made = (path: string) => (_: unknown, index: number) => client.ok("POST", path, { name: `Bench ${index}` });
    const customers = await Promise.all(Array.from({ length: 100 }, made("/v3/customers")));
    const types = await Promise.all(Array.from({ length: 5 }, made("/v3/events/types")));
    const owner = new pg.Client({ connectionString: api.connectionString });
    await owner.connect();
    await owner.query("create table plain_event (like usage_event including all)");
    await owner.query("create table plain_key (like usage_event_key including all)");
    const end = Temporal.Instant.from("2026-01-15T00:00:00Z");
    const events = (run: string, of: number): Event[] =>
      Array.from({ length: of }, (_, index) => ({
        idempotencyKey: `${run}-${index}`,
        customerId: customers[index % customers.length].id,
        eventTypeId: types[index % types.length].id,
        datetime: end.subtract({ seconds: (index * 61) % (90 * 86_400) }).toString(),
        value: `${index % 1_000}.5`,
        differentiator: `region-${index % 3}`,
      }));
    const run = async (how: Task["how"], name: string, of: number) => {
      const all = events(name, of);
      const batches = Array.from({ length: of / batchSize }, (_, at) =>
        all.slice(at * batchSize, (at + 1) * batchSize),
      );
      const common = { how, url: api.url, key: api.merchants.A.writeKey, merchantId: api.merchants.A.merchantId };
      return seconds(
        Array.from({ length: clients }, (_, mine) => ({
          ...common,
          connectionString: api.connectionString,
          batches: batches.filter((_batch, at) => at % clients === mine),
        })),
      );
    };

    const warmUp = clients * batchSize * 2;
    await run("API", "warm", warmUp);
    await run("PLAIN", "warm", warmUp);
    const withApi = count / (await run("API", "measured", count));
    const plain = count / (await run("PLAIN", "measured", count));
    const keyed = count / (await run("KEYED", "keyed", count));
    const stored = await owner.query(
      "select (select count(*)::int from usage_event) as events, (select count(*)::int from plain_event) as plain",
    );
    assert.deepEqual(stored.rows[0], { events: count + warmUp, plain: 2 * count + warmUp });
    await owner.end();
    const ratio = withApi / plain;
    process.stdout.write(
      `${count} events from ${clients} clients in batches of ${batchSize}\n` +
        `through the API  ${Math.round(withApi)} events/s\n` +
        `plain insert     ${Math.round(plain)} rows/s\n` +
        `ratio            ${ratio.toFixed(2)} (goal ${goal})\n` +
        `plain with keys  ${Math.round(keyed)} rows/s, ratio ${(withApi / keyed).toFixed(2)}\n`,
    );
    process.exitCode = ratio >= goal ? 0 : 1;
  } finally {
    await api.close();
  }
}

/** From the moment at which all clients are ready to the end of the last one. */
async function seconds(tasks: readonly Task[]): Promise<number> {
  const workers = tasks.map((task) => new Worker(new URL(import.meta.url), { workerData: task }));
  await Promise.all(workers.map((worker) => once(worker, "message")));
  const start = performance.now();
  const ended = workers.map(async (worker) => {
    worker.postMessage("go");
    await once(worker, "message");
  });
  await Promise.all(ended);
  const time = (performance.now() - start) / 1_000;
  await Promise.all(workers.map((worker) => worker.terminate()));
  return time;
}

async function work(task: Task): Promise<void> {
  assert.ok(parentPort !== null, "a client runs in a thread");
  const send = task.how === "API" ? sender(task) : await inserter(task);
  parentPort.postMessage("ready");
  await once(parentPort, "message");
  for (const batch of task.batches) await send(batch);
  parentPort.postMessage("done");
}

function sender({ url, key }: Task) {
  return async (events: readonly Event[]) => {
    const answer = await fetch(`${url}/v3/events/bulk`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ events }),
    });
    const { payload } = (await answer.json()) as { payload: { created: number } };
    assert.equal(payload.created, events.length);
  };
}

async function inserter({ how, connectionString, merchantId }: Task) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return async (events: readonly Event[]) => {
    const list = (field: string) => events.map((event) => event[field]);
    const ids = events.map(() => newId());
    if (how === "KEYED") {
      await client.query(
        `insert into plain_key (merchant_id, idempotency_key, event_id, fingerprint)
         select $1, key, id, sha256(key::bytea) from unnest($2::text[], $3::uuid[]) as sent (key, id) on conflict do nothing`,
        [merchantId, list("idempotencyKey"), ids],
      );
    }
    await client.query(
      `insert into plain_event (merchant_id, id, idempotency_key, customer_id, event_type_id, datetime, value,
         differentiator, created_at)
       select $1, *, now() from unnest($2::uuid[], $3::text[], $4::uuid[], $5::uuid[], $6::timestamptz[],
         $7::numeric[], $8::text[])`,
      [
        merchantId,
        ids,
        ...["idempotencyKey", "customerId", "eventTypeId", "datetime", "value", "differentiator"].map(list),
      ],
    );
  };
}
