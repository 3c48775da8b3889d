import { rejectWithoutFeature } from "../billing-terms/performance-obligations/group-service.ts";
import type { PobDraft } from "../billing-terms/performance-obligations/pob-request.ts";
import * as pobs from "../billing-terms/performance-obligations/pob-service.ts";
import * as contracts from "../contracts/service.ts";
import type { WriteContext } from "../platform/write.ts";
import { type SavedPobs, savedWithRevenue } from "./save-performance-obligations.ts";

/**
 * Changes one performance obligation (data model 6.2).
 *
 * @throws DomainError FEATURE_NOT_ENABLED, CONTRACT_NOT_FOUND, CONTRACT_DELETED, and as `pobs.patchPob`
 */
export async function changePerformanceObligation(
  ctx: WriteContext,
  contractId: string,
  pobId: string,
  draft: PobDraft,
): Promise<SavedPobs> {
  rejectWithoutFeature(ctx);
  const contract = await contracts.lockContract(ctx, contractId, "CONTRACT_DELETED");
  return savedWithRevenue(ctx, contractId, await pobs.patchPob(ctx, contract, pobId, draft));
}
