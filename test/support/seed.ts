import fc from "fast-check";
import { runs } from "./runs.ts";

// Properties draw the same values in every run of `npm test`, so that a commit that is green stays green. Others:
//
//   npm run test:properties -- [ROUNDS]

fc.configureGlobal({ seed: Number(process.env.ACCORD_TEST_SEED ?? 1), numRuns: runs(100) });
