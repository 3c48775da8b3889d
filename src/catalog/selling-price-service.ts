import { type Day, formatDay } from "../kernel/day.ts";
import { recordNotFound, rejectionOf } from "../platform/http/error-codes.ts";
import type { WriteContext } from "../platform/write.ts";
import { maximumSellingPrices, type ProductPatch, type StandaloneSellingPrice } from "./product.ts";
import { lockedProduct, updateProduct } from "./product-service.ts";

/**
 * Adds a price to the price book of a product.
 *
 * @throws DomainError PRODUCT_NOT_FOUND; VALIDATION_FAILED if there is one of its currency and day, or the price book is full
 */
export async function addSellingPrice(
  ctx: WriteContext,
  productId: string,
  price: StandaloneSellingPrice,
): Promise<void> {
  const { standaloneSellingPrices: prices } = await lockedProduct(ctx, productId);
  const { currency } = price.amount;
  if (prices.some((one) => isOf(one, { currency, validFrom: price.validFrom }))) {
    const message = `There is a price in ${currency} from ${formatDay(price.validFrom)} on; delete it first.`;
    throw rejectionOf([{ path: "/validFrom", code: "DUPLICATE", message }]);
  }
  if (prices.length >= maximumSellingPrices) {
    const message = `A product has at most ${maximumSellingPrices} prices; delete one first.`;
    throw rejectionOf([{ path: "/price", code: "RANGE", message }]);
  }
  await updateProduct(ctx, productId, { ...unchanged, standaloneSellingPrices: [...prices, price] });
}

/**
 * Removes a price from the price book.
 *
 * @throws DomainError PRODUCT_NOT_FOUND, STANDALONE_SELLING_PRICE_NOT_FOUND
 */
export async function removeSellingPrice(
  ctx: WriteContext,
  productId: string,
  of: { readonly currency: string; readonly validFrom: Day },
): Promise<StandaloneSellingPrice> {
  const { standaloneSellingPrices: prices } = await lockedProduct(ctx, productId);
  const found = prices.find((one) => isOf(one, of));
  if (found === undefined) throw recordNotFound("STANDALONE_SELLING_PRICE_NOT_FOUND");
  const left = prices.filter((one) => one !== found);
  await updateProduct(ctx, productId, { ...unchanged, standaloneSellingPrices: left });
  return found;
}

function isOf(
  { amount, validFrom }: StandaloneSellingPrice,
  of: { readonly currency: string; readonly validFrom: Day },
): boolean {
  return amount.currency === of.currency && validFrom === of.validFrom;
}

const unchanged: ProductPatch = {
  name: undefined,
  displayName: undefined,
  status: undefined,
  description: undefined,
  itemId: undefined,
  erpClassId: undefined,
  categoryId: undefined,
  recognitionPattern: undefined,
  taxCategory: undefined,
  standaloneSellingPrices: undefined,
};
