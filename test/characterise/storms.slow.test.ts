import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startApi, type TestApi } from "../support/api.ts";
import { sideBySide, storm } from "./catalogue.ts";

// Whatever is done to a book in 60 steps, what README.md here says of every book holds. `npm run test:books -- 500` plays more.

const count = 5;
let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api?.close());

describe("random books of 60 steps keep all invariants", { concurrency: sideBySide }, () => {
  for (let seed = 1; seed <= count; seed++) {
    const { name, play } = storm(seed);
    test(name, async () => {
      const { violations, story } = await play(api);
      assert.deepEqual(violations, [], story.map(({ day, words, answer }) => `${day} ${words}: ${answer}`).join("\n"));
      assert.ok(story.length >= 60, `${story.length} steps`);
    });
  }
});
