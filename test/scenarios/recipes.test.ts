import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { clientOf } from "../support/client.ts";
import { guideBlocks } from "../support/guide.ts";
import { type GuideRunner, guideRunner } from "../support/guide-runner.ts";
import { monthlyTotals } from "../support/monthly-totals.ts";

/** Pages whose sections each make a contract and say what it bills and earns. */
for (const [page, sections] of [
  ["recipes", 8],
  ["concepts", 8],
] as const) {
  const guide = readFileSync(new URL(`../../docs/${page}.md`, import.meta.url), "utf8");
  const [introduction = "", ...parts] = guide.split(/^## /m);

  describe(`docs/${page}.md: every section runs, and its contract bills and earns the amounts of its table`, () => {
    let api: TestApi;
    let runner: GuideRunner;
    before(async () => {
      api = await startApi({ works: true });
      runner = guideRunner(api);
      for (const block of guideBlocks(introduction)) await runner.run(block);
    });
    after(() => api.close());

    assert.equal(parts.length, sections);
    for (const part of parts) {
      const [title = ""] = part.split("\n");
      const rows = [...part.matchAll(/^\| (\d{4}-\d{2}) \| (\S+) \| (\S+) \|$/gm)].map((row) => row.slice(1));
      test(title, async () => {
        assert.ok(rows.length > 1, "it has a table");
        for (const block of guideBlocks(part)) await runner.run(block);
        const totals = await monthlyTotals(clientOf(api, api.merchants.A), runner.variables.get("CONTRACT") ?? "");
        assert.deepEqual(
          rows.map(([month = ""]) => [month, totals.invoiced(month), totals.earned(month)]),
          rows,
        );
      });
    }

    if (page === "recipes") {
      test("docs/recipes.md: the ledger differs from the journal by the documented amounts", async () => {
        const [, csv = ""] = /"csv": "([^"]+)"/.exec(guide) ?? [];
        const body = { month: "2026-06", csv: csv.replaceAll("\\n", "\n") };
        const { accounts } = await clientOf(api, api.merchants.A).ok(
          "POST",
          "/v3/journal-exports/reconciliation",
          body,
        );
        const shown = accounts.map(
          ({ currency, account, status, difference }: Json) => `${currency} ${account} ${status} ${difference}`,
        );
        assert.deepEqual(
          shown.filter((each: string) => each.startsWith("EUR")),
          ["EUR 1200 EQUAL 0.00", "EUR 2400 DIFFERENT -50.00", "EUR 4000 DIFFERENT 50.00"],
        );
        assert.ok(
          shown.some((each: string) => /^USD 1200 NOT_EXPORTED /.test(each)),
          shown.join(),
        );
      });
    }
  });
}
