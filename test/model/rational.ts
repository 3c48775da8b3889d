/** An exact fraction, always in lowest terms, its denominator above zero. Money is in cents where a name says so. */
export type Rational = { readonly n: bigint; readonly d: bigint };

const divisor = (a: bigint, b: bigint): bigint => (b === 0n ? a : divisor(b, a % b));
const size = (a: bigint): bigint => (a < 0n ? -a : a);

export function ratio(n: bigint | number, d: bigint | number = 1): Rational {
  const [above, below] = [BigInt(n), BigInt(d)];
  if (below === 0n) throw new RangeError("divided by zero");
  const shared = divisor(size(above), size(below)) * (below < 0n ? -1n : 1n);
  return { n: above / shared, d: below / shared };
}

export const nothing = ratio(0);
export const one = ratio(1);

export const plus = (a: Rational, b: Rational): Rational => ratio(a.n * b.d + b.n * a.d, a.d * b.d);
export const minus = (a: Rational, b: Rational): Rational => ratio(a.n * b.d - b.n * a.d, a.d * b.d);
export const times = (a: Rational, b: Rational): Rational => ratio(a.n * b.n, a.d * b.d);
export const over = (a: Rational, b: Rational): Rational => ratio(a.n * b.d, a.d * b.n);
export const isAbove = (a: Rational, b: Rational): boolean => a.n * b.d > b.n * a.d;
export const larger = (a: Rational, b: Rational): Rational => (isAbove(a, b) ? a : b);
export const smaller = (a: Rational, b: Rational): Rational => (isAbove(a, b) ? b : a);
export const sum = (list: readonly Rational[]): Rational => list.reduce(plus, nothing);

/** A decimal text as a fraction: "0.10" is 1/10. */
export function parsed(text: string): Rational {
  const [whole = "0", decimals = ""] = text.split(".");
  return ratio(BigInt(whole + decimals), 10n ** BigInt(decimals.length));
}

/** An amount as whole cents, half a cent away from zero. */
export function cents(amount: Rational): bigint {
  const doubled = 2n * size(amount.n) * 100n + amount.d;
  const rounded = doubled / (2n * amount.d);
  return amount.n < 0n ? -rounded : rounded;
}

export const ofCents = (amount: bigint): Rational => ratio(amount, 100);

/** Cents as documents write them: "-12.30". */
export function written(amount: bigint): string {
  const digits = size(amount).toString().padStart(3, "0");
  return `${amount < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** What a document writes, as cents. */
export const readCents = (text: string): bigint =>
  cents(parsed(text.replace("-", ""))) * (text.startsWith("-") ? -1n : 1n);

export const sumOf = (list: readonly bigint[]): bigint => list.reduce((a, b) => a + b, 0n);
export const positive = (amount: bigint): bigint => (amount > 0n ? amount : 0n);
