import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { asWriter, type FakeApp, fakeApp } from "../../../test/support/fake-app.ts";
import type { RequestRecord } from "./request-record.ts";
import { route } from "./route.ts";
import { Closed } from "./wire.ts";

let fake: FakeApp;
const kept: RequestRecord[] = [];
let begun = Promise.withResolvers<void>();
let released = Promise.withResolvers<void>();

before(async () => {
  fake = await fakeApp({
    logRequest: (record) => kept.push(record),
    registerRoutes: (app) =>
      route(app, {
        ...{ method: "POST", url: "/v3/things", operationId: "createThing", summary: "Create", tag: "Things" },
        ...{ access: "write", payload: Closed({}), successStatus: 201, errors: [] },
        handler: async () => {
          begun.resolve();
          await released.promise;
          return { payload: {}, message: "Created." };
        },
      }),
  });
  await fake.app.listen({ host: "127.0.0.1", port: 0 });
});
after(() => fake.app.close());

const linesOf = (requestId: string) =>
  fake.logLines
    .map((line) => JSON.parse(line))
    .filter((line) => line.requestId === requestId && line.msg === "request");

async function lineOf(requestId: string) {
  for (let waited = 0; waited < 200 && linesOf(requestId).length === 0; waited += 1) await sleep(10);
  await sleep(20);
  return linesOf(requestId).map(({ status, keyId, isClientGone }) => ({ status, keyId, isClientGone }));
}

function sent(requestId: string, headers: readonly string[] = [], body = "") {
  [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const socket = connect((fake.app.server.address() as AddressInfo).port, "127.0.0.1");
  socket.on("error", () => undefined).resume();
  const lines = ["POST /v3/things HTTP/1.1", "Host: x", `Authorization: ${asWriter.authorization}`, ...headers];
  socket.write(`${[...lines, `X-Request-Id: ${requestId}`].join("\r\n")}\r\n\r\n${body}`);
  return socket;
}

test("a write whose client disconnects before the answer is logged and stored with its result", async () => {
  const socket = sent("left-midway");
  await begun.promise;
  socket.destroy();
  await once(socket, "close");
  await sleep(50);
  released.resolve();
  assert.deepEqual(await lineOf("left-midway"), [{ status: 201, keyId: kept[0]?.keyId, isClientGone: true }]);
  assert.deepEqual(
    kept.map(({ requestId, status, answerBody }) => [requestId, status, answerBody?.includes("Created.")]),
    [["left-midway", 201, true]],
  );
});

test("a client that disconnects within its body is logged once, as rejected", async () => {
  const socket = sent("left-in-body", ["Content-Type: application/json", "Content-Length: 50"], '{"a":');
  await sleep(50);
  socket.destroy();
  const lines = await lineOf("left-in-body");
  assert.equal(lines.length, 1);
  assert.equal(lines[0]?.isClientGone, true);
  assert.ok(Number(lines[0]?.status) >= 400);
});

test("a client that waits for its answer is logged once, as answered", async () => {
  const socket = sent("stayed");
  await begun.promise;
  released.resolve();
  const [line, ...others] = await lineOf("stayed");
  assert.deepEqual([line?.status, line?.isClientGone, others], [201, undefined, []]);
  socket.destroy();
});
