import { test } from "node:test";
import { runProxy } from "./proxy.ts";

test("DBF-2: what delays, cuts or swallows between program and database loses and doubles nothing, and the program recovers", async (t) => {
  await runProxy({ faults: 4, seed: 20_260_216, print: (line) => t.diagnostic(line) });
});
