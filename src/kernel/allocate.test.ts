import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { allocate, elapsedPart, spread } from "./allocate.ts";
import { formatMoney, type Money, money, negate, sum, zero } from "./money.ts";
import { ratio, roundings, roundRatio } from "./ratio.ts";

const dollars = (text: string): Money => money(BigInt(text.replace(".", "")), "USD");
const texts = (amounts: readonly Money[]): string[] => amounts.map(formatMoney);

const allocations = [
  { total: "0.10", weights: [1n, 1n, 1n], parts: ["0.04", "0.03", "0.03"], why: "the first line takes the odd cent" },
  { total: "0.11", weights: [1n, 1n, 1n], parts: ["0.04", "0.04", "0.03"], why: "ties go by line order" },
  { total: "100.00", weights: [70n, 20n, 10n], parts: ["70.00", "20.00", "10.00"], why: "exact shares need no cent" },
  { total: "1.00", weights: [335n, 335n, 330n], parts: ["0.34", "0.33", "0.33"], why: "of two equal remainders" },
  { total: "0.01", weights: [1n, 5n, 4n], parts: ["0.00", "0.01", "0.00"], why: "to the largest remainder" },
  {
    total: "-0.10",
    weights: [1n, 1n, 1n],
    parts: ["-0.04", "-0.03", "-0.03"],
    why: "a credit is split like its charge",
  },
  { total: "5.00", weights: [0n, 1n, 0n], parts: ["0.00", "5.00", "0.00"], why: "no weight, no share" },
  { total: "0.00", weights: [3n, 4n], parts: ["0.00", "0.00"], why: "nothing to share" },
  { total: "-7.77", weights: [9n], parts: ["-7.77"], why: "a single line takes all" },
] as const;

for (const { total, weights, parts, why } of allocations) {
  test(`${total} by weights ${weights.join(", ")} is ${parts.join(", ")}: ${why}`, () => {
    assert.deepEqual(texts(allocate(dollars(total), weights)), parts);
  });
}

test("there is no way to allocate by no weight at all, or by a negative one", () => {
  for (const weights of [[], [0n], [0n, 0n], [2n, -1n], [-1n]]) {
    assert.throws(() => allocate(dollars("1.00"), weights), { name: "AssertionError" }, weights.join());
  }
});

const totals = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }).map((minor) => money(minor, "USD"));
const positiveTotals = fc.bigInt({ min: 0n, max: 10n ** 15n }).map((minor) => money(minor, "USD"));
const weightLists = fc
  .array(fc.oneof(fc.bigInt({ min: 0n, max: 5n }), fc.bigInt({ min: 0n, max: 10n ** 15n })), {
    minLength: 1,
    maxLength: 30,
  })
  .filter((weights) => weights.some((weight) => weight > 0n));

test("property: an allocation loses no minor unit", () => {
  fc.assert(
    fc.property(totals, weightLists, (total, weights) => {
      const parts = allocate(total, weights);
      assert.equal(parts.length, weights.length);
      assert.deepEqual(sum(parts, "USD"), total);
    }),
  );
});

test("property: each part is less than one minor unit from its exact share", () => {
  fc.assert(
    fc.property(totals, weightLists, (total, weights) => {
      const whole = weights.reduce((a, b) => a + b);
      allocate(total, weights).forEach((part, line) => {
        const off = part.minor * whole - total.minor * (weights[line] as bigint);
        assert.ok(off < whole && off > -whole, `line ${line} is ${off}/${whole} off`);
      });
    }),
  );
});

test("property: the odd units go to the largest remainders, ties to the earlier lines", () => {
  fc.assert(
    fc.property(positiveTotals, weightLists, (total, weights) => {
      const whole = weights.reduce((a, b) => a + b);
      const lines = allocate(total, weights).map((part, line) => {
        const exact = total.minor * (weights[line] as bigint);
        return { line, remainder: exact % whole, raised: part.minor > exact / whole };
      });
      for (const kept of lines.filter((line) => !line.raised)) {
        for (const raised of lines.filter((line) => line.raised)) {
          const inTurn =
            raised.remainder > kept.remainder || (raised.remainder === kept.remainder && raised.line < kept.line);
          assert.ok(inTurn, `line ${raised.line} was raised before line ${kept.line}`);
        }
      }
    }),
  );
});

test("property: equal weights never differ by more than one unit, and the earlier lines are never smaller", () => {
  fc.assert(
    fc.property(positiveTotals, fc.integer({ min: 1, max: 40 }), (total, count) => {
      const parts = allocate(
        total,
        Array.from({ length: count }, () => 7n),
      ).map((part) => part.minor);
      assert.deepEqual(
        parts,
        parts.toSorted((a, b) => (a > b ? -1 : a < b ? 1 : 0)),
      );
      assert.ok((parts[0] as bigint) - (parts.at(-1) as bigint) <= 1n);
    }),
  );
});

