import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { runs } from "../../test/support/case-counts.ts";
import { type Money, money } from "../kernel/money.ts";
import { carryCredit } from "./carried-credit.ts";

const usd = (minor: number): Money => money(BigInt(minor), "USD");

/** Usage amounts in cents, by period and line; with a pair, the second is what credit memos credited. */
type Line = number | readonly [usageAmount: number, credited: number];

function carried(...periods: readonly (readonly Line[])[]) {
  const usageAmounts = periods.map((lines) =>
    lines.map((line) => {
      const [usageAmount, credited] = typeof line === "number" ? [line, 0] : line;
      return { usageAmount: usd(usageAmount), credited: usd(credited) };
    }),
  );
  return carryCredit(usageAmounts, "USD").map((lines) =>
    lines.map(({ toBill, deducted, carriedForward, left }) =>
      [toBill, deducted, carriedForward, left].map(({ minor }) => Number(minor)),
    ),
  );
}

test("a negative period bills nothing, and its credit is deducted from later lines", () => {
  assert.deepEqual(carried([-1000], [800], [600]), [[[0, 0, 1000, 0]], [[0, 800, 0, 0]], [[400, 200, 0, 0]]]);
});

test("a credit that no line can carry stays with its period, the oldest is deducted first", () => {
  assert.deepEqual(carried([-1000], [-600], [1200]), [[[0, 0, 1000, 0]], [[0, 0, 600, 400]], [[0, 1200, 0, 0]]]);
});

test("lines of a period deduct its own credit before earlier ones", () => {
  assert.deepEqual(carried([500, -300]), [
    [
      [200, 300, 0, 0],
      [0, 0, 300, 0],
    ],
  ]);
});

test("nothing is deducted from a line billed before", () => {
  assert.deepEqual(carried([500], [-300]), [[[500, 0, 0, 0]], [[0, 0, 300, 300]]]);
});

test("a credit memo ends the carry-forward, also if a later line could have deducted it", () => {
  assert.deepEqual(carried([[-1000, 200]], [800]), [[[-200, 0, 800, 0]], [[0, 800, 0, 0]]]);
  assert.deepEqual(carried([[-1000, 200]], [1400]), [[[-200, 0, 800, 0]], [[600, 800, 0, 0]]]);
});

test("an amount credited in excess of what is owed now is billed", () => {
  assert.deepEqual(carried([[-100, 200]], [800]), [[[-100, 0, 0, 0]], [[800, 0, 0, 0]]]);
  assert.deepEqual(carried([[0, 200]]), [[[0, 0, 0, 0]]], "new less billed: 0.00 − −2.00");
});

test("property: credits are conserved, no line is below its own credits, and credit remains only where no line can carry it", () => {
  const line = fc.tuple(fc.integer({ min: -50, max: 50 }), fc.nat(20));
  fc.assert(
    fc.property(fc.array(fc.array(line, { maxLength: 4 }), { maxLength: 8 }), (periods) => {
      const found = carried(...periods).flat();
      const lines = periods.flat();
      const total = (index: number) => found.reduce((sum, each) => sum + (each[index] ?? 0), 0);
      const usageAmount = lines.reduce((sum, [each]) => sum + each, 0);
      assert.equal(total(0) - total(3), usageAmount);
      for (const [index, [toBill = 0]] of found.entries()) {
        const [own = 0, credited = 0] = lines[index] ?? [];
        assert.ok(toBill >= Math.min(0, Math.max(own, -credited)));
      }
      const lastLeft = found.findLastIndex(([, , , left]) => left !== 0);
      const after = periods.findIndex((_, index) => periods.slice(0, index + 1).flat().length > lastLeft);
      const later = carried(...periods)
        .slice(after)
        .flat();
      if (lastLeft >= 0)
        assert.ok(
          later.every(([toBill = 0]) => toBill <= 0),
          "a later line is billed beside it",
        );
    }),
    { numRuns: runs(400) },
  );
});
