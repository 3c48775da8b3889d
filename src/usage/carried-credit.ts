import { add, isNegative, isZero, type Money, min, negate, subtract, zero } from "../kernel/money.ts";

/** The price of usage that is billed together: of a line, or of all lines of a billing period. */
export type UsageAmount = {
  /** The price of the usage, tax excluded; negative if more was credited in the period than used. */
  readonly usageAmount: Money;
  /** The part that credit memos credited beyond billing; zero or more. */
  readonly credited: Money;
};

/** The billed amount of a line, and the credit carried forward from it or to it. All but `toBill` are zero or more. */
export type BilledOfUsage = {
  /** If the usage amount is positive, that amount less `deducted`. If negative, the part that credit memos credited, as a negative amount. */
  readonly toBill: Money;
  /** Credit of this line's period or an earlier one, deducted from a positive usage amount, oldest first. */
  readonly deducted: Money;
  /** The part of a negative usage amount that is carried forward to other lines. */
  readonly carriedForward: Money;
  /** The part of `carriedForward` that was not deducted from any line. */
  readonly left: Money;
};

/**
 * Carries credit forward: a line whose usage has a negative price bills nothing, and its credit is deducted from other lines of the
 * same billing period, then from lines of later periods of the term (rules 13). The oldest credit is deducted first.
 *
 * ```
 *  2.00 a unit        January     February    March
 *  used                    −5           4         3
 *  usage amount        −10.00        8.00      6.00
 *  billed                0.00        0.00      4.00
 *  credit left          10.00        2.00      0.00
 * ```
 *
 * @param periods the billing periods of one term, oldest first, each with its lines in their order
 * @returns the same, in the same order; Σ `toBill` − Σ `left` = Σ `usageAmount`
 */
export function carryCredit(periods: readonly (readonly UsageAmount[])[], currency: string): BilledOfUsage[][] {
  const nothing = zero(currency);
  const carried = periods.map((lines) =>
    lines.map(({ usageAmount, credited }) => {
      const below = isNegative(usageAmount) ? negate(usageAmount) : nothing;
      const given = min(below, credited);
      const carriedForward = subtract(below, given);
      return {
        toBill: isNegative(usageAmount) ? negate(given) : usageAmount,
        deducted: nothing,
        carriedForward,
        left: carriedForward,
      };
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
        line.deducted = add(line.deducted, taken);
        oldest.left = subtract(oldest.left, taken);
        if (isZero(oldest.left)) waiting.shift();
      }
    }
  }
  return carried;
}
