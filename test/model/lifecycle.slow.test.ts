import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApi, type TestApi } from "../support/api.ts";
import { runLifecycles } from "./lifecycle-run.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api?.close());

test("random commands on a contract, alone and concurrent, have the status, sums and rejections of the model", async () => {
  const counts = await runLifecycles(api, { sequences: 8, commands: 20, seed: 20_260_117 });
  assert.ok(counts.sequences === 8 && counts.commands > 50 && counts.rejected > 5, JSON.stringify(counts));
});
