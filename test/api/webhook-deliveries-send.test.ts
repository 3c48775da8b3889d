import assert from "node:assert/strict";
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import pg from "pg";
import { Webhook } from "standardwebhooks";
import { write } from "../../src/platform/write.ts";
import { checkedAddress } from "../../src/webhooks/address-service.ts";
import { secondsToNextAttempt } from "../../src/webhooks/schedule.ts";
import { createEndpoint } from "../../src/webhooks/service.ts";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, rejection, unknownId } from "../support/client.ts";

type Received = { readonly headers: IncomingHttpHeaders; readonly text: string };
type Receiver = { readonly url: string; readonly got: Received[]; answer: (response: ServerResponse) => void };

let api: TestApi;
let owner: pg.Client;
const servers: Server[] = [];
before(async () => {
  api = await startApi({ works: true, webhookAddresses: { allowed: ["127.0.0.1"] } });
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

const taken = (response: ServerResponse) => response.end();

async function receiver(answer: Receiver["answer"] = taken): Promise<Receiver> {
  const got: Received[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk) => {
      text += chunk;
    });
    request.on("end", () => {
      got.push({ headers: request.headers, text });
      own.answer(response);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const own: Receiver = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`, got, answer };
  return own;
}

async function until<T>(what: string, find: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (let tries = 0; tries < 400; tries++) {
    const found = await find();
    if (found !== undefined && found !== false) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`never: ${what}`);
}

const newClient = async () => clientOf(api, await api.newMerchant());
const endpoint = (client: Client, url: string, events = ["customer.created"]): Promise<Json> =>
  client.ok("POST", "/v3/webhook-endpoints", { url, events });
const deliveries = async (client: Client, id: string): Promise<Json[]> =>
  (await client.ok("GET", `/v3/webhook-deliveries?filter=webhookEndpointId:eq:${id}`)).data;
const delivery = (client: Client, id: string, status: string) =>
  until(`a delivery ${status}`, async () => (await deliveries(client, id)).find((each) => each.status === status));

function verified({ headers, text }: Received, secret: string): Json {
  return new Webhook(secret).verify(text, headers as Record<string, string>);
}

describe("WHK-1: addresses", () => {
  const rules = {
    allowed: [],
    resolve: async (name: string) => (name === "inside.example" ? ["10.0.0.7"] : ["8.8.8.8"]),
  };
  for (const url of [
    ...["https://127.0.0.1", "https://127.1", "https://0x7f.1", "https://2130706433", "https://[::1]", "https://0/"],
    ...["https://[::ffff:10.0.0.1]", "https://169.254.169.254/latest", "https://10.1.2.3", "https://192.168.0.1"],
    ...["https://172.16.0.1", "https://[fe80::1]", "https://[fd00::1]", "https://100.64.0.1", "https://224.0.0.1"],
    ...["file:///etc/passwd", "gopher://example.com", "http://example.com", "https://user:pass@example.com"],
    ...[
      "https://example.com:22",
      "https://inside.example",
      "https://[64:ff9b::a00:1]",
      "https://[2002:a00:1::]",
      "text",
    ],
  ]) {
    test(`${url} is rejected`, async () => {
      assert.equal(await checkedAddress(url, rules), undefined);
    });
  }

  test("a public host is accepted, and the connection uses the address that was checked", async () => {
    const checked = await checkedAddress("https://hooks.example/x", rules);
    assert.deepEqual([checked?.address, checked?.url.hostname], ["8.8.8.8", "hooks.example"]);
  });

  test("a host with one private address among public ones is rejected, and one without an address too", async () => {
    assert.equal(
      await checkedAddress("https://a.example", { allowed: [], resolve: async () => ["8.8.8.8", "10.0.0.1"] }),
      undefined,
    );
    assert.equal(await checkedAddress("https://a.example", { allowed: [], resolve: async () => [] }), undefined);
  });

  test("the API rejects on create and on change with one message that reveals nothing of the address", async () => {
    const client = await newClient();
    const texts = new Set<string>();
    for (const url of ["https://10.0.0.1", "https://10.0.0.1:22", "https://localhost", "ftp://example.com"]) {
      const answer = await client.send("POST", "/v3/webhook-endpoints", { url });
      assert.deepEqual(rejection(answer), [400, "WEBHOOK_URL_FORBIDDEN", "/url WEBHOOK_URL_FORBIDDEN"], url);
      texts.add(answer.body.message);
    }
    assert.equal(texts.size, 1);
    const { id } = await endpoint(client, (await receiver()).url);
    const change = await client.send("PATCH", `/v3/webhook-endpoints/${id}`, { url: "https://[::1]" });
    assert.equal(change.body.error.errorCode, "WEBHOOK_URL_FORBIDDEN");
  });

  test("DNS rebinding: a host that resolves to a private address at delivery is not called", async () => {
    const client = await newClient();
    const inside = await receiver();
    const { id } = await endpoint(client, inside.url);
    // What a name resolves to now, seen from the try: the loopback without leave.
    await owner.query("update webhook_endpoint set url = replace(url, '127.0.0.1', 'localhost') where id = $1", [id]);
    await client.ok("POST", "/v3/customers", { name: "Rebound" });
    const failed = await until("a failure", async () =>
      (await deliveries(client, id)).find(({ failure }) => failure !== null),
    );
    assert.deepEqual([failed.responseStatus, inside.got.length], [null, 0]);
  });
});

test("an unknown endpoint or delivery is 404", async () => {
  const client = await newClient();
  const none = await client.send("GET", `/v3/webhook-endpoints/${unknownId}`);
  assert.deepEqual(rejection(none), [404, "WEBHOOK_ENDPOINT_NOT_FOUND"]);
  const nothing = await client.send("GET", `/v3/webhook-deliveries/${unknownId}`);
  assert.deepEqual(rejection(nothing), [404, "WEBHOOK_DELIVERY_NOT_FOUND"]);
});

describe("WHK-2: signatures, verified by the library of the receiver", () => {
  test("a delivery verifies; with a flipped bit, another id or an old timestamp it does not", async () => {
    const client = await newClient();
    const own = await receiver();
    const { secret } = await endpoint(client, own.url);
    const { id: customerId } = await client.ok("POST", "/v3/customers", { name: "Signed" });
    const [got] = await until("a delivery", () => (own.got.length > 0 ? own.got : undefined));
    assert.ok(got);
    const { type, data, id, sequence } = verified(got, secret);
    assert.deepEqual([type, data.customerId, id], ["customer.created", customerId, got.headers["webhook-id"]]);
    assert.ok(sequence > 0);
    const old = String(Number(got.headers["webhook-timestamp"]) - 301);
    for (const wrong of [
      { ...got, text: got.text.replace("c", "d") },
      { ...got, headers: { ...got.headers, "webhook-id": "other.id" } },
      { ...got, headers: { ...got.headers, "webhook-timestamp": old } },
    ]) {
      assert.throws(() => verified(wrong, secret));
    }
  });

  test("during rotation both secrets sign, afterwards the new one alone; neither is shown again or stored as text", async () => {
    const client = await newClient();
    const own = await receiver();
    const { id, secret } = await endpoint(client, own.url);
    const rotated = await client.ok("POST", `/v3/webhook-endpoints/${id}/rotate-secret`);
    await client.ok("POST", "/v3/customers", { name: "Both" });
    const both = await until("a delivery", () => own.got[0]);
    for (const each of [secret, rotated.secret]) verified(both, each);
    await owner.query("update webhook_endpoint set previous_secret_until = now() - interval '1 s' where id = $1", [id]);
    await client.ok("POST", "/v3/customers", { name: "One" });
    const one = await until("another delivery", () => own.got[1]);
    verified(one, rotated.secret);
    assert.throws(() => verified(one, secret));
    assert.ok(!("secret" in (await client.ok("GET", `/v3/webhook-endpoints/${id}`))));
    const { rows } = await owner.query(
      "select to_jsonb(a)::text as text from audit_log a union all select answer from idempotent_answer",
    );
    assert.ok(rows.every(({ text }) => !text.includes(secret) && !text.includes(rotated.secret)));
  });
});

describe("WHK-3: receivers", () => {
  test("500, a redirect and a cut connection are retried under the same id; the retry schedule is shown", async () => {
    const client = await newClient();
    const kinds: Receiver["answer"][] = [
      (response) => response.writeHead(500).end(),
      (response) => response.writeHead(301, { location: "http://127.0.0.1:1/" }).end(),
      (response) => response.socket?.destroy(),
    ];
    for (const kind of kinds) {
      const own = await receiver(kind);
      const { id } = await endpoint(client, own.url);
      await client.ok("POST", "/v3/customers", { name: "Tried" });
      const waiting = await until("a failed try", async () =>
        (await deliveries(client, id)).find(({ attempts }) => attempts === 1),
      );
      const wait = Date.parse(waiting.nextAttemptAt) - Date.parse(waiting.lastAttemptAt);
      assert.ok(wait >= 7_900 && wait <= 12_100, `${wait} ms`);
      assert.equal(waiting.status, "PENDING");
      own.answer = taken;
      await client.ok("POST", `/v3/webhook-deliveries/${waiting.id}/retry`);
      await delivery(client, id, "DELIVERED");
      assert.deepEqual(new Set(own.got.map(({ headers }) => headers["webhook-id"])), new Set([waiting.eventId]));
      assert.equal((await client.ok("GET", `/v3/webhook-endpoints/${id}`)).failingSince, null);
      await client.ok("DELETE", `/v3/webhook-endpoints/${id}`);
    }
  });

  test("a receiver that answers late, without end or never delays no other receiver", async () => {
    const [slow, quick] = [await newClient(), await newClient()];
    const givenUp: string[] = [];
    const never = await receiver((response) => response.on("close", () => givenUp.push("a call that waits")));
    const endless = await receiver((response) => {
      response.writeHead(200);
      const more = (error?: Error | null) => {
        if (!error && !response.destroyed)
          response.write(Buffer.alloc(1 << 20), (failed) => setImmediate(more, failed));
      };
      response.on("error", () => undefined);
      more();
    });
    for (let count = 0; count < 4; count++) await endpoint(slow, never.url);
    const long = await endpoint(slow, endless.url);
    await slow.ok("POST", "/v3/customers", { name: "Slow" });
    await until("a call that waits", () => never.got[3]);
    const own = await receiver();
    await endpoint(quick, own.url);
    const mine = await receiver();
    await endpoint(slow, mine.url);
    for (const client of [slow, quick]) await client.ok("POST", "/v3/customers", { name: "Quick" });
    await until("both", () => own.got[0] && mine.got[0]);
    assert.deepEqual(givenUp, [], "before any of the slow ones is given up");
    // The status is all that is read of an answer.
    await delivery(slow, long.id, "DELIVERED");
  });

  test("410 disables the endpoint at once; later events are not queued, and a replay sends them", async () => {
    const client = await newClient();
    const own = await receiver((response) => response.writeHead(410).end());
    const { id } = await endpoint(client, own.url);
    await client.ok("POST", "/v3/customers", { name: "Gone" });
    const gone = await until("disabled", async () => {
      const each = await client.ok("GET", `/v3/webhook-endpoints/${id}`);
      return each.status === "DISABLED" ? each : undefined;
    });
    assert.equal(gone.disabledReason, "GONE");
    await delivery(client, id, "FAILED");
    const asked = await client.send("POST", `/v3/webhook-endpoints/${id}/test`);
    assert.equal(asked.body.error.errorCode, "WEBHOOK_ENDPOINT_DISABLED");
    await client.ok("POST", "/v3/customers", { name: "Missed" });
    const { nextCursor } = await until("the disabling in the feed", async () => {
      const page = await client.ok("GET", "/v3/events-feed?types=customer.created,webhook-endpoint.disabled");
      return page.data.length === 3 ? page : undefined;
    });
    own.answer = taken;
    await client.ok("PATCH", `/v3/webhook-endpoints/${id}`, { status: "ENABLED" });
    const range = { afterSequence: 0, throughSequence: Number(nextCursor) };
    const replayed = await client.send("POST", `/v3/webhook-endpoints/${id}/replay`, range);
    assert.deepEqual([replayed.status, replayed.body.payload.count], [200, 2]);
    assert.equal((await client.send("POST", `/v3/webhook-endpoints/${id}/test`)).status, 200);
    await until("both again", () => own.got[2]);
    const wrong = await client.send("POST", `/v3/webhook-endpoints/${id}/replay`, {
      ...range,
      throughSequence: 20_000,
    });
    assert.deepEqual(rejection(wrong), [400, "VALIDATION_FAILED", "/throughSequence RANGE"]);
  });

  test("a late 410 from an earlier address does not disable the endpoint, and its event is sent to the new one", async () => {
    const client = await newClient();
    const { promise: isGone, resolve: letAnswer } = Promise.withResolvers<void>();
    const before = await receiver((response) => void isGone.then(() => response.writeHead(410).end()));
    const present = await receiver();
    const { id } = await endpoint(client, before.url);
    await client.ok("POST", "/v3/customers", { name: "Moved" });
    const [sent] = await until("a call that waits", () => (before.got.length > 0 ? before.got : undefined));
    await client.ok("PATCH", `/v3/webhook-endpoints/${id}`, { url: present.url });
    letAnswer();
    const tried = await until("a first try", async () =>
      (await deliveries(client, id)).find(({ attempts }) => attempts === 1),
    );
    assert.deepEqual([tried.status, tried.responseStatus], ["PENDING", 410]);
    const { status, disabledReason, failingSince } = await client.ok("GET", `/v3/webhook-endpoints/${id}`);
    assert.deepEqual([status, disabledReason, failingSince], ["ENABLED", null, null]);
    await client.ok("POST", `/v3/webhook-deliveries/${tried.id}/retry`);
    await delivery(client, id, "DELIVERED");
    assert.equal(present.got[0]?.headers["webhook-id"], sent?.headers["webhook-id"]);
  });

  test("a changed address starts without the failures of the earlier one", async () => {
    const client = await newClient();
    const own = await receiver((response) => response.writeHead(503).end());
    const { id } = await endpoint(client, own.url);
    await owner.query("update webhook_endpoint set failing_since = now() - interval '121 h' where id = $1", [id]);
    const same = await client.ok("PATCH", `/v3/webhook-endpoints/${id}`, { url: own.url, description: "Same" });
    assert.notEqual(same.failingSince, null);
    const moved = await client.ok("PATCH", `/v3/webhook-endpoints/${id}`, { url: `${own.url}/moved` });
    assert.deepEqual([moved.status, moved.failingSince], ["ENABLED", null]);
  });

  test("five days of failures disable an endpoint; the eight attempts of an event take about three days", async () => {
    const client = await newClient();
    const own = await receiver((response) => response.writeHead(503).end());
    const { id } = await endpoint(client, own.url);
    await owner.query("update webhook_endpoint set failing_since = now() - interval '121 h' where id = $1", [id]);
    await client.ok("POST", "/v3/customers", { name: "Failing" });
    await until("disabled", async () => {
      const { disabledReason } = await client.ok("GET", `/v3/webhook-endpoints/${id}`);
      return disabledReason === "FAILING" ? true : undefined;
    });
    const waits = [1, 2, 3, 4, 5, 6, 7].map((attempts) => secondsToNextAttempt(attempts, 0.5) ?? 0);
    const days = waits.reduce((sum, wait) => sum + wait, 0) / 86_400;
    assert.ok(days > 2.5 && days < 3.5, `${days} days`);
    assert.equal(secondsToNextAttempt(8, 0.5), undefined);
  });

  test("a test event goes to its endpoint alone; a merchant has at most twenty endpoints", async () => {
    const client = await newClient();
    const [own, other] = [await receiver(), await receiver()];
    const { id } = await endpoint(client, own.url);
    await endpoint(client, other.url, ["*"]);
    await client.ok("POST", `/v3/webhook-endpoints/${id}/test`);
    const got = await until("the test", () => own.got[0]);
    assert.equal(JSON.parse(got.text).type, "webhook-endpoint.tested");
    assert.ok(other.got.every(({ text }) => JSON.parse(text).type !== "webhook-endpoint.tested"));
    for (let count = 2; count < 19; count++) await endpoint(client, other.url);
    // Of two at once the second one has to see the first.
    const { merchantId } = client.merchant;
    const options = { merchantId, actor: { kind: "SYSTEM", id: "test" } } as const;
    const draft = { url: other.url, description: null, eventTypes: null };
    const { promise: isMade, resolve: noteMade } = Promise.withResolvers<void>();
    const { promise: mayEnd, resolve: letEnd } = Promise.withResolvers<void>();
    const first = write(api.platform, options, async (ctx) => {
      await createEndpoint(ctx, draft);
      noteMade();
      await mayEnd;
    });
    await isMade;
    const second = write(api.platform, options, (ctx) => createEndpoint(ctx, draft)).then(
      () => "made",
      (error) => error.code,
    );
    await Promise.race([second, new Promise((resolve) => setTimeout(resolve, 300))]);
    letEnd();
    await first;
    assert.equal(await second, "WEBHOOK_ENDPOINT_LIMIT");
    const more = await client.send("POST", "/v3/webhook-endpoints", { url: other.url });
    assert.equal(more.body.error.errorCode, "WEBHOOK_ENDPOINT_LIMIT");
  });
});
