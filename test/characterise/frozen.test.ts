import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startApi, type TestApi } from "../support/api.ts";
import { keptBooks, sideBySide } from "./catalogue.ts";
import { differenceTo } from "./compact.ts";
import { keptCompacts } from "./kept.ts";

// Books that were frozen are played again: what an integrator can see of them is what it was. See README.md here for what to
// do when it is not.

const kept = await keptCompacts();
let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api?.close());

describe("frozen books", { concurrency: sideBySide }, () => {
  for (const { name, play } of keptBooks) {
    test(name, async () => {
      const book = await play(api);
      assert.deepEqual(book.violations, [], book.story.map(({ day, words }) => `${day} ${words}`).join("\n"));
      const before = kept.get(name);
      assert.ok(before !== undefined, `${name} is not frozen; run npm run freeze:update`);
      assert.equal(differenceTo(before, book), undefined);
    });
  }
});

test("every book that is kept is played", () => {
  assert.deepEqual([...kept.keys()].toSorted(), keptBooks.map(({ name }) => name).toSorted());
});
