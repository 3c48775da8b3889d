import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import pg from "pg";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, obligationBody, rejection } from "../support/client.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

const newClient = async () => clientOf(api, await api.newMerchant());
const feed = (client: Client, query = ""): Promise<Json> => client.ok("GET", `/v3/events-feed${query}`);

async function approvedContract(client: Client): Promise<string> {
  const id = await client.contract();
  await client.add(id, obligationBody());
  await client.approve(id);
  await api.placeEvents(client.merchant);
  return id;
}

test("an event has id, type, time and position, and its data names the record, its owner and the new status", async () => {
  const client = await newClient();
  const contractId = await approvedContract(client);
  const { data, nextCursor, hasMore } = await feed(client);
  const { customerId } = await client.ok("GET", `/v3/contracts/${contractId}`);
  const [invoice] = (await client.ok("GET", "/v3/invoices?filter=status:eq:ISSUED")).data;
  assert.deepEqual(
    data.map(({ type, sequence, data: own }: Json) => [sequence, type, own.status]),
    [
      [1, "member.added", undefined],
      [2, "customer.created", undefined],
      [3, "contract.created", "NEW"],
      [4, "contract.processed", "PROCESSED"],
      [5, "obligation.created", undefined],
      [6, "contract.approved", "APPROVED"],
      [7, "invoice.issued", "ISSUED"],
    ],
  );
  assert.deepEqual(data.at(-1).data, {
    ...{ contractId, customerId, invoiceId: invoice.id, invoiceNumber: invoice.invoiceNumber, status: "ISSUED" },
  });
  assert.match(data[0].timestamp, /^2026-01-15T12:00:00\.\d{3}Z$/);
  assert.deepEqual([nextCursor, hasMore], ["7", false]);
});

test("pages follow each other by cursor, and a reader of few types makes progress past other events", async () => {
  const client = await newClient();
  await approvedContract(client);
  const types: string[] = [];
  let cursor = "0";
  for (let hasMore = true; hasMore; ) {
    const page = await feed(client, `?after=${cursor}&limit=3`);
    types.push(...page.data.map(({ type }: Json) => type));
    ({ nextCursor: cursor, hasMore } = page);
  }
  assert.deepEqual(
    types,
    (await feed(client)).data.map(({ type }: Json) => type),
  );
  const few = await feed(client, "?types=contract.created,contract.approved");
  assert.deepEqual(
    few.data.map(({ type }: Json) => type),
    ["contract.created", "contract.approved"],
  );
  assert.deepEqual([few.nextCursor, few.hasMore], ["7", false], "behind what was looked at");
  assert.deepEqual((await feed(client, "?after=7")).data, []);
});

test("an invalid query is rejected, also a cursor from a later backup", async () => {
  const client = await newClient();
  const ask = async (query: string) => rejection(await client.send("GET", `/v3/events-feed?${query}`));
  assert.deepEqual(await ask("after=9"), [400, "CURSOR_INVALID"]);
  assert.deepEqual(await ask("after=-1"), [400, "VALIDATION_FAILED", "/query/after FORMAT"]);
  assert.deepEqual(await ask("limit=0"), [400, "VALIDATION_FAILED", "/query/limit RANGE"]);
  assert.deepEqual(await ask("limit=1001"), [400, "VALIDATION_FAILED", "/query/limit RANGE"]);
  assert.deepEqual(await ask("wait=21"), [400, "VALIDATION_FAILED", "/query/wait RANGE"]);
  const typo = await client.send("GET", "/v3/events-feed?types=invoice.isued");
  assert.deepEqual(rejection(typo), [400, "VALIDATION_FAILED", "/query/types ENUM"]);
  assert.match(typo.body.error.details.issues[0].message, /Did you mean "invoice\.issued"/);
});

test("a waiting reader gets an event as soon as it has its position", async () => {
  const client = await newClient();
  await api.placeEvents(client.merchant);
  const { nextCursor } = await feed(client);
  const waiting = feed(client, `?after=${nextCursor}&wait=20`);
  await client.ok("POST", "/v3/customers", { name: "Awaited" });
  await api.placeEvents(client.merchant);
  const { data } = await waiting;
  assert.deepEqual(
    data.map(({ type }: Json) => type),
    ["customer.created"],
  );
});

test("readers who wait for the same merchant share one query every quarter of a second", async () => {
  const client = await newClient();
  await api.placeEvents(client.merchant);
  const { nextCursor } = await feed(client);
  const { query } = pg.Client.prototype;
  let reads = 0;
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...sent: unknown[]): unknown {
      const [given] = sent;
      const text = typeof given === "string" ? given : String((given as { readonly text?: string }).text);
      if (/ from "event_feed"/.test(text)) reads += 1;
      return Reflect.apply(query, this, sent);
    },
  });
  try {
    const wait = () => feed(client, `?after=${nextCursor}&wait=2`);
    const pages = await Promise.all([wait(), wait(), wait()]);
    assert.deepEqual(
      pages.map(({ data }) => data),
      [[], [], []],
    );
    // Three when they begin, and at most eight in two seconds; readers of their own would make 27.
    assert.ok(reads >= 5 && reads <= 12, `${reads} reads`);
  } finally {
    Object.assign(pg.Client.prototype, { query });
  }
});

test("a dry run, a rejection and another merchant's writes are not in the feed", async () => {
  const [client, other] = [await newClient(), await newClient()];
  const contractId = await client.contract();
  await api.placeEvents(client.merchant);
  const before = (await feed(client)).nextCursor;
  await client.ok("POST", `/v3/contracts/${contractId}/obligations?dryRun=true`, obligationBody());
  await client.send("POST", "/v3/customers", {});
  await other.ok("POST", "/v3/customers", { name: "Other" });
  for (const { merchant } of [client, other]) await api.placeEvents(merchant);
  assert.deepEqual((await feed(client, `?after=${before}`)).data, []);
});

test("the catalogue of event types is served, and is in the OpenAPI document as webhooks", async () => {
  const client = await newClient();
  const { data, totalItems } = await client.ok("GET", "/v3/webhook-event-types?limit=1000");
  const document: Json = await (await fetch(`${api.url}/openapi.json`)).json();
  assert.equal(data.length, totalItems);
  assert.deepEqual(
    data.map(({ type }: Json) => type),
    Object.keys(document.webhooks),
  );
  const issued = data.find(({ type }: Json) => type === "invoice.issued");
  assert.deepEqual(Object.keys(issued.schema.properties), Object.keys(issued.example.data));
  assert.ok(!JSON.stringify(document.webhooks).includes("x-accord"));
});
