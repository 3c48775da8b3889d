import assert from "node:assert/strict";
import { test } from "node:test";
import { proofCheck, sampleSizeOf } from "./proof.ts";

test("small books are proved completely at each close, larger ones within 24 closes, the largest at a limited rate", () => {
  assert.deepEqual([0, 500, 12_000, 24_000, 48_000, 1_000_000].map(sampleSizeOf), [500, 500, 500, 1_000, 2_000, 2_000]);
});

test("a failed proof names the invariant and the records", () => {
  const { status, ids, message, recordType } = proofCheck([
    { code: "JOURNAL_BALANCED", proved: 2, broken: [] },
    { code: "POSTED_IS_EARNED", proved: 9, broken: ["one", "two"] },
  ]);
  assert.deepEqual([status, ids, recordType], ["FAILED", ["one", "two"], "CONTRACT"]);
  assert.match(message, /earned, recalculated/);
  assert.equal(proofCheck([{ code: "JOURNAL_BALANCED", proved: 2, broken: [] }]).status, "PASSED");
});
