import { assert } from "../kernel/assert.ts";
import { minorDigits } from "../kernel/currency.ts";
import { type Money, money, roundToMoney, subtract, zero } from "../kernel/money.ts";
import { addRatios, compareRatios, type Ratio, type Rounding, reduceRatio, zeroRatio } from "../kernel/ratio.ts";

export type MoneyRule = { readonly currency: string; readonly rounding: Rounding };

/**
 * Consecutive amounts, each the rounded total so far less the amounts before: their
 * sum is always the rounded sum (rules 5, "inside one commitment period").
 */
export function cumulative({ currency, rounding }: MoneyRule): (amount: Ratio) => { part: Money; through: Money } {
  let exact = zeroRatio;
  let stated = zero(currency);
  return (amount) => {
    exact = reduceRatio(addRatios(exact, amount));
    const through = roundToMoney(exact, currency, rounding);
    const part = subtract(through, stated);
    stated = through;
    return { part, through };
  };
}

/**
 * Gives each line of a rounded sum its exact amount, rounded down or up: down first, and what is left of the sum goes, one
 * minor unit each, to the largest remainders, ties by line order (rules 5). Unlike a split by weight it takes negative lines
 * as well, and leaves a line of nothing at nothing.
 *
 * @param total the exact sum of the lines, rounded as a part of a cumulative sum: at most one minor unit away from it
 * @returns one amount a line; their sum is exactly `total`
 */
export function shareByRemainder(total: Money, exact: readonly Ratio[]): Money[] {
  const scale = 10n ** BigInt(minorDigits(total.currency));
  const lines = exact.map(({ numerator, denominator }, index) => {
    const scaled = numerator * scale;
    const remainder = ((scaled % denominator) + denominator) % denominator;
    const floor = (scaled - remainder) / denominator;
    return { index, floor, remainder: { numerator: remainder, denominator }, isNothing: numerator === 0n };
  });
  const left = lines.reduce((rest, { floor }) => rest - floor, total.minor);
  const open = lines
    .filter(({ isNothing }) => !isNothing)
    .toSorted((a, b) => compareRatios(b.remainder, a.remainder) || a.index - b.index);
  assert(left >= -1n && left <= BigInt(open.length), "a rounded sum is at most a minor unit from its lines");
  // Ties to even may go up before and down now: then whole lines come to one unit too many, and the largest gives it.
  const [largest] = left < 0n ? open.toSorted((a, b) => (a.floor > b.floor ? -1 : a.floor < b.floor ? 1 : 0)) : [];
  const raised = new Set(open.slice(0, left > 0n ? Number(left) : 0).map(({ index }) => index));
  return lines.map(({ index, floor }) => {
    const moved = raised.has(index) ? 1n : index === largest?.index ? -1n : 0n;
    return money(floor + moved, total.currency);
  });
}
