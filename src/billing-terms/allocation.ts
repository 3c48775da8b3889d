import { allocate } from "../kernel/allocate.ts";
import { type Money, sum } from "../kernel/money.ts";

/** What a promise states of its worth. */
export type Priced = { readonly transactionPrice: Money | null; readonly standaloneSellingPrice: Money | null };

/**
 * Spreads the sum of stated prices over the promises by standalone selling price (ASC 606-10-32-31; data model 6.6): one
 * amount a promise, in order, that sum to the stated prices exactly.
 *
 * @param promises with a stated price each; without any they are as stated
 * @returns the stated prices where a standalone selling price is missing: nobody may guess it
 */
export function allocatedPrices(promises: readonly Priced[], currency: string): Money[] {
  const stated = promises.map(({ transactionPrice }) => transactionPrice ?? { minor: 0n, currency });
  const weights = promises.map(({ standaloneSellingPrice }) => standaloneSellingPrice?.minor ?? 0n);
  if (weights.length === 0 || weights.some((weight) => weight <= 0n)) return stated;
  return allocate(sum(stated, currency), weights);
}

/** Parts of `total` by the size of some amounts; all on the first where none of them is above zero. */
export function sharesBy(total: Money, amounts: readonly Money[]): Money[] {
  const weights = amounts.map(({ minor }) => (minor > 0n ? minor : 0n));
  if (weights.every((weight) => weight === 0n))
    return amounts.map((_, index) => (index === 0 ? total : { ...total, minor: 0n }));
  return allocate(total, weights);
}
