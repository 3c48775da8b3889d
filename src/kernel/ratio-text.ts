import { canonicalDecimal } from "./decimal.ts";
import { type Ratio, reduceRatio, roundRatio } from "./ratio.ts";

/** Maximal digits after the point of a quantity or unit price on a document (rules 7). */
const documentPlaces = 12;

/** The decimal text of a value with all its digits, or undefined if no finite decimal equals it. */
export function finiteDecimal(value: Ratio): string | undefined {
  const { numerator, denominator } = reduceRatio(value);
  let rest = denominator;
  let [twos, fives] = [0, 0];
  for (; rest % 2n === 0n; rest /= 2n) twos++;
  for (; rest % 5n === 0n; rest /= 5n) fives++;
  if (rest !== 1n) return undefined;
  const places = Math.max(twos, fives);
  return withPoint((numerator * 10n ** BigInt(places)) / denominator, places);
}

/** The value without loss, for reading: a decimal if 12 places are enough, else a fraction in lowest terms: "2/3". */
export function exactText(value: Ratio): string {
  const { numerator, denominator } = reduceRatio(value);
  const scaled = numerator * 10n ** BigInt(documentPlaces);
  return scaled % denominator === 0n ? withPoint(scaled / denominator, documentPlaces) : `${numerator}/${denominator}`;
}

/** The value as a document shows it: rounded half up to 12 places. Not used in calculations. */
export function shownDecimal(value: Ratio): string {
  const scaled = { numerator: value.numerator * 10n ** BigInt(documentPlaces), denominator: value.denominator };
  return withPoint(roundRatio(scaled, "HALF_UP"), documentPlaces);
}

function withPoint(scaled: bigint, places: number): string {
  const digits = (scaled < 0n ? -scaled : scaled).toString().padStart(places + 1, "0");
  const whole = digits.slice(0, digits.length - places);
  const text = places === 0 ? whole : `${whole}.${digits.slice(digits.length - places)}`;
  return canonicalDecimal(scaled < 0n ? `-${text}` : text);
}
