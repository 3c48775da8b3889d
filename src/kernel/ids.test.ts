import assert from "node:assert/strict";
import { test } from "node:test";
import { newId, parseId } from "./ids.ts";

test("ids rise in the order in which they are made, and are UUIDs of version 7", () => {
  let last = newId();
  for (let i = 0; i < 50_000; i += 1) {
    const id = newId();
    assert.ok(id > last, `${id} follows ${last}`);
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    last = id;
  }
});

test("an id has one spelling", () => {
  const id = newId();
  assert.equal(parseId(id.toUpperCase()), id);
  assert.equal(parseId(`${id} `), undefined);
  assert.equal(parseId("customer"), undefined);
});
