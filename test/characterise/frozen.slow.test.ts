import assert from "node:assert/strict";
import { test } from "node:test";
import { keptBooks, someBooks } from "./catalogue.ts";
import { testFrozen } from "./frozen-tests.ts";
import { keptCompacts } from "./kept.ts";

// Books that were frozen are played again: what an integrator can see of them is what it was. `npm run test:frozen` plays them all.
testFrozen(process.env.ACCORD_FROZEN_BOOKS === "all" ? keptBooks : someBooks);

test("the books that are kept are those of the catalogue", async () => {
  const kept = await keptCompacts();
  assert.deepEqual([...kept.keys()].toSorted(), keptBooks.map(({ name }) => name).toSorted());
});
