import assert from "node:assert/strict";
import { connect } from "node:net";
import { after, test } from "node:test";
import { Validator } from "@seriousme/openapi-schema-validator";
import { asReader, asWriter, fakeApp, someId } from "../../../test/support/fake-app.ts";
import { rejectionFrom, socketRejection } from "./errors.ts";
import { securityHeaders } from "./security-headers.ts";

const { app, logLines } = await fakeApp();
after(() => app.close());
await app.listen({ port: 0, host: "127.0.0.1" });
const address = app.server.address();
const port = typeof address === "object" && address !== null ? address.port : 0;

/** Writes raw bytes to the server and returns everything it answers until it closes. */
function raw(...parts: readonly (string | Buffer)[]): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let answer = "";
    socket.on("data", (chunk) => {
      answer += chunk.toString();
    });
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(answer));
    for (const part of parts) socket.write(part);
  });
}

function assertErrorBody(text: string, status: number, errorCode: string): void {
  const body = JSON.parse(text);
  assert.deepEqual(Object.keys(body), ["payload", "success", "message", "error"]);
  assert.deepEqual([body.payload, body.success, body.message], [{}, false, body.error.message]);
  assert.deepEqual([body.error.code, body.error.errorCode], [status, errorCode]);
  assert.match(body.error.details.requestId, /^[A-Za-z0-9-]{1,64}$/);
}

test("behaviour 5.2: every rejection has the same shape and a request id", async () => {
  const failures: [string, number, string][] = [
    ["conflict", 409, "CATEGORY_IN_USE"],
    ["lock-timeout", 503, "LOCK_TIMEOUT"],
    ["no-server", 503, "SERVICE_UNAVAILABLE"],
    ["serialization", 503, "SERVICE_UNAVAILABLE"],
    ["deadlock", 503, "SERVICE_UNAVAILABLE"],
    ["shutdown", 503, "SERVICE_UNAVAILABLE"],
    ["terminated", 503, "SERVICE_UNAVAILABLE"],
    ["syntax", 500, "INTERNAL_ERROR"],
    ["too-large", 400, "AMOUNT_INVALID"],
    ["parts-too-large", 400, "AMOUNT_INVALID"],
    ["parts-later", 503, "LOCK_TIMEOUT"],
    ["parts-never", 500, "INTERNAL_ERROR"],
    ["bug", 500, "INTERNAL_ERROR"],
    ["missing-file", 500, "CONTRACT_FILE_MISSING"],
  ];
  for (const [name, status, errorCode] of failures) {
    const response = await app.inject({ method: "POST", url: `/v3/failures/${name}`, headers: asWriter });
    assert.equal(response.statusCode, status, name);
    assertErrorBody(response.body, status, errorCode);
    assert.match(String(response.headers["content-type"]), /^application\/json/);
    assert.equal(response.headers["x-request-id"], response.json().error.details.requestId);
    assert.equal(response.headers["retry-after"] !== undefined, status === 503);
    assert.doesNotMatch(response.body, /secret|SELEC|at file|\.ts/);
  }
  const conflict = await app.inject({ method: "POST", url: "/v3/failures/conflict", headers: asWriter });
  assert.equal(conflict.json().error.details.reason, "REVENUE");
});

test("a request id is taken over when it is plain, else made", async () => {
  const idOf = async (id: string) =>
    (await app.inject({ url: "/health", headers: { "x-request-id": id } })).headers["x-request-id"];
  assert.equal(await idOf("abc-123"), "abc-123");
  for (const id of ["", "a b", "a".repeat(65), "ä", "a_b"]) assert.notEqual(await idOf(id), id);
});

test("keys and queries never reach the log, and errors reach it whole", async () => {
  await app.inject({ url: "/v3/things?apiKey=acc_test_write", headers: asReader });
  await app.inject({ url: "/v3/contracts/acc_test_write", headers: asWriter });
  await app.inject({ url: "/acc_test_write" });
  await app.inject({ method: "POST", url: "/v3/failures/bug", headers: asWriter });
  await app.inject({ method: "POST", url: "/v3/failures/missing-file", headers: asWriter });
  const log = logLines.join("");
  assert.doesNotMatch(log, /acc_test/);
  assert.match(log, /secret text of a bug/);
  assert.doesNotMatch(log, /no file was uploaded/, "a rejection is no crash, whatever its status");
  assert.match(log, /"route":"\/v3\/contracts\/:id"/);
});

