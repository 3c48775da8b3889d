import assert from "node:assert/strict";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import pg from "pg";
import { Webhook } from "standardwebhooks";
import { syncDocuments } from "../../src/api/sync-documents.ts";
import { handOver } from "../../src/webhooks/sync-turn-service.ts";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, rejection } from "../support/client.ts";
import { creditMemoBody, invoiceOf } from "../support/receivable-client.ts";

type Ledger = {
  readonly url: string;
  /** What it was handed, message by message. */
  readonly messages: Json[];
  readonly headers: IncomingHttpHeaders[];
  answer: (message: Json) => { status: number; body: string };
};

let api: TestApi;
let owner: pg.Client;
const servers: Server[] = [];
const rules = { allowed: ["127.0.0.1"] };
before(async () => {
  api = await startApi({ works: true, webhookAddresses: rules });
  owner = new pg.Client({ connectionString: api.connectionString });
  await owner.connect();
});
after(async () => {
  await owner.end();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  await api.close();
});

const results = (each: readonly object[]) => ({ status: 200, body: JSON.stringify({ results: each }) });
const takesAll = (message: Json) =>
  results(
    (message.data.records ?? []).map(({ entityType, id }: Json) => ({
      ...{ entityType, id, status: "SYNCED", externalId: `L-${entityType}` },
    })),
  );

