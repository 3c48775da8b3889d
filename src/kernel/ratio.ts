import { assert } from "./assert.ts";

/** An exact rational number; the denominator is positive. Prices, quantities, fractions and their products are ratios. */
export type Ratio = { readonly numerator: bigint; readonly denominator: bigint };

/** Rounding of a tie of half a unit: away from zero, or to the even neighbour. */
export const roundings = ["HALF_UP", "HALF_EVEN"] as const;
export type Rounding = (typeof roundings)[number];

/** The ratio of two integers; the denominator must not be zero. */
export function ratio(numerator: bigint | number, denominator: bigint | number = 1n): Ratio {
  const n = BigInt(numerator);
  const d = BigInt(denominator);
  assert(d !== 0n, "a ratio has a denominator other than zero");
  return d < 0n ? { numerator: -n, denominator: -d } : { numerator: n, denominator: d };
}

export const zeroRatio: Ratio = ratio(0n);
export const oneRatio: Ratio = ratio(1n);

export function addRatios(a: Ratio, b: Ratio): Ratio {
  return a.denominator === b.denominator
    ? { numerator: a.numerator + b.numerator, denominator: a.denominator }
    : {
        numerator: a.numerator * b.denominator + b.numerator * a.denominator,
        denominator: a.denominator * b.denominator,
      };
}

/** The exact sum, in lowest terms; zero if there are no values. */
export function sumRatios(values: Iterable<Ratio>): Ratio {
  let sum = zeroRatio;
  for (const value of values) sum = reduceRatio(addRatios(sum, value));
  return sum;
}

export function subtractRatios(a: Ratio, b: Ratio): Ratio {
  return addRatios(a, { numerator: -b.numerator, denominator: b.denominator });
}

export function multiplyRatios(a: Ratio, b: Ratio): Ratio {
  return { numerator: a.numerator * b.numerator, denominator: a.denominator * b.denominator };
}

/** Negative if a < b, zero if they are equal, positive if a > b. */
export function compareRatios(a: Ratio, b: Ratio): number {
  const isAlike = a.denominator === b.denominator;
  const left = isAlike ? a.numerator : a.numerator * b.denominator;
  const right = isAlike ? b.numerator : b.numerator * a.denominator;
  return left < right ? -1 : left > right ? 1 : 0;
}

export function maxRatio(a: Ratio, b: Ratio): Ratio {
  return compareRatios(a, b) >= 0 ? a : b;
}

export function minRatio(a: Ratio, b: Ratio): Ratio {
  return compareRatios(a, b) <= 0 ? a : b;
}

/** a ÷ b; b must not be zero. */
export function divideRatios(a: Ratio, b: Ratio): Ratio {
  return ratio(a.numerator * b.denominator, a.denominator * b.numerator);
}

/** The same value in lowest terms, which keeps long sums small. */
export function reduceRatio({ numerator, denominator }: Ratio): Ratio {
  const divisor = commonDivisor(numerator < 0n ? -numerator : numerator, denominator);
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}

/** Whole numbers in the same proportions as some ratios, in their order. */
export function wholeNumbers(values: readonly Ratio[]): bigint[] {
  const reduced = values.map(reduceRatio);
  const common = reduced.reduce((all, { denominator }) => (all / commonDivisor(all, denominator)) * denominator, 1n);
  return reduced.map(({ numerator, denominator }) => numerator * (common / denominator));
}

/** The greatest common divisor of two integers, the first not negative and the second positive. */
function commonDivisor(first: bigint, second: bigint): bigint {
  let [a, b] = [first, second];
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}

/** The nearest integer; ties according to `rounding`. HALF_UP rounds half away from zero, also for negative values. */
export function roundRatio(value: Ratio, rounding: Rounding): bigint {
  const negative = value.numerator < 0n;
  const numerator = negative ? -value.numerator : value.numerator;
  const { denominator } = value;
  const floor = numerator / denominator;
  const twiceRest = (numerator - floor * denominator) * 2n;
  const up = twiceRest > denominator || (twiceRest === denominator && (rounding === "HALF_UP" || floor % 2n === 1n));
  const rounded = up ? floor + 1n : floor;
  return negative ? -rounded : rounded;
}