test("operators' endpoints answer without a key", async () => {
  const get = (url: string) => app.inject(url);
  assert.deepEqual((await get("/health")).json(), { status: "up" });
  assert.deepEqual((await get("/version")).json(), { version: "1.2.3" });
  assert.deepEqual((await get("/ready")).json(), { ready: true, reasons: [] });
  assert.match((await get("/metrics")).body, /accord_http_request_duration_seconds_count\{.*route="\/health"/);
  const root = await get("/");
  assert.deepEqual([root.statusCode, root.headers.location], [302, "/docs"]);
  assert.equal((await app.inject({ method: "POST", url: "/health" })).statusCode, 405);
});

test("readiness gives reasons, and is gone at once when shutdown begins", async () => {
  const unready = await fakeApp({
    readiness: async () => ({ ready: false, reasons: ["The database cannot be reached."] }),
  });
  const response = await unready.app.inject("/ready");
  assert.equal(response.statusCode, 503);
  assert.deepEqual(response.json(), { ready: false, reasons: ["The database cannot be reached."] });
  await unready.app.close();
  const failing = await fakeApp({ readiness: () => Promise.reject(new Error("x")) });
  assert.equal((await failing.app.inject("/ready")).statusCode, 503);
  await failing.app.close();
  const leaving = await fakeApp();
  leaving.app.beginShutdown();
  assert.equal((await leaving.app.inject("/ready")).statusCode, 503);
  assert.equal((await leaving.app.inject({ url: "/v3/things", headers: asReader })).statusCode, 200);
  await leaving.app.close();
});

test("answers are not sniffed, framed or scripted; only the reference page may run scripts", async () => {
  const api = await app.inject({ url: "/v3/things", headers: asReader });
  const told = Object.fromEntries(Object.keys(securityHeaders).map((name) => [name, api.headers[name]]));
  assert.deepEqual(told, securityHeaders);
  const docs = await app.inject("/docs/");
  assert.match(String(docs.headers["content-security-policy"]), /script-src 'self'/);
});

test("the OpenAPI document is valid 3.1 and names every operation and component", async () => {
  const document = (await app.inject("/openapi.json")).json();
  assert.deepEqual(await new Validator().validate(structuredClone(document)), { valid: true });
  assert.equal(document.openapi, "3.1.1");
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item as object).map((method) => `${method} ${path}`),
  );
  assert.deepEqual(operations.sort(), [
    "delete /v3/contracts/{id}",
    "get /v3/contracts/{id}",
    "get /v3/contracts/{id}/file",
    "get /v3/things",
    "patch /v3/contracts/{id}",
    "post /v3/failures/{name}",
    "post /v3/month-end-close/reopen-period",
    "post /v3/things",
    "post /v3/things/preview",
  ]);
  const { schemas } = document.components;
  for (const name of [
    "ChangeRequest",
    "CreateThingDto",
    "Preview",
    "Rejection",
    "Thing",
    "ThingEnvelope",
    "ThingPage",
  ]) {
    assert.ok(name in schemas, `${name} is not among ${Object.keys(schemas).join(", ")}`);
  }
  assert.deepEqual(schemas.Thing.properties.price.anyOf, [{ $ref: "#/components/schemas/Decimal" }, { type: "null" }]);
  const create = document.paths["/v3/things"].post;
  assert.equal(create.operationId, "createThing");
  assert.deepEqual(document.security, [{ apiKey: [] }, { session: [] }]);
  assert.equal(schemas.CreateThingDto.examples[0].startDate, "2026-01-31");
  assert.equal(schemas.CreateThingDto.additionalProperties, false);
  assert.doesNotMatch(JSON.stringify(document), /x-accord|x-component/);
  assert.match(JSON.stringify(document), /FILTER_RULE_NOT_ALLOWED/);
});

test("a success carries its warnings in error, and stays a success", async () => {
  const response = await app.inject({ method: "PATCH", url: `/v3/contracts/${someId}`, headers: asWriter });
  assert.deepEqual([response.statusCode, response.headers["x-extra"]], [200, "1"]);
  const { success, message, payload, error } = response.json();
  assert.deepEqual([success, message, payload], [true, "Done.", { id: someId }]);
  assert.deepEqual([error.code, error.errorCode, error.message], [200, "WARNINGS", "The group is not balanced."]);
  assert.equal(error.details.warnings[0].code, "GROUP_UNBALANCED");
});

test("a file is a download with a harmless name", async () => {
  const response = await app.inject({ url: `/v3/contracts/${someId}/file`, headers: asReader });
  assert.deepEqual([response.statusCode, response.body], [200, "%PDF-1.7"]);
  assert.equal(response.headers["content-type"], "application/octet-stream");
  const name = "attachment; filename=\".._x___y _.pdf\"; filename*=UTF-8''..%2Fx%22%0D%0Ay%20%C3%BC.pdf";
  assert.equal(response.headers["content-disposition"], name);
  assert.equal(response.headers["x-content-type-options"], "nosniff");
});

