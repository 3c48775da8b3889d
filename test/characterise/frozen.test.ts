import { fewBooks } from "./catalogue.ts";
import { testFrozen } from "./frozen-tests.ts";

// A few of the books that `npm run test:slow` plays.
testFrozen(fewBooks);
