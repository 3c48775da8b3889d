import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { InjectOptions } from "fastify";
import { asWriter, fakeApp } from "../../../test/support/fake-app.ts";
import { processorMillisecondsOf } from "../../../test/support/processor-time.ts";

const { app, handled } = await fakeApp();
after(() => app.close());

const json = { ...asWriter, "content-type": "application/json" };

type Answer = {
  status: number;
  errorCode: string;
  issues: { path: string; code: string; message: string }[];
  payload: unknown;
};

async function send(options: InjectOptions): Promise<Answer> {
  const response = await app.inject({ method: "POST", url: "/v3/things", headers: json, ...options });
  const body = response.json();
  return {
    status: response.statusCode,
    errorCode: body.error?.errorCode ?? "",
    issues: body.error?.details?.issues ?? [],
    payload: body.payload,
  };
}

async function codeOf(options: InjectOptions): Promise<string> {
  const { status, errorCode } = await send(options);
  return `${status} ${errorCode}`.trim();
}

async function issuesOf(body: unknown): Promise<string[]> {
  const { issues } = await send({ payload: JSON.stringify(body) });
  return issues.map(({ path, code }) => `${path} ${code}`);
}

test("BOD-1, BOD-9, BOD-10, BOD-11, BOD-7: broken bodies answer their code", async () => {
  assert.equal(await codeOf({ payload: '{"a":' }), "400 MALFORMED_JSON");
  assert.equal(await codeOf({ payload: "   " }), "400 MALFORMED_JSON");
  assert.equal(await codeOf({ payload: Buffer.from([0x7b, 0xff, 0xfe]) }), "400 INVALID_ENCODING");
  assert.equal(await codeOf({ payload: '{"name":"\\ud800"}' }), "400 INVALID_STRING");
  assert.equal(await codeOf({ payload: '{"name":"a","name":"b"}' }), "400 DUPLICATE_JSON_KEY");
  assert.equal(await codeOf({ payload: '{"name":"a","metadata":{"__proto__":{}}}' }), "400 FORBIDDEN_KEY");
  assert.equal(await codeOf({ payload: "[".repeat(1_000_000) }), "400 JSON_TOO_DEEP");
  assert.equal(({} as Record<string, unknown>).x, undefined);
  assert.equal(await codeOf({ payload: '\ufeff{"name":"a"}' }), "201");
});

test("BOD-2: no body where one is needed is a 400, and nothing, {} or null where none is is fine", async () => {
  assert.deepEqual(await codeOf({}), "400 VALIDATION_FAILED");
  assert.deepEqual(await codeOf({ headers: asWriter }), "400 VALIDATION_FAILED");
  const reopen = { url: "/v3/month-end-close/reopen-period?month=2026-01" };
  const remove: InjectOptions = { method: "DELETE", url: "/v3/contracts/0197f1a0-5c1e-7b9a-9a55-3f0d2c7e8b10" };
  for (const request of [reopen, remove]) {
    const success = request === reopen ? "201" : "200";
    assert.equal(await codeOf({ ...request, headers: asWriter }), success);
    assert.equal(await codeOf({ ...request }), success);
    for (const payload of ["{}", "null"]) assert.equal(await codeOf({ ...request, payload }), success);
    assert.equal(await codeOf({ ...request, payload: '{"a":1}' }), "400 VALIDATION_FAILED");
    assert.equal(await codeOf({ ...request, payload: "[]" }), "400 VALIDATION_FAILED");
  }
});

test("BOD-3, BOD-4: only plain application/json in UTF-8 is read", async () => {
  const payload = '{"name":"a"}';
  const typed = (type: string) => codeOf({ payload, headers: { ...asWriter, "content-type": type } });
  const rejected = [
    "text/plain",
    "application/xml",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/json; charset=utf-16",
    "application/merge-patch+json",
    "application/jsonx",
    "nonsense",
    "",
  ];
  for (const type of rejected) assert.equal(await typed(type), "400 UNSUPPORTED_CONTENT_TYPE", type);
  assert.equal(await codeOf({ payload: Buffer.from(payload), headers: asWriter }), "400 UNSUPPORTED_CONTENT_TYPE");
  for (const type of ["application/json", "application/json;charset=UTF-8", 'Application/JSON; charset="utf-8"']) {
    assert.equal(await typed(type), "201", type);
  }
  for (const encoding of ["gzip", "br", "deflate, gzip"]) {
    assert.equal(
      await codeOf({ payload, headers: { ...json, "content-encoding": encoding } }),
      "400 UNSUPPORTED_CONTENT_ENCODING",
    );
  }
});

