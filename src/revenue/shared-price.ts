import type { BillingTerm } from "../billing-terms/billing-term.ts";
import type { Treatment } from "../billing-terms/modification.ts";
import type { PricingContext } from "../billing-terms/price.ts";
import { sharesPrice } from "../billing-terms/selling-price.ts";
import type { Money } from "../kernel/money.ts";
import { divideRatios, multiplyRatios, type Ratio, ratio, reduceRatio } from "../kernel/ratio.ts";
import { corrected } from "./as-of.ts";
import type { ContractFacts, PobFacts } from "./contract-facts.ts";
import { separateUnits } from "./separate-units.ts";
import { type PricedAmount, type TermPrice, termPrice } from "./term-price.ts";

/** Does the obligation share the price of its contract by standalone selling price (data model 6.6; rules 7)? */
export function isSharing({ isAllocated, treatments }: ContractFacts, recorded: PobFacts): boolean {
  return isAllocated && sharesPrice(corrected(recorded), recorded.initial, treatments);
}

/**
 * Obligations by the price that they earn together: one for all billing term groups in which something shares the price of the contract,
 * under null, and one for every other group. What is a contract of its own stands with its group (ASC 606-10-25-12).
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

/**
 * The term with the later prices and changes of seats that one version of its contract knows.
 *
 * @param includes whether the version knows what was recorded at a moment
 */
export function termOfVersion(
  term: BillingTerm,
  includes: (fact: { readonly createdAt: string }) => boolean,
): BillingTerm {
  const layers = term.layers.filter(({ createdAt = "" }) => includes({ createdAt }));
  return { ...term, layers, amendments: term.amendments.filter(includes) };
}

/** A part of what an obligation sells for alone, in minor units and never rounded (rules 5); from a day on, or over the whole service. */
export type SellingPart = Pick<PricedAmount, "from"> & { readonly amount: Ratio };

/**
 * What an obligation that follows a term sells for alone, in parts: what was agreed at first, and the units that were added to the
 * term or taken from it, each from its day on. They bring their standalone selling price in proportion to what the units and their days
 * cost at the first price, whatever is charged for them (rules 7), so what is still to serve sells for what its own units do (ASC
 * 606-10-25-13(a)). Units that are a contract of their own bring nothing.
 *
 * @param treatments how layers and amendments are treated, by id
 * @param pricesAtFirst prices of terms as if they had not changed, by id, which each calculation goes on from and adds to
 */
export function sellingPriceOfUnits(
  selling: Money,
  term: BillingTerm,
  {
    treatments,
    isSeparate,
    pricesAtFirst,
  }: {
    readonly treatments: ReadonlyMap<string, Treatment>;
    readonly isSeparate: (part: PricedAmount) => boolean;
    readonly pricesAtFirst?: Map<string, TermPrice>;
  },
  context: PricingContext,
): SellingPart[] {
  const whole: SellingPart = { amount: ratio(selling.minor), from: null };
  const { quantity } = term.price;
  if (term.amendments.length === 0 && term.layers.every(({ price }) => price.quantity === quantity)) return [whole];
  const layers = term.layers.map((layer) => ({ ...layer, price: { ...term.price, quantity: layer.price.quantity } }));
  const atFirst = { ...term, layers };
  const price = termPrice(atFirst, treatments, context, pricesAtFirst?.get(term.id));
  pricesAtFirst?.set(term.id, price);
  const { shared } = separateUnits(atFirst, price.amounts, isSeparate, context);
  const [agreed] = shared;
  if (agreed === undefined || agreed.amount.minor <= 0n) return [whole];
  const perUnit = reduceRatio(divideRatios(ratio(selling.minor), ratio(agreed.amount.minor)));
  return shared.map(({ amount, from }) => ({ amount: multiplyRatios(ratio(amount.minor), perUnit), from }));
}
