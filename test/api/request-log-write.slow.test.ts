import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { deleteExpired } from "../../src/platform/due-work.ts";
import { requestLogWriter } from "../../src/platform/request-log-store.ts";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, rejection, unknownId } from "../support/client.ts";
import { memberIn } from "../support/session-client.ts";
import { execute } from "../support/template.ts";

let api: TestApi;
let client: Client;
before(async () => {
  api = await startApi({ logsRequests: true });
  client = clientOf(api, api.merchants.A);
});
after(() => api.close());

/** The kept requests with an id, as soon as they are there. */
async function kept(requestId: string, by: Client = client): Promise<Json[]> {
  for (let tries = 0; tries < 600; tries += 1) {
    const { data } = await by.ok("GET", `/v3/request-log?filter=requestId:eq:${requestId}`);
    if (data.length > 0) return Promise.all(data.map(({ id }: Json) => by.ok("GET", `/v3/request-log/${id}`)));
    await sleep(50);
  }
  return [];
}

const send = (method: string, path: string, body: unknown, requestId: string) =>
  client.send(method, path, body, { "x-request-id": requestId });

test("a stored write has its body, answer, caller and duration", async () => {
  const answer = await send("POST", "/v3/categories?dryRun=false", { name: "Kept" }, "rejected-by-query");
  assert.equal(answer.status, 400, "a query that a write does not know");
  await send("POST", "/v3/categories", { name: "Kept" }, "a-write");
  const [line] = await kept("a-write");
  assert.deepEqual([line.method, line.path, line.status, line.outcome], ["POST", "/v3/categories", 201, "SUCCEEDED"]);
  assert.deepEqual(JSON.parse(line.requestBody), { name: "Kept" });
  assert.equal(JSON.parse(line.answerBody).payload.name, "Kept");
  assert.equal(line.userId, api.merchants.A.userId);
  assert.ok(line.milliseconds >= 0 && line.keyId !== null && line.errorCode === null);
});

test("creating event types and deleting events are stored: only the recording of events is not", async () => {
  const made = await send("POST", "/v3/events/types", { name: "Kept calls" }, "a-type");
  const eventTypeId = made.body.payload.id;
  const { id: customerId } = await client.ok("POST", "/v3/customers", { name: "Caller" });
  const event = { customerId, eventTypeId, idempotencyKey: "gone", datetime: "2026-01-10T00:00:00Z", value: "1" };
  const { id } = await client.ok("POST", "/v3/events", event);
  await send("DELETE", `/v3/events/${id}`, undefined, "a-deletion");
  assert.deepEqual(
    (await kept("a-deletion")).map(({ method }) => method),
    ["DELETE"],
  );
  assert.deepEqual(
    (await kept("a-type")).map(({ path }) => path),
    ["/v3/events/types"],
  );
});

test("a rejection is stored, also of a read, with its code and body", async () => {
  await send("POST", "/v3/categories", { name: 5 }, "a-rejection");
  const [wrong] = await kept("a-rejection");
  assert.deepEqual([wrong.status, wrong.errorCode, wrong.outcome], [400, "VALIDATION_FAILED", "REJECTED"]);
  assert.deepEqual(JSON.parse(wrong.requestBody), { name: 5 });
  await send("GET", `/v3/contracts/${unknownId}`, undefined, "not-there");
  const [missing] = await kept("not-there");
  assert.deepEqual([missing.errorCode, missing.requestBody], ["CONTRACT_NOT_FOUND", null]);
});

test("a successful read, a preview, a recorded event and a request without a key are not stored", async () => {
  const contract = { name: "Tried" };
  assert.equal((await send("POST", "/v3/contracts?dryRun=true", contract, "a-dry-run")).status, 200);
  assert.equal((await send("POST", "/v3/contracts/preview", contract, "a-preview")).status, 200);
  const { id: eventTypeId } = await client.ok("POST", "/v3/events/types", { name: "Calls" });
  const { id: customerId } = await client.ok("POST", "/v3/customers", { name: "Northwind" });
  const event = { customerId, eventTypeId, idempotencyKey: "once", datetime: "2026-01-10T00:00:00Z", value: "1" };
  assert.equal((await send("POST", "/v3/events", event, "an-event")).status, 201);
  await send("GET", "/v3/categories", undefined, "a-read");
  await api.request("POST", "/v3/categories", { headers: { authorization: "", "x-request-id": "nobody" }, body: {} });
  await send("POST", "/v3/categories", { name: "After them" }, "after-them");
  assert.equal((await kept("after-them")).length, 1);
  for (const requestId of ["an-event", "a-read", "nobody", "a-dry-run", "a-preview"]) {
    assert.equal((await client.ok("GET", `/v3/request-log?filter=requestId:eq:${requestId}`)).totalItems, 0, requestId);
  }
});

