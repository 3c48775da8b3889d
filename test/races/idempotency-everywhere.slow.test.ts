import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { type Operation, readOperations, readsByPost } from "../matrix/operations.ts";
import { type Book, createBook, pathWith } from "../matrix/records.ts";
import { preparedRecords, validRequest } from "../matrix/requests.ts";
import { type ApiAnswer, type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf } from "../support/client.ts";
import { type DroppingProxy, startDroppingProxy } from "../support/dropping-proxy.ts";

// Every POST of the OpenAPI document that writes, sent many times with one key. `ACCORD_IDEMPOTENCY_COUNT=600` sends 10,000 in all.
const rounds = Number(process.env.ACCORD_IDEMPOTENCY_COUNT ?? 1);

let api: TestApi;
let proxy: DroppingProxy;
let posts: readonly Operation[];
before(async () => {
  api = await startApi();
  proxy = await startDroppingProxy(api.url);
  posts = (await readOperations(api.url)).filter(({ method, name }) => method === "POST" && !readsByPost.has(name));
});
after(async () => {
  await proxy.close();
  await api.close();
});

const newBook = async (): Promise<Book> =>
  createBook(api, await api.newMerchant("2026-02-15T12:00:00Z"), "Idempotency");

/** A request that succeeds once, on records that are made for it. */
async function requestOf(operation: Operation, book: Book) {
  const path = pathWith(operation, await preparedRecords(operation, book));
  return { path, ...(await validRequest(operation, book)) };
}

/** How many requests the audit log has as done, beside those of `known`. */
async function requestsSince(client: Client, known: ReadonlySet<string>): Promise<Set<string>> {
  const { data } = await client.ok("GET", "/v3/audit-log?limit=1000");
  const requestIds: string[] = data.map((entry: Json) => entry.requestId).filter((id: unknown) => id !== null);
  return new Set(requestIds).difference(known);
}

/** The answer when nobody else is at it any more, which has to be the one that was kept. */
async function assertReplayed(send: () => Promise<ApiAnswer>, what: string): Promise<ApiAnswer> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await send();
    if (answer.status === 409 && answer.body.error.errorCode === "IDEMPOTENCY_IN_PROGRESS" && attempt < 200) {
      await sleep(20);
      continue;
    }
    assert.ok(answer.status < 300, `${what}: ${JSON.stringify(answer.body)}`);
    assert.equal(answer.headers.get("idempotency-replayed"), "true", what);
    return answer;
  }
}

/** Of what is shown once a repetition has nothing: it is not kept. */
function withoutSecrets({ body }: ApiAnswer): Json {
  const { key: _key, path: _path, secret: _secret, ...payload } = body.payload;
  return { ...body, payload };
}

test("IDE-1: of many concurrent requests with one key one is carried out, on every POST", async () => {
  for (let round = 0; round < rounds; round += 1) {
    const book = await newBook();
    const { client } = book;
    for (const [index, operation] of posts.entries()) {
      const { name } = operation;
      const { path, body, headers } = await requestOf(operation, book);
      const known = await requestsSince(client, new Set());
      const keyed = { ...headers, "idempotency-key": `once-${round}-${index}` };
      const send = () => client.send("POST", path, body, keyed);
      const times = index === 0 ? 50 : 2 + ((index * 7) % 12);
      const answers = await Promise.all(Array.from({ length: times }, send));
      const done = answers.filter(({ status }) => status < 300);
      const codes = new Set(answers.flatMap(({ status, body }) => (status < 300 ? [] : [body.error.errorCode])));
      assert.ok(done.length > 0, `${name}: ${JSON.stringify(answers[0]?.body)}`);
      assert.ok(new Set(["IDEMPOTENCY_IN_PROGRESS"]).isSupersetOf(codes), `${name}: ${[...codes]}`);
      const replay = await assertReplayed(send, name);
      for (const answer of done) assert.deepEqual(withoutSecrets(answer), withoutSecrets(replay), name);
      assert.equal((await requestsSince(client, known)).size, 1, `${name} has one effect`);
    }
  }
});

test("IDE-3: when an answer is lost, a retry gets it and nothing is done twice, on every POST", async () => {
  const book = await newBook();
  const { client } = book;
  for (const [index, operation] of posts.entries()) {
    const { name } = operation;
    const { path, body, headers } = await requestOf(operation, book);
    const known = await requestsSince(client, new Set());
    const keyed = { ...headers, "idempotency-key": `lost-${index}` };
    const before = proxy.dropped();
    const lost = fetch(`${proxy.url}${path}`, {
      method: "POST",
      headers: {
        authorization: client.merchant.writeKey,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...keyed,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    await assert.rejects(lost, name);
    assert.equal(proxy.dropped(), before + 1, `${name} was answered`);
    await assertReplayed(() => client.send("POST", path, body, keyed), name);
    assert.equal((await requestsSince(client, known)).size, 1, `${name} has one effect`);
  }
});

test("IDE-5: two keys, an empty one, a long one and one that is not visible ASCII are rejected on every POST", async () => {
  const book = await newBook();
  const { client } = book;
  for (const operation of posts) {
    const { name } = operation;
    const { path, body, headers } = await requestOf(operation, book);
    const known = await requestsSince(client, new Set());
    for (const key of ["", "x".repeat(256), "with space", "caf\u00e9", "a\tb", "one, two"]) {
      const answer = await client.send("POST", path, body, { ...headers, "idempotency-key": key });
      const what = `${name} ${JSON.stringify(key)}`;
      assert.deepEqual([answer.status, answer.body.error?.errorCode], [400, "IDEMPOTENCY_KEY_INVALID"], what);
    }
    assert.deepEqual(await requestsSince(client, known), new Set());
  }
  const longest = await client.send(
    "POST",
    "/v3/customers",
    { name: "Longest" },
    { "idempotency-key": "~".repeat(255) },
  );
  assert.equal(longest.status, 201);
});

test("IDE-2, IDE-3: a repeated advance of the clock returns its first answer, and another moment under the key is rejected", async () => {
  const client = clientOf(api, await api.newMerchant());
  const advance = (to: string, key: string) =>
    client.send("POST", "/v3/test-clock/advance", { to }, { "idempotency-key": key });
  const first = await advance("2026-02-01T00:00:00Z", "first");
  await advance("2026-03-01T00:00:00Z", "second");
  const again = await advance("2026-02-01T00:00:00Z", "first");
  assert.deepEqual([again.status, again.body], [200, first.body]);
  const other = await advance("2026-04-01T00:00:00Z", "first");
  assert.deepEqual([other.status, other.body.error.errorCode], [422, "IDEMPOTENCY_KEY_REUSED"]);
  assert.equal((await client.ok("GET", "/v3/test-clock")).now, "2026-03-01T00:00:00.000Z");
});
