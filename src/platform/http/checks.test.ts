import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { InjectOptions } from "fastify";
import { asOrphan, asReader, asWriter, fakeApp, missingId, someId } from "../../../test/support/fake-app.ts";

const { app, handled } = await fakeApp();
const limited = await fakeApp({ rateLimitPerMinute: 2 });
after(async () => {
  await app.close();
  await limited.app.close();
});

async function codeOf(options: InjectOptions): Promise<string> {
  const response = await app.inject(options);
  const body = response.json();
  return `${response.statusCode} ${body.error?.errorCode ?? ""}`.trim();
}

const badJson = { "content-type": "application/json" };
const long = `/v3/things?x=${"a".repeat(33_000)}`;

// Each request has the problem of its line and of every line after it; the first one must be the answer.
const order: [string, InjectOptions][] = [
  ["414 URI_TOO_LONG", { method: "POST", url: `${long}%zz` }],
  ["400 INVALID_ENCODING", { method: "POST", url: "/nope?x=%zz" }],
  ["404 ROUTE_NOT_FOUND", { method: "POST", url: "/nope", payload: "{" }],
  ["405 METHOD_NOT_ALLOWED", { method: "PUT", url: "/v3/contracts/abc?x=1", payload: "{" }],
  ["405 METHOD_NOT_ALLOWED", { method: "QUERY", url: "/v3/contracts/abc?x=1" }],
  ["404 ROUTE_NOT_FOUND", { method: "QUERY", url: "/nope" }],
  ["401 API_KEY_MISSING", { method: "DELETE", url: "/v3/contracts/abc?x=1", payload: "{" }],
  [
    "401 API_KEY_INVALID",
    { method: "DELETE", url: "/v3/contracts/abc?x=1", headers: { authorization: "x" }, payload: "{" },
  ],
  ["403 KEY_READ_ONLY", { method: "DELETE", url: "/v3/contracts/abc?x=1", headers: asReader, payload: "{" }],
  ["403 KEY_CREATOR_INACTIVE", { method: "POST", url: "/v3/month-end-close/reopen-period?month=x", headers: asOrphan }],
  ["404 CONTRACT_NOT_FOUND", { method: "DELETE", url: "/v3/contracts/abc?x=1", headers: asWriter, payload: "{" }],
  ["400 VALIDATION_FAILED", { method: "DELETE", url: `/v3/contracts/${someId}?x=1`, headers: asWriter, payload: "{" }],
  [
    "400 UNSUPPORTED_CONTENT_TYPE",
    {
      method: "DELETE",
      url: `/v3/contracts/${missingId}`,
      headers: { ...asWriter, "content-type": "text/plain", "content-encoding": "gzip" },
      payload: "{".repeat(2_000_000),
    },
  ],
  [
    "413 BODY_TOO_LARGE",
    {
      method: "DELETE",
      url: `/v3/contracts/${missingId}`,
      headers: { ...asWriter, ...badJson, "content-encoding": "gzip" },
      payload: "{".repeat(2_000_000),
    },
  ],
  [
    "400 UNSUPPORTED_CONTENT_ENCODING",
    {
      method: "DELETE",
      url: `/v3/contracts/${missingId}`,
      headers: { ...asWriter, ...badJson, "content-encoding": "gzip" },
      payload: Buffer.from([0xff]),
    },
  ],
  [
    "400 INVALID_ENCODING",
    {
      method: "DELETE",
      url: `/v3/contracts/${missingId}`,
      headers: { ...asWriter, ...badJson },
      payload: Buffer.from([0xff, 0x7b]),
    },
  ],
  [
    "400 MALFORMED_JSON",
    { method: "DELETE", url: `/v3/contracts/${missingId}`, headers: { ...asWriter, ...badJson }, payload: "{" },
  ],
  [
    "400 VALIDATION_FAILED",
    {
      method: "DELETE",
      url: `/v3/contracts/${missingId}`,
      headers: { ...asWriter, ...badJson, "idempotency-key": "é" },
      payload: '{"a":1}',
    },
  ],
  [
    "400 IDEMPOTENCY_KEY_INVALID",
    { method: "DELETE", url: `/v3/contracts/${missingId}`, headers: { ...asWriter, "idempotency-key": "é" } },
  ],
  ["404 CONTRACT_NOT_FOUND", { method: "DELETE", url: `/v3/contracts/${missingId}`, headers: asWriter }],
  ["200", { method: "DELETE", url: `/v3/contracts/${someId}`, headers: asWriter }],
];

test("behaviour 5.1: the first problem in the order is the answer", async () => {
  for (const [expected, options] of order)
    assert.equal(await codeOf(options), expected, `${options.method} ${String(options.url).slice(0, 80)}`);
});

