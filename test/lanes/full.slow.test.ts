import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root, runLane } from "./lane.ts";

// Properties and tables of which `npm test` goes through a quarter, in full: `npm run test:slow` says so in ACCORD_TEST_RUNS.

await runLane((file) => /from ".*\/support\/runs\.ts"/.test(readFileSync(join(root, file), "utf8")));
