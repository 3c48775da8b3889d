import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startApi, type TestApi } from "../support/api.ts";
import { type BookToPlay, sideBySide } from "./catalogue.ts";
import { differenceTo } from "./compact.ts";
import { readFrozen } from "./frozen-file.ts";

/** Tests that books are what was frozen of them. See README.md here for what to do where one is not. */
export function testFrozen(books: readonly BookToPlay[]): void {
  let api: TestApi;
  before(async () => {
    api = await startApi();
  });
  after(() => api?.close());
  const kept = readFrozen();

  describe("frozen books", { concurrency: sideBySide }, () => {
    for (const { name, play } of books) {
      test(name, async () => {
        const book = await play(api);
        assert.deepEqual(book.violations, [], book.story.map(({ day, words }) => `${day} ${words}`).join("\n"));
        const was = (await kept).get(name);
        assert.ok(was !== undefined, `${name} is not frozen; run npm run freeze:update`);
        const difference = differenceTo(was, book);
        if (difference !== undefined) assert.fail(difference);
      });
    }
  });
}
