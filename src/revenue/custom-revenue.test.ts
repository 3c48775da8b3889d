import assert from "node:assert/strict";
import { test } from "node:test";
import { day, month, statedOf, usd } from "../../test/support/terms.ts";
import { checkEntries } from "./custom-revenue.ts";

test("null removes a manual month on any day, also without service", () => {
  const service = { start: day("2026-01-01"), end: day("2026-07-01") };
  const manualMonths = [{ month: month("2026-12"), total: usd(900), isManual: true }];
  const problems = (timeframe: string, total: ReturnType<typeof usd> | null, closedThrough: number | null = null) =>
    checkEntries([{ month: month(timeframe), total }], statedOf(usd(600), { service, manualMonths }), {
      closedThrough,
    }).map(({ code }) => code);
  assert.deepEqual(problems("2026-12", null), []);
  assert.deepEqual(problems("2026-12", usd(1)), ["RANGE"]);
  assert.deepEqual(problems("2026-11", null), ["RANGE"]);
  assert.deepEqual(problems("2026-12", null, month("2026-12")), ["PERIOD_CLOSED"]);
});
