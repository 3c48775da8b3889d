import assert from "node:assert/strict";
import { test } from "node:test";
import { monthStatus } from "../../console/src/screens/close/month-status.ts";

test("a month that is not listed is closed up to the last closed month, and open after it", () => {
  assert.equal(monthStatus("2025-12", undefined, "2026-02"), "CLOSED");
  assert.equal(monthStatus("2026-02", undefined, "2026-02"), "CLOSED");
  assert.equal(monthStatus("2026-03", undefined, "2026-02"), "OPEN");
  assert.equal(monthStatus("2025-12", undefined, undefined), "OPEN");
});

test("the status of a listed month is used", () => {
  assert.equal(monthStatus("2026-02", { status: "REOPENED" }, "2026-01"), "REOPENED");
  assert.equal(monthStatus("2026-02", { status: "CLOSED" }, undefined), "CLOSED");
});
