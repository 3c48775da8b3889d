import { required } from "../kernel/assert.ts";
import { type DomainError, type Issue, invalidIssues } from "../kernel/errors.ts";
import { changesBetween } from "../platform/audit.ts";
import type { Tx } from "../platform/db/pool.ts";
import { type NotFoundCode, recordNotFound } from "../platform/http/error-codes.ts";
import type { WriteContext } from "../platform/write.ts";
import { findClass } from "./class-service.ts";
import { findItem } from "./item-service.ts";
import { auditedProduct, newProduct, type Product, type ProductDraft, type ProductPatch, patched } from "./product.ts";
import * as store from "./product-store.ts";
import { shareCategory } from "./service.ts";

/**
 * Creates a product. Names need not be unique.
 *
 * @throws DomainError CLASS_NOT_SUPPORTED; ITEM_NOT_FOUND, CLASS_NOT_FOUND or CATEGORY_NOT_FOUND (400, with all issues)
 */
export async function createProduct(ctx: WriteContext, draft: ProductDraft): Promise<Product> {
  const [first, ...rest] = await unknownReferences(ctx, draft);
  if (first !== undefined) throw unknownRecords([first, ...rest]);
  const product = newProduct(draft, { id: ctx.newId(), at: ctx.clock.timestamp });
  await store.insertProduct(ctx.tx, ctx.merchant.id, product);
  ctx.audit({
    action: "product.create",
    entityType: "PRODUCT",
    entityId: product.id,
    changes: changesBetween({}, auditedProduct(product)),
  });
  ctx.publish({ type: "product.created", data: { productId: product.id } });
  return product;
}

/** @throws DomainError PRODUCT_NOT_FOUND */
export async function getProduct(tx: Tx, merchantId: string, productId: string): Promise<Product> {
  const product = await store.findProduct(tx, merchantId, productId);
  if (product === undefined) throw recordNotFound("PRODUCT_NOT_FOUND");
  return product;
}

/** The product whose defaults a write is about to take; undefined if it is unknown or of another merchant. */
export function findProduct(ctx: WriteContext, productId: string): Promise<Product | undefined> {
  return store.findProduct(ctx.tx, ctx.merchant.id, productId);
}

/**
 * Changes a product. Terms created from it keep the defaults that they took (data model 11.2).
 *
 * @throws DomainError PRODUCT_NOT_FOUND, CLASS_NOT_SUPPORTED; ITEM_NOT_FOUND, CLASS_NOT_FOUND or CATEGORY_NOT_FOUND (404)
 */
export async function updateProduct(ctx: WriteContext, productId: string, patch: ProductPatch): Promise<Product> {
  // Referenced records are locked before the product, in the same order as when a category is deleted.
  const [unknown] = await unknownReferences(ctx, patch);
  if (!(await store.lockProduct(ctx.tx, ctx.merchant.id, productId))) throw recordNotFound("PRODUCT_NOT_FOUND");
  if (unknown !== undefined) throw recordNotFound(unknown.code);

  const before = required(await store.findProduct(ctx.tx, ctx.merchant.id, productId), "the locked product");
  const after = patched(before, patch);
  const changes = changesBetween(auditedProduct(before), auditedProduct(after));
  ctx.audit({ action: "product.update", entityType: "PRODUCT", entityId: productId, changes });
  if (changes.length === 0) return before;

  const product = { ...after, lastUpdatedAt: ctx.clock.timestamp };
  await store.updateProduct(ctx.tx, ctx.merchant.id, product);
  ctx.publish({ type: "product.updated", data: { productId } });
  return product;
}

/** @throws DomainError PRODUCT_NOT_FOUND */
export async function lockedProduct(ctx: WriteContext, productId: string): Promise<Product> {
  if (!(await store.lockProduct(ctx.tx, ctx.merchant.id, productId))) throw recordNotFound("PRODUCT_NOT_FOUND");
  return required(await store.findProduct(ctx.tx, ctx.merchant.id, productId), "the locked product");
}

type UnknownReference = { readonly path: string; readonly code: NotFoundCode };

/** Referenced records that do not exist or are of another merchant, which is not distinguished. */
async function unknownReferences(ctx: WriteContext, patch: ProductPatch): Promise<UnknownReference[]> {
  const { itemId, erpClassId, categoryId } = patch;
  const unknown: UnknownReference[] = [];
  const check = async (
    id: string | null | undefined,
    reference: UnknownReference,
    find: (ctx: WriteContext, id: string) => Promise<unknown>,
  ) => {
    if (id !== null && id !== undefined && (await find(ctx, id)) === undefined) unknown.push(reference);
  };
  await check(erpClassId, { path: "/erpClassId", code: "CLASS_NOT_FOUND" }, findClass);
  await check(itemId, { path: "/itemId", code: "ITEM_NOT_FOUND" }, findItem);
  await check(categoryId, { path: "/categoryId", code: "CATEGORY_NOT_FOUND" }, shareCategory);
  return unknown;
}

/** 400 with the text of the 404, where the endpoint's row lists no 404 (rules 1). */
function unknownRecords(unknown: readonly [UnknownReference, ...UnknownReference[]]): DomainError {
  const issues = unknown.map(({ path, code }): Issue => ({ path, code, message: recordNotFound(code).message }));
  return invalidIssues(issues, unknown[0].code);
}

export const { listProducts } = store;
