import { test } from "node:test";
import { runProcesses } from "./run.ts";

test("three processes that answer and three that work share one database, and kills of them lose and double nothing", async (t) => {
  await runProcesses({ kills: 3, seed: 20_260_115, print: (line) => t.diagnostic(line) });
});
