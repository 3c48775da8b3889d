import { test } from "node:test";
import { runProcesses } from "./run.ts";

test("three API and three worker processes on one database lose and double nothing when they are killed", async (t) => {
  await runProcesses({ kills: 3, seed: 20_260_115, print: (line) => t.diagnostic(line) });
});
