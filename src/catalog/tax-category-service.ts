import { defaultTaxCategory, type TaxCategory } from "../kernel/tax-category.ts";
import type { Tx } from "../platform/db/pool.ts";
import { findTaxCategories } from "./tax-category-store.ts";

/** The item and product of a line; either or both may be null. */
export type Sold = { readonly itemId: string | null; readonly productId: string | null };

/** The tax category of each: that of its item, else of its product, else the standard rate (rules 12). */
export async function taxCategoriesOf(
  tx: Tx,
  merchantId: string,
  sold: readonly Sold[],
): Promise<(each: Sold) => TaxCategory> {
  const ids = sold.flatMap(({ itemId, productId }) => [itemId, productId]).filter((id) => id !== null);
  const categories = await findTaxCategories(tx, merchantId, [...new Set(ids)]);
  return ({ itemId, productId }) =>
    categories.get(itemId ?? "") ?? categories.get(productId ?? "") ?? defaultTaxCategory;
}
