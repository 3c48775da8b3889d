import { once } from "node:events";
import { createServer, type Server } from "node:http";
import pg from "pg";
import { newId } from "../src/kernel/ids.ts";
import { openLoad } from "./http-load.ts";
import { type Program, startProgram } from "./program.ts";
import { compare, type Figure, type Side } from "./rounds.ts";

// Usage events, one per request on 256 connections and 1,000 per request on two, beside a minimal server of node:http that parses
// events, inserts each with its key, and collects single ones like the program.

const singles = { connections: 256, requests: 2_000, share: 0.6 };
const batches = { connections: 2, requests: 10, size: 1_000, share: 0.75 };

type Sent = { readonly idempotencyKey: string; readonly [field: string]: string };

/** Goal 4: single events and batches. */
export async function benchEvents({ rounds }: { readonly rounds: number }): Promise<Figure[]> {
  const program = await startProgram();
  const load = openLoad();
  const merchant = await program.newMerchant();
  const { id: customerId } = await program.ok(merchant, "POST", "/v3/customers", { name: "Northwind" });
  const { id: eventTypeId } = await program.ok(merchant, "POST", "/v3/events/types", { name: "Calls" });
  const { owner } = program;
  await owner.query("create table plain_event (like usage_event including all)");
  await owner.query("create table plain_key (like usage_event_key including all)");
  const bare = await bareServer(program, merchant.merchantId);
  let keys = 0;
  const eventOf = (index: number): Sent => ({
    ...{ idempotencyKey: `event-${keys++}`, customerId, eventTypeId, value: `${index % 1_000}.5` },
    datetime: new Date(Date.UTC(2026, 0, 15) - ((index * 61) % 7_776_000) * 1_000).toISOString(),
    differentiator: `region-${index % 3}`,
  });
  const side = (url: string, table: string, { connections, requests, size }: typeof shape.singles): Side => ({
    run: async () => {
      const before = await rowsOf(owner, table);
      const sent = Array.from({ length: requests }, (_, at) => {
        if (size === 1) return { method: "POST", path: "/v3/events", body: JSON.stringify(eventOf(at)) };
        const events = Array.from({ length: size }, (_each, index) => eventOf(at * size + index));
        return { method: "POST", path: "/v3/events/bulk", body: JSON.stringify({ events }) };
      });
      const { seconds, p99, statuses } = await load.run({ url, key: merchant.key, connections, requests: sent });
      const refused = Object.keys(statuses).filter((status) => !status.startsWith("2"));
      return { seconds, p99, result: { recorded: (await rowsOf(owner, table)) - before, refused } };
    },
  });
  const shape = { singles: { ...singles, size: 1 }, batches };
  try {
    const figures: Figure[] = [];
    for (const [name, each] of Object.entries({ "single events": shape.singles, "events by 1,000": shape.batches })) {
      figures.push(
        await compare(
          {
            ...{ name, unit: "events/s", count: each.requests * each.size, goal: { kind: "share", value: each.share } },
            program: side(program.url, "usage_event", each),
            baseline: side(bare.url, "plain_event", each),
          },
          rounds,
        ),
      );
    }
    return figures;
  } finally {
    await Promise.all([load.close(), bare.close()]);
    await program.close();
  }
}

async function bareServer(program: Program, merchantId: string) {
  const pool = new pg.Pool({ connectionString: program.connectionString, max: 10 });
  let waiting: { readonly event: Sent; readonly done: () => void }[] = [];
  const collect = (event: Sent) =>
    new Promise<void>((done) => {
      waiting.push({ event, done });
      if (waiting.length === 1) setTimeout(flush, 3);
    });
  const flush = async () => {
    const batch = waiting;
    waiting = [];
    const events = batch.map(({ event }) => event);
    await insert(pool, merchantId, events);
    for (const { done } of batch) done();
  };
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = JSON.parse(Buffer.concat(chunks).toString());
    if ("events" in body) await insert(pool, merchantId, body.events);
    else await collect(body);
    const text = JSON.stringify({ payload: body });
    response
      .writeHead(201, { "content-type": "application/json", "content-length": Buffer.byteLength(text) })
      .end(text);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the bare server has no port");
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await pool.end();
  };
  return { url: `http://127.0.0.1:${address.port}`, close };
}

async function insert(pool: pg.Pool, merchantId: string, events: readonly Sent[]): Promise<void> {
  const list = (field: string) => events.map((event) => event[field]);
  const ids = events.map(() => newId());
  await pool.query(
    `with claimed as (
       insert into plain_key (merchant_id, idempotency_key, event_id, fingerprint)
       select $1, key, id, sha256(key::bytea) from unnest($3::text[], $2::uuid[]) as sent (key, id) on conflict do nothing
       returning event_id)
     insert into plain_event (merchant_id, id, idempotency_key, customer_id, event_type_id, datetime, value, differentiator, created_at)
     select $1, sent.*, now() from unnest($2::uuid[], $3::text[], $4::uuid[], $5::uuid[], $6::timestamptz[], $7::numeric[], $8::text[])
       as sent (id, key, customer, type, datetime, value, differentiator) join claimed on claimed.event_id = sent.id`,
    [
      merchantId,
      ids,
      ...["idempotencyKey", "customerId", "eventTypeId", "datetime", "value", "differentiator"].map(list),
    ],
  );
}

async function rowsOf(owner: pg.Client, table: string): Promise<number> {
  const { rows } = await owner.query<{ rows: number }>(`select count(*)::int as rows from ${table}`);
  return rows[0]?.rows ?? 0;
}
