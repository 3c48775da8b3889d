/**
 * Decimal strings of the API, added and compared exactly. Nothing here becomes a float: what is shown is what was sent.
 */

type Scaled = { readonly units: bigint; readonly places: number };

function scaled(text: string): Scaled {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (match === null) throw new Error(`"${text}" is not a decimal number.`);
  const [, sign = "", whole = "0", fraction = ""] = match;
  return { units: BigInt(`${sign}${whole}${fraction}`), places: fraction.length };
}

function lift({ units, places }: Scaled, to: number): bigint {
  return units * 10n ** BigInt(to - places);
}

function written(units: bigint, places: number): string {
  if (places === 0) return units.toString();
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, "0");
  return `${units < 0n ? "-" : ""}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** The sum, with as many decimals as the addend with the most; "0" for no addends. */
export function sum(texts: readonly string[]): string {
  const parts = texts.map(scaled);
  const places = Math.max(0, ...parts.map((part) => part.places));
  return written(
    parts.reduce((total, part) => total + lift(part, places), 0n),
    places,
  );
}

export function subtract(from: string, what: string): string {
  return sum([from, negate(what)]);
}

export function negate(text: string): string {
  return text.startsWith("-") ? text.slice(1) : isZero(text) ? text : `-${text}`;
}

export function isZero(text: string): boolean {
  return scaled(text).units === 0n;
}

export function isNegative(text: string): boolean {
  return scaled(text).units < 0n;
}

/** Below zero, zero or above, as a sort wants it. */
export function compare(left: string, right: string): number {
  const difference = scaled(subtract(left, right)).units;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** The change from one amount to another in percent, with one decimal; undefined if the first amount is zero. */
export function percentChange(before: string, after: string): string | undefined {
  const from = scaled(before);
  const to = scaled(after);
  const places = Math.max(from.places, to.places);
  const base = lift(from, places);
  if (base === 0n) return undefined;
  const size = base < 0n ? -base : base;
  const thousandths = ((lift(to, places) - base) * 1000n) / size;
  return written(thousandths, 1);
}

/** How much of a whole a part is, in whole percent, cut; "0" of nothing. */
export function shareOf(part: string, whole: string): string {
  const [of, base] = [scaled(part), scaled(whole)];
  const places = Math.max(of.places, base.places);
  const all = lift(base, places);
  return all === 0n ? "0" : ((lift(of, places) * 100n) / all).toString();
}

/** The height of a bar or a point of a line; the only place where a decimal becomes a float, and never a text again. */
export function forChart(text: string): number {
  return Number(text);
}
