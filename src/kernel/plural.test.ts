import assert from "node:assert/strict";
import { test } from "node:test";
import { plural } from "./plural.ts";

test("one has the singular, all other numbers have the plural", () => {
  assert.deepEqual(
    [0, 1, 2].map((number) => plural(number, "month")),
    ["0 months", "1 month", "2 months"],
  );
  assert.equal(plural(2, "entry", "entries"), "2 entries");
});
