import { followContract, hasCommitments } from "../commitments/term-service.ts";
import type { Contract, ContractPatch } from "../contracts/contract.ts";
import * as contracts from "../contracts/service.ts";
import { catchUpInvoices } from "../invoicing/service.ts";
import type { WriteContext } from "../platform/write.ts";

/**
 * Changes the header of a contract; its commitments for the full duration move with its days, and none is left outside them.
 *
 * @throws DomainError as `contracts.updateContract` and `followContract`
 */
export async function updateContract(ctx: WriteContext, contractId: string, patch: ContractPatch): Promise<Contract> {
  const [before] = await contracts.lockContracts(ctx, [contractId]);
  const after = await contracts.updateContract(ctx, contractId, patch);
  const isMoved = before?.start !== after.start || before.end !== after.end || before.customerId !== after.customerId;
  if (before === undefined || !isMoved || !(await hasCommitments(ctx, contractId))) return after;
  // What may move must not depend on how far the worker has come.
  await catchUpInvoices(ctx, contractId);
  await followContract(ctx, before, after);
  return contracts.getContract(ctx, contractId, "NOT_FOUND");
}
