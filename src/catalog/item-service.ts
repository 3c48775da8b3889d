import { required } from "../kernel/assert.ts";
import { changesBetween } from "../platform/audit.ts";
import type { Tx } from "../platform/db/pool.ts";
import { recordNotFound } from "../platform/http/error-codes.ts";
import type { WriteContext } from "../platform/write.ts";
import { type ExternalId, withExternalIds } from "./external-id.ts";
import { type Item, type ItemDraft, type ItemPatch, newItem, patched } from "./item.ts";
import * as store from "./item-store.ts";

/** Creates an item. Neither names nor external ids need to be unique among items (spec, rule 5). */
export async function createItem(ctx: WriteContext, draft: ItemDraft): Promise<Item> {
  const item = newItem(draft, { id: ctx.newId(), at: ctx.clock.timestamp });
  await store.insertItem(ctx.tx, ctx.merchant.id, item);
  ctx.audit({
    action: "item.create",
    entityType: "ITEM",
    entityId: item.id,
    changes: changesBetween({}, item),
  });
  ctx.publish({ type: "item.created", data: { itemId: item.id } });
  return item;
}

/** @throws DomainError ITEM_NOT_FOUND */
export async function getItem(tx: Tx, merchantId: string, itemId: string): Promise<Item> {
  const item = await store.findItem(tx, merchantId, itemId);
  if (item === undefined) throw recordNotFound("ITEM_NOT_FOUND");
  return item;
}

/** @throws DomainError ITEM_NOT_FOUND */
export async function updateItem(ctx: WriteContext, itemId: string, patch: ItemPatch): Promise<Item> {
  const before = await lockedItem(ctx, itemId);
  return changeTo(ctx, before, patched(before, patch), "item.update", (item) =>
    store.updateItem(ctx.tx, ctx.merchant.id, item),
  );
}

/**
 * Sets external ids of an item, all or none. Those of other source types stay, and none is ever deleted (spec "Update item external
 * IDs"). The item is locked, so each of several simultaneous requests is applied whole, and for each source type the last one wins
 * (behaviour RAC-11).
 *
 * @param entries without a repeated source type
 * @throws DomainError ITEM_NOT_FOUND
 */
export async function setExternalIds(ctx: WriteContext, itemId: string, entries: readonly ExternalId[]): Promise<Item> {
  const before = await lockedItem(ctx, itemId);
  const after = { ...before, externalIds: withExternalIds(before.externalIds, entries) };
  return changeTo(ctx, before, after, "item.set-external-ids", async (item) => {
    await store.upsertExternalIds(ctx.tx, ctx.merchant.id, itemId, entries);
    await store.updateItem(ctx.tx, ctx.merchant.id, item);
  });
}

/**
 * The item that a write is about to reference; undefined if it is unknown or of another merchant, which the caller rejects in its
 * own words. No lock is needed, because items are never deleted.
 */
export function findItem(ctx: WriteContext, itemId: string): Promise<Item | undefined> {
  return store.findItem(ctx.tx, ctx.merchant.id, itemId);
}

async function lockedItem(ctx: WriteContext, itemId: string): Promise<Item> {
  if (!(await store.lockItem(ctx.tx, ctx.merchant.id, itemId))) throw recordNotFound("ITEM_NOT_FOUND");
  return required(await store.findItem(ctx.tx, ctx.merchant.id, itemId), "the locked item");
}

async function changeTo(
  ctx: WriteContext,
  before: Item,
  after: Item,
  action: string,
  save: (item: Item) => Promise<void>,
): Promise<Item> {
  const changes = changesBetween(before, after);
  ctx.audit({ action, entityType: "ITEM", entityId: before.id, changes });
  if (changes.length === 0) return before;

  const item = { ...after, lastUpdatedAt: ctx.clock.timestamp };
  await save(item);
  ctx.publish({ type: "item.updated", data: { itemId: item.id } });
  return item;
}

export const { listItems } = store;
