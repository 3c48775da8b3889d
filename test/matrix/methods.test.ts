import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startApi, type TestApi } from "../support/api.ts";
import { shareOf } from "../support/case-counts.ts";
import { digestOf } from "../support/digest.ts";
import { type RawAnswer, sendRaw } from "../support/raw-http.ts";
import { type Operation, readOperations } from "./operations.ts";
import { type Book, createBook, pathWith } from "./records.ts";

// AUT-7: no method, header or spelling of a path gets around the key and its rights.

let api: TestApi;
let operations: readonly Operation[];
let book: Book;
before(async () => {
  api = await startApi();
  operations = await readOperations(api.url);
  book = await createBook(api, api.merchants.A, "Methods");
});
after(() => api.close());

const send = (method: string, path: string, key: string | undefined, ...headers: string[]): Promise<RawAnswer> =>
  sendRaw(api.url, [
    `${method} ${path} HTTP/1.1`,
    ...(key === undefined ? [] : [`authorization: Bearer ${key}`]),
    ...headers,
  ]);

/** Statuses of answers that did nothing and told nothing. */
const isRejection = ({ status, body }: RawAnswer): boolean =>
  status >= 400 && status < 500 && body?.success === false && Object.keys(body.payload).length === 0;

/** What a declared path takes. A word that stands where an id could is no id. */
function methodsOf(declared: string): ReadonlySet<string> {
  const matching = operations.filter(({ path }) => path === declared);
  return new Set(matching.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method])));
}

describe("methods", () => {
  test("an unsupported method is 405 with the supported ones, for any caller, and changes nothing", async () => {
    const untouched = await digestOf(api.connectionString);
    const paths = new Map(operations.map((operation) => [operation.path, pathWith(operation, book.records)]));
    for (const [place, [declared, path]] of [...paths].entries()) {
      const methods = methodsOf(declared);
      const others = ["OPTIONS", "PUT", "TRACE", "PATCH", "PROPFIND", "HEAD"].filter((method) => !methods.has(method));
      for (const method of shareOf(others, place)) {
        for (const key of [book.client.merchant.writeKey, book.client.merchant.readKey, undefined]) {
          const answer = await send(method, path, key);
          const name = `${method} ${path}: ${answer.text}`;
          assert.equal(answer.status, 405, name);
          if (method !== "HEAD") assert.equal(answer.body.error.errorCode, "METHOD_NOT_ALLOWED", name);
          const allowed = (answer.headers.allow ?? "").split(", ");
          for (const each of methods) assert.ok(allowed.includes(each), `${name} allows ${allowed}`);
        }
      }
    }
    assert.equal(await digestOf(api.connectionString), untouched);
  });

  test("a word in the place of an id is no id: preview and other named paths take their own methods only", async () => {
    const { writeKey } = book.client.merchant;
    for (const [method, path, allow] of [
      ["GET", "/v3/contracts/preview", "POST"],
      ["DELETE", "/v3/contracts/preview", "POST"],
      ["PATCH", "/v3/contracts/preview", "POST"],
      ["HEAD", "/v3/credit-memos/preview", "POST"],
      ["GET", `/v3/contracts/${book.records.contract}/billing-terms/preview`, "POST"],
    ] as const) {
      const answer = await send(method, path, writeKey);
      assert.deepEqual([answer.status, answer.headers.allow], [405, allow], `${method} ${path}: ${answer.text}`);
    }
  });

  test("AUT-7: HEAD has the rights of GET and no body", async () => {
    for (const operation of operations.filter(({ method }) => method === "GET")) {
      const path = pathWith(operation, book.records);
      const get = await send("GET", path, book.client.merchant.readKey);
      const head = await send("HEAD", path, book.client.merchant.readKey);
      assert.deepEqual([head.status, head.text], [get.status, ""], operation.name);
      assert.equal((await send("HEAD", path, undefined)).status, 401, operation.name);
      assert.equal((await send("HEAD", path, "acc_unknown")).status, 401, operation.name);
    }
  });

  test("AUT-7: no header overrides the method, the path or the caller", async () => {
    const untouched = await digestOf(api.connectionString);
    const { writeKey, readKey } = book.client.merchant;
    const customer = `/v3/customers/${book.records.customer}`;
    const plain = await send("GET", customer, readKey);
    assert.equal(plain.status, 200);
    for (const header of [
      "x-http-method-override: DELETE",
      "x-http-method: DELETE",
      "x-method-override: DELETE",
      "x-original-url: /v3/contracts",
      "x-rewrite-url: /v3/contracts",
      "x-forwarded-prefix: /v3.1",
      `x-api-key: ${writeKey}`,
      `proxy-authorization: Bearer ${writeKey}`,
      `cookie: authorization=${writeKey}`,
      `x-merchant-id: ${api.merchants.B.merchantId}`,
    ]) {
      const answer = await send("GET", customer, readKey, header);
      assert.deepEqual(answer.body, { ...plain.body }, header);
      assert.equal((await send("GET", customer, undefined, header)).status, 401, header);
    }
    const overridden = await send("POST", `${customer}?_method=DELETE`, writeKey, "content-length: 0");
    assert.equal(overridden.status, 405);
    assert.equal(await digestOf(api.connectionString), untouched);
  });
});

