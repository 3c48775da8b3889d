import * as actions from "../contracts/action-service.ts";
import type { Contract } from "../contracts/contract.ts";
import { lockContract } from "../contracts/service.ts";
import type { WriteContext } from "../platform/write.ts";
import { termsOfContracts } from "./term-store.ts";
import { reportOverlaps } from "./usage-overlap-service.ts";

/**
 * Takes a contract from one status to the next, once what other contracts bill by now was looked at again.
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

/**
 * Marks a PROCESSED contract as final: from now on its invoices may be issued and its revenue posts.
 *
 * @throws DomainError as `actOnContract`
 */
export function approveContract(ctx: WriteContext, contractId: string, reason?: string): Promise<Contract> {
  return actOnContract(ctx, contractId, { action: "APPROVE", reason });
}
