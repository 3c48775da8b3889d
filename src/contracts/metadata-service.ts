import { isDeepStrictEqual } from "node:util";
import type { Change } from "../platform/audit.ts";
import type { WriteContext } from "../platform/write.ts";
import type { Contract } from "./contract.ts";
import { isTooLarge, type Metadata, mergeMetadata } from "./metadata.ts";
import { lockContract } from "./record-service.ts";
import { metadataTooLarge } from "./service.ts";
import * as store from "./store.ts";

/**
 * Merges keys into the metadata of a contract (spec rules 1–7). The contract is locked before its metadata is read, so concurrent merges lose nothing
 * (behaviour MET-6).
 *
 * @throws DomainError CONTRACT_NOT_FOUND, CONTRACT_DELETED, METADATA_TOO_LARGE
 */
export async function patchMetadata(ctx: WriteContext, contractId: string, patch: Metadata): Promise<Contract> {
  const contract = await lockContract(ctx, contractId, "CONTRACT_DELETED");
  const merged = mergeMetadata(contract.metadata, patch);
  if (isTooLarge(merged, patch)) throw metadataTooLarge();
  return save(ctx, contract, merged);
}

/**
 * Sets the metadata to null; also succeeds if it is null already.
 *
 * @throws DomainError CONTRACT_NOT_FOUND, also for a deleted contract
 */
export async function clearMetadata(ctx: WriteContext, contractId: string): Promise<Contract> {
  return save(ctx, await lockContract(ctx, contractId, "NOT_FOUND"), null);
}

async function save(ctx: WriteContext, before: Contract, metadata: Metadata | null): Promise<Contract> {
  const changes = changesOf(before.metadata, metadata);
  ctx.audit({ action: "contract.update-metadata", entityType: "CONTRACT", entityId: before.id, changes });
  if (changes.length === 0) return before;
  const contract = { ...before, metadata, lastUpdatedAt: ctx.clock.timestamp };
  await store.updateMetadata(ctx.tx, ctx.merchant.id, contract);
  ctx.publish({ type: "contract.metadata-updated", contractId: contract.id });
  return contract;
}

/** Changes by key, so that an audit row has only changed keys and not all 16 KB. */
function changesOf(before: Metadata | null, after: Metadata | null): Change[] {
  if (before === null || after === null) {
    return before === after ? [] : [{ path: "metadata", from: before, to: after }];
  }
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => {
    const [from, to] = [ownValue(before, key), ownValue(after, key)];
    return isDeepStrictEqual(from, to) ? [] : [{ path: `metadata.${key}`, from: from ?? null, to: to ?? null }];
  });
}

// Own properties only: keys such as `constructor` are ordinary keys here.
function ownValue(metadata: Metadata, key: string): unknown {
  return Object.hasOwn(metadata, key) ? metadata[key] : undefined;
}
