import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { startApi, type TestApi } from "../support/api.ts";
import { clientOf } from "../support/client.ts";
import { guideBlocks } from "../support/guide.ts";
import { type GuideRunner, guideRunner } from "../support/guide-runner.ts";
import { monthlyTotals } from "../support/monthly-totals.ts";

const guide = readFileSync(new URL("../../docs/recipes.md", import.meta.url), "utf8");
const [introduction = "", ...recipes] = guide.split(/^## /m);

let api: TestApi;
let runner: GuideRunner;
before(async () => {
  api = await startApi({ works: true });
  runner = guideRunner(api);
  for (const block of guideBlocks(introduction)) await runner.run(block);
});
after(() => api.close());

describe("docs/recipes.md: every recipe runs, and its contract bills and earns what the table says", () => {
  for (const recipe of recipes) {
    const [title = ""] = recipe.split("\n");
    const rows = [...recipe.matchAll(/^\| (\d{4}-\d{2}) \| (\S+) \| (\S+) \|$/gm)].map((row) => row.slice(1));
    test(title, async () => {
      assert.ok(rows.length > 1, "it has a table");
      for (const block of guideBlocks(recipe)) await runner.run(block);
      const totals = await monthlyTotals(clientOf(api, api.merchants.A), runner.variables.get("CONTRACT") ?? "");
      assert.deepEqual(
        rows.map(([month = ""]) => [month, totals.invoiced(month), totals.earned(month)]),
        rows,
      );
    });
  }
});
