import assert from "node:assert/strict";
import { test } from "node:test";
import { keptBooks } from "./catalogue.ts";
import { testFrozen } from "./frozen-tests.ts";
import { keptCompacts } from "./kept.ts";

// Books that were frozen are played again: what an integrator can see of them is what it was.
testFrozen(keptBooks);

test("every book that is kept is played", async () => {
  const kept = await keptCompacts();
  assert.deepEqual([...kept.keys()].toSorted(), keptBooks.map(({ name }) => name).toSorted());
});
