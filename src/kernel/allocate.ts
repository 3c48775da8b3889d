import { assert } from "./assert.ts";
import { type Money, money } from "./money.ts";
import { type Rounding, roundRatio } from "./ratio.ts";

/**
 * Splits a total over parallel lines by weight and loses no minor unit (rules 5, "a total over parallel lines").
 *
 * Every line gets the whole minor units of its exact share. The rest goes, one unit each, to the lines with the largest remainders,
 * ties by line order. A negative total is split like the positive one, with the sign restored.
 *
 * @param total   any amount
 * @param weights at least one, all ≥ 0 and not all 0
 * @returns one amount per weight, in order; their sum is exactly `total`
 */
export function allocate(total: Money, weights: readonly bigint[]): Money[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0n);
  assert(whole > 0n && weights.every((weight) => weight >= 0n), "weights are not negative and one is positive");
  const sign = total.minor < 0n ? -1n : 1n;
  const magnitude = total.minor * sign;

  const shares = weights.map((weight, index) => {
    const exact = magnitude * weight;
    return { index, floor: exact / whole, remainder: exact % whole };
  });
  const left = shares.reduce((rest, share) => rest - share.floor, magnitude);
  const byRemainder = shares.toSorted((a, b) =>
    a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1,
  );
  const raised = new Set(byRemainder.slice(0, Number(left)).map((share) => share.index));
  return shares.map(({ index, floor }) => money(sign * (floor + (raised.has(index) ? 1n : 0n)), total.currency));
}

/**
 * The part of a total for the first `elapsed` of `whole` units of time, rounded once (rules 5, "a total over time"). Amounts of
 * single periods are differences of this, so they sum to the total exactly.
 *
 * @param elapsed 0 … whole
 * @param whole   > 0
 */
export function elapsedPart(total: Money, elapsed: number, whole: number, rounding: Rounding): Money {
  assert(whole > 0 && elapsed >= 0 && elapsed <= whole, "the elapsed time lies inside a whole that is not empty");
  if (elapsed === whole) return total;
  if (elapsed === 0) return money(0n, total.currency);
  const part = roundRatio({ numerator: total.minor * BigInt(elapsed), denominator: BigInt(whole) }, rounding);
  return money(part, total.currency);
}

/**
 * Spreads a total over consecutive periods by weight; each amount is the difference of two rounded cumulative parts.
 *
 * @param weights integers ≥ 0, not all 0
 * @returns one amount per weight; their sum is exactly `total`
 */
export function spread(total: Money, weights: readonly number[], rounding: Rounding): Money[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  assert(whole > 0, "a total is spread over some time, or it would be lost");
  let elapsed = 0;
  let before = 0n;
  return weights.map((weight) => {
    elapsed += weight;
    const through = elapsedPart(total, elapsed, whole, rounding).minor;
    const amount = through - before;
    before = through;
    return money(amount, total.currency);
  });
}
