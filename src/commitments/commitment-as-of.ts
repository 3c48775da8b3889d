import type { IsEffective } from "../billing-terms/record-as-of.ts";
import type { Month } from "../kernel/day.ts";
import type { Commitment } from "./commitment.ts";

/** A change of a commitment: the commitment before it, and its book month. */
export type CommitmentChange = {
  readonly commitmentId: string;
  readonly contractId: string;
  /** The commitment until the change; null before there was one. */
  readonly before: Commitment | null;
  /** The first month that the change moves; null while nothing was closed, so that it moves every month. */
  readonly bookMonth: Month | null;
  /** When it was made; one that a request is just making has no moment yet. */
  readonly createdAt?: string;
};

/**
 * Commitments as of a month (rules 7, "bookMonth") or as of a moment: the current ones, with their latest changes undone as
 * long as those are not effective. So closing a month again posts the same, and a catch-up stays where it was posted. A
 * change that was made after a month was reopened brings the ones before it along: it states the commitment as a whole.
 *
 * @param changes of the commitments, the newest first
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
