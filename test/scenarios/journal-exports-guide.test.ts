import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { startApi, type TestApi } from "../support/api.ts";
import { guideBlocks } from "../support/guide.ts";
import { guideRunner } from "../support/guide-runner.ts";

const guide = readFileSync(new URL("../../docs/journal-exports.md", import.meta.url), "utf8");

let api: TestApi;
before(async () => {
  api = await startApi({ works: true });
});
after(() => api.close());

test("docs/journal-exports.md: every line answers as the guide shows, in order", async () => {
  const runner = guideRunner(api);
  let requests = 0;
  for (const block of guideBlocks(guide)) requests += await runner.run(block);
  assert.ok(requests >= 12, `${requests} requests`);
  const { ACCORD_KEY: key = "" } = Object.fromEntries(runner.variables);
  const csv = "account,debit,credit\n1200,300.00,\n2410,,299.00\n6000,1.00,\n";
  const { body } = await api.request("POST", "/v3/journal-exports/reconciliation", {
    key,
    body: { month: "2026-01", csv },
  });
  assert.deepEqual(
    body.payload.accounts.map(
      ({ account, status, difference }: Record<string, string>) => `${account} ${status} ${difference}`,
    ),
    ["1200 EQUAL 0.00", "2410 DIFFERENT 1.00", "6000 OTHER 1.00"],
  );
});
