import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  addRatios,
  compareRatios,
  maxRatio,
  multiplyRatios,
  oneRatio,
  ratio,
  roundings,
  roundRatio,
  subtractRatios,
  sumRatios,
  wholeNumbers,
  zeroRatio,
} from "./ratio.ts";

const integers = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
const positive = fc.bigInt({ min: 1n, max: 10n ** 15n });
const ratios = fc.tuple(integers, positive).map(([n, d]) => ratio(n, d));

const roundingTable = [
  { value: [1, 2], HALF_UP: 1n, HALF_EVEN: 0n },
  { value: [3, 2], HALF_UP: 2n, HALF_EVEN: 2n },
  { value: [5, 2], HALF_UP: 3n, HALF_EVEN: 2n },
  { value: [-1, 2], HALF_UP: -1n, HALF_EVEN: 0n },
  { value: [-3, 2], HALF_UP: -2n, HALF_EVEN: -2n },
  { value: [-5, 2], HALF_UP: -3n, HALF_EVEN: -2n },
  { value: [249, 100], HALF_UP: 2n, HALF_EVEN: 2n },
  { value: [251, 100], HALF_UP: 3n, HALF_EVEN: 3n },
  { value: [-249, 100], HALF_UP: -2n, HALF_EVEN: -2n },
  { value: [-251, 100], HALF_UP: -3n, HALF_EVEN: -3n },
  { value: [7, 1], HALF_UP: 7n, HALF_EVEN: 7n },
  { value: [0, 9], HALF_UP: 0n, HALF_EVEN: 0n },
] as const;

for (const row of roundingTable) {
  const [numerator, denominator] = row.value;
  test(`${numerator}/${denominator} rounds to ${row.HALF_UP} away from zero and to ${row.HALF_EVEN} half to even`, () => {
    assert.equal(roundRatio(ratio(numerator, denominator), "HALF_UP"), row.HALF_UP);
    assert.equal(roundRatio(ratio(numerator, denominator), "HALF_EVEN"), row.HALF_EVEN);
  });
}

test("a negative denominator moves its sign to the numerator", () => {
  assert.deepEqual(ratio(3n, -4n), { numerator: -3n, denominator: 4n });
  assert.deepEqual(ratio(-3, -4), { numerator: 3n, denominator: 4n });
});

test("a ratio over zero is a bug", () => {
  assert.throws(() => ratio(1n, 0n), { name: "AssertionError" });
});

test("a fraction is not accepted as an integer", () => {
  assert.throws(() => ratio(0.5));
});

test("ratios compare by value, not by spelling", () => {
  assert.equal(compareRatios(ratio(1, 2), ratio(2, 4)), 0);
  assert.ok(compareRatios(ratio(1, 3), ratio(1, 2)) < 0);
  assert.ok(compareRatios(ratio(-1, 3), ratio(-1, 2)) > 0);
  assert.deepEqual(maxRatio(ratio(1, 3), ratio(1, 2)), ratio(1, 2));
});

test("a sum is in lowest terms, and opposite ratios sum to zero", () => {
  assert.deepEqual(sumRatios([ratio(1, 6), ratio(1, 3), ratio(-1, 4)]), ratio(1, 4));
  assert.deepEqual(sumRatios([]), ratio(0));
});

test("property: a third of anything three times is the whole again", () => {
  fc.assert(
    fc.property(ratios, (whole) => {
      const third = multiplyRatios(whole, ratio(1, 3));
      assert.equal(compareRatios(addRatios(addRatios(third, third), third), whole), 0);
    }),
  );
});

test("property: ratios follow the laws of arithmetic", () => {
  fc.assert(
    fc.property(ratios, ratios, ratios, (a, b, c) => {
      assert.equal(compareRatios(addRatios(a, b), addRatios(b, a)), 0);
      assert.equal(
        compareRatios(multiplyRatios(a, addRatios(b, c)), addRatios(multiplyRatios(a, b), multiplyRatios(a, c))),
        0,
      );
      assert.equal(compareRatios(addRatios(subtractRatios(a, b), b), a), 0);
      assert.equal(compareRatios(subtractRatios(a, a), zeroRatio), 0);
      assert.equal(compareRatios(multiplyRatios(a, oneRatio), a), 0);
      assert.equal(Math.sign(compareRatios(a, b)), -Math.sign(compareRatios(b, a)));
    }),
  );
});

test("property: rounding stays within half a unit, and only a tie depends on the rule", () => {
  fc.assert(
    fc.property(ratios, fc.constantFrom(...roundings), (value, rounding) => {
      const rounded = roundRatio(value, rounding);
      const twiceOff = 2n * (rounded * value.denominator - value.numerator);
      const distance = twiceOff < 0n ? -twiceOff : twiceOff;
      assert.ok(distance <= value.denominator);
      if (distance < value.denominator) {
        assert.equal(roundRatio(value, "HALF_UP"), roundRatio(value, "HALF_EVEN"));
      }
    }),
  );
});

test("property: a tie goes away from zero under HALF_UP and to the even neighbour under HALF_EVEN", () => {
  fc.assert(
    fc.property(integers, positive, (whole, half) => {
      const tie = ratio((2n * whole + 1n) * half, 2n * half);
      assert.equal(roundRatio(tie, "HALF_UP"), whole >= 0n ? whole + 1n : whole);
      assert.equal(roundRatio(tie, "HALF_EVEN"), whole % 2n === 0n ? whole : whole + 1n);
    }),
  );
});

test("property: rounding is the same on both sides of zero", () => {
  fc.assert(
    fc.property(ratios, fc.constantFrom(...roundings), (value, rounding) => {
      const mirrored = ratio(-value.numerator, value.denominator);
      assert.equal(roundRatio(mirrored, rounding), -roundRatio(value, rounding));
    }),
  );
});

test("property: whole numbers stand to each other as their ratios do", () => {
  fc.assert(
    fc.property(fc.array(ratios, { minLength: 2, maxLength: 6 }), (values) => {
      const whole = wholeNumbers(values);
      values.forEach((value, index) => {
        const [first, own] = [whole[0] ?? 0n, whole[index] ?? 0n];
        assert.equal(
          compareRatios(multiplyRatios(value, ratio(first)), multiplyRatios(values[0] ?? zeroRatio, ratio(own))),
          0,
        );
        assert.equal(Math.sign(compareRatios(value, zeroRatio)), own > 0n ? 1 : own < 0n ? -1 : 0);
      });
    }),
  );
});
