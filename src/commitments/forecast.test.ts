import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  commitmentOf,
  overageOf,
  scheduleOf,
  stepOf,
  termsOf,
  usageTerm,
  used,
} from "../../test/support/commitments.ts";
import { day } from "../../test/support/terms.ts";
import { formatDay } from "../kernel/day.ts";
import { formatMoney } from "../kernel/money.ts";
import { exactText } from "../kernel/ratio-text.ts";
import type { DailyUsage } from "./commitment.ts";
import { expectedUsage, type ForecastMethod, forecast } from "./forecast.ts";

const terms = termsOf(usageTerm("a", "1"));
const january = { start: day("2026-01-01"), end: day("2026-02-01") };

function forecastOf(value: string, facts: readonly DailyUsage[], method: ForecastMethod = "FLAT") {
  const schedule = scheduleOf({ steps: [stepOf("step", value, "a")], overageConfigs: [overageOf("2")] });
  const context = { terms, rounding: "HALF_UP", today: january.end } as const;
  const [first] = forecast(commitmentOf({ schedules: [schedule] }), schedule, facts, context, {
    method,
    observed: january,
  });
  return first ?? assert.fail();
}

describe("a forecast from January to the end of March", () => {
  test("flat: the average of the 31 observed days continues for 28 and 31 days; the rest is a true-up", () => {
    const expected = forecastOf("100", [used("2026-01-02", "31")]);
    assert.equal(exactText(expected.consumed), "31");
    assert.equal(exactText(expected.expectedConsumed), "90");
    assert.deepEqual(
      expected.burnDown.map(({ end, remaining }) => [formatDay(end), exactText(remaining)]),
      [
        ["2026-02-01", "69"],
        ["2026-03-01", "41"],
        ["2026-04-01", "10"],
      ],
    );
    assert.deepEqual([formatMoney(expected.trueUp), expected.exhaustedBy], ["10.00", null]);
  });

  test("has the day on which the value is used up, and the overage", () => {
    const expected = forecastOf("59", [used("2026-01-02", "31")]);
    assert.equal(formatDay(expected.exhaustedBy ?? 0), "2026-03-01");
    assert.equal(formatMoney(expected.overage), "62.00");
    assert.equal(formatMoney(expected.trueUp), "0.00");
  });

  test("leaves out usage of today, for the day is not over", () => {
    const withToday = [used("2026-01-02", "31"), used("2026-02-01", "500")];
    assert.deepEqual(forecastOf("100", withToday), forecastOf("100", [used("2026-01-02", "31")]));
  });

  test("trend: the line through 1, 2, 3 … continues as 32, 33 …", () => {
    const rising = Array.from({ length: 31 }, (_, index) => ({
      ...used("2026-01-01", String(index + 1)),
      day: january.start + index,
    }));
    const next = expectedUsage(
      rising,
      { method: "TREND", observed: january },
      { start: january.end, end: january.end + 2 },
    );
    assert.deepEqual(
      next.map(({ quantity }) => exactText(quantity)),
      ["32", "33"],
    );
    assert.equal(exactText(forecastOf("10000", rising, "TREND").expectedConsumed), "4095");
  });

  test("ends a falling trend at zero", () => {
    const falling = [used("2026-01-01", "100"), used("2026-01-02", "50")];
    const later = expectedUsage(
      falling,
      { method: "TREND", observed: january },
      { start: january.end, end: january.end + 9 },
    );
    assert.ok(later.every(({ quantity }) => quantity.numerator === 0n));
  });

  test("has no trend from one observed day", () => {
    const first = { start: january.start, end: january.start + 1 };
    const next = expectedUsage(
      [used("2026-01-01", "7")],
      { method: "TREND", observed: first },
      { ...january, start: first.end },
    );
    assert.ok(next.length === 30 && next.every(({ quantity }) => exactText(quantity) === "7"));
  });
});
