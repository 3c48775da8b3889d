import { defaultTaxCategory, type TaxCategory } from "../kernel/tax-category.ts";
import type { Tx } from "../platform/db/pool.ts";
import { findTaxCategories } from "./tax-category-store.ts";

/** What is sold: an item, a product, both or neither. */
export type Sold = { readonly itemId: string | null; readonly productId: string | null };

/** How each of these is taxed: as its item, else as its product, else at the standard rate (rules 12). */
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
