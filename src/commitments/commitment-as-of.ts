import type { IsEffective } from "../billing-terms/modifications/record-as-of.ts";
import type { Month } from "../kernel/day.ts";
import type { Commitment } from "./commitment.ts";

/** A change of a commitment: the commitment before it, and its book month. */
export type CommitmentChange = {
  readonly commitmentId: string;
  readonly contractId: string;
  /** The commitment before the change; null if it created the commitment. */
  readonly before: Commitment | null;
  /** The first month that the change affects; null if no month was closed, so that it affects every month. */
  readonly bookMonth: Month | null;
  /** When it was recorded; absent while a request is just making it. */
  readonly createdAt?: string;
};

/**
 * Commitments as of a month (rules 7, "bookMonth") or as of a moment: the present ones, with their latest changes undone until one is effective.
 * So closing a month again posts the same, and a catch-up stays where it was posted. An effective change includes all earlier ones, because it
 * states the whole commitment.
 *
 * @param changes of the commitments, newest first
 */
export function commitmentsAsOf(
  now: readonly Commitment[],
  changes: readonly CommitmentChange[],
  counts: IsEffective,
): Commitment[] {
  const byCommitment = Map.groupBy(changes, ({ commitmentId }) => commitmentId);
  return now.flatMap((commitment) => {
    const ofCommitment = byCommitment.get(commitment.id) ?? [];
    const counting = ofCommitment.findIndex(counts);
    const oldestLater = (counting === -1 ? ofCommitment : ofCommitment.slice(0, counting)).at(-1);
    if (oldestLater === undefined) return [commitment];
    return oldestLater.before === null ? [] : [oldestLater.before];
  });
}
