import assert from "node:assert/strict";
import { test } from "node:test";
import { corruptBooks } from "./run.ts";

test("every corruption of a table, column or row is found by the doctor, with hashes as they were and computed anew", async () => {
  const { tried, chained, missed } = await corruptBooks({ count: 24, seed: 7, print: () => undefined });
  assert.equal(tried, 24);
  assert.ok(chained >= 8, `${chained} were chained anew`);
  assert.deepEqual(missed, []);
});
