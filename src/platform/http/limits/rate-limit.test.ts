import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type RequestCount, rateLimit } from "./rate-limit.ts";

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Stands for the database shared by several processes. */
function sharedCounts() {
  const counts = new Map<string, number>();
  let asked = 0;
  const share = async ({ keyId, minute, requests }: RequestCount) => {
    asked += 1;
    const sum = (counts.get(`${keyId}/${minute}`) ?? 0) + requests;
    counts.set(`${keyId}/${minute}`, sum);
    return sum;
  };
  return { share, asked: () => asked };
}

const minute = 60_000;

describe("a limit of requests", () => {
  test("is exact for one process, and the answer states when the next minute begins", () => {
    const { exceededFor } = rateLimit(100, sharedCounts().share, () => 5 * minute + 45_000);
    for (let request = 0; request < 100; request += 1) assert.equal(exceededFor("key"), undefined);
    assert.equal(exceededFor("key"), 15);
    assert.equal(exceededFor("another"), undefined, "another key has its own");
  });

  test("starts again each minute", () => {
    let moment = 0;
    const { exceededFor } = rateLimit(1, sharedCounts().share, () => moment);
    assert.equal(exceededFor("key"), undefined);
    assert.equal(exceededFor("key"), 60);
    moment = minute;
    assert.equal(exceededFor("key"), undefined);
  });

  test("NET-3: is shared by three processes to a hundredth for each, with few queries", async () => {
    const counts = sharedCounts();
    const processes = Array.from({ length: 3 }, () => rateLimit(3_000, counts.share, () => 0));
    let passed = 0;
    for (let request = 0; request < 2_000; request += 1) {
      for (const { exceededFor } of processes) if (exceededFor("key") === undefined) passed += 1;
      await settled();
    }
    assert.ok(passed >= 3_000 && passed <= 3_000 + 3 * 30, `${passed}`);
    assert.ok(counts.asked() <= 105, `${counts.asked()} questions`);
  });

  test("applies to each process alone when the shared count is unavailable", async () => {
    for (const share of [async () => undefined, () => Promise.reject(new Error("no database"))]) {
      const { exceededFor } = rateLimit(10, share, () => 0);
      for (let request = 0; request < 10; request += 1) {
        assert.equal(exceededFor("key"), undefined);
        await settled();
      }
      assert.equal(exceededFor("key"), 60);
    }
  });
});
