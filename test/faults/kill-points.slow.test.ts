import assert from "node:assert/strict";
import { after, test } from "node:test";
import { killLeftOver } from "../cli/program.ts";
import { killAtPoints } from "./kill-points.ts";

after(killLeftOver);

test("CRA-5, CRA-7, IDE-3: a process killed at a point of a request or of its job loses nothing, and does nothing twice", async (t) => {
  const { api, worker } = await killAtPoints({ points: 6, seed: 3, print: (line) => t.diagnostic(line) });
  assert.equal(api + worker, 6);
});
