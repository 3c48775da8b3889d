import type { BillingTerm } from "../billing-terms/billing-term.ts";
import type { Treatment } from "../billing-terms/modification.ts";
import { type Money, zero } from "../kernel/money.ts";
import { corrected } from "./as-of.ts";
import type { EffectiveFacts, PobFacts } from "./contract-facts.ts";
import { treatmentOf } from "./modifications.ts";
import { type Pob, pobFrom } from "./pob.ts";
import { totalOf } from "./segments/segments-of.ts";
import { separateUnits } from "./separate-units.ts";
import { type SellingPart, sellingPriceOfUnits, termOfVersion } from "./shared-price.ts";
import { type PricedAmount, type TermAmount, type TermPrice, termPrice } from "./term-price.ts";
import type { Includes } from "./version-facts.ts";

/** An obligation as one version of its contract knows it, before its price is shared. */
export type Member = {
  readonly facts: PobFacts;
  readonly pob: Pob;
  /** What it brings to the price that is shared. */
  readonly stated: Money;
  /** What of the price of its term is a contract of its own: seats that were added at what they sell for. */
  readonly separate: readonly PricedAmount[];
  /** Of one that follows a term, the parts of its standalone selling price; none of others. */
  readonly selling: readonly SellingPart[];
  readonly includes: Includes;
  /** How many changes of it the version knows: one that knows no more has the same member. */
  readonly recorded: number;
};

export function recordedOf({ initial, corrections }: PobFacts, includes: Includes): number {
  const { layers = [], amendments = [] } = initial.billingTerm ?? {};
  const ofTerm = [...layers, ...amendments].filter(({ createdAt = "" }) => includes({ createdAt }));
  return corrections.filter(includes).length + ofTerm.length;
}

export function memberOf(
  facts: EffectiveFacts,
  recorded: PobFacts,
  {
    includes,
    isShared,
    termPrices,
    pricesAtFirst,
  }: {
    readonly includes: Includes;
    readonly isShared: boolean;
    readonly termPrices: Map<string, TermPrice>;
    readonly pricesAtFirst: Map<string, TermPrice>;
  },
): Member {
  const { context } = facts;
  const pob = pobFrom(corrected(recorded, includes));
  const common = { facts: recorded, includes, recorded: recordedOf(recorded, includes), selling: [] };
  if (pob.price.of === "STATED") return { ...common, pob, stated: pob.price.amount, separate: [] };
  if (!isShared || pob.price.of !== "TERM") return { ...common, pob, stated: zero(context.currency), separate: [] };
  const term = termOfVersion(pob.price.term, includes);
  const amounts = pricedTerm(facts, term, termPrices);
  const isSeparate = ({ reason }: PricedAmount) =>
    reason.of === "MODIFICATION" && treatmentOf(facts, reason.id) === "SEPARATE_CONTRACT";
  const { shared, separate } = separateUnits(term, amounts, isSeparate, context);
  const units = { treatments: treatmentsOf(facts), isSeparate, pricesAtFirst };
  const alone = pob.standaloneSellingPrice;
  const selling = alone === null ? [] : sellingPriceOfUnits(alone, term, units, context);
  return {
    ...common,
    pob: { ...pob, price: { of: "TERM", term } },
    selling,
    stated: totalOf(shared, context.currency),
    separate,
  };
}

function treatmentsOf(facts: EffectiveFacts): ReadonlyMap<string, Treatment> {
  const inForce = [...facts.treatments.keys()].map((id) => [id, treatmentOf(facts, id)] as const);
  return new Map(inForce.flatMap(([id, treatment]) => (treatment === undefined ? [] : [[id, treatment] as const])));
}

/** What a term with an end bills, in parts. */
export function pricedTerm(
  facts: EffectiveFacts,
  term: BillingTerm,
  termPrices: Map<string, TermPrice> | undefined,
): readonly TermAmount[] {
  const price = termPrice(term, treatmentsOf(facts), facts.context, termPrices?.get(term.id));
  termPrices?.set(term.id, price);
  return price.amounts;
}
