import assert from "node:assert/strict";
import { test } from "node:test";
import { openThreads } from "./threads.ts";

/** A script whose `answerTo` has the given function body, with an order as its parameter. */
function scriptOf(body: string): URL {
  const source = `import { parentPort, threadId } from "node:worker_threads";
    const pause = (ms) => new Promise((go) => setTimeout(go, ms));
    parentPort.on("message", async (order) => parentPort.postMessage(await (async () => { ${body} })()));`;
  return new URL(`data:text/javascript,${encodeURIComponent(source)}`);
}

test("many jobs use two threads at most, and every job gets its own answer", async () => {
  const threads = openThreads<number, [number, number]>({
    script: scriptOf("await pause(5); return [order, threadId];"),
    product: "a pair",
  });
  const orders = Array.from({ length: 12 }, (_, index) => index);
  const pairs = await Promise.all(orders.map(threads.make));
  assert.deepEqual(
    pairs.map(([order]) => order),
    orders,
  );
  assert.equal(new Set(pairs.map(([, thread]) => thread)).size, 2);
  await threads.close();
});

test("a thread is ended at the time limit, and the next job runs", async () => {
  const threads = openThreads<boolean, string>({
    script: scriptOf('if (order) for (;;); return "made";'),
    product: "an answer",
    milliseconds: 2_000,
  });
  await assert.rejects(threads.make(true), /an answer took more than 2000 ms/);
  assert.equal(await threads.make(false), "made");
  await threads.close();
});

test("a thread is ended at the memory limit, and the next job runs", async () => {
  const threads = openThreads<boolean, string>({
    script: scriptOf('const held = []; while (order) held.push(Array(1_000_000).fill(0.5)); return "made";'),
    product: "an answer",
    megabytes: 64,
  });
  await assert.rejects(threads.make(true), { code: "ERR_WORKER_OUT_OF_MEMORY" });
  assert.equal(await threads.make(false), "made");
  await threads.close();
});

test("closing ends running jobs, and no job runs afterwards", async () => {
  const threads = openThreads<null, null>({ script: scriptOf("for (;;);"), product: "an answer" });
  const cutOff = assert.rejects(threads.make(null), /the thread ended without an answer/);
  await threads.close();
  await cutOff;
  await assert.rejects(threads.make(null), /closing/);
});
