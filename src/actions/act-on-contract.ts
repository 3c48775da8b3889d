import { termsOfContracts } from "../billing-terms/term-store.ts";
import { reportOverlaps } from "../billing-terms/usage-overlap-service.ts";
import * as actions from "../contracts/action-service.ts";
import type { Contract } from "../contracts/contract.ts";
import { lockContract } from "../contracts/service.ts";
import type { WriteContext } from "../platform/write.ts";

/**
 * Moves a contract to its next status, after checking again that no other contract bills the same usage.
 *
 * @throws DomainError CONTRACT_NOT_FOUND, CONTRACT_DELETED, INVALID_CONTRACT_STATE
 */
export async function actOnContract(
  ctx: WriteContext,
  contractId: string,
  request: actions.ContractActionRequest,
): Promise<Contract> {
  const contract = await lockContract(ctx, contractId, "CONTRACT_DELETED");
  if (contract.status !== "APPROVED" && request.action !== "BLOCK") {
    await reportOverlaps(ctx, contract, await termsOfContracts(ctx.tx, ctx.merchant.id, [contractId]));
  }
  return actions.actOnContract(ctx, contractId, request);
}