test("BOD-5: up to 1 MiB is read, one byte more is not", async () => {
  const padded = (bytes: number) => `{"name":"a"${" ".repeat(bytes - 12)}}`;
  assert.equal(await codeOf({ payload: padded(1024 * 1024 - 1) }), "201");
  assert.equal(await codeOf({ payload: padded(1024 * 1024) }), "201");
  assert.equal(await codeOf({ payload: padded(1024 * 1024 + 1) }), "413 BODY_TOO_LARGE");
});

test("BOD-12, ISO-8: nothing is coerced, unknown fields are named, and all problems come at once", async () => {
  const { status, errorCode, issues } = await send({
    payload: JSON.stringify({
      kind: "flat",
      count: "12",
      active: 1,
      customerId: "x",
      startDat: "2026-01-01",
      currency: "XXX",
      startDate: "2026-02-30",
      items: [{ customerId: "a" }, {}],
    }),
  });
  assert.equal(`${status} ${errorCode}`, "400 VALIDATION_FAILED");
  assert.deepEqual(issues.map(({ path, code }) => `${path} ${code}`).sort(), [
    "/active TYPE",
    "/count TYPE",
    "/currency CURRENCY_INVALID",
    "/customerId INVALID_ID",
    "/items/1/customerId REQUIRED",
    "/kind ENUM",
    "/name REQUIRED",
    "/startDat UNKNOWN_FIELD",
    "/startDate INVALID_DATE",
  ]);
  const message = (path: string) => issues.find((issue) => issue.path === path)?.message;
  assert.match(message("/startDat") ?? "", /Did you mean "startDate"\?/);
  assert.equal(message("/items/1/customerId"), "customerId is required.");
  assert.equal(message("/count"), "count must be an integer, not a string.");

  const ok = { name: "a" };
  assert.deepEqual(await issuesOf({ ...ok, count: 1.5 }), ["/count TYPE"]);
  assert.deepEqual(await issuesOf({ ...ok, count: 366 }), ["/count RANGE"]);
  assert.deepEqual(await issuesOf({ ...ok, count: null }), ["/count TYPE"]);
  assert.deepEqual(await issuesOf({ name: null }), ["/name TYPE"]);
  assert.deepEqual(await issuesOf({ name: " " }), ["/name LENGTH"]);
  assert.deepEqual(await issuesOf({ ...ok, customerId: null }), []);
  assert.deepEqual(await issuesOf({ ...ok, items: {} }), ["/items TYPE"]);
  assert.deepEqual(await issuesOf([]), [" TYPE"]);
  assert.deepEqual(await issuesOf({ ...ok, constructor: 1, hasOwnProperty: 2 }), [
    "/constructor UNKNOWN_FIELD",
    "/hasOwnProperty UNKNOWN_FIELD",
  ]);
});

test("a code that every issue shares becomes the error code", async () => {
  const code = (body: object) => codeOf({ payload: JSON.stringify({ name: "a", ...body }) });
  assert.equal(await code({ startDate: "tomorrow", at: "2026-01-01T10:00:00" }), "400 INVALID_DATE");
  assert.equal(await code({ amount: "1,5" }), "400 AMOUNT_INVALID");
  assert.equal(await code({ currency: "usd" }), "400 CURRENCY_INVALID");
  assert.equal(await code({ customerId: "1" }), "400 INVALID_ID");
  assert.equal(await code({ currency: "usd", customerId: "1" }), "400 VALIDATION_FAILED");
});

