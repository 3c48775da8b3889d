import { conflict, invalid } from "../kernel/errors.ts";
import { changesBetween } from "../platform/audit.ts";
import type { Tx } from "../platform/db/pool.ts";
import { recordNotFound } from "../platform/http/error-codes.ts";
import type { WriteContext } from "../platform/write.ts";
import { type Category, type CategoryAccounts, type CategoryDraft, noAccounts } from "./category.ts";
import * as productStore from "./product-store.ts";
import * as store from "./store.ts";

/**
 * Creates a category.
 *
 * @param draft texts as they will be shown, outer white space cut off
 * @throws DomainError CATEGORY_EXISTS (400, as the spec has it) when a live category has the same name
 */
export async function createCategory(ctx: WriteContext, draft: CategoryDraft): Promise<Category> {
  const { timestamp } = ctx.clock;
  const created: Category = { ...draft, id: ctx.newId(), createdAt: timestamp, lastUpdatedAt: timestamp };
  const category = await store.insertCategory(ctx.tx, ctx.merchant.id, created);
  if (category === undefined) {
    throw invalid(
      "CATEGORY_EXISTS",
      `A category named ${JSON.stringify(draft.name)} exists already; use it or choose another name.`,
    );
  }
  ctx.audit({
    action: "category.create",
    entityType: "CATEGORY",
    entityId: category.id,
    changes: changesBetween(noAccounts, draft),
  });
  ctx.publish({ type: "category.created", data: { categoryId: category.id } });
  return category;
}

/** @throws DomainError CATEGORY_NOT_FOUND, also for a deleted one */
export async function getCategory(tx: Tx, merchantId: string, categoryId: string): Promise<Category> {
  const category = await store.findCategory(tx, merchantId, categoryId, "none");
  if (category === undefined) throw recordNotFound("CATEGORY_NOT_FOUND");
  return category;
}

/**
 * Sets the accounts of a category for entries posted from now on. A change of nothing leaves no trace but its audit row.
 *
 * @throws DomainError CATEGORY_NOT_FOUND
 */
export async function updateCategory(
  ctx: WriteContext,
  categoryId: string,
  accounts: Partial<CategoryAccounts>,
): Promise<Category> {
  const before = await store.findCategory(ctx.tx, ctx.merchant.id, categoryId, "update");
  if (before === undefined) throw recordNotFound("CATEGORY_NOT_FOUND");
  const changes = changesBetween(before, { ...before, ...accounts });
  ctx.audit({ action: "category.update", entityType: "CATEGORY", entityId: categoryId, changes });
  if (changes.length === 0) return before;
  ctx.publish({ type: "category.updated", data: { categoryId } });
  const after = { ...before, ...accounts, lastUpdatedAt: ctx.clock.timestamp };
  await store.updateCategory(ctx.tx, ctx.merchant.id, after);
  return after;
}

/**
 * Deletes a category; its name is free again, and products that give it to new obligations give none. The row is locked first: a
 * write that gives an obligation this category locks it with `shareCategory`, so either that write is seen here, or it finds no
 * category (behaviour RAC-7).
 *
 * @throws DomainError CATEGORY_NOT_FOUND, CATEGORY_IN_USE
 */
export async function deleteCategory(ctx: WriteContext, categoryId: string): Promise<Category> {
  const category = await store.findCategory(ctx.tx, ctx.merchant.id, categoryId, "update");
  if (category === undefined) throw recordNotFound("CATEGORY_NOT_FOUND");
  if (await store.isInUse(ctx.tx, ctx.merchant.id, categoryId)) {
    throw conflict(
      "CATEGORY_IN_USE",
      "Performance obligations or recognized revenue use this category; move the obligations to another one first.",
    );
  }
  const deleted = await store.deleteCategory(ctx.tx, ctx.merchant.id, categoryId, ctx.clock.timestamp);
  ctx.audit({
    action: "category.delete",
    entityType: "CATEGORY",
    entityId: categoryId,
    changes: [{ path: "deletedAt", from: null, to: ctx.clock.timestamp }],
  });
  ctx.publish({ type: "category.deleted", data: { categoryId } });
  await takeOffProducts(ctx, categoryId);
  return deleted;
}

/** Only obligations and revenue keep a category alive (spec "Categories"), so a product may be left without one. */
async function takeOffProducts(ctx: WriteContext, categoryId: string): Promise<void> {
  const { timestamp } = ctx.clock;
  for (const productId of await productStore.clearCategory(ctx.tx, ctx.merchant.id, categoryId, timestamp)) {
    ctx.audit({
      action: "product.update",
      entityType: "PRODUCT",
      entityId: productId,
      changes: [{ path: "categoryId", from: categoryId, to: null }],
    });
    ctx.publish({ type: "product.updated", data: { productId } });
  }
}

/**
 * The live category that a write is about to reference, kept from being deleted until the transaction ends; undefined
 * for an unknown, foreign or deleted one. The caller words the rejection, which depends on its endpoint (rules 1).
 */
export function shareCategory(ctx: WriteContext, categoryId: string): Promise<Category | undefined> {
  return store.findCategory(ctx.tx, ctx.merchant.id, categoryId, "share");
}

export const { listCategories, revenueAccounts, shareCategoryNamed } = store;
