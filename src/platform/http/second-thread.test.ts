import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { openSecondThread } from "./second-thread.ts";
import type { SecondThreadRequest } from "./second-thread-request.ts";

const script = new URL("../../../test/support/ending-thread.ts", import.meta.url);
const principal = { keyId: "1", userId: null, merchantId: "m", access: "WRITE", role: null } as const;

const asking = (url: string, body?: Uint8Array<ArrayBuffer>): SecondThreadRequest => ({
  ...{ principal, method: "GET", url, headers: {}, body },
});
const isUnavailable = (error: unknown) =>
  (error as { rejection?: { status: number; headers: object } }).rejection?.status === 503 &&
  "retry-after" in ((error as { rejection: { headers: object } }).rejection.headers ?? {});

test("when a thread ends its requests get 503, and it is started again for the next request", async () => {
  const thread = openSecondThread({ script, workerData: undefined, onFailure: () => undefined });
  try {
    assert.equal((await thread.carryOut(asking("/"))).status, 200);
    const [ended, beside] = [thread.carryOut(asking("/end")), thread.carryOut(asking("/"))];
    await assert.rejects(ended, isUnavailable);
    await assert.rejects(beside, isUnavailable);
    assert.equal((await thread.carryOut(asking("/"))).status, 200);
    await assert.rejects(thread.carryOut(asking("/fail")), isUnavailable);
    assert.equal((await thread.carryOut(asking("/"))).status, 200);
  } finally {
    await thread.close();
  }
  await assert.rejects(thread.carryOut(asking("/")), isUnavailable);
});

test("a thread that works on jobs gets that order once, and again after a restart", async () => {
  const thread = openSecondThread({ script, workerData: undefined, onFailure: () => undefined });
  const timesTold = async () => Array.from((await thread.carryOut(asking("/"))).body as Uint8Array)[0];
  try {
    assert.equal(await timesTold(), 0);
    thread.beginWork();
    assert.equal(await timesTold(), 1);
    await assert.rejects(thread.carryOut(asking("/end")), isUnavailable);
    assert.equal(await timesTold(), 1);
  } finally {
    await thread.close();
  }
});

test("a thread that ended is not started again after close", async () => {
  const workers = () => process.getActiveResourcesInfo().filter((name) => name === "MessagePort").length;
  const before = workers();
  const thread = openSecondThread({ script, workerData: undefined, onFailure: () => undefined });
  thread.beginWork();
  await assert.rejects(thread.carryOut(asking("/end")), isUnavailable);
  await thread.close();
  await sleep(1_500);
  assert.equal(workers(), before);
});

test("a body with its own memory is transferred, one with shared memory is copied", async () => {
  const thread = openSecondThread({ script, workerData: undefined, onFailure: () => undefined });
  try {
    const own = new Uint8Array(100_000);
    const part = new Uint8Array(100_000).subarray(1);
    await thread.carryOut(asking("/", own));
    await thread.carryOut(asking("/", part));
    assert.deepEqual([own.byteLength, part.byteLength], [0, 99_999]);
  } finally {
    await thread.close();
  }
});

test("a thread that was never needed is closed without having started", async () => {
  await openSecondThread({
    script: new URL("file:///nowhere.ts"),
    workerData: undefined,
    onFailure: assert.fail,
  }).close();
});
