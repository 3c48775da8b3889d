import assert from "node:assert/strict";
import { after, test } from "node:test";
import { killLeftOver } from "../cli/program.ts";
import { runDeliveries } from "./deliveries.ts";

after(killLeftOver);

test("WHK-3: while processes are killed and receivers fail, webhooks alone and the feed alone tell every record as the API shows it", async (t) => {
  const { failures, events } = await runDeliveries({ kills: 4, seed: 19, print: (line) => t.diagnostic(line) });
  assert.ok(failures > 0 && events > 0);
});
