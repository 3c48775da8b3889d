import { test } from "node:test";
import { killAndResume } from "./kill-and-resume.ts";

test("CRA-2: a run that is killed repeatedly ends with the same figures", async (t) => {
  const print = (line: string) => t.diagnostic(line);
  await killAndResume({ kills: 2, contracts: 30, seed: 7, withinMilliseconds: 5_000, print });
});
