import { add, isNegative, isZero, type Money, min, negate, subtract, zero } from "../kernel/money.ts";

/** What usage is worth that is billed together: a line of a term, or all of a billing period. */
export type WorthOfUsage = {
  /** The price of the usage, tax excluded: below zero where more was credited in the period than used. */
  readonly worth: Money;
  /** What credit memos credited of it beyond what was billed; zero or more. */
  readonly credited: Money;
};

/** What of it is billed, and what it has to do with the credit that waits; amounts are zero or more. */
export type BilledOfUsage = {
  /** To bill: the worth less `takenOff`; of a worth below zero nothing, or what was credited of it, below zero. */
  readonly toBill: Money;
  /** Taken off a worth above zero: credit of the same billing period, then of earlier ones. */
  readonly takenOff: Money;
  /** Of a worth below zero: what waits for the next line. */
  readonly waits: Money;
  /** The part of `waits` that no line took off. */
  readonly left: Money;
};

/**
 * A billing period in which more usage is credited than used bills nothing, and what it is worth waits for the next line of
 * the term (rules 13). Of one period everything is known when it is billed, so its own lines take off first.
 *
 * ```
 *  2.00 a unit        January     February    March
 *  used                    −5           4         3
 *  worth               −10.00        8.00      6.00
 *  billed                0.00        0.00      4.00
 *  credit that waits    10.00        2.00      0.00
 * ```
 *
 * @param periods the billing periods of one term, oldest first, each with its lines in their order
 * @returns the same, in the same order; Σ toBill + Σ left = Σ worth + Σ of what was credited beyond a worth
 */
export function carryCredit(periods: readonly (readonly WorthOfUsage[])[], currency: string): BilledOfUsage[][] {
  const nothing = zero(currency);
  const carried = periods.map((lines) =>
    lines.map(({ worth, credited }) => {
      const below = isNegative(worth) ? negate(worth) : nothing;
      const given = min(below, credited);
      const waits = subtract(below, given);
      return { toBill: isNegative(worth) ? negate(given) : worth, takenOff: nothing, waits, left: waits };
    }),
  );
  const waiting: { left: Money }[] = [];
  for (const lines of carried) {
    waiting.push(...lines.filter(({ left }) => !isZero(left)));
    for (const line of lines) {
      while (line.toBill.minor > 0n) {
        const [oldest] = waiting;
        if (oldest === undefined) break;
        const taken = min(oldest.left, line.toBill);
        line.toBill = subtract(line.toBill, taken);
        line.takenOff = add(line.takenOff, taken);
        oldest.left = subtract(oldest.left, taken);
        if (isZero(oldest.left)) waiting.shift();
      }
    }
  }
  return carried;
}
