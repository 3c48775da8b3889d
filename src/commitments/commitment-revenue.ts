import { isZero, type Money, sumAmounts, zero } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import type { Rounding } from "../kernel/ratio.ts";
import type { DailyUsage } from "./commitment.ts";
import { primaryTerm, scheduleLines } from "./commitment-lines.ts";
import { type ComputedPeriod, prepaidAccount } from "./period-computation.ts";

/** Revenue of one term of a commitment in a commitment period, by the day as of which it is computed. */
export type CommitmentEarnings = {
  readonly billingTermId: string;
  /** Rated usage and overage, and, once the period is over, the true-up. */
  readonly consumed: Money;
  /** `consumed` by billed days: those of a billing period, or of the whole period for the true-up. */
  readonly consumedFor: readonly { readonly days: Period; readonly amount: Money }[];
  /** Prepaid value that lapsed unused; it has its own revenue account. */
  readonly breakage: Money;
  /** The committed amount, which is earned evenly over the period, used or not. */
  readonly straightLine: Money;
};

/**
 * What a commitment period earns, by term (data model 8.8, rules 7): the amounts of its lines, independent of when they are billed.
 *
 * - `RECOGNIZE_AS_CONSUMED`: rated usage and overage as they are used; once the period is over, the true-up and the prepaid
 *   value that lapses. No breakage is estimated before (ASC 606-10-55-46).
 * - `STRAIGHT_LINE`: the committed amount, whatever is used of it, and overage as above. Such a commitment is trued up or
 *   prepaid in full, so the whole amount is billed.
 *
 * Computed as of a day, from the usage before it. Amounts of no event type are earned by the first term of the first step, under which they are
 * billed.
 */
export function commitmentEarnings(
  computed: ComputedPeriod,
  facts: readonly DailyUsage[],
  rounding: Rounding,
): CommitmentEarnings[] {
  const { commitment, computation } = computed;
  const nothing = zero(commitment.currency);
  const isEven = commitment.pattern === "STRAIGHT_LINE";
  const measured = scheduleLines([computed], facts, rounding).filter(
    ({ type }) => type === "OVERAGE" || (type === "USAGE" && !isEven),
  );
  const byTerm = Map.groupBy(measured, ({ billingTermId }) => billingTermId);
  const primary = primaryTerm(computed).id;
  const isDue = computation.isOver && !isEven;
  return [...new Set([primary, ...byTerm.keys()])]
    .map((billingTermId): CommitmentEarnings => {
      const isPrimary = billingTermId === primary;
      const own = (byTerm.get(billingTermId) ?? []).map(({ service, price }) => ({
        days: service,
        amount: price.total,
      }));
      const { start, end } = computation.period;
      const consumedFor = isPrimary && isDue ? [...own, { days: { start, end }, amount: computation.trueUp }] : own;
      return {
        billingTermId,
        consumed: sumAmounts(consumedFor, commitment.currency),
        consumedFor,
        breakage: isPrimary && isDue ? prepaidAccount(computation).lapsed : nothing,
        straightLine: isPrimary && isEven ? computation.committedAmount : nothing,
      };
    })
    .filter(({ consumed, breakage, straightLine }) => ![consumed, breakage, straightLine].every(isZero));
}
