import { findClass } from "../catalog/class-service.ts";
import { findItem } from "../catalog/item-service.ts";
import type { Product } from "../catalog/product.ts";
import { findProduct } from "../catalog/product-service.ts";
import { shareCategory } from "../catalog/service.ts";
import { type Issue, invalidIssues } from "../kernel/errors.ts";
import type { NotFoundCode } from "../platform/http/error-codes.ts";
import { recordNotFound } from "../platform/http/error-codes.ts";
import type { WriteContext } from "../platform/write.ts";
import { shareEventType } from "./reference-store.ts";

/** Records that a request names beside its own, by id. */
export type References = {
  readonly productId?: string | null | undefined;
  readonly itemId?: string | null | undefined;
  readonly classId?: string | null | undefined;
  readonly categoryId?: string | null | undefined;
  readonly eventTypeId?: string | null | undefined;
};

/** A product that is not sold any more is for what has it already. @param path where the request names it */
export function checkProduct(product: Product | null, path: string): Issue[] {
  if (product === null || product.status === "ACTIVE") return [];
  const message = "The product is inactive; activate it or name another one.";
  return [{ path: `${path}/productId`, code: "CONFLICT", message }];
}

/** What is answered for a record that does not exist: 404 where the endpoint's row lists it, else 400 (rules 1). */
export type WhenMissing = "NOT_FOUND" | "INVALID";

/**
 * The product that a request names, or null; every other record it names exists and stays until the transaction ends.
 *
 * @param path where the fields are in the request: "" or "/billingSchedule"
 * @throws DomainError CLASS_NOT_SUPPORTED, or the code of what is missing: PRODUCT_NOT_FOUND, ITEM_NOT_FOUND,
 *   CLASS_NOT_FOUND, CATEGORY_NOT_FOUND, EVENT_TYPE_NOT_FOUND, in the words of the 404
 */
export async function resolveReferences(
  ctx: WriteContext,
  references: References,
  path: string,
  whenMissing: WhenMissing,
): Promise<Product | null> {
  const { product, missing } = await findReferences(ctx, references, path);
  const [first] = missing;
  if (first === undefined) return product;
  if (whenMissing === "NOT_FOUND") throw recordNotFound(first.code);
  throw invalidIssues(missing, first.code);
}

/**
 * The product that a request names, or null, and an issue for every record that it names and that does not exist; the
 * others stay until the transaction ends.
 *
 * @throws DomainError CLASS_NOT_SUPPORTED
 */
export async function findReferences(
  ctx: WriteContext,
  references: References,
  path: string,
): Promise<{ product: Product | null; missing: (Issue & { readonly code: NotFoundCode })[] }> {
  const missing: (Issue & { readonly code: NotFoundCode })[] = [];
  const find = async <Found>(
    field: keyof References,
    code: NotFoundCode,
    lookUp: (ctx: WriteContext, id: string) => Promise<Found | undefined>,
  ): Promise<Found | null> => {
    const id = references[field];
    if (id === null || id === undefined) return null;
    const found = await lookUp(ctx, id);
    if (found === undefined) missing.push({ path: `${path}/${field}`, code, message: recordNotFound(code).message });
    return found ?? null;
  };
  await find("classId", "CLASS_NOT_FOUND", findClass);
  const product = await find("productId", "PRODUCT_NOT_FOUND", findProduct);
  await find("itemId", "ITEM_NOT_FOUND", findItem);
  await find("categoryId", "CATEGORY_NOT_FOUND", shareCategory);
  await find("eventTypeId", "EVENT_TYPE_NOT_FOUND", shareEventType);
  return { product, missing };
}
