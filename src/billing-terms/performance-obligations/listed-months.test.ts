import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { day, month, usd } from "../../../test/support/terms.ts";
import { firstDayOf, formatMonth } from "../../kernel/day.ts";
import { formatMoney } from "../../kernel/money.ts";
import { listedMonthsLeft } from "./listed-months.ts";
import type { ManualMonth } from "./performance-obligation.ts";

const listed = (months: Readonly<Record<string, number>>): ManualMonth[] =>
  Object.entries(months).map(([name, minor]) => ({ month: month(name), total: usd(minor), isManual: true }));
const left = (months: Readonly<Record<string, number>>, before: number, after: number, by: string, isShared = false) =>
  listedMonthsLeft(listed(months), { before: usd(before), left: usd(after), by: day(by), isShared }, "HALF_UP").map(
    ({ month: at, total }) => `${formatMonth(at)} ${formatMoney(total)}`,
  );

describe("listed months whose term ends early", () => {
  const year = { "2026-01": 20_000, "2026-03": 20_000, "2026-06": 20_000, "2026-09": 40_000, "2026-12": 20_000 };
  const served = ["2026-01 200.00", "2026-03 200.00", "2026-06 200.00"];

  test("first lose months after the end, each in proportion", () => {
    assert.deepEqual(left(year, 120_000, 90_000, "2026-07-01"), [...served, "2026-09 200.00", "2026-12 100.00"]);
    assert.deepEqual(left(year, 120_000, 60_000, "2026-07-01"), served);
    const odd = { "2026-01": 1, "2026-07": 10_000, "2026-08": 10_000, "2026-09": 10_000 };
    const parts = ["2026-01 0.01", "2026-07 33.33", "2026-08 33.34", "2026-09 33.33"];
    assert.deepEqual(left(odd, 30_001, 10_001, "2026-02-01"), parts);
  });

  test("lose served months only for an excess, the month of the end before others", () => {
    assert.deepEqual(left(year, 120_000, 50_000, "2026-06-16"), [...served.slice(0, 2), "2026-06 100.00"]);
    assert.deepEqual(left(year, 120_000, 20_000, "2026-06-16"), ["2026-01 100.00", "2026-03 100.00"]);
    assert.deepEqual(left(year, 120_000, 30_000, "2026-07-01"), [
      ...["2026-01 100.00", "2026-03 100.00", "2026-06 100.00"],
    ]);
  });

  test("lose only months after the end in an allocated contract, where served months keep their allocated price", () => {
    assert.deepEqual(left(year, 120_000, 90_000, "2026-07-01", true), [...served, "2026-09 200.00", "2026-12 100.00"]);
    assert.deepEqual(left(year, 120_000, 30_000, "2026-06-16", true), served);
    // In the scale of the list, which comes to half of the price.
    assert.deepEqual(left(year, 240_000, 200_000, "2026-10-01", true), [...served, "2026-09 400.00"]);
  });

  test("stay where the price stays, and are zero where it is all lost", () => {
    assert.deepEqual(left({ "2026-07": 5_000 }, 5_000, 5_000, "2026-02-01"), ["2026-07 50.00"]);
    assert.deepEqual(left({ "2026-07": 5_000, "2026-08": 1 }, 5_001, 0, "2026-02-01"), [
      "2026-07 0.00",
      "2026-08 0.00",
    ]);
  });

  test("are scaled to the earned price where they sum to another price", () => {
    const months = { "2026-01": 20_000, "2026-02": 20_000, "2026-03": 80_000 };
    assert.deepEqual(left(months, 60_000, 30_000, "2026-03-01"), [
      "2026-01 100.00",
      "2026-02 100.00",
      "2026-03 100.00",
    ]);
  });

  test("keep negative months after the end", () => {
    assert.deepEqual(left({ "2026-01": 30_000, "2026-09": -10_000 }, 20_000, 10_000, "2026-02-01"), [
      ...["2026-01 200.00", "2026-09 -100.00"],
    ]);
  });
});

test("property: listed months sum to the remaining price, and served ones lose only what later ones do not have", () => {
  const months = fc.uniqueArray(fc.record({ at: fc.nat(12), minor: fc.nat(50_000) }), {
    selector: ({ at }) => at,
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(months, fc.nat(1_000), fc.integer({ min: 0, max: 400 }), (list, permille, days) => {
      const all = list.map(({ at, minor }) => ({ month: month("2026-01") + at, total: usd(minor), isManual: true }));
      const whole = list.reduce((total, { minor }) => total + minor, 0);
      const price = Math.floor((whole * permille) / 1_000);
      const by = day("2026-01-01") + days;
      const kept = listedMonthsLeft(all, { before: usd(whole), left: usd(price), by, isShared: false }, "HALF_UP");
      const totalOf = (some: readonly ManualMonth[]) => some.reduce((sum, { total }) => sum + Number(total.minor), 0);
      const served = (some: readonly ManualMonth[]) => some.filter((one) => firstDayOf(one.month + 1) <= by);
      assert.equal(totalOf(kept), price);
      assert.equal(totalOf(served(kept)), Math.min(totalOf(served(all)), price));
    }),
  );
});
