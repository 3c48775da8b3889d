import assert from "node:assert/strict";
import { test } from "node:test";
import { resultsOf } from "./sync-answer.ts";

const answer = (...results: unknown[]) => resultsOf(JSON.stringify({ results }));
const one = { entityType: "INVOICE", id: "1", status: "SYNCED" };

test("results are parsed; missing fields are null and unknown ones are left out", () => {
  const read = { entityType: "INVOICE", entityId: "1", externalId: null, error: null };
  assert.deepEqual(answer(), []);
  assert.deepEqual(answer(one), [{ ...read, status: "SYNCED" }]);
  assert.deepEqual(answer({ ...one, externalId: "L-1", error: null, more: 1 }), [
    { ...read, status: "SYNCED", externalId: "L-1" },
  ]);
  assert.deepEqual(answer({ ...one, status: "SYNC_FAILED", error: "Busy" }), [
    { ...read, status: "SYNC_FAILED", error: "Busy" },
  ]);
  assert.deepEqual(answer({ ...one, error: "but it is there" }), [{ ...read, status: "SYNCED" }]);
});

test("an error is cut to 1,000 characters of any script, without characters that cannot be stored", () => {
  const [read] = answer({ ...one, status: "SYNC_FAILED", error: `\0${"😀".repeat(1_001)}` }) ?? [];
  assert.equal(read?.error, "😀".repeat(1_000));
  assert.equal(answer({ ...one, status: "SYNC_FAILED", error: "\0" })?.[0]?.error, null);
});

test("an answer with one malformed result is rejected as a whole", () => {
  for (const text of ["", "null", "[]", "{}", '{"results":1}', '{"results":[null]}', '{"results":[']) {
    assert.equal(resultsOf(text), undefined, text);
  }
  for (const wrong of [
    ...[{ entityType: "CONTRACT" }, { id: 1 }, { status: "NOT_SYNCED" }, { status: undefined }],
    ...[{ externalId: 7 }, { externalId: "x".repeat(256) }, { error: {} }],
  ]) {
    assert.equal(answer(one, { ...one, ...wrong }), undefined, JSON.stringify(wrong));
  }
});
