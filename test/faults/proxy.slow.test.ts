import { test } from "node:test";
import { runProxy } from "./proxy.ts";

test("DBF-2: delayed, cut and swallowed bytes between program and database lose and double nothing, and the program recovers", async (t) => {
  await runProxy({ faults: 4, seed: 20_260_216, print: (line) => t.diagnostic(line) });
});
