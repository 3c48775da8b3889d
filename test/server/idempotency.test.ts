import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApi, type TestApi } from "../support/api.ts";
import { termBody } from "../support/term-client.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

let counter = 0;
const newKey = () => `key-${counter++}`;
const post = (key: string, path: string, body: unknown, apiKey?: string) =>
  api.request("POST", path, {
    body,
    headers: { "idempotency-key": key },
    ...(apiKey === undefined ? {} : { key: apiKey }),
  });
const countCustomers = async () => (await api.request("GET", "/v3/customers")).body.payload.totalItems;

test("IDE-1: concurrent requests with one key and body have one effect; each gets the same answer or is told to wait", async () => {
  const [before, key] = [await countCustomers(), newKey()];
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(key, "/v3/customers", { name: "Once" })));
  const done = answers.filter((answer) => answer.status === 201);
  const waiting = answers.filter((answer) => answer.status === 409);
  assert.equal(done.length + waiting.length, 20);
  for (const { body } of waiting) assert.equal(body.error.errorCode, "IDEMPOTENCY_IN_PROGRESS");
  const replay = await post(key, "/v3/customers", { name: "Once" });
  assert.equal(replay.headers.get("idempotency-replayed"), "true");
  for (const { body } of done) assert.equal(JSON.stringify(body), JSON.stringify(replay.body));
  assert.equal(await countCustomers(), before + 1);
});

test("IDE-2: the same key with another body, path or method is rejected without effect", async () => {
  const key = newKey();
  const { body } = await post(key, "/v3/customers", { name: "First" });
  const before = await countCustomers();
  const headers = { "idempotency-key": key };
  const others = [
    await post(key, "/v3/customers", { name: "Second" }),
    await post(key, "/v3/categories", { name: "First" }),
    await api.request("DELETE", `/v3/customers/${body.payload.id}`, { headers }),
  ];
  assert.deepEqual(
    others.map((answer) => [answer.status, answer.body.error.errorCode]),
    Array(3).fill([422, "IDEMPOTENCY_KEY_REUSED"]),
  );
  assert.equal(await countCustomers(), before);
});

test("IDE-2: another agreedOn makes another request", async () => {
  const { body: customer } = await post(newKey(), "/v3/customers", { name: "Agreed" });
  const contract = { name: "Agreed", customerId: customer.payload.id, startDate: "2026-01-01", endDate: "2026-12-31" };
  const { body } = await post(newKey(), "/v3/contracts", contract);
  const [key, path] = [newKey(), `/v3/contracts/${body.payload.id}/billing-terms`];
  const agreed = (agreedOn: string) => post(key, path, { ...termBody(), agreedOn });
  assert.equal((await agreed("2026-01-05")).status, 201);
  assert.equal((await agreed("2026-01-05")).headers.get("idempotency-replayed"), "true");
  const other = await agreed("2026-01-06");
  assert.deepEqual([other.status, other.body.error.errorCode], [422, "IDEMPOTENCY_KEY_REUSED"]);
});

test("an id in capitals in the path makes the same request", async () => {
  const { body } = await post(newKey(), "/v3/customers", { name: "Capitals" });
  const headers = { "idempotency-key": newKey() };
  const rename = (id: string) =>
    api.request("PATCH", `/v3/customers/${id}`, { headers, body: { name: "Small letters" } });
  assert.equal((await rename(body.payload.id)).status, 200);
  const again = await rename(body.payload.id.toUpperCase());
  assert.deepEqual([again.status, again.headers.get("idempotency-replayed")], [200, "true"]);
});

test("another order of fields in the body makes the same request", async () => {
  const key = newKey();
  await post(key, "/v3/customers", { name: "Fields", companyName: "Fields Ltd" });
  const { status, headers } = await post(key, "/v3/customers", { companyName: "Fields Ltd", name: "Fields" });
  assert.deepEqual([status, headers.get("idempotency-replayed")], [201, "true"]);
});

test("IDE-4: a rejection is not stored; once its cause is gone a request with the key is carried out", async () => {
  const key = newKey();
  const first = await api.request("POST", "/v3/categories", { body: { name: "Taken" } });
  assert.equal((await post(key, "/v3/categories", { name: "Taken" })).status, 400);
  await api.request("DELETE", `/v3/categories/${first.body.payload.id}`);
  const { status, headers } = await post(key, "/v3/categories", { name: "Taken" });
  assert.deepEqual([status, headers.get("idempotency-replayed")], [201, null]);
});

test("IDE-5: a key is one header of 1 to 255 visible ASCII characters", async () => {
  for (const key of ["", "x".repeat(256), "with space"]) {
    const { status, body } = await post(key, "/v3/customers", { name: "Bad key" });
    assert.deepEqual([status, body.error.errorCode], [400, "IDEMPOTENCY_KEY_INVALID"], JSON.stringify(key));
  }
});

test("IDE-6: without a key two identical requests make two records", async () => {
  const before = await countCustomers();
  for (const _ of [1, 2]) await api.request("POST", "/v3/customers", { body: { name: "Twin" } });
  assert.equal(await countCustomers(), before + 2);
});

test("ISO-9: a key used by another merchant is carried out", async () => {
  const { A, B } = api.merchants;
  const key = newKey();
  const ofB = await post(key, "/v3/customers", { name: "Same" }, B.writeKey);
  const ofA = await post(key, "/v3/customers", { name: "Same" }, A.writeKey);
  assert.equal(ofA.headers.get("idempotency-replayed"), null);
  assert.notEqual(ofA.body.payload.id, ofB.body.payload.id);
});

test("a replay checks the rights of the API key again", async () => {
  const key = newKey();
  await post(key, "/v3/customers", { name: "Rights" });
  const rejected = await post(key, "/v3/customers", { name: "Rights" }, api.merchants.A.readKey);
  assert.deepEqual([rejected.status, rejected.body.error.errorCode], [403, "KEY_READ_ONLY"]);
});

test("a dry run stores no answer", async () => {
  const key = newKey();
  const contract = { name: "Dry" };
  assert.equal((await post(key, "/v3/contracts?dryRun=true", contract)).status, 200);
  assert.equal((await post(key, "/v3/contracts", contract)).status, 201);
});