test("many requests of one merchant do not displace those of another", async () => {
  const [many, one] = [await api.newMerchant(), await api.newMerchant()];
  const log = requestLogWriter(api.platform.db, (error) => assert.fail(error));
  const record = (merchantId: string, requestId: string) => ({
    ...{ merchantId, method: "GET", path: "/v3/nothing", status: 404, errorCode: "ROUTE_NOT_FOUND", milliseconds: 1 },
    ...{ requestId, keyId: null, userId: null, requestBody: null, answerBody: null },
  });
  for (let sent = 0; sent < 1_500; sent += 1) log.add(record(many.merchantId, "one-of-a-flood"));
  log.add(record(one.merchantId, "beside-a-flood"));
  await log.close();
  assert.equal((await kept("beside-a-flood", clientOf(api, one))).length, 1);
  const flood = await clientOf(api, many).ok("GET", "/v3/request-log?filter=requestId:eq:one-of-a-flood&limit=1");
  assert.equal(flood.totalItems, 1_000);
});

test("no secret is stored: keys, links, passwords, bank accounts", async () => {
  const { merchantId, writeKey } = api.merchants.A;
  const made = await send("POST", "/v3/api-keys", { name: `for ${writeKey}`, access: "READ_ONLY" }, "makes-a-key");
  const { id } = await client.ok("POST", "/v3/users", { email: "linked@example.com" });
  const link = await send("POST", `/v3/users/${id}/sign-in-link?x=${writeKey}`, undefined, "in-the-query");
  assert.equal(link.status, 400);
  const linked = await send("POST", `/v3/users/${id}/sign-in-link`, undefined, "makes-a-link");
  await send("PATCH", "/v3/merchant", { iban: "DE89370400440532013000" }, "sets-an-iban");
  const browser = await memberIn(api, api.merchants.A, "EDITOR");
  const newPassword = "a password to be kept nowhere";
  await browser.send("POST", "/v3/session/password", { newPassword }, { "x-request-id": "sets-a-password" });
  for (const requestId of ["makes-a-key", "in-the-query", "makes-a-link", "sets-an-iban", "sets-a-password"]) {
    assert.equal((await kept(requestId)).length, 1, requestId);
  }
  const token = linked.body.payload.path.split("=")[1];
  const { data } = await client.ok("GET", "/v3/request-log?limit=1000");
  const all = JSON.stringify(await Promise.all(data.map(({ id }: Json) => client.ok("GET", `/v3/request-log/${id}`))));
  for (const secret of [
    writeKey,
    made.body.payload.key,
    token,
    newPassword,
    "DE89370400440532013000",
    browser.csrfToken,
  ]) {
    assert.ok(!all.includes(secret), secret);
  }
  assert.ok(!all.includes(merchantId.replaceAll("-", "_")));
});

test("long bodies are cut, very long ones not stored", async () => {
  await send("POST", "/v3/categories", { name: "x".repeat(10_000) }, "a-long-body");
  const [long] = await kept("a-long-body");
  assert.ok(long.requestBody.length <= 4_001 && long.requestBody.endsWith("…"));
  await send("POST", "/v3/categories", { name: "x".repeat(100_000) }, "a-longer-body");
  const [longer] = await kept("a-longer-body");
  assert.deepEqual([longer.requestBody, longer.status], [null, 400]);
});

test("each merchant sees its own requests, for a week", async () => {
  const other = clientOf(api, api.merchants.B);
  await send("POST", "/v3/categories", { name: "Mine alone" }, "mine-alone");
  const [mine] = await kept("mine-alone");
  assert.deepEqual((await other.ok("GET", "/v3/request-log")).data, []);
  assert.deepEqual(rejection(await other.send("GET", `/v3/request-log/${mine.id}`)), [404, "REQUEST_NOT_FOUND"]);
  await execute(
    api.connectionString,
    `set accord.merchant_id = '${client.merchant.merchantId}'; update request_log set at = now() - interval '8 days' where id = '${mine.id}'`,
  );
  await deleteExpired(api.platform);
  assert.deepEqual(rejection(await client.send("GET", `/v3/request-log/${mine.id}`)), [404, "REQUEST_NOT_FOUND"]);
});
