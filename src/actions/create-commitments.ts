import type { CommitmentDraft } from "../commitments/commitment-draft.ts";
import type { CommitmentRecord } from "../commitments/commitment-record.ts";
import * as commitments from "../commitments/service.ts";
import * as contracts from "../contracts/service.ts";
import { catchUpInvoices } from "../invoicing/service.ts";
import type { WriteContext } from "../platform/write.ts";

/**
 * Adds commitments to a contract, all or none. Due invoices are issued first, so that the days they may price do not depend on the progress of the
 * worker.
 *
 * @throws DomainError CONTRACT_NOT_FOUND, CONTRACT_DELETED, and as `commitments.createCommitments`
 */
export async function createCommitments(
  ctx: WriteContext,
  contractId: string,
  drafts: readonly CommitmentDraft[],
): Promise<CommitmentRecord[]> {
  const contract = await contracts.lockContract(ctx, contractId, "CONTRACT_DELETED");
  await catchUpInvoices(ctx, contractId);
  return commitments.createCommitments(ctx, contract, drafts);
}
