import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isQuick, root, runLane } from "./lane.ts";

// What `npm test` leaves out, and, in full, properties and tables of which it goes through a quarter: `npm run test:slow` says
// so in ACCORD_TEST_RUNS.

await runLane((file) => !isQuick(file) || /from ".*\/support\/runs\.ts"/.test(readFileSync(join(root, file), "utf8")));
