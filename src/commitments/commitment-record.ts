import type { Commitment } from "./commitment.ts";

/** A commitment with what its record says beside the facts. */
export type CommitmentRecord = {
  readonly commitment: Commitment;
  /** Of the contract; null while it has none. */
  readonly customerId: string | null;
  /** When it was terminated; it can no longer be changed then. */
  readonly terminatedAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
};
