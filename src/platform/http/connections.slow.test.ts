import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { asWriter, fakeApp } from "../../../test/support/fake-app.ts";

test("NET-1: a body that comes drop by drop is cut off after 30 seconds, inside the envelope", async (t) => {
  const { app } = await fakeApp();
  t.after(() => app.close());
  await app.listen({ host: "127.0.0.1", port: 0 });
  const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
  let text = "";
  socket.on("error", () => undefined).on("data", (chunk) => (text += chunk));
  const begin = performance.now();
  const { authorization } = asWriter;
  socket.write(
    `POST /v3/things HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n`,
  );
  const drip = setInterval(() => socket.write(" "), 250);
  await once(socket, "close");
  clearInterval(drip);
  const seconds = (performance.now() - begin) / 1_000;
  assert.match(text, /^HTTP\/1\.1 408 /);
  assert.match(text, /REQUEST_TIMEOUT/);
  // Node looks for late requests every two seconds.
  assert.ok(seconds > 29 && seconds < 40, `after ${seconds} s`);
});

test("a process that has just started rejects nobody because it was busy with its start", async (t) => {
  // Even an idle event loop is delayed by more than this, so the process counts as overloaded from its first measurement on.
  const folder = await mkdtemp(join(tmpdir(), "accord-console-"));
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "assets/a-1.js"), "part");
  await writeFile(join(folder, "index.html"), "<title>Console</title>");
  const { app, logLines } = await fakeApp({ overloadDelay: 1e-6, console: () => ({ status: "ready", folder }) });
  t.after(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });
  const status = async () => (await app.inject({ url: "/v3/things", headers: asWriter })).statusCode;
  const begin = performance.now();
  while (performance.now() - begin < 5_000) {
    assert.equal(await status(), 200);
    await sleep(250);
  }
  await sleep(6_000);
  const rejected = await app.inject({ url: "/v3/things", headers: asWriter });
  assert.equal(rejected.statusCode, 503);
  assert.equal(rejected.headers["retry-after"], "1");
  assert.equal(rejected.json().error.errorCode, "SERVICE_UNAVAILABLE");
  assert.ok(!logLines.some((line) => line.includes("stack")), "it is no crash");
  assert.equal((await app.inject({ url: "/health" })).statusCode, 200);
  // A page without one of its parts is broken, so the console and its files are served however busy the process is.
  for (const url of ["/", "/assets/a-1.js"]) assert.equal((await app.inject({ url })).statusCode, 200, url);
});
