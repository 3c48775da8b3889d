import assert from "node:assert/strict";
import { test } from "node:test";
import { failStatements } from "./statements.ts";

test("DBF-7, CRA-5: a write in which any statement fails leaves no row, no audit row and no event", async () => {
  const counts = await failStatements({ writes: 6, seed: 7, print: () => undefined });
  assert.equal(counts.writes, 6);
  assert.ok(counts.statements > 20, JSON.stringify(counts));
});