async function ledger(answer: Ledger["answer"] = takesAll): Promise<Ledger> {
  const server = createServer(async (request, response) => {
    request.setEncoding("utf8");
    let text = "";
    for await (const part of request) text += part;
    own.headers.push(request.headers);
    own.messages.push(JSON.parse(text));
    const { status, body } = own.answer(JSON.parse(text));
    response.writeHead(status).end(body);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`;
  const own: Ledger = { url, messages: [], headers: [], answer };
  return own;
}

async function until<T>(what: string, find: () => Promise<T | undefined | false>): Promise<T> {
  for (let tries = 0; tries < 600; tries++) {
    const found = await find();
    if (found !== undefined && found !== false) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`never: ${what}`);
}

const newClient = async () => clientOf(api, await api.newMerchant("2026-01-15T00:00:00Z"));
const connect = (client: Client, { url }: Ledger): Promise<Json> =>
  client.ok("POST", "/v3/webhook-endpoints", { url, purpose: "SYNC" });
const records = async (client: Client, filter = ""): Promise<Json[]> =>
  (await client.ok("GET", `/v3/sync/records?limit=1000${filter && `&filter=${filter}`}`)).data;
const recordOf = async (client: Client, id: string): Promise<Json> => (await records(client, `entityId:eq:${id}`))[0];
const settled = (client: Client) =>
  until("nothing waits", async () => (await records(client, "status:in:NOT_SYNCED|SYNCING")).length === 0);
const reaches = (client: Client, id: string, status: string): Promise<Json> =>
  until(`${status} is reached`, async () => {
    const record = await recordOf(client, id);
    return record?.status === status && record;
  });
const customer = async (client: Client, name = "Acme"): Promise<string> =>
  (await client.ok("POST", "/v3/customers", { name })).id;
/** Has the next try made now, where it would be made later. */
const hurry = (id: string) => owner.query("update webhook_turn set due_at = now() where endpoint_id = $1", [id]);

test("unsynced records are sent in order, signed and as the API shows them, and accepted ones are not sent again", async () => {
  const client = await newClient();
  const invoice = await invoiceOf(api, client);
  const { id: memo } = await client.ok("POST", "/v3/credit-memos", creditMemoBody(invoice, "90.00"));
  const { id: payment } = await client.ok("POST", "/v3/payments", { customerId: invoice.customerId, amount: "50.00" });
  const views = await Promise.all(
    ["customers", "invoices", "credit-memos", "payments"].map((path, at) =>
      client.ok("GET", `/v3/${path}/${[invoice.customerId, invoice.id, memo, payment][at]}`),
    ),
  );
  const { data: entries } = await client.ok("GET", "/v3/journal-entries");
  const own = await ledger();
  const { secret, purpose, events } = await connect(client, own);
  assert.deepEqual([purpose, events], ["SYNC", []]);
  await settled(client);

  const [first] = own.messages;
  const verified = new Webhook(secret).verify(JSON.stringify(first), own.headers[0] as Record<string, string>);
  assert.deepEqual(verified, first);
  assert.equal(first.type, "sync.records");
  const handed: Json[] = first.data.records;
  assert.deepEqual(
    handed.map(({ entityType }) => entityType),
    ["CUSTOMER", "INVOICE", "CREDIT_MEMO", "PAYMENT", ...entries.map(() => "JOURNAL_ENTRY")],
  );
  assert.deepEqual(
    handed.slice(0, 4).map(({ record }) => record),
    views,
  );
  assert.deepEqual(handed[0], {
    ...{ entityType: "CUSTOMER", id: invoice.customerId, version: 1, externalId: null, record: views[0] },
  });
  assert.ok((await records(client)).every(({ status, externalId }) => status === "SYNCED" && externalId !== null));

  await client.ok("POST", `/v3/payments/${payment}/applications`, { invoiceId: invoice.id });
  await until(
    "both are handed over",
    async () => own.messages.flatMap(({ data }) => data.records).length > handed.length + 2,
  );
  await settled(client);
  const later: Json[] = own.messages.slice(1).flatMap(({ data }) => data.records);
  assert.deepEqual(later.map(({ entityType, version, externalId }) => [entityType, version, externalId]).toSorted(), [
    ["INVOICE", 2, "L-INVOICE"],
    ["JOURNAL_ENTRY", 1, null],
    ["PAYMENT", 2, "L-PAYMENT"],
  ]);
});

test("a record that the ledger rejects stays SYNC_FAILED until a retry is requested, and others are sent", async () => {
  const client = await newClient();
  const [bad, good] = [await customer(client, "Bad"), await customer(client, "Good")];
  const own = await ledger((message) =>
    results(
      message.data.records.map(({ entityType, id }: Json) =>
        id === bad && own.messages.length === 1
          ? { entityType, id, status: "SYNC_FAILED", error: "No such currency" }
          : { entityType, id, status: "SYNCED", externalId: "C-1" },
      ),
    ),
  );
  await connect(client, own);
  const failed = await reaches(client, bad, "SYNC_FAILED");
  assert.deepEqual([failed.lastError, failed.attempts], ["No such currency", 1]);
  assert.equal((await recordOf(client, good)).status, "SYNCED");
  await client.ok("POST", `/v3/sync/records/${bad}/retry`);
  await reaches(client, bad, "SYNCED");
  const again: Json[] = own.messages.slice(1).flatMap(({ data }) => data.records);
  assert.deepEqual(
    again.map(({ id }) => id),
    [bad],
  );
});

test("a ledger may accept records now and report their result later", async () => {
  const client = await newClient();
  const id = await customer(client);
  const own = await ledger(() => ({ status: 202, body: "" }));
  await connect(client, own);
  await reaches(client, id, "SYNCING");
  const { version } = own.messages[0].data.records[0];
  await client.ok("PUT", `/v3/sync/CUSTOMER/${id}`, { status: "SYNCED", externalId: "C-7", version });
  await client.ok("PATCH", `/v3/customers/${id}`, { name: "Acme Cloud" });
  await until("the change is handed over", async () => own.messages.length === 2);
  const [changed] = own.messages[1].data.records;
  assert.deepEqual([changed.version, changed.externalId, changed.record.name], [2, "C-7", "Acme Cloud"]);
});

test("while a secret is rotated both secrets sign, and a test request reaches the ledger like any endpoint", async () => {
  const client = await newClient();
  const own = await ledger();
  const before = await connect(client, own);
  const after = await client.ok("POST", `/v3/webhook-endpoints/${before.id}/rotate-secret`);
  const id = await customer(client);
  await reaches(client, id, "SYNCED");
  const [message, headers] = [own.messages.at(-1), own.headers.at(-1) as Record<string, string>];
  for (const { secret } of [before, after]) {
    assert.deepEqual(new Webhook(secret).verify(JSON.stringify(message), headers), message);
  }
  await client.ok("POST", `/v3/webhook-endpoints/${before.id}/test`);
  await until("the test comes", async () => own.messages.some(({ type }) => type === "webhook-endpoint.tested"));
});

test("a ledger that is down or answers unreadably is tried again until it has every record", async () => {
  const client = await newClient();
  const id = await customer(client);
  const own = await ledger(() => ({ status: 500, body: "" }));
  const endpoint = await connect(client, own);
  const failing = () =>
    until("it fails", async () => {
      const { failingSince } = await client.ok("GET", `/v3/webhook-endpoints/${endpoint.id}`);
      return failingSince !== null;
    });
  await failing();
  assert.equal((await recordOf(client, id)).status, "NOT_SYNCED");
  for (const body of ["", "[]", '{"results":{}}', '{"results":[{"entityType":"CUSTOMER","id":"1","status":"LOST"}]}']) {
    const known = own.messages.length;
    own.answer = () => ({ status: 200, body });
    await until(`an answer ${body}`, async () => {
      await hurry(endpoint.id);
      return own.messages.length > known;
    });
    assert.equal((await recordOf(client, id)).status, "NOT_SYNCED", body);
  }
  own.answer = takesAll;
  await until("it is taken", async () => {
    await hurry(endpoint.id);
    return (await recordOf(client, id)).status === "SYNCED";
  });
  const { failingSince } = await client.ok("GET", `/v3/webhook-endpoints/${endpoint.id}`);
  assert.equal(failingSince, null);
});

test("a record that the ledger always answers with 500 becomes SYNC_FAILED, and delays no other record", async () => {
  const client = await newClient();
  const bad = await customer(client, "Bad");
  const good = [await customer(client, "Good"), await customer(client, "Better")];
  const own = await ledger((message) =>
    message.data.records.some(({ id }: Json) => id === bad) ? { status: 500, body: "" } : takesAll(message),
  );
  const endpoint = await connect(client, own);
  for (const id of good) await reaches(client, id, "SYNCED");
  const failed = await reaches(client, bad, "SYNC_FAILED");
  assert.equal(failed.lastError, "The receiver answered 500.");
  assert.equal((await client.ok("GET", `/v3/webhook-endpoints/${endpoint.id}`)).failingSince, null);
  own.answer = takesAll;
  await client.ok("POST", `/v3/sync/records/${bad}/retry`);
  await reaches(client, bad, "SYNCED");
});

test("a single waiting record that always fails becomes SYNC_FAILED once the ledger accepts a record that it accepted before", async () => {
  const client = await newClient();
  const good = await customer(client, "Good");
  const own = await ledger();
  const endpoint = await connect(client, own);
  const before = await reaches(client, good, "SYNCED");
  const bad = await customer(client, "Bad");
  own.answer = (message) =>
    message.data.records.some(({ id }: Json) => id === bad) ? { status: 500, body: "" } : takesAll(message);
  const failed = await until("it has failed", async () => {
    await hurry(endpoint.id);
    const record = await recordOf(client, bad);
    return record.status === "SYNC_FAILED" && record;
  });
  assert.equal(failed.lastError, "The receiver answered 500.");
  assert.equal((await client.ok("GET", `/v3/webhook-endpoints/${endpoint.id}`)).failingSince, null);
  assert.deepEqual(await recordOf(client, good), before, "what was taken before is as it was");
  const last = own.messages.at(-1).data.records;
  assert.deepEqual(
    last.map(({ id, version, externalId }: Json) => [id, version, externalId]),
    [[good, 1, "L-CUSTOMER"]],
  );
});

test("a ledger that accepts nothing, not even an earlier record, leaves no record SYNC_FAILED", async () => {
  const client = await newClient();
  const own = await ledger();
  const endpoint = await connect(client, own);
  await reaches(client, await customer(client, "Good"), "SYNCED");
  const waiting = await customer(client, "Waiting");
  own.answer = () => ({ status: 500, body: "" });
  const known = own.messages.length;
  await until("it was tried three times", async () => {
    await hurry(endpoint.id);
    return own.messages.length >= known + 5;
  });
  assert.equal((await recordOf(client, waiting)).status, "NOT_SYNCED");
});

test("a record sent by a worker killed before it stored the answer is sent again, in the same version", async () => {
  const client = await newClient();
  const id = await customer(client);
  const own = await ledger();
  const { merchantId } = client.merchant;
  const killed = await handOver(
    api.platform,
    merchantId,
    { url: own.url, secrets: [Buffer.alloc(32, 7)] },
    {
      ...{ rules, documents: syncDocuments },
    },
  );
  assert.equal(killed[0]?.answer.failure, null);
  await connect(client, own);
  await reaches(client, id, "SYNCED");
  assert.deepEqual(own.messages[1].data.records, own.messages[0].data.records);
  assert.equal((await recordOf(client, id)).attempts, 1);
});

test("more records than one message holds are sent in several, each record once", async () => {
  const client = await newClient();
  for (let at = 0; at < 60; at++) await customer(client, `Customer ${at}`);
  const own = await ledger();
  await connect(client, own);
  await settled(client);
  const sizes = own.messages.map(({ data }) => data.records.length);
  assert.ok(Math.max(...sizes) <= 50, String(sizes));
  const ids = own.messages.flatMap(({ data }) => data.records.map(({ id }: Json) => id));
  assert.deepEqual([ids.length, new Set(ids).size], [60, 60]);
});

test("a merchant has one ledger endpoint, which gets no events and no records of another merchant", async () => {
  const [client, other] = [await newClient(), await newClient()];
  const [own, foreign] = [await customer(client), await customer(other)];
  const taking = await ledger();
  const { id } = await connect(client, taking);
  await reaches(client, own, "SYNCED");
  const second = await client.send("POST", "/v3/webhook-endpoints", { url: taking.url, purpose: "SYNC" });
  assert.deepEqual(rejection(second), [409, "WEBHOOK_ENDPOINT_LIMIT"]);
  const events = { events: ["customer.created"] };
  for (const answer of [
    await other.send("POST", "/v3/webhook-endpoints", { url: taking.url, purpose: "SYNC", ...events }),
    await client.send("PATCH", `/v3/webhook-endpoints/${id}`, events),
  ]) {
    assert.deepEqual(rejection(answer), [400, "VALIDATION_FAILED", "/events CONFLICT"]);
  }
  const handed = taking.messages.flatMap(({ data }) => data.records.map((each: Json) => each.id));
  assert.ok(!handed.includes(foreign));
  const deliveries = await client.ok("GET", "/v3/webhook-deliveries");
  assert.deepEqual(deliveries.data, []);
  await client.ok("DELETE", `/v3/webhook-endpoints/${id}`);
  await connect(client, taking);
});
