import type { Month } from "../kernel/day.ts";
import { isNegative, type Money, max, money, negate, zero } from "../kernel/money.ts";

/** Unbilled receivable of a billing term group at a close, as the difference to earlier closes of the month. */
export type GroupUnbilled = {
  readonly billingTermGroupId: string;
  readonly month: Month;
  readonly closeCount: number;
  readonly amount: Money;
};

/** A group at the end of a closed month. */
export type GroupMonth = { readonly billingTermGroupId: string; readonly month: Month; readonly currency: string };

/** The position of a group at a month end, beside its unbilled receivable; one of the two is zero. */
export type GroupPosition = { readonly contractLiability: Money; readonly contractAsset: Money };

/** Minor units by month. */
type ByMonth = ReadonlyMap<Month, bigint>;

/** Monthly activity of one group: billed (without tax, less credits) and recognized; and unbilled receivable at each month end. */
export type GroupMoves = { readonly billed: ByMonth; readonly recognized: ByMonth; readonly unbilled: ByMonth };

/**
 * A group's contract liability or asset at the end of a month (rules 13): X = recognized − billed − unbilled, netted in the
 * group. Detail alone: the books net per contract, and adjustments belong to no group.
 */
export function groupPosition(
  { billed, recognized, unbilled }: GroupMoves,
  month: Month,
  currency: string,
): GroupPosition {
  const until = (moves: ByMonth) => [...moves].reduce((sum, [of, minor]) => (of <= month ? sum + minor : sum), 0n);
  const net = money(until(recognized) - until(billed) - (unbilled.get(month) ?? 0n), currency);
  const nothing = zero(currency);
  return { contractAsset: max(net, nothing), contractLiability: isNegative(net) ? negate(net) : nothing };
}
