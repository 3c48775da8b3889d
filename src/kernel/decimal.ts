import { assert } from "./assert.ts";
import type { Ratio } from "./ratio.ts";

/** The form of a decimal in JSON: up to 15 digits before and 12 after the point, no exponent, no plus sign. */
export const decimalPattern = /^-?\d{1,15}(\.\d{1,12})?$/;

const significantDigitsOfANumber = 15;

/**
 * The decimal text of a value from a JSON body, or undefined if it is no exact decimal.
 *
 * A JSON number is read as its shortest decimal text. It is rejected if that has an exponent or more than 15 significant digits,
 * because such a number may have lost digits before it arrived (data model 1.2).
 */
export function decimalFromWire(value: unknown): string | undefined {
  if (typeof value === "number") {
    const text = Object.is(value, -0) ? "0" : String(value);
    const significant = text.replace("-", "").replace(".", "").replace(/^0+/, "");
    return decimalPattern.test(text) && significant.length <= significantDigitsOfANumber
      ? canonicalDecimal(text)
      : undefined;
  }
  return typeof value === "string" && decimalPattern.test(value) ? canonicalDecimal(value) : undefined;
}

/** The one spelling of a decimal: no leading zeros, no trailing zeros, no negative zero. */
export function canonicalDecimal(text: string): string {
  assert(/^-?\d+(\.\d+)?$/.test(text), `"${text}" is a decimal`);
  const negative = text.startsWith("-");
  // Without patterns: thousands of amounts from the database are spelled anew in one request.
  let [start, end] = [negative ? 1 : 0, text.length];
  while (text[start] === "0" && start + 1 < end && text[start + 1] !== ".") start++;
  if (text.includes(".")) {
    while (text[end - 1] === "0") end--;
    if (text[end - 1] === ".") end--;
  }
  const unsigned = text.slice(start, end);
  return negative && unsigned !== "0" ? `-${unsigned}` : unsigned;
}

const cachedRatios = 4_096;
const ratios = new Map<string, Ratio>();

/** The exact value of a decimal text. Recent results are cached, because a price is read for each of its periods. */
export function ratioFromDecimal(text: string): Ratio {
  const known = ratios.get(text);
  if (known !== undefined) return known;
  if (ratios.size === cachedRatios) ratios.clear();
  const read = readRatio(text);
  ratios.set(text, read);
  return read;
}

function readRatio(text: string): Ratio {
  assert(/^-?\d+(\.\d+)?$/.test(text), `"${text}" is a decimal`);
  const point = text.indexOf(".");
  if (point < 0) return { numerator: BigInt(text), denominator: 1n };
  const numerator = BigInt(text.slice(0, point) + text.slice(point + 1));
  return { numerator, denominator: 10n ** BigInt(text.length - point - 1) };
}

/** The number of digits after the point of a canonical decimal. */
export function decimalPlaces(text: string): number {
  const point = text.indexOf(".");
  return point < 0 ? 0 : text.length - point - 1;
}
