import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createKey, revokeKey } from "../../src/platform/auth/keys.ts";
import { startApi, type TestApi } from "../support/api.ts";
import { unknownId } from "../support/client.ts";
import { digestOf } from "../support/digest.ts";
import { type RawAnswer, sendRaw } from "../support/raw-http.ts";
import { execute } from "../support/template.ts";
import { keylessOperations, type Operation, readOperations, readsByPost } from "./operations.ts";
import { type Book, createBook, pathWith } from "./records.ts";
import { validRequest } from "./requests.ts";

// The column "keys": who asks. Nothing else about a request matters before that is settled (behaviour 5.1).

let api: TestApi;
let operations: readonly Operation[];
let a: Book;
let b: Book;
before(async () => {
  api = await startApi();
  operations = await readOperations(api.url);
  a = await createBook(api, api.merchants.A, "Matrix A");
  b = await createBook(api, api.merchants.B, "Matrix B");
});
after(() => api.close());

/** The operation's own path and valid request, with nothing but these headers of authorization. */
async function askWith(operation: Operation, headers: readonly string[]): Promise<RawAnswer> {
  const { body, headers: own = {} } = await validRequest(operation, a);
  const text = body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body);
  const type = body === undefined ? {} : { "content-type": "application/json", ...own };
  const lines = [
    `${operation.method} ${pathWith(operation, a.records)} HTTP/1.1`,
    ...Object.entries(type).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : [`content-length: ${Buffer.byteLength(text)}`]),
    ...headers,
  ];
  return sendRaw(api.url, lines, text);
}

/** All of an answer but what tells one request from another. */
function bytesOf({ status, headers, text }: RawAnswer): string {
  const { "x-request-id": id = "", date: _date, ...rest } = headers;
  return JSON.stringify([status, Object.entries(rest).sort(), text.replaceAll(id, "")]);
}

/** The answer that all these requests get, to the byte. */
async function oneAnswer(name: string, requests: Iterable<() => Promise<RawAnswer>>): Promise<RawAnswer> {
  const answers: RawAnswer[] = [];
  for (const request of requests) answers.push(await request());
  const different = [...new Set(answers.map(bytesOf))];
  assert.equal(different.length, 1, `${name}: ${different.join("\n")}`);
  const [first] = answers;
  assert.ok(first !== undefined);
  return first;
}

async function deadKeys(): Promise<{ revoked: string; expired: string }> {
  const { merchantId, userId } = api.merchants.A;
  const draft = { merchantId, userId, access: "WRITE", name: "dead" } as const;
  const revoked = await createKey(api.platform.db, draft);
  await revokeKey(api.platform.db, revoked.keyId);
  const expired = await createKey(api.platform.db, { ...draft, expiresAt: Temporal.Now.instant().add({ hours: 1 }) });
  // A key is not made for a moment that a slow machine could miss.
  await execute(
    api.connectionString,
    `update api_key set created_at = now() - interval '1 hour', expires_at = now() where id = '${expired.keyId}'`,
  );
  return { revoked: revoked.key, expired: expired.key };
}

