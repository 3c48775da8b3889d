import assert from "node:assert/strict";
import { test } from "node:test";
import { plural } from "./plural.ts";

test("one is one, and none are several", () => {
  assert.deepEqual(
    [0, 1, 2].map((number) => plural(number, "month")),
    ["0 months", "1 month", "2 months"],
  );
  assert.equal(plural(2, "entry", "entries"), "2 entries");
});
