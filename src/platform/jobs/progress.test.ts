import assert from "node:assert/strict";
import { test } from "node:test";
import { type Progress, progressOf, withProgress } from "./progress.ts";

test("a job without reports is one step, done when it succeeded", () => {
  assert.deepEqual(progressOf("QUEUED", null), { done: 0, total: 1 });
  assert.deepEqual(progressOf("RUNNING", null), { done: 0, total: 1 });
  assert.deepEqual(progressOf("FAILED", null), { done: 0, total: 1 });
  assert.deepEqual(progressOf("SUCCEEDED", null), { done: 1, total: 1 });
});

test("a waiting job starts anew, a failed one shows how far it came, one that succeeded has done all", () => {
  const reported = { done: 3, total: 7 };
  assert.deepEqual(progressOf("QUEUED", reported), { done: 0, total: 7 });
  assert.deepEqual(progressOf("RUNNING", reported), reported);
  assert.deepEqual(progressOf("FAILED", reported), reported);
  assert.deepEqual(progressOf("SUCCEEDED", reported), { done: 7, total: 7 });
});

test("reports are written at most once a second, and none is under way when the work is over", async () => {
  const written: Progress[] = [];
  const write = async (progress: Progress) => {
    await new Promise((resolve) => setImmediate(resolve));
    written.push(progress);
  };
  const result = await withProgress(write, async (report) => {
    for (let done = 1; done <= 1_000; done++) report(done, 1_000);
    return "over";
  });
  assert.deepEqual([result, written], ["over", [{ done: 1, total: 1_000 }]]);
});

test("a report that cannot be written does no harm, and failed work fails", async () => {
  const reject = () => Promise.reject(new Error("the database is away"));
  await withProgress(reject, async (report) => report(1, 2));
  await assert.rejects(
    withProgress(reject, async (report) => {
      report(1, 2);
      throw new Error("the work failed");
    }),
    /the work failed/,
  );
});
