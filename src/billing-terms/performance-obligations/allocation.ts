import { allocate } from "../../kernel/allocate.ts";
import { type Money, sum, zero } from "../../kernel/money.ts";

/** The stated prices of a performance obligation. */
export type Priced = { readonly transactionPrice: Money | null; readonly standaloneSellingPrice: Money | null };

/** A discount that is allocated to some of the performance obligations only (ASC 606-10-32-37). */
export type DiscountShare = { readonly discount: Money; readonly pobIds: readonly string[] };

/**
 * Spreads the sum of stated prices over the performance obligations by standalone selling price (ASC 606-10-32-31; data
 * model 6.6): one amount a performance obligation, in order, that sum to the stated prices exactly.
 *
 * @param pobs with a stated price each; without any they are as stated
 * @returns the stated prices if a standalone selling price is missing: it is never estimated
 */
export function allocateStatedPrices(pobs: readonly Priced[], currency: string): Money[] {
  const stated = pobs.map(({ transactionPrice }) => transactionPrice ?? zero(currency));
  const weights = pobs.map(({ standaloneSellingPrice }) => standaloneSellingPrice?.minor ?? 0n);
  if (weights.length === 0 || weights.some((weight) => weight <= 0n)) return stated;
  return allocate(sum(stated, currency), weights);
}

/**
 * Weights for allocation: standalone selling prices, less discounts that belong to some obligations, in proportion among those (ASC
 * 606-10-32-37 and -38). A discount does not apply while one of its obligations is missing, or has no standalone selling price left.
 *
 * @param discounts no performance obligation is in two of them
 */
export function discountedWeights<Weighed extends Priced & { readonly id: string }>(
  pobs: readonly Weighed[],
  discounts: readonly DiscountShare[],
): Weighed[] {
  const sellingOf = (id: string) => pobs.find((one) => one.id === id)?.standaloneSellingPrice?.minor ?? 0n;
  const holding = discounts.flatMap(({ discount, pobIds }) => {
    const together = pobIds.reduce((total, id) => total + sellingOf(id), 0n);
    const isWhole = pobIds.every((id) => sellingOf(id) > 0n) && discount.minor < together;
    return isWhole ? [{ pobIds, together, left: together - discount.minor }] : [];
  });
  if (holding.length === 0) return [...pobs];
  return pobs.map((pob) => {
    const { standaloneSellingPrice: selling } = pob;
    if (selling === null) return pob;
    const weight = holding.reduce(
      (scaled, { pobIds, together, left }) => scaled * (pobIds.includes(pob.id) ? left : together),
      selling.minor,
    );
    return { ...pob, standaloneSellingPrice: { ...selling, minor: weight } };
  });
}

/** Allocates `total` in proportion to some amounts; all to the first if none is above zero. */
export function sharesBy(total: Money, amounts: readonly Money[]): Money[] {
  const weights = amounts.map(({ minor }) => (minor > 0n ? minor : 0n));
  if (weights.every((weight) => weight === 0n))
    return amounts.map((_, index) => (index === 0 ? total : { ...total, minor: 0n }));
  return allocate(total, weights);
}
