import assert from "node:assert/strict";
import { test } from "node:test";
import { day } from "../../test/support/terms.ts";
import { daysOf } from "./usage-plan.ts";

const today = day("2026-05-10");
const span = (start: string, end: string | null) => ({ start: day(start), end: end === null ? null : day(end) });

test("usage is read for the days that the terms are there for, those of the last event too", () => {
  const [early, late] = [span("2025-01-01", "2026-01-01"), span("2026-01-01", "2027-01-01")];
  assert.deepEqual(daysOf([early, late], today), { start: early.start, end: late.end });
  assert.deepEqual(daysOf([early, span("2026-01-01", null)], today), { start: early.start, end: today + 2 });
});
