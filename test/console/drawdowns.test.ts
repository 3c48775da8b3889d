import assert from "node:assert/strict";
import { test } from "node:test";
import { drawdowns } from "../../console/src/screens/usage/drawdowns.ts";

const period = {
  ...{
    scheduleId: "s1",
    periodStart: "2026-01-01",
    periodEnd: "2026-03-31",
    committed: "4500.00",
    consumed: "1793.80",
  },
  ...{ expectedConsumed: "4500.00", expectedOverage: "299.91", expectedShortfall: "0.00", expectedTrueUp: "0.00" },
  exhaustedBy: "2026-03-31",
  burnDown: [
    { date: "2026-01-31", consumed: "1500.00", remaining: "3000.00" },
    { date: "2026-02-28", consumed: "3165.84", remaining: "1334.16" },
    { date: "2026-03-31", consumed: "4500.00", remaining: "0.00" },
  ],
};

const told = (observedTo: string, of = period) =>
  drawdowns(of, observedTo).map(({ from, to, used, left, isExpected }) => [from, to, used, left, isExpected]);

test("the current billing period is divided after the last observed day", () => {
  assert.deepEqual(told("2026-02-05"), [
    ["2026-01-01", "2026-01-31", "1500.00", "3000.00", false],
    ["2026-02-01", "2026-02-05", "293.80", "2706.20", false],
    ["2026-02-06", "2026-02-28", "1372.04", "1334.16", true],
    ["2026-03-01", "2026-03-31", "1334.16", "0.00", true],
  ]);
});

test("no period is divided at its end, after the commitment period and before it", () => {
  const days = (observedTo: string) => told(observedTo).map(([from, to, , , isExpected]) => [from, to, isExpected]);
  const whole = (...expected: boolean[]) => [
    ["2026-01-01", "2026-01-31", expected[0]],
    ["2026-02-01", "2026-02-28", expected[1]],
    ["2026-03-01", "2026-03-31", expected[2]],
  ];
  assert.deepEqual(days("2026-02-28"), whole(false, false, true));
  assert.deepEqual(days("2026-05-01"), whole(false, false, false));
  assert.deepEqual(days("2025-12-15"), whole(true, true, true));
});

test("drawn amounts sum to the consumed amount", () => {
  const cents = (text: string) => Math.round(Number(text) * 100);
  const used = drawdowns(period, "2026-02-05").reduce((sum, each) => sum + cents(each.used), 0);
  assert.equal(used, cents("4500.00"));
});