test("429 stands after 403 and before everything that is read", async () => {
  const get = (headers: object, url = "/v3/contracts/abc") => limited.app.inject({ url, headers: { ...headers } });
  const budgetOf = ({ statusCode, headers }: { statusCode: number; headers: object }) => {
    const named = headers as Record<string, string>;
    assert.ok(Number(named["x-ratelimit-reset"]) >= 1);
    return [statusCode, named["x-ratelimit-limit"], named["x-ratelimit-remaining"]];
  };
  assert.deepEqual(budgetOf(await get(asWriter)), [400, "2", "1"]);
  assert.deepEqual(budgetOf(await get(asWriter)), [400, "2", "0"]);
  const response = await get(asWriter);
  assert.deepEqual(budgetOf(response), [429, "2", "0"]);
  assert.equal(response.json().error.errorCode, "RATE_LIMITED");
  assert(Number(response.headers["retry-after"]) >= 1);
  assert.equal((await get(asReader)).statusCode, 400, "another key has its own count");
  assert.equal((await get({})).statusCode, 401);
  for (let count = 0; count < 5; count += 1) assert.equal((await get({}, "/health")).statusCode, 200);
});

test("AUT-1: every invalid key answers the same 401", async () => {
  const bodies = new Set<string>();
  const invalid = [
    "Bearer",
    "Bearer ",
    "Basic abc",
    "random",
    "Bearer acc_test_wrong",
    "acc_test_write x",
    `Bearer ${"k".repeat(8_192)}`,
    "Bearer\tacc_test_write",
    "Bearer acc_test_writé",
  ];
  for (const authorization of invalid) {
    const response = await app.inject({ url: "/v3/things", headers: { authorization, "x-request-id": "same" } });
    assert.equal(response.statusCode, 401, authorization);
    assert.equal(response.headers["www-authenticate"], "Bearer");
    bodies.add(response.body);
  }
  assert.equal(bodies.size, 1);
  for (const headers of [{}, { authorization: "" }, { authorization: " " }]) {
    assert.equal(await codeOf({ url: "/v3/things", headers }), "401 API_KEY_MISSING");
  }
  for (const authorization of ["acc_test_read", "Bearer acc_test_read", "bearer acc_test_read"]) {
    assert.equal(await codeOf({ url: "/v3/things", headers: { authorization } }), "200");
  }
});

test("AUT-2: a reading key gets one and the same 403 on writes, whatever it sends", async () => {
  const bodies = new Set<string>();
  for (const payload of ['{"name":"a"}', '{"nam":1}', "{", "x".repeat(2_000_000)]) {
    const headers = { ...asReader, ...badJson, "x-request-id": "same" };
    const response = await app.inject({ method: "POST", url: "/v3/things", headers, payload });
    assert.equal(response.statusCode, 403);
    bodies.add(response.body);
  }
  for (const id of [someId, missingId, "abc"]) {
    const headers = { ...asReader, "x-request-id": "same" };
    bodies.add((await app.inject({ method: "DELETE", url: `/v3/contracts/${id}`, headers })).body);
  }
  assert.equal(bodies.size, 1);
});

test("AUT-7: HEAD has the rights of GET, and no other method or path trick gets around the checks", async () => {
  const head = await app.inject({ method: "HEAD", url: "/v3/things", headers: asReader });
  assert.deepEqual([head.statusCode, head.body], [200, ""]);
  assert.equal((await app.inject({ method: "HEAD", url: "/v3/things" })).statusCode, 401);
  for (const method of ["OPTIONS", "PUT", "PATCH"] as const) {
    const response = await app.inject({ method, url: "/v3/things" });
    assert.equal(response.statusCode, 405);
    assert.equal(response.headers.allow, "GET, HEAD, POST");
  }
  const overridden = await app.inject({
    url: "/v3/things",
    headers: { ...asReader, "x-http-method-override": "POST" },
  });
  assert.equal(overridden.statusCode, 200);
  assert.equal(await codeOf({ url: "/v3/th%69ngs" }), "401 API_KEY_MISSING");
});

test("UID-1: malformed ids answer as the endpoint's row says, upper case is accepted", async () => {
  const malformed = [
    "abc",
    someId.slice(1),
    `${someId}0`,
    `{${someId}}`,
    someId.replaceAll("-", ""),
    "%00",
    "a%2Fb",
    "null",
    "undefined",
    "..%2fx",
    "x".repeat(10_240),
  ];
  for (const id of malformed) {
    const get: InjectOptions = { url: `/v3/contracts/${id}`, headers: asWriter };
    assert.equal(await codeOf(get), "400 INVALID_ID", id.slice(0, 50));
    assert.equal(await codeOf({ ...get, method: "DELETE" }), "404 CONTRACT_NOT_FOUND");
  }
  assert.equal(await codeOf({ url: `/v3/contracts/${someId.toUpperCase()}`, headers: asWriter }), "200");
  assert.equal(handled.at(-1)?.params.id, someId);
  const [unknown, wrong] = await Promise.all(
    [missingId, "abc"].map((id) =>
      app.inject({ method: "DELETE", url: `/v3/contracts/${id}`, headers: { ...asWriter, "x-request-id": "same" } }),
    ),
  );
  assert.equal(unknown?.body, wrong?.body);
});

