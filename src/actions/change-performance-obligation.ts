import { refuseWithoutFeature } from "../billing-terms/group-service.ts";
import type { PromiseDraft } from "../billing-terms/promise-request.ts";
import * as promises from "../billing-terms/promise-service.ts";
import * as contracts from "../contracts/service.ts";
import type { WriteContext } from "../platform/write.ts";
import { type SavedPromises, savedWithRevenue } from "./save-performance-obligations.ts";

/**
 * Changes one promise (data model 6.2).
 *
 * @throws DomainError FEATURE_NOT_ENABLED, CONTRACT_NOT_FOUND, CONTRACT_DELETED, and as `promises.patchPromise`
 */
export async function changePerformanceObligation(
  ctx: WriteContext,
  contractId: string,
  promiseId: string,
  draft: PromiseDraft,
): Promise<SavedPromises> {
  refuseWithoutFeature(ctx);
  const contract = await contracts.lockContract(ctx, contractId, "CONTRACT_DELETED");
  return savedWithRevenue(ctx, contractId, await promises.patchPromise(ctx, contract, promiseId, draft));
}
