import assert from "node:assert/strict";
import { test } from "node:test";
import { day, month, usd } from "../../../test/support/terms.ts";
import { formatMonth } from "../../kernel/day.ts";
import { type ManualMonth, manualMonthsServed } from "./performance-obligation.ts";

const manual = (timeframe: string, minor: number): ManualMonth => {
  return { month: month(timeframe), total: usd(minor), isManual: true };
};

test("an earlier end of service removes the manual months after it", () => {
  const manualMonths = [manual("2026-02", 100), { ...manual("2026-03", 200), isManual: false }, manual("2026-05", 300)];
  const left = (start: string, end: string, recognitionDate: string | null = null) =>
    manualMonthsServed(manualMonths, {
      service: { start: day(start), end: day(end) },
      recognitionDate: recognitionDate === null ? null : day(recognitionDate),
    }).map((each) => formatMonth(each.month).slice(5));
  assert.deepEqual(left("2026-01-01", "2026-05-02"), ["02", "03", "05"]);
  // What a closed month had is set by nobody, so it stays while any month is set manually.
  assert.deepEqual(left("2026-01-01", "2026-03-01"), ["02", "03"]);
  assert.deepEqual(left("2026-04-01", "2026-06-01"), ["03", "05"]);
  assert.deepEqual(left("2026-04-01", "2026-06-01", "2026-02-10"), ["02", "03", "05"]);
  assert.deepEqual(left("2026-01-01", "2026-02-01"), []);
  assert.deepEqual(
    manualMonthsServed(manualMonths, { service: { start: day("2026-01-01"), end: null }, recognitionDate: null }),
    manualMonths,
  );
});