test("queries: declared parameters are checked, unknown ones rejected", async () => {
  const list = (query: string) => codeOf({ url: `/v3/things?${query}`, headers: asReader });
  assert.equal(await list("limt=1"), "400 VALIDATION_FAILED");
  assert.equal(await list("customerId=x"), "400 INVALID_ID");
  assert.equal(await list(`customerId=${someId}&customerId=${someId}`), "400 VALIDATION_FAILED");
  assert.equal(await list("page=1&page=2"), "400 PAGE_INVALID");
  assert.equal(await list("limit=1001"), "400 LIMIT_TOO_LARGE");
  const wrong = "page=0&limit=1001&filter=nam:eq:1&filter=name:gtt:2&sort=zzz&customerId=x&limt=5";
  const all = (await app.inject({ url: `/v3/things?${wrong}`, headers: asReader })).json();
  assert.deepEqual(
    all.error.details.issues.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`),
    [
      ...["/query/customerId INVALID_ID", "/query/limt UNKNOWN_QUERY", "/query/page PAGE_INVALID"],
      ...[
        "/query/limit LIMIT_TOO_LARGE",
        "/query/filter FILTER_FIELD_UNKNOWN",
        "/query/filter FILTER_RULE_NOT_ALLOWED",
      ],
      "/query/sort SORT_INVALID",
    ],
  );
  assert.match(all.message, /^customerId must be a UUID\. \(and 6 more; see details\.issues\)$/);
  assert.equal(await list("page=0&limit=0"), "400 PAGE_INVALID");
  const messageOf = async (query: string) =>
    (await app.inject({ url: `/v3/things?${query}`, headers: asReader })).json().message;
  assert.match(await messageOf("limt=5"), /Did you mean "limit"\?$/);
  assert.match(await messageOf("pageSize=5"), /There is .*\bpage, limit\b.*\.$/);
  assert.equal(await list("filter=name:eq:%00"), "400 INVALID_STRING");
  assert.equal(await list("filter=nam:eq:1"), "400 FILTER_FIELD_UNKNOWN");
  assert.equal(await list("filter=name%3Aeq%3AAcme%2C+Inc.&filter=total:gt:1"), "200");
  assert.equal(handled.at(-1)?.list?.filters.length, 2);

  const reopen = (query: string) =>
    codeOf({ method: "POST", url: `/v3/month-end-close/reopen-period?${query}`, headers: asWriter });
  assert.equal(await reopen("month=2026-01&reason=wrong+rate"), "201");
  assert.deepEqual({ ...handled.at(-1)?.query }, { month: "2026-01", reason: "wrong rate" });
  assert.equal(await reopen(""), "400 VALIDATION_FAILED");
  assert.equal(await reopen("month=2026-13"), "400 INVALID_MONTH");
  assert.equal(await reopen("month=2026-01&raeson=x"), "400 VALIDATION_FAILED");
});

test("dryRun is true or false, only where it is declared, and comes with If-Plan", async () => {
  const create = (query: string, headers: object = {}) =>
    codeOf({ method: "POST", url: `/v3/things${query}`, headers: { ...asWriter, ...headers }, payload: { name: "a" } });
  assert.equal(await create("?dryRun=true"), "201");
  assert.equal(handled.at(-1)?.dryRun, true);
  assert.equal(await create("?dryRun=false", { "if-plan": "abc" }), "201");
  assert.deepEqual([handled.at(-1)?.dryRun, handled.at(-1)?.ifPlan], [false, "abc"]);
  assert.equal(await create("", { "if-plan": "" }), "201");
  assert.equal(handled.at(-1)?.ifPlan, "", "an empty plan is one that no plan is equal to");
  const planned = { ...asWriter, "if-plan": "0".repeat(64) };
  assert.equal(
    await codeOf({ method: "DELETE", url: `/v3/contracts/${someId}`, headers: planned }),
    "400 VALIDATION_FAILED",
    "a write without a preview has no plan to be equal to",
  );
  for (const query of ["?dryRun=1", "?dryRun=", "?dryRun", "?dryrun=true", "?dryRun=true&dryRun=false"]) {
    assert.equal(await create(query), "400 VALIDATION_FAILED", query);
  }
  const remove: InjectOptions = { method: "DELETE", url: `/v3/contracts/${someId}?dryRun=true`, headers: asWriter };
  assert.equal(await codeOf(remove), "400 VALIDATION_FAILED");
});

test("what the API answers is kept by no cache, rejections too", async () => {
  for (const options of [{ headers: asWriter }, { headers: asReader }, {}]) {
    const { headers } = await app.inject({ method: "GET", url: `/v3/contracts/${someId}`, ...options });
    assert.equal(headers["cache-control"], "no-store");
  }
});
