import { isAbove, nothing, over, plus, type Rational, ratio, times } from "./rational.ts";

/** A total in cents shared by weights: whole cents, then one more for the largest remainders, the earlier first (rules 5). */
export function shares(total: bigint, weights: readonly bigint[]): bigint[] {
  const all = weights.map((weight) => ratio(weight)).reduce(plus, nothing);
  const exact = weights.map((weight): Rational => over(times(ratio(total), ratio(weight)), all));
  const whole = exact.map(({ n, d }) => n / d);
  const left = Number(total - whole.reduce((a, b) => a + b, 0n));
  const ranked = exact
    .map(({ n, d }, at) => ({ at, rest: ratio(n % d, d) }))
    .toSorted((a, b) => (isAbove(b.rest, a.rest) ? 1 : isAbove(a.rest, b.rest) ? -1 : a.at - b.at));
  const more = new Set(ranked.slice(0, left).map(({ at }) => at));
  return whole.map((amount, at) => amount + (more.has(at) ? 1n : 0n));
}
