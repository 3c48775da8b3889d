import fc from "fast-check";
import { runs } from "./case-counts.ts";

// Properties use the same random values in every run of `npm test`, so that a passing commit keeps passing. For other values:
//
//   npm run test:properties -- [ROUNDS]

fc.configureGlobal({ seed: Number(process.env.ACCORD_TEST_SEED ?? 1), numRuns: runs(100) });
