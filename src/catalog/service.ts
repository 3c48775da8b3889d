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
 * @param draft with trimmed texts
 * @throws DomainError CATEGORY_EXISTS (400, as the spec has it) if a live category has the same name
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
 * Sets the accounts of a category for entries posted from now on. If nothing changes, only an audit row is written.
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
 * Deletes a category. Its name becomes free, and products lose it as their default. The row is locked first: a write that
 * references the category locks it with `shareCategory`, so either that write is seen here, or it does not find the category
 * (behaviour RAC-7).
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

/** Only obligations and revenue prevent the deletion of a category (spec "Categories"), so products lose it. */
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
 * The live category that a write is about to reference, locked against deletion until the transaction ends; undefined if it is
 * unknown, deleted or of another merchant. The caller words the rejection, which depends on its endpoint (rules 1).
 */
export function shareCategory(ctx: WriteContext, categoryId: string): Promise<Category | undefined> {
  return store.findCategory(ctx.tx, ctx.merchant.id, categoryId, "share");
}

export const { listCategories, revenueAccounts, shareCategoryNamed } = store;
