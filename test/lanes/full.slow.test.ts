import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isQuick, root, runLane } from "./lane.ts";

// What `npm test` leaves out, and, in full, properties and tables of which it goes through a sixth: `npm run test:slow` says
// so in ACCORD_TEST_RUNS.

const caseCounts = "support/case-counts.ts";
assert.ok(existsSync(join(root, "test", caseCounts)), `test/${caseCounts} is what files of many cases import`);

await runLane((file) => !isQuick(file) || readFileSync(join(root, file), "utf8").includes(`/${caseCounts}"`));
