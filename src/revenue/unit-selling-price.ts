import type { BillingTerm } from "../billing-terms/billing-term.ts";
import type { PricingContext } from "../billing-terms/charges/price.ts";
import { type Reduction, reductionsOf } from "../billing-terms/charges/reductions.ts";
import type { Treatment } from "../billing-terms/modifications/modification.ts";
import type { Money } from "../kernel/money.ts";
import { divideRatios, multiplyRatios, type Ratio, ratio, reduceRatio } from "../kernel/ratio.ts";
import { separateUnits } from "./separate-units.ts";
import { isSameTerm, lessFrom, type PricedAmount, type TermPrice, termPrice } from "./term-price.ts";

/** A part of a standalone selling price in minor units, unrounded (rules 5): from a day on, or over the whole service. */
export type SellingPart = Pick<PricedAmount, "from"> & { readonly amount: Ratio };

/**
 * The standalone selling price of an obligation that follows a term, in parts: for the initial units, and for units that were added or
 * removed later, each from its own day. Added units and their days are valued in proportion to their cost at the initial price, whatever
 * is charged for them (rules 7), so the remaining service has the selling price of its own units (ASC 606-10-25-13(a)). Removed units that
 * are credited are gone from the first day that is credited. Units of a separate contract are left out.
 *
 * @param treatments    of layers and amendments, by id
 * @param whole         the term with all its amendments, by which credits are calculated; a version may include some of them only
 * @param pricesAtFirst cache, by term id, of prices as if the unit price had never changed; each calculation continues from it
 * @param reductions    cache, by term id, of what amendments credit at that price
 */
export function sellingPriceOfUnits(
  selling: Money,
  term: BillingTerm,
  {
    treatments,
    isSeparate,
    whole = term,
    pricesAtFirst,
    reductions,
  }: {
    readonly treatments: ReadonlyMap<string, Treatment>;
    readonly isSeparate: (part: PricedAmount) => boolean;
    readonly whole?: BillingTerm;
    readonly pricesAtFirst?: Map<string, TermPrice>;
    readonly reductions?: Map<string, TermReductions>;
  },
  context: PricingContext,
): SellingPart[] {
  const all: SellingPart = { amount: ratio(selling.minor), from: null };
  const { quantity } = term.price;
  if (term.amendments.length === 0 && term.layers.every(({ price }) => price.quantity === quantity)) return [all];
  const atFirst = atFirstPrice(term);
  const price = termPrice(atFirst, treatments, context, pricesAtFirst?.get(term.id));
  pricesAtFirst?.set(term.id, price);
  const parts = lessReductions(price.amounts, reductionsAtFirst(whole, reductions, context));
  const { shared } = separateUnits(atFirst, parts, isSeparate, context);
  const [agreed] = shared;
  if (agreed === undefined || agreed.amount.minor <= 0n) return [all];
  const perUnit = reduceRatio(divideRatios(ratio(selling.minor), ratio(agreed.amount.minor)));
  return shared.map(({ amount, from }) => ({ amount: multiplyRatios(ratio(amount.minor), perUnit), from }));
}

/** What the amendments of a term credit at the initial price, by amendment. */
export type TermReductions = { readonly term: BillingTerm; readonly byAmendment: ReadonlyMap<string, Reduction[]> };

function reductionsAtFirst(
  term: BillingTerm,
  cache: Map<string, TermReductions> | undefined,
  context: PricingContext,
): TermReductions["byAmendment"] {
  const known = cache?.get(term.id);
  if (known !== undefined && isSameTerm(known.term, term)) return known.byAmendment;
  const credits = ({ amendment }: BillingTerm["layers"][number]) => amendment?.creditOnDecrease === "PRORATED";
  const isCredited = term.seatConfig?.creditOnDecrease === "PRORATED" || term.layers.some(credits);
  const byAmendment = isCredited ? reductionsOf(atFirstPrice(term), context) : new Map<string, Reduction[]>();
  cache?.set(term.id, { term, byAmendment });
  return byAmendment;
}

/** The term as if its unit price had never changed. */
function atFirstPrice(term: BillingTerm): BillingTerm {
  const layers = term.layers.map((layer) => ({ ...layer, price: { ...term.price, quantity: layer.price.quantity } }));
  return { ...term, layers };
}

/** The parts of the price of a term, each less what its amendment credits of invoiced days, and from the first of those. */
function lessReductions(
  parts: readonly PricedAmount[],
  byAmendment: TermReductions["byAmendment"],
): readonly PricedAmount[] {
  if (byAmendment.size === 0) return parts;
  return parts.map((part) => {
    const own = byAmendment.get(part.reason.of === "MODIFICATION" ? part.reason.id : "") ?? [];
    return own.reduce((left, { amount, rest: { start } }) => lessFrom(left, amount, start), part);
  });
}
