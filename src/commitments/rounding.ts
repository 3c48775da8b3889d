import { assert } from "../kernel/assert.ts";
import { minorDigits } from "../kernel/currency.ts";
import { type Money, money, roundToMoney, subtract, zero } from "../kernel/money.ts";
import { addRatios, compareRatios, type Ratio, type Rounding, reduceRatio, zeroRatio } from "../kernel/ratio.ts";

export type MoneyRule = { readonly currency: string; readonly rounding: Rounding };

/**
 * Rounds consecutive amounts cumulatively: each is the rounded total so far less the amounts before, so their sum is always the rounded sum (rules 5,
 * "inside one commitment period").
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
 * Rounds the exact amounts of lines so that they sum to a rounded total: each is rounded down, and the rest of the total goes, one minor unit each,
 * to the lines with the largest remainders, ties by line order (rules 5). Unlike a split by weight it allows negative lines, and a line of zero stays
 * zero.
 *
 * @param total the sum of the lines, rounded as a part of a cumulative sum, so at most one minor unit away from the exact sum
 * @returns an amount for each line; their sum is exactly `total`
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
  // Rounding ties to even can round up in an earlier part and down in this one: then the lines sum to one unit too much, and the largest loses it.
  const [largest] = left < 0n ? open.toSorted((a, b) => (a.floor > b.floor ? -1 : a.floor < b.floor ? 1 : 0)) : [];
  const raised = new Set(open.slice(0, left > 0n ? Number(left) : 0).map(({ index }) => index));
  return lines.map(({ index, floor }) => {
    const moved = raised.has(index) ? 1n : index === largest?.index ? -1n : 0n;
    return money(floor + moved, total.currency);
  });
}
