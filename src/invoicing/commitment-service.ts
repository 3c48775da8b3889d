import { getCommitment } from "../commitments/service.ts";
import type { Contract } from "../contracts/contract.ts";
import * as contracts from "../contracts/service.ts";
import { recordNotFound } from "../platform/http/error-codes.ts";
import type { WriteContext } from "../platform/write.ts";
import { catchUpInvoices } from "./service.ts";

/**
 * A contract that nobody else changes, with what is due issued: what may change must not depend on how far the worker has
 * come.
 *
 * @throws DomainError CONTRACT_NOT_FOUND, CONTRACT_DELETED, COMMITMENT_NOT_FOUND
 */
export async function lockSettled(ctx: WriteContext, contractId: string, commitmentId?: string): Promise<Contract> {
  const contract = await contracts.lockContract(ctx, contractId, "CONTRACT_DELETED");
  if (commitmentId !== undefined) {
    const { commitment } = await getCommitment(ctx.tx, ctx.merchant.id, commitmentId);
    if (commitment.contractId !== contractId) throw recordNotFound("COMMITMENT_NOT_FOUND");
  }
  await catchUpInvoices(ctx, contractId);
  return contract;
}
