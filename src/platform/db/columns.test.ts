import assert from "node:assert/strict";
import { test } from "node:test";
import { idArray, plainArray } from "./columns.ts";

const id = "0197f1a0-5c1e-7b9a-9a55-0123456789ab";
const bytes = "0197f1a05c1e7b9a9a550123456789ab";

test("ids go as an array of the binary format: one dimension, nulls allowed, of uuid, counted from 1", () => {
  const head = "00000001" + "00000001" + "00000b86";
  assert.equal(idArray([id])?.toString("hex"), `${head}${"00000001"}${"00000001"}${"00000010"}${bytes}`);
  assert.equal(
    idArray([null, id.toUpperCase()])?.toString("hex"),
    `${head}${"00000002"}${"00000001"}${"ffffffff"}${"00000010"}${bytes}`,
  );
});

test("an array of nothing but nulls is null, which unnest fills up beside others", () => {
  for (const values of [[], [null], [null, null]]) {
    assert.deepEqual([idArray(values), plainArray(values)], [null, null]);
  }
  assert.equal(plainArray([null, 7, 8n, "2026-01"]), "{NULL,7,8,2026-01}");
});
