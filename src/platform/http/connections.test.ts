import assert from "node:assert/strict";
import { type AddressInfo, connect, type Socket } from "node:net";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { asReader, asWriter, type FakeApp, fakeApp } from "../../../test/support/fake-app.ts";

let fake: FakeApp;
const taken: Socket[] = [];
before(async () => {
  fake = await fakeApp();
  fake.app.server.on("connection", (socket) => taken.push(socket));
  await fake.app.listen({ host: "127.0.0.1", port: 0 });
});
after(() => fake.app.close());

/** A connection with everything that it has received so far. */
function opened() {
  const socket = connect((fake.app.server.address() as AddressInfo).port, "127.0.0.1");
  let text = "";
  socket.on("error", () => undefined).on("data", (chunk) => (text += chunk));
  const answered = async (pattern: RegExp) => {
    for (let waited = 0; waited < 500 && !pattern.test(text); waited += 1) await sleep(10);
    assert.match(text, pattern);
    return text;
  };
  const closed = new Promise<void>((resolve) => socket.on("close", () => resolve()));
  return { socket, text: () => text, answered, closed };
}

const head = (authorization: string, headers: readonly string[]) =>
  `${["POST /v3/things HTTP/1.1", "Host: x", `Authorization: ${authorization}`, "Content-Type: application/json", ...headers].join("\r\n")}\r\n\r\n`;

describe("connections", () => {
  test("AUT-2: of 200 MB that a reading key sends on and on, less than one is read", async () => {
    const { socket, text, closed } = opened();
    socket.write(head(asReader.authorization, ["Content-Length: 200000000"]));
    const chunk = Buffer.alloc(0x10000, " ");
    const feed = () => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on("drain", feed);
    feed();
    await closed;
    assert.match(text(), /^HTTP\/1\.1 403 /);
    assert.match(text(), /KEY_READ_ONLY/);
    const [server] = taken.slice(-1);
    assert.ok(server !== undefined && server.bytesRead < 1024 * 1024, `${server?.bytesRead} bytes were read`);
  });

  test("a request without a host is rejected in the envelope", async () => {
    const { socket, answered } = opened();
    socket.write(`GET /v3/things HTTP/1.1\r\nAuthorization: ${asReader.authorization}\r\n\r\n`);
    const text = await answered(/VALIDATION_FAILED/);
    assert.match(text, /^HTTP\/1\.1 400 [\s\S]*x-request-id: [\s\S]*"message":"Send a Host header\."/);
    socket.destroy();
  });

  test("a client that asks first is told no before it sends its body", async () => {
    const { socket, answered, closed } = opened();
    socket.write(head(asReader.authorization, ["Expect: 100-continue", "Content-Length: 200000000"]));
    const text = await answered(/KEY_READ_ONLY/);
    assert.match(text, /^HTTP\/1\.1 403 /);
    await closed;
  });

  test("BOD-14: a client that asks first and may is told to go on, and answered once", async () => {
    const { socket, answered } = opened();
    socket.write(head(asWriter.authorization, ["Expect: 100-continue", "Content-Length: 12", "Connection: close"]));
    await answered(/^HTTP\/1\.1 100 Continue\r\n\r\n$/);
    socket.write('{"name":"a"}');
    const text = await answered(/HTTP\/1\.1 201 /);
    assert.equal(text.split("HTTP/1.1 ").length, 3);
  });

  test("another expectation is rejected inside the envelope", async () => {
    const { socket, answered } = opened();
    socket.write(head(asWriter.authorization, ["Expect: a-miracle", "Content-Length: 2", "Connection: close"]));
    socket.write("{}");
    const text = await answered(/\}$/);
    assert.match(text, /^HTTP\/1\.1 400 /);
    const { success, error } = JSON.parse(text.slice(text.indexOf("\r\n\r\n")));
    assert.deepEqual([success, error.errorCode], [false, "VALIDATION_FAILED"]);
  });

  test("there are so many and no more, and those that only wait make room", async () => {
    const { server } = fake.app;
    assert.equal(server.maxConnections, 2_000);
    server.maxConnections = 2;
    try {
      const idle = [opened(), opened()];
      for (const { socket, answered } of idle) {
        socket.write("GET /health HTTP/1.1\r\nHost: x\r\n\r\n");
        await answered(/"up"\}$/);
      }
      const dropped = opened();
      await dropped.closed;
      assert.equal(dropped.text(), "");
      await Promise.all(idle.map(({ closed }) => closed));
      const next = opened();
      next.socket.write("GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
      await next.answered(/"up"\}$/);
    } finally {
      server.maxConnections = 2_000;
    }
  });
});
