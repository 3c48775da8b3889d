import assert from "node:assert/strict";
import { test } from "node:test";
import { frozenBooks, someBooks } from "./catalogue.ts";
import { readFrozen } from "./frozen-file.ts";
import { testFrozen } from "./frozen-tests.ts";

// Books that were frozen are played again: what an integrator can see of them is what it was. `npm run test:frozen` plays them all.
testFrozen(process.env.ACCORD_FROZEN_BOOKS === "all" ? frozenBooks : someBooks);

test("every book of the catalogue has its frozen file, and no other file is there", async () => {
  const kept = await readFrozen();
  assert.deepEqual([...kept.keys()].toSorted(), frozenBooks.map(({ name }) => name).toSorted());
});
