import fc from "fast-check";

// Properties draw the same values in every run of `npm test`, so that a commit that is green stays green. Others:
//
//   npm run test:properties -- [ROUNDS]

fc.configureGlobal({ seed: Number(process.env.ACCORD_TEST_SEED ?? 1) });
