import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { killLeftOver, runJson, type Serving, serve } from "../cli/program.ts";
import type { Json } from "../support/api.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";

// `ACCORD_KILL_CYCLES=20` kills more often.
const cycles = Number(process.env.ACCORD_KILL_CYCLES ?? 1);
const customers = 120;

let database: TestDatabase;
let environment: Record<string, string>;
let key: string;
let receiver: Server;
/** What the ledger has, by id: it takes a version once. */
const ledger = new Map<string, { readonly version: number; readonly name: string }>();
/** Called with each message, before it is answered. */
let onMessage: () => void = () => undefined;

before(async () => {
  receiver = createServer(async (request, response) => {
    request.setEncoding("utf8");
    let text = "";
    for await (const part of request) text += part;
    const { records }: Json = JSON.parse(text).data;
    for (const { id, version, record } of records) {
      assert.ok((ledger.get(id)?.version ?? 0) <= version, "an earlier version never comes after a later one");
      ledger.set(id, { version, name: record.name });
    }
    onMessage();
    const results = records.map(({ entityType, id }: Json) => ({
      ...{ entityType, id, status: "SYNCED", externalId: `L-${id}` },
    }));
    response.end(JSON.stringify({ results }));
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  database = await createTestDatabase();
  environment = {
    ...{ DATABASE_URL: database.connectionString, ACCORD_DEMO: "off", ACCORD_RATE_LIMIT: "0" },
    ACCORD_WEBHOOK_ALLOW: "127.0.0.1",
  };
  key = (await runJson(["merchant", "create", "--name", "Killed", "--sandbox"], environment)).writeKey;
});
after(async () => {
  killLeftOver();
  receiver.closeAllConnections();
  receiver.close();
  await database.drop();
});

async function send({ url }: Serving, method: string, path: string, body?: object): Promise<Json> {
  const headers = { authorization: key, ...(body && { "content-type": "application/json" }) };
  const answer = await fetch(`${url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const answered: Json = await answer.json();
  assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answered)}`);
  return answered.payload;
}

test("a worker killed between sending records and storing the answer loses none: the ledger gets all in the end", async () => {
  const first = await serve(environment);
  for (let at = 0; at < customers; at += 1) await send(first, "POST", "/v3/customers", { name: `Customer ${at}` });
  assert.equal(await first.end("SIGTERM"), 0);
  const { port } = receiver.address() as AddressInfo;
  let isConnected = false;
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    // The first message of a cycle, then the second one, is taken and its answer never kept.
    let messages = 0;
    const handed = Promise.withResolvers<void>();
    onMessage = () => {
      messages += 1;
      if (messages > cycle % 2) handed.resolve();
    };
    const killed = await serve(environment);
    if (!isConnected) {
      await send(killed, "POST", "/v3/webhook-endpoints", { url: `http://127.0.0.1:${port}/in`, purpose: "SYNC" });
    } else {
      const { data } = await send(killed, "GET", "/v3/customers?limit=1000");
      for (const { id } of data) await send(killed, "PATCH", `/v3/customers/${id}`, { companyName: `Cycle ${cycle}` });
    }
    isConnected = true;
    await handed.promise;
    await killed.end("SIGKILL");

    const next = await serve(environment);
    const waiting = "/v3/sync/records?filter=status:in:NOT_SYNCED|SYNCING&limit=1";
    // What the killed one held is taken over when its lease is over.
    while ((await send(next, "GET", waiting)).totalItems > 0) await sleep(200);
    const { data } = await send(next, "GET", "/v3/sync/records?limit=1000&filter=entityType:eq:CUSTOMER");
    assert.equal(data.length, customers);
    for (const { entityId, status, version, syncedVersion, externalId } of data) {
      assert.deepEqual([status, syncedVersion, externalId], ["SYNCED", version, `L-${entityId}`]);
      assert.equal(ledger.get(entityId)?.version, version);
    }
    assert.equal(ledger.size, customers);
    assert.equal(await next.end("SIGTERM"), 0);
  }
});
