import { membersOf, rejectWithoutFeature } from "../billing-terms/performance-obligations/group-service.ts";
import * as pobs from "../billing-terms/performance-obligations/pob-service.ts";
import * as contracts from "../contracts/service.ts";
import { assert } from "../kernel/assert.ts";
import type { WriteContext } from "../platform/write.ts";
import type { PobWithRevenue } from "../revenue/pob-record.ts";
import { pobsWithRevenue, postedIn } from "../revenue/pob-service.ts";

export type SavedPobs = {
  readonly created: readonly PobWithRevenue[];
  readonly updated: readonly PobWithRevenue[];
  readonly deletedIds: readonly string[];
  readonly warnings: pobs.SavedPobs["warnings"];
};

/**
 * Saves performance obligations of a group, all or nothing (data model 6.1).
 *
 * @throws DomainError FEATURE_NOT_ENABLED, CONTRACT_NOT_FOUND, CONTRACT_DELETED, and as `pobs.savePobs`
 */
export async function savePerformanceObligations(
  ctx: WriteContext,
  contractId: string,
  groupId: string,
  batch: pobs.PobBatch,
): Promise<SavedPobs> {
  rejectWithoutFeature(ctx);
  const contract = await contracts.lockContract(ctx, contractId, "CONTRACT_DELETED");
  const { pobs: members } = await membersOf(ctx, contract, groupId);
  const isPosted = await postedIn(
    ctx,
    members.map(({ id }) => id),
  );
  return savedWithRevenue(ctx, contractId, await pobs.savePobs(ctx, contract, groupId, batch, isPosted));
}

/** What was saved, with its revenue. */
export async function savedWithRevenue(
  ctx: WriteContext,
  contractId: string,
  saved: pobs.SavedPobs,
): Promise<SavedPobs> {
  const contract = await contracts.getContract(ctx, contractId, "CONTRACT_DELETED");
  const all = await pobsWithRevenue(ctx, [contract], [...saved.createdIds, ...saved.updatedIds]);
  const created = all.slice(0, saved.createdIds.length);
  assert(all.length === saved.createdIds.length + saved.updatedIds.length, "what was just saved is found");
  return { created, updated: all.slice(created.length), deletedIds: saved.deletedIds, warnings: saved.warnings };
}
