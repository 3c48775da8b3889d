import { sharesPrice } from "../billing-terms/performance-obligations/selling-price.ts";
import { corrected } from "./as-of.ts";
import type { ContractFacts, PobFacts } from "./contract-facts.ts";

/** True if the price of the contract is allocated to the obligation by standalone selling price (data model 6.6; rules 7). */
export function isSharing({ isAllocated, treatments }: ContractFacts, recorded: PobFacts): boolean {
  return isAllocated && sharesPrice(corrected(recorded), recorded.initial, treatments);
}

/**
 * Groups obligations by the price that they earn together. All billing term groups with an obligation that shares the price of the contract
 * are one group, under the key null; every other billing term group is one of its own.
 */
export function byPrice<T>(
  obligations: readonly T[],
  of: (one: T) => { readonly billingTermGroupId: string; readonly isShared: boolean },
): Map<string | null, T[]> {
  const placed = obligations.map((one) => ({ one, ...of(one) }));
  const sharing = new Set(placed.flatMap(({ billingTermGroupId, isShared }) => (isShared ? billingTermGroupId : [])));
  const pools = Map.groupBy(placed, ({ billingTermGroupId: id }) => (sharing.has(id) ? null : id));
  return new Map([...pools].map(([key, pool]) => [key, pool.map(({ one }) => one)]));
}
