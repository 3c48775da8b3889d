import assert from "node:assert/strict";
import { test } from "node:test";
import { AccordError, createClient, NoAnswerError } from "@accord/client";

type Sent = { readonly url: string; readonly init: RequestInit };

/** A client of a server that gives one answer after the other, and what was sent to it. */
function clientOf(answers: readonly (() => Response)[], options = {}) {
  const sent: Sent[] = [];
  const fetch = async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    sent.push({ url: String(url), init });
    return (answers[sent.length - 1] ?? unreachable)();
  };
  return {
    sent,
    accord: createClient({ baseUrl: "https://accord.example/", key: "acc_x", firstWait: 1, fetch, ...options }),
  };
}

const success = () => Response.json({ payload: { id: "1" }, success: true, message: "Done." });
const rejected =
  (status: number, errorCode: string, headers = {}) =>
  () =>
    Response.json(
      { payload: {}, success: false, message: "No.", error: { code: status, message: "No.", errorCode, details: {} } },
      { status, headers },
    );
const unreachable = () => {
  throw new TypeError("fetch failed");
};
const cut = () => new Response(new ReadableStream({ start: (controller) => controller.error(new TypeError("cut")) }));

const keyOf = ({ init }: Sent | undefined = { url: "", init: {} }) => new Headers(init.headers).get("idempotency-key");

test("a temporary failure is retried, a write under the same key", async () => {
  const { accord, sent } = clientOf([
    unreachable,
    rejected(503, "SERVICE_UNAVAILABLE"),
    rejected(409, "IDEMPOTENCY_IN_PROGRESS"),
    success,
  ]);
  assert.deepEqual(await accord.createCustomer({ body: { name: "A" } }), { id: "1" });
  assert.equal(sent.length, 4);
  assert.match(keyOf(sent[0]) ?? "", /^[0-9a-f]{32}$/);
  assert.deepEqual(new Set(sent.map(keyOf)).size, 1);
});

test("two writes have two keys, and reads have none", async () => {
  const { accord, sent } = clientOf([success, success, success]);
  await accord.createCustomer({ body: { name: "A" } });
  await accord.createCustomer({ body: { name: "A" } });
  await accord.getMerchant();
  assert.notEqual(keyOf(sent[0]), keyOf(sent[1]));
  assert.equal(keyOf(sent[2]), null);
});

test("an answer that breaks off is retried", async () => {
  const { accord, sent } = clientOf([cut, success]);
  assert.deepEqual(await accord.getMerchant(), { id: "1" });
  assert.equal(sent.length, 2);
});

for (const [status, errorCode] of [
  [400, "VALIDATION_FAILED"],
  [404, "CONTRACT_NOT_FOUND"],
  [409, "PLAN_CHANGED"],
  [500, "INTERNAL_ERROR"],
] as const) {
  test(`${status} ${errorCode} is final`, async () => {
    const { accord, sent } = clientOf([rejected(status, errorCode), success]);
    await assert.rejects(accord.getMerchant(), { name: "AccordError", status, errorCode });
    assert.equal(sent.length, 1);
  });
}

test("the wait that the server states is kept; one that is too long is not waited for", async () => {
  const { accord, sent } = clientOf([rejected(429, "RATE_LIMITED", { "retry-after": "1" }), success]);
  const start = performance.now();
  await accord.getMerchant();
  assert.ok(performance.now() - start > 950, "a second went by");
  assert.equal(sent.length, 2);

  const busy = clientOf([rejected(429, "RATE_LIMITED", { "retry-after": "3600" }), success]);
  await assert.rejects(busy.accord.getMerchant(), { status: 429 });
  assert.equal(busy.sent.length, 1);
});

test("without any answer the error has the key of the write", async () => {
  const { accord, sent } = clientOf([], { retries: 2 });
  await assert.rejects(accord.createCustomer({ body: { name: "A" } }, { idempotencyKey: "mine" }), (error) => {
    assert.ok(error instanceof NoAnswerError);
    assert.equal(error.idempotencyKey, "mine");
    assert.ok(error.cause instanceof TypeError);
    return true;
  });
  assert.equal(sent.length, 3);
});

test("an aborted call throws the caller's reason, also between two attempts", async () => {
  const { accord } = clientOf([], { firstWait: 10_000 });
  const controller = new AbortController();
  const call = accord.getMerchant({}, { signal: controller.signal });
  setTimeout(() => controller.abort(new Error("never mind")), 20);
  await assert.rejects(call, /never mind/);
});

test("an answer that is not from the API has a status and no code", async () => {
  const { accord } = clientOf([
    () => new Response("<h1>Not found</h1>", { status: 404, headers: { "x-request-id": "r" } }),
  ]);
  await assert.rejects(accord.getMerchant(), (error) => {
    assert.ok(error instanceof AccordError);
    assert.deepEqual([error.status, error.errorCode, error.requestId, error.issues], [404, undefined, "r", []]);
    return true;
  });
});

test("a missing id in a path throws before a request is sent", async () => {
  const { accord, sent } = clientOf([success]);
  for (const id of ["", ".", ".."]) await assert.rejects(accord.deleteContract({ id }), TypeError);
  await accord.deleteContract({ id: "a/b?c" });
  assert.equal(sent[0]?.url, "https://accord.example/v3/contracts/a%2Fb%3Fc");
});

test("a page of the same server sends its session and the current headers", async () => {
  let token = "first";
  const { accord, sent } = clientOf([success, success], {
    baseUrl: undefined,
    key: undefined,
    headers: () => ({ "X-CSRF-Token": token }),
  });
  await accord.getMerchant();
  token = "second";
  await accord.getMerchant();
  assert.deepEqual(
    sent.map(({ url, init }) => [url, init.credentials, new Headers(init.headers).get("x-csrf-token")]),
    [
      ["/v3/merchant", "same-origin", "first"],
      ["/v3/merchant", "same-origin", "second"],
    ],
  );
  assert.equal(new Headers(sent[0]?.init.headers).has("authorization"), false);
});