test("what the router rejects by itself has the headers of every answer", async () => {
  const { statusCode, headers } = await app.inject({ url: "/v3/%zz" });
  assert.equal(statusCode, 400);
  for (const [name, value] of Object.entries(securityHeaders)) assert.equal(headers[name], value);
});

test("an overloaded or leaving process asks to try again", () => {
  for (const code of ["57014", "08006", "53100", "53200", "53300"]) {
    const rejection = rejectionFrom(Object.assign(new Error("x"), { code }));
    assert.deepEqual([rejection.status, rejection.headers], [503, { "retry-after": "1" }], code);
  }
  const lostNode = Object.assign(new Error("failure on connection marked as essential: worker:5432"), {
    code: "XX000",
  });
  assert.equal(rejectionFrom(lostNode).status, 503, "of a cluster");
  const missing = (syscall: string) => rejectionFrom(Object.assign(new Error("x"), { code: "ENOENT", syscall })).status;
  assert.deepEqual([missing("connect"), missing("open")], [503, 500]);
});

test("NET-2: what Node's parser rejects is an envelope too", async () => {
  const cases: [string, number, string][] = [
    [`GET / HTTP/1.1\r\nHost: x\r\nx-long: ${"a".repeat(70_000)}\r\n\r\n`, 431, "HEADERS_TOO_LARGE"],
    ["NONSENSE\r\n\r\n", 400, "VALIDATION_FAILED"],
    [
      "POST /v3/things HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
      400,
      "VALIDATION_FAILED",
    ],
    [
      "POST /v3/things HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      400,
      "VALIDATION_FAILED",
    ],
  ];
  for (const [request, status, errorCode] of cases) {
    const answer = await raw(request);
    assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `), request.slice(0, 60));
    assert.match(answer, /x-request-id: /);
    assertErrorBody(answer.slice(answer.indexOf("\r\n\r\n") + 4), status, errorCode);
    assert.equal(answer.split("HTTP/1.1 ").length, 2, "one answer only");
  }
});

test("AUT-2: a reading key is rejected before its 200 MB are sent", async () => {
  const head = `POST /v3/things HTTP/1.1\r\nHost: x\r\nAuthorization: ${asReader.authorization}\r\nContent-Type: application/json\r\nContent-Length: 200000000\r\n\r\n`;
  const answer = await raw(head, Buffer.alloc(64 * 1024));
  assert.match(answer, /^HTTP\/1\.1 403 /);
  assert.match(answer, /connection: close/i);
  assert.match(answer, /KEY_READ_ONLY/);
});

test("BOD-5: a chunked body without end is cut off at the limit", async () => {
  const head = `POST /v3/things HTTP/1.1\r\nHost: x\r\nAuthorization: ${asWriter.authorization}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
  const chunk = `10000\r\n${" ".repeat(0x10000)}\r\n`;
  const answer = await raw(head, chunk.repeat(20));
  assert.match(answer, /^HTTP\/1\.1 413 /);
  assert.match(answer, /BODY_TOO_LARGE/);
});

test("two Authorization headers are no key", async () => {
  const header = `Authorization: ${asReader.authorization}\r\n`;
  const answer = await raw(`GET /v3/things HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${header}${header}\r\n`);
  assert.match(answer, /^HTTP\/1\.1 401 /);
  assert.match(answer, /API_KEY_INVALID/);
});

test("AUT-7: path tricks are unknown paths, and an absolute URI is checked like any other", async () => {
  const statusOf = async (target: string, method = "GET") => {
    const answer = await raw(`${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    return answer.slice(9, 12);
  };
  const tricks = ["//v3/things", "/v3//things", "/v3/./things", "/v3/things/", "/V3/things", "/v3/things;a=b"];
  for (const target of [...tricks, "/v3/%2e%2e/v3/things", "/health/../v3/things", "/v3/things%00"]) {
    assert.equal(await statusOf(target), "404", target);
  }
  assert.equal(await statusOf("http://x/v3/things"), "401");
  assert.equal(await statusOf("/v3/things", "TRACE"), "405");
  assert.equal(await statusOf("/v3/things", "PROPFIND"), "405");
});

test("a request that does not arrive in time is a 408", () => {
  const rejection = socketRejection(Object.assign(new Error("timeout"), { code: "ERR_HTTP_REQUEST_TIMEOUT" }));
  assert.deepEqual([rejection.status, rejection.errorCode], [408, "REQUEST_TIMEOUT"]);
});