test("amounts are strings or short numbers, and arrive as canonical strings", async () => {
  const amountFrom = async (text: string) => {
    const { status, errorCode, payload } = await send({ payload: `{"name":"a","amount":${text}}` });
    return status === 201 ? (payload as { amount: string }).amount : errorCode;
  };
  const accepted = {
    '"1200.00"': "1200",
    "1200.5": "1200.5",
    "0.1": "0.1",
    "-0": "0",
    '"0.10"': "0.1",
    "123456789012345": "123456789012345",
  };
  for (const [text, expected] of Object.entries(accepted)) assert.equal(await amountFrom(text), expected, text);
  const rejected = [
    "1e400",
    "1e-400",
    "9007199254740993",
    "1e21",
    '"1e3"',
    '" 1"',
    '"+1"',
    '""',
    '"1.23456"',
    "-1",
    '"-0.01"',
    '"NaN"',
  ];
  for (const text of rejected) assert.equal(await amountFrom(text), "AMOUNT_INVALID", text);
  for (const text of ["true", "[]", "null"]) assert.equal(await amountFrom(text), "VALIDATION_FAILED", text);
});

test("ids, dates and moments arrive in their one spelling", async () => {
  const { payload } = await send({
    payload: JSON.stringify({
      name: "  kept as it is ",
      customerId: "0197F1A0-5C1E-7B9A-9A55-3F0D2C7E8B10",
      startDate: "2026-01-31T00:00:00.000Z",
      at: "2026-01-31T09:30:00+02:00",
    }),
  });
  assert.deepEqual(payload, {
    name: "  kept as it is ",
    customerId: "0197f1a0-5c1e-7b9a-9a55-3f0d2c7e8b10",
    startDate: "2026-01-31",
    at: "2026-01-31T07:30:00.000Z",
  });
  assert.equal(await codeOf({ payload: '{"name":"a","startDate":"2026-01-31T00:00:01Z"}' }), "400 INVALID_DATE");
});

test("BOD-13: too many items are one issue, and large bodies of nonsense are rejected fast", async () => {
  const items = (count: number) => Array.from({ length: count }, () => ({ customerId: "x" }));
  const code = (list: unknown[]) => codeOf({ payload: JSON.stringify({ name: "a", items: list }) });
  assert.equal(await code(items(100)), "201");
  assert.equal(await code(items(101)), "400 TOO_MANY_ITEMS");
  assert.equal(await code(Array.from({ length: 10_000 }, () => 1)), "400 TOO_MANY_ITEMS");
  assert.equal(await code([]), "400 VALIDATION_FAILED");
  // The same number of keys in all, once in bodies ten times as many and ten times as small: if the cost per key is constant, both
  // take the same time; if it grows with the number of keys, the large bodies take ten times as long. Totals of many bodies are
  // compared, because the processor's clock may tick only every 10 ms.
  const timed = async (keysOfEach: number, bodies: number) => {
    const payload = JSON.stringify(
      Object.fromEntries(Array.from({ length: keysOfEach }, (_, index) => [`key${index}`, 1])),
    );
    return await processorMillisecondsOf(async () => {
      for (let body = 0; body < bodies; body++) assert.equal((await send({ payload })).issues.length, 200);
    });
  };
  await timed(2_000, 10);
  const [small, large] = [await timed(2_000, 100), await timed(20_000, 10)];
  assert(
    large < 4 * small + 50,
    `in bodies of 2,000 unknown keys they took ${small} ms, in bodies of 20,000 ${large} ms`,
  );
});

test("numbers that lose digits are rejected where they are typed and reported where they are free", async () => {
  assert.equal(await codeOf({ payload: '{"name":"a","count":1e-400}' }), "400 VALIDATION_FAILED");
  const free = '{"name":"a","metadata":{"big":9007199254740993,"list":[1,{"x":1e400}],"fine":1.10}}';
  assert.equal(await codeOf({ payload: free }), "201");
  assert.deepEqual(handled.at(-1)?.lossyNumbers, ["/metadata/big", "/metadata/list/1/x"]);
});

test("IDE-5: an idempotency key is one header of visible ASCII", async () => {
  const payload = '{"name":"a"}';
  const keyed = (key: string | string[]) => codeOf({ payload, headers: { ...json, "idempotency-key": key } });
  for (const key of ["", "a".repeat(256), "é", "a b"])
    assert.equal(await keyed(key), "400 IDEMPOTENCY_KEY_INVALID", key);
  assert.equal(await keyed("a".repeat(255)), "201");
  assert.equal(handled.at(-1)?.idempotencyKey, "a".repeat(255));
});
