import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startApi, type TestApi } from "../support/api.ts";
import { sideBySide, simulation } from "./catalogue.ts";

// A random business of six months is audited at every month end. `npm run test:simulation -- 200 6 1` plays a century.

const [seeds, months] = [2, 6];
let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api?.close());

describe("random businesses of six months pass the audit at every month end", { concurrency: sideBySide }, () => {
  for (let seed = 1; seed <= seeds; seed++) {
    const { name, play } = simulation(seed, months);
    test(name, async () => {
      const { violations, story, results } = await play(api);
      assert.deepEqual(violations, [], story.map(({ day, words, answer }) => `${day} ${words}: ${answer}`).join("\n"));
      assert.equal(results.months, months);
    });
  }
});
