import assert from "node:assert/strict";
import { test } from "node:test";
import { ratio } from "./ratio.ts";
import { exactText, finiteDecimal, shownDecimal } from "./ratio-text.ts";

test("a ratio is written exactly, or rounded to the decimals that a document shows", () => {
  const small = ratio(1n, 10n ** 13n);
  for (const [value, exact, finite, shown] of [
    [ratio(0), "0", "0", "0"],
    [ratio(-9, 12), "-0.75", "-0.75", "-0.75"],
    [ratio(200, 2), "100", "100", "100"],
    [ratio(2, 6), "1/3", undefined, "0.333333333333"],
    [ratio(-2, 3), "-2/3", undefined, "-0.666666666667"],
    [small, "1/10000000000000", "0.0000000000001", "0"],
    [ratio(5n, 10n ** 13n), "1/2000000000000", "0.0000000000005", "0.000000000001"],
  ] as const) {
    assert.equal(exactText(value), exact);
    assert.equal(finiteDecimal(value), finite);
    assert.equal(shownDecimal(value), shown);
  }
});
