import type { Commitment } from "./commitment.ts";

/** A commitment with its customer and timestamps. */
export type CommitmentRecord = {
  readonly commitment: Commitment;
  /** The customer of the contract; null while it has none. */
  readonly customerId: string | null;
  /** When it was terminated, after which it cannot be changed; else null. */
  readonly terminatedAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
};