describe("AUT-1: a request without a valid key gets 401", () => {
  const without = [[], ["authorization:"], ["authorization:   "], ["x-api-key: acc_live_elsewhere"]];
  let invalid: string[][];
  before(async () => {
    const key = api.merchants.A.writeKey;
    const { revoked, expired } = await deadKeys();
    const otherSum = `${key.slice(0, -1)}${key.endsWith("0") ? "1" : "0"}`;
    const values = [
      "Bearer",
      "Basic dXNlcjpwYXNz",
      `Basic ${key}`,
      `Token ${key}`,
      "acc_unknown",
      `acc_${"0".repeat(64)}_000000`,
      otherSum,
      `Bearer ${otherSum}`,
      revoked,
      `Bearer ${revoked}`,
      expired,
      `${key}x`,
      `${key} x`,
      `Bearer ${key}, Bearer ${key}`,
      `Bearer Bearer ${key}`,
      `Bearer\t${key}`,
      `"${key}"`,
      key.toUpperCase(),
      `Bearer ${key}${"0".repeat(8_192)}`,
      "a".repeat(8_192),
    ];
    invalid = values.map((value) => [`authorization: ${value}`]);
    invalid.push([`authorization: ${key}`, `authorization: ${key}`]);
    invalid.push(["authorization: acc_unknown", `authorization: ${key}`]);
    // A line that goes on in the next one is folded by old servers; here it is no key.
    invalid.push([`authorization: Bearer ${key}\t`, "authorization: x"]);
  });

  test("for every kind of missing and invalid key and every operation, and nothing changes", async () => {
    const untouched = await digestOf(api.connectionString);
    for (const operation of operations) {
      const missing = await oneAnswer(
        `${operation.name} without a key`,
        without.map((headers) => () => askWith(operation, headers)),
      );
      assert.deepEqual([missing.status, missing.body.error.errorCode], [401, "API_KEY_MISSING"], operation.name);
      const rejected = await oneAnswer(
        `${operation.name} with no live key`,
        invalid.map((headers) => () => askWith(operation, headers)),
      );
      assert.deepEqual([rejected.status, rejected.body.error.errorCode], [401, "API_KEY_INVALID"], operation.name);
      for (const { headers } of [missing, rejected]) assert.equal(headers["www-authenticate"], "Bearer");
    }
    assert.equal(await digestOf(api.connectionString), untouched);
  });

  test("white space around a header is ignored, and a line feed within one is rejected", async () => {
    const key = api.merchants.A.writeKey;
    const [list] = operations.filter(({ name }) => name === "GET /v3/categories");
    assert.ok(list);
    for (const value of [` ${key} `, `\tBearer ${key}\t `, `bearer   ${key}`]) {
      assert.equal((await askWith(list, [`authorization:${value}`])).status, 200, JSON.stringify(value));
    }
    for (const value of [`${key}\nx: y`, `${key}\r\n folded`, `\n${key}`, `${key}\u0000`]) {
      const { status, body } = await askWith(list, [`authorization: ${value}`]);
      assert.ok(status === 400 || status === 401, `${JSON.stringify(value)}: ${status}`);
      assert.equal(body.success, false);
    }
  });
});

test("only operations about the own session work without a key", async () => {
  assert.deepEqual((await keylessOperations(api.url)).sort(), [
    ...["DELETE /v3/session", "GET /v3/session", "PATCH /v3/session", "POST /v3/session", "POST /v3/session/password"],
  ]);
});

describe("AUT-2: a read-only key may not write", () => {
  /** Reopening a month notes who was denied it (behaviour AUT-4). */
  const isNoted = (operation: Operation) => /\/(?:reopen-period|unlock)$/.test(operation.path);

  test("every write answers the same 403 for any path and body, without reading the body", async () => {
    const untouched = await digestOf(api.connectionString);
    for (const operation of operations.filter(
      (each) => each.isWrite && !isNoted(each) && !readsByPost.has(each.name),
    )) {
      await rejectReader(operation);
    }
    assert.equal(await digestOf(api.connectionString), untouched);
    for (const operation of operations.filter(isNoted)) await rejectReader(operation);
  });

  async function rejectReader(operation: Operation): Promise<void> {
    const reader = `authorization: Bearer ${api.merchants.A.readKey}`;
    const unknown = Object.fromEntries(operation.pathIds.map((pathId) => [pathId, unknownId]));
    const malformed = Object.fromEntries(operation.pathIds.map((pathId) => [pathId, "abc"]));
    const send = (path: string, body: string) => () =>
      sendRaw(
        api.url,
        [
          `${operation.method} ${path} HTTP/1.1`,
          reader,
          "content-type: application/json",
          `content-length: ${body.length}`,
        ],
        body,
      );
    const own = pathWith(operation, a.records);
    const rejected = await oneAnswer(operation.name, [
      () => askWith(operation, [reader]),
      send(own, '{"nonsense":true}'),
      send(own, "{"),
      send(own, ""),
      send(pathWith(operation, a.records, unknown), "{}"),
      send(pathWith(operation, a.records, malformed), "{}"),
      send(pathWith(operation, b.records), "{}"),
      send(`${operation.path.replace(/\{[^}]+\}/g, unknownId)}?nonsense=1`, "{}"),
      () => sendBeginning(operation, reader),
    ]);
    assert.deepEqual([rejected.status, rejected.body.error.errorCode], [403, "KEY_READ_ONLY"], operation.name);
  }

  /** Announces 200 MB and sends little of it: a server that waits for the rest answers 408 in the end. */
  async function sendBeginning(operation: Operation, reader: string): Promise<RawAnswer> {
    const path = pathWith(operation, a.records);
    const head = [
      `${operation.method} ${path} HTTP/1.1`,
      reader,
      "content-type: application/json",
      "content-length: 200000000",
    ];
    return sendRaw(api.url, head, `{"name":"${"x".repeat(16_384)}`);
  }
});
