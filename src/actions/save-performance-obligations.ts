import { membersOf, refuseWithoutFeature } from "../billing-terms/group-service.ts";
import * as promises from "../billing-terms/promise-service.ts";
import * as contracts from "../contracts/service.ts";
import { assert } from "../kernel/assert.ts";
import type { WriteContext } from "../platform/write.ts";
import type { PromiseWithRevenue } from "../revenue/pob-record.ts";
import { postedIn, promisesWithRevenue } from "../revenue/promise-service.ts";

export type SavedPromises = {
  readonly created: readonly PromiseWithRevenue[];
  readonly updated: readonly PromiseWithRevenue[];
  readonly deletedIds: readonly string[];
  readonly warnings: promises.SavedPromises["warnings"];
};

/**
 * Saves promises of a group, all or nothing (data model 6.1).
 *
 * @throws DomainError FEATURE_NOT_ENABLED, CONTRACT_NOT_FOUND, CONTRACT_DELETED, and as `promises.savePromises`
 */
export async function savePerformanceObligations(
  ctx: WriteContext,
  contractId: string,
  groupId: string,
  batch: promises.PromiseBatch,
): Promise<SavedPromises> {
  refuseWithoutFeature(ctx);
  const contract = await contracts.lockContract(ctx, contractId, "CONTRACT_DELETED");
  const { promises: members } = await membersOf(ctx, contract, groupId);
  const isPosted = await postedIn(
    ctx,
    members.map(({ id }) => id),
  );
  return savedWithRevenue(ctx, contractId, await promises.savePromises(ctx, contract, groupId, batch, isPosted));
}

/** What was saved, with its revenue. */
export async function savedWithRevenue(
  ctx: WriteContext,
  contractId: string,
  saved: promises.SavedPromises,
): Promise<SavedPromises> {
  const contract = await contracts.getContract(ctx, contractId, "CONTRACT_DELETED");
  const all = await promisesWithRevenue(ctx, [contract], [...saved.createdIds, ...saved.updatedIds]);
  const created = all.slice(0, saved.createdIds.length);
  assert(all.length === saved.createdIds.length + saved.updatedIds.length, "what was just saved is found");
  return { created, updated: all.slice(created.length), deletedIds: saved.deletedIds, warnings: saved.warnings };
}
