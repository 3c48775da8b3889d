import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { killLeftOver, runJson, type Serving, serve } from "../cli/program.ts";
import type { Json } from "../support/api.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";

// `ACCORD_KILL_CYCLES=100` kills more often.
const cycles = Number(process.env.ACCORD_KILL_CYCLES ?? 1);
const clients = 8;

let database: TestDatabase;
let environment: Record<string, string>;
let key: string;
before(async () => {
  database = await createTestDatabase();
  environment = { DATABASE_URL: database.connectionString, ACCORD_DEMO: "off", ACCORD_RATE_LIMIT: "0" };
  key = (await runJson(["merchant", "create", "--name", "Killed", "--sandbox"], environment)).writeKey;
});
after(async () => {
  killLeftOver();
  await database.drop();
});

type Write = { readonly method: string; readonly path: string; readonly body: object; readonly once: string };

async function send({ url }: Serving, { method, path, body, once }: Write): Promise<Json> {
  const headers = { authorization: key, "content-type": "application/json", "idempotency-key": once };
  const answer = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) });
  const answered: Json = await answer.json();
  assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answered)}`);
  return answered.payload;
}

async function read({ url }: Serving, path: string): Promise<Json> {
  const answered: Json = await (await fetch(`${url}${path}`, { headers: { authorization: key } })).json();
  return answered.payload;
}

test("MET-7, IDE-3: a server killed during writes keeps every answered write, and retries do the others once", async () => {
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    const first = await serve(environment);
    const contract = {
      method: "POST",
      path: "/v3/contracts",
      body: { name: "Raced" },
      once: `contract-${cycle}`,
    };
    const { id } = await send(first, contract);
    const path = `/v3/contracts/${id}/metadata`;
    const sent: Write[] = [];
    const answered = new Set<Write>();
    let isAlive = true;
    const client = async (name: number) => {
      for (let count = 0; isAlive; count += 1) {
        const label = `k${name}-${count}`;
        const writes: Write[] = [
          { method: "PATCH", path, body: { metadata: { [label]: 1 } }, once: `patch-${cycle}-${label}` },
          {
            method: "POST",
            path: "/v3/categories",
            body: { name: `${cycle} ${label}` },
            once: `post-${cycle}-${label}`,
          },
        ];
        for (const write of writes) {
          sent.push(write);
          await send(first, write);
          answered.add(write);
        }
      }
    };
    const running = Array.from({ length: clients }, (_, name) => client(name).catch((error: unknown) => error));
    while (answered.size < 2 * clients) await sleep(5);
    await sleep(Math.random() * 200);
    await first.end("SIGKILL");
    isAlive = false;
    for (const ended of await Promise.all(running)) assert.ok(!(ended instanceof assert.AssertionError), String(ended));
    assert.ok(answered.size > 0 && answered.size < sent.length, `${answered.size} of ${sent.length} were answered`);

    const second = await serve(environment);
    const keysOf = (writes: Iterable<Write>) =>
      [...writes].flatMap(({ body }) => Object.keys((body as Json).metadata ?? {}));
    const kept = (await read(second, path)).metadata;
    for (const label of keysOf(answered)) assert.equal(kept[label], 1, `${label} was answered and is lost`);
    const queue = [...sent];
    const retry = async () => {
      for (let write = queue.pop(); write !== undefined; write = queue.pop()) await send(second, write);
    };
    await Promise.all(Array.from({ length: clients }, retry));
    const all = Object.fromEntries(keysOf(sent).map((label) => [label, 1]));
    assert.deepEqual((await read(second, path)).metadata, all);
    const categories = await read(
      second,
      `/v3/categories?limit=1000&filter=${encodeURIComponent(`name:like:${cycle} k%`)}`,
    );
    assert.equal(categories.totalItems, sent.filter(({ method }) => method === "POST").length, "each category once");
    assert.equal(await second.end("SIGTERM"), 0);
  }
});