describe("paths", () => {
  /** Ways to write a path that some server somewhere takes for the path itself. */
  const spellings = (path: string): string[] => [
    `/${path}`,
    path.replaceAll("/", "//"),
    path.replace("/v3/", "/v3//"),
    path.replace("/v3/", "/./v3/"),
    path.replace("/v3/", "/v3/./"),
    path.replace("/v3/", "/x/../v3/"),
    path.replace("/v3/", "/x/%2e%2e/v3/"),
    path.replace("/v3/", "/v3/%2e/"),
    path.replace("/v3/", "/v3%2f"),
    path.replace("/v3/", "/v3%5c"),
    path.replace("/v3/", "/v3\\"),
    path.replace("/v3/", "/V3/"),
    `${path}/`,
    `${path}//`,
    `${path}/.`,
    `${path};a=b`,
    path.replace("/v3/", "/v3;a=b/"),
    `${path}%00`,
    `${path}%20`,
    `${path}%0d%0a`,
    `${path}.json`,
    `${path}#x`,
    path.toUpperCase(),
  ];

  test("AUT-7: no other spelling of a path answers without a key, or lets a read-only key write", async () => {
    const untouched = await digestOf(api.connectionString);
    const { readKey } = book.client.merchant;
    // Reopening a month notes who was denied it (AUT-4).
    const spelled = operations.filter(({ path }) => !/\/(reopen-period|unlock)$/.test(path));
    for (const [place, operation] of spelled.entries()) {
      for (const path of shareOf(spellings(pathWith(operation, book.records).replace(/\?.*/, "")), place)) {
        const anonymous = await send(operation.method, path, undefined);
        assert.ok(isRejection(anonymous), `${operation.method} ${path}: ${anonymous.status} ${anonymous.text}`);
        if (!operation.isWrite) continue;
        const reader = await send(operation.method, path, readKey);
        assert.ok(isRejection(reader), `${operation.method} ${path}: ${reader.status} ${reader.text}`);
      }
    }
    assert.equal(await digestOf(api.connectionString), untouched);
  });

  test("a request target with a full address or an authority is checked by the same rules", async () => {
    const path = `/v3/customers/${book.records.customer}`;
    const { host } = new URL(api.url);
    for (const target of [`http://${host}${path}`, `http://elsewhere.example${path}`, `//${host}${path}`, host]) {
      const anonymous = await send("GET", target, undefined);
      assert.ok(isRejection(anonymous), `${target}: ${anonymous.status} ${anonymous.text}`);
      const reader = await send("DELETE", target, book.client.merchant.readKey);
      assert.ok(isRejection(reader), `${target}: ${reader.status} ${reader.text}`);
    }
    for (const method of ["CONNECT", "FROBNICATE"]) {
      const answer = await send(method, host, book.client.merchant.writeKey).catch(() => undefined);
      assert.ok(answer === undefined || isRejection(answer), `${method}: ${answer?.status}`);
    }
  });
});