test("property: only the proportion of the weights matters", () => {
  fc.assert(
    fc.property(totals, weightLists, fc.bigInt({ min: 1n, max: 10n ** 9n }), (total, weights, factor) => {
      const scaled = weights.map((weight) => weight * factor);
      assert.deepEqual(allocate(total, scaled), allocate(total, weights));
    }),
  );
});

test("property: a negative total is the mirror of the positive one", () => {
  fc.assert(
    fc.property(totals, weightLists, (total, weights) => {
      assert.deepEqual(allocate(negate(total), weights), allocate(total, weights).map(negate));
    }),
  );
});

const spreads = [
  { total: "100.00", weights: Array(3).fill(1), parts: ["33.33", "33.34", "33.33"], why: "the cents do not pile up" },
  { total: "1.00", weights: [335, 335, 330], parts: ["0.34", "0.33", "0.33"], why: "three months of one commitment" },
  { total: "-100.00", weights: [1, 1, 1], parts: ["-33.33", "-33.34", "-33.33"], why: "a credit mirrors its charge" },
  { total: "10.00", weights: [0, 3, 0, 1, 0], parts: ["0.00", "7.50", "0.00", "2.50", "0.00"], why: "idle periods" },
  { total: "0.01", weights: [1, 1, 1], parts: ["0.00", "0.01", "0.00"], why: "once the share passes half a cent" },
] as const;

for (const { total, weights, parts, why } of spreads) {
  test(`${total} spread over ${weights.join(", ")} is ${parts.join(", ")}: ${why}`, () => {
    assert.deepEqual(texts(spread(dollars(total), weights, "HALF_UP")), parts);
  });
}

test("100.00 over twelve months comes to 25.00 after every third one", () => {
  const months = texts(spread(dollars("100.00"), Array(12).fill(1), "HALF_UP"));
  assert.deepEqual(
    months,
    [..."343343343343"].map((cent) => `8.3${cent}`),
  );
});

test("a tie between two periods follows the merchant's rounding", () => {
  assert.deepEqual(texts(spread(dollars("0.01"), [1, 1], "HALF_UP")), ["0.01", "0.00"]);
  assert.deepEqual(texts(spread(dollars("0.01"), [1, 1], "HALF_EVEN")), ["0.00", "0.01"]);
});

test("a total spread over no time at all is a bug, not a loss", () => {
  for (const weights of [[], [0], [0, 0], [2, -1], [-1, 2], [0.5, 0.5]]) {
    assert.throws(() => spread(dollars("1.00"), weights, "HALF_UP"), /Assertion failed|RangeError/, weights.join());
  }
});

test("time that lies outside the whole is a bug", () => {
  assert.throws(() => elapsedPart(dollars("1.00"), -1, 10, "HALF_UP"), { name: "AssertionError" });
  assert.throws(() => elapsedPart(dollars("1.00"), 11, 10, "HALF_UP"), { name: "AssertionError" });
  assert.throws(() => elapsedPart(dollars("1.00"), 0, 0, "HALF_UP"), { name: "AssertionError" });
});

const timeWeights = fc
  .array(fc.integer({ min: 0, max: 4_000_000 }), { minLength: 1, maxLength: 60 })
  .filter((weights) => weights.some((weight) => weight > 0));

test("property: a spread total is exact in sum and, period by period, the rounded share of the time elapsed", () => {
  fc.assert(
    fc.property(totals, timeWeights, fc.constantFrom(...roundings), (total, weights, rounding) => {
      const parts = spread(total, weights, rounding);
      assert.deepEqual(sum(parts, "USD"), total);
      const whole = weights.reduce((a, b) => a + b);
      let [elapsed, through] = [0, 0n];
      weights.forEach((weight, k) => {
        elapsed += weight;
        through += (parts[k] as Money).minor;
        assert.equal(through, roundRatio(ratio(total.minor * BigInt(elapsed), whole), rounding));
        assert.equal(through, elapsedPart(total, elapsed, whole, rounding).minor);
      });
    }),
  );
});

test("property: no period takes back what an earlier one gave", () => {
  fc.assert(
    fc.property(positiveTotals, timeWeights, fc.constantFrom(...roundings), (total, weights, rounding) => {
      for (const part of spread(total, weights, rounding)) assert.ok(part.minor >= 0n);
      for (const part of spread(negate(total), weights, rounding)) assert.ok(part.minor <= 0n);
    }),
  );
});

test("property: the elapsed part grows with time, from nothing to all", () => {
  fc.assert(
    fc.property(positiveTotals, fc.integer({ min: 1, max: 10 ** 9 }), fc.nat(), fc.nat(), (total, whole, a, b) => {
      const [sooner, later] = [a % (whole + 1), b % (whole + 1)].toSorted((x, y) => x - y) as [number, number];
      const part = (elapsed: number) => elapsedPart(total, elapsed, whole, "HALF_UP").minor;
      assert.ok(part(sooner) <= part(later));
      assert.deepEqual(elapsedPart(total, 0, whole, "HALF_UP"), zero("USD"));
      assert.deepEqual(elapsedPart(total, whole, whole, "HALF_UP"), total);
    }),
  );
});
