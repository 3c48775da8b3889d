import { assert } from "./assert.ts";
import { minorDigits } from "./currency.ts";
import { decimalPattern, decimalPlaces } from "./decimal.ts";
import { type Ratio, type Rounding, roundRatio } from "./ratio.ts";

/**
 * An exact amount of one currency. Only this file knows that amounts are integer minor units (ADR 0001): 12.34 USD is 1234n, 12 JPY
 * is 12n. No amount is ever a floating point number.
 */
export type Money = { readonly minor: bigint; readonly currency: string };

/** An amount from its minor units, which is how the database stores it. */
export function money(minor: bigint, currency: string): Money {
  return { minor, currency };
}

export function zero(currency: string): Money {
  return { minor: 0n, currency };
}

/** a + b; both must have the same currency. */
export function add(a: Money, b: Money): Money {
  assertSameCurrency(a, b);
  return { minor: a.minor + b.minor, currency: a.currency };
}

/** a − b; both must have the same currency. */
export function subtract(a: Money, b: Money): Money {
  assertSameCurrency(a, b);
  return { minor: a.minor - b.minor, currency: a.currency };
}

export function negate(a: Money): Money {
  return { minor: -a.minor, currency: a.currency };
}

/** Negative if a < b, zero if they are equal, positive if a > b. */
export function compare(a: Money, b: Money): number {
  assertSameCurrency(a, b);
  return a.minor < b.minor ? -1 : a.minor > b.minor ? 1 : 0;
}

export function equals(a: Money, b: Money): boolean {
  return compare(a, b) === 0;
}

export function isZero(a: Money): boolean {
  return a.minor === 0n;
}

export function isNegative(a: Money): boolean {
  return a.minor < 0n;
}

export function min(a: Money, b: Money): Money {
  return compare(a, b) <= 0 ? a : b;
}

export function max(a: Money, b: Money): Money {
  return compare(a, b) >= 0 ? a : b;
}

/** The sum of amounts that are all of `currency`; zero if there are none. */
export function sum(amounts: Iterable<Money>, currency: string): Money {
  let total = 0n;
  for (const amount of amounts) {
    assert(amount.currency === currency, `an amount in ${currency}, not ${amount.currency}`);
    total += amount.minor;
  }
  return { minor: total, currency };
}

/** The sum of the amounts of some parts, which are all of `currency`; zero if there are none. */
export function sumAmounts(parts: Iterable<{ readonly amount: Money }>, currency: string): Money {
  let total = 0n;
  for (const { amount } of parts) {
    assert(amount.currency === currency, `an amount in ${currency}, not ${amount.currency}`);
    total += amount.minor;
  }
  return { minor: total, currency };
}

/** An exact number of major units rounded to the currency's minor units. The only place where money is rounded. */
export function roundToMoney(major: Ratio, currency: string, rounding: Rounding): Money {
  const scale = 10n ** BigInt(minorDigits(currency));
  const minor = roundRatio({ numerator: major.numerator * scale, denominator: major.denominator }, rounding);
  return { minor, currency };
}

/** The exact value in major units. */
export function ratioFromMoney(amount: Money): Ratio {
  return { numerator: amount.minor, denominator: 10n ** BigInt(minorDigits(amount.currency)) };
}

/** The amount of a decimal text, or undefined if it is no decimal or has more decimals than the currency. */
export function parseMoney(text: string, currency: string): Money | undefined {
  const digits = minorDigits(currency);
  if (!decimalPattern.test(text) || decimalPlaces(text) > digits) return undefined;
  const [whole = "", fraction = ""] = text.split(".");
  return { minor: BigInt(whole + fraction.padEnd(digits, "0")), currency };
}

/** Decimal text with exactly the currency's minor digits: "1200.00", for JPY "1200". */
export function formatMoney(amount: Money): string {
  const digits = minorDigits(amount.currency);
  const negative = amount.minor < 0n;
  const text = (negative ? -amount.minor : amount.minor).toString().padStart(digits + 1, "0");
  const whole = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
  return negative ? `-${whole}` : whole;
}

function assertSameCurrency(a: Money, b: Money): void {
  assert(a.currency === b.currency, `amounts of one currency, not ${a.currency} and ${b.currency}`);
}
