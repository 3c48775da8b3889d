import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";

test("migrations begin with the baseline and are numbered without gaps", () => {
  const names = readdirSync(new URL("../../migrations/", import.meta.url)).filter((name) => /^\d/.test(name));
  assert.equal(names.toSorted()[0], "0001_baseline.sql");
  assert.deepEqual(
    names.map((name) => name.slice(0, 4)).toSorted(),
    names.map((_, index) => String(index + 1).padStart(4, "0")),
  );
});
