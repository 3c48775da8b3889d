import { add, isNegative, isZero, type Money, min, negate, subtract, zero } from "../kernel/money.ts";

/** The price of usage that is billed together: of a line, or of all lines of a billing period. */
export type UsageAmount = {
  /** The price of the usage, tax excluded; negative if more was credited in the period than used. */
  readonly worth: Money;
  /** The part that credit memos credited beyond billing; zero or more. */
  readonly credited: Money;
};

/** The billed amount, and the waiting credit; all but `toBill` are zero or more. */
export type BilledOfUsage = {
  /** For a positive worth, the worth less `takenOff`. For a negative worth, the part that credit memos credited, as a negative amount, or zero. */
  readonly toBill: Money;
  /** Waiting credit that is taken off a positive worth, oldest first. */
  readonly takenOff: Money;
  /** The part of a negative worth that waits for other lines. */
  readonly waits: Money;
  /** The part of `waits` that no line took off. */
  readonly left: Money;
};

/**
 * Carries credit forward: a line whose usage has a negative price bills nothing, and the credit waits for other lines of the same billing period,
 * then for those of later periods of the term (rules 13). Lines take off the oldest credit first.
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
 * @returns the same, in the same order; Σ `toBill` − Σ `left` = Σ `worth`
 */
export function carryCredit(periods: readonly (readonly UsageAmount[])[], currency: string): BilledOfUsage[][] {
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
