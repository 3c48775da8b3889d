import { getCommitment, type LockedCommitment } from "../commitments/service.ts";
import * as contracts from "../contracts/service.ts";
import { catchUpInvoices } from "../invoicing/service.ts";
import { recordNotFound } from "../platform/http/error-codes.ts";
import type { WriteContext } from "../platform/write.ts";

/**
 * Changes one commitment of a contract. Locks the contract and issues due invoices first, so that what may change does not depend on the progress
 * of the worker. The change itself is a function of `commitments/change-service.ts`.
 *
 * @throws DomainError CONTRACT_NOT_FOUND, CONTRACT_DELETED, COMMITMENT_NOT_FOUND, and as the act
 */
export async function changeLockedCommitment<Result>(
  ctx: WriteContext,
  { contractId, commitmentId }: { readonly contractId: string; readonly commitmentId: string },
  act: (locked: LockedCommitment) => Promise<Result>,
): Promise<Result> {
  const contract = await contracts.lockContract(ctx, contractId, "CONTRACT_DELETED");
  const { commitment } = await getCommitment(ctx.tx, ctx.merchant.id, commitmentId);
  if (commitment.contractId !== contractId) throw recordNotFound("COMMITMENT_NOT_FOUND");
  await catchUpInvoices(ctx, contractId);
  return act({ contract, commitmentId });
}
