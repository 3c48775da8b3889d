import type { BillingTerm } from "../billing-terms/billing-term.ts";
import type { Treatment } from "../billing-terms/modifications/modification.ts";
import { type Money, sumAmounts, zero } from "../kernel/money.ts";
import { corrected } from "./as-of.ts";
import type { EffectiveFacts, PobFacts } from "./contract-facts.ts";
import { amendmentCreditsOfVersion, lessCredits } from "./credited-amendments.ts";
import { treatmentOf } from "./modifications.ts";
import { type Pob, pobFrom } from "./pob.ts";
import { separateUnits } from "./separate-units.ts";
import { type PricedAmount, type TermAmount, type TermPrice, termPrice } from "./term-price.ts";
import { type SellingPart, sellingPriceOfUnits, type TermReductions } from "./unit-selling-price.ts";
import type { Includes } from "./version-facts.ts";

/** An obligation by the facts that one version of its contract includes, before the price is allocated. */
export type Member = {
  readonly facts: PobFacts;
  readonly pob: Pob;
  /** Its part of the price to allocate. */
  readonly stated: Money;
  /** The part of its term's price that is a separate contract: seats that were added at their standalone selling price. */
  readonly separate: readonly PricedAmount[];
  /** For an obligation that follows a term, the parts of its standalone selling price; else empty. */
  readonly selling: readonly SellingPart[];
  readonly includes: Includes;
  /** How many of its changes the version includes: while the number stays the same, so does the member. */
  readonly recorded: number;
};

/** How many changes of an obligation and of its term a version includes, with the credits of those. */
export function recordedOf(pob: PobFacts, includes: Includes): number {
  const { layers = [], amendments = [] } = pob.initial.billingTerm ?? {};
  const ofTerm = [...layers, ...amendments].filter(({ createdAt = "" }) => includes({ createdAt }));
  return pob.corrections.filter(includes).length + ofTerm.length + amendmentCreditsOfVersion(pob, includes).length;
}

export function memberOf(
  facts: EffectiveFacts,
  recorded: PobFacts,
  {
    includes,
    isShared,
    termPrices,
    ...caches
  }: {
    readonly includes: Includes;
    readonly isShared: boolean;
    readonly termPrices: Map<string, TermPrice>;
    readonly pricesAtFirst: Map<string, TermPrice>;
    readonly reductions: Map<string, TermReductions>;
  },
): Member {
  const { context } = facts;
  const pob = pobFrom(corrected(recorded, includes));
  const common = { facts: recorded, includes, recorded: recordedOf(recorded, includes), selling: [] };
  if (pob.price.of === "STATED") return { ...common, pob, stated: pob.price.amount, separate: [] };
  if (!isShared || pob.price.of !== "TERM") return { ...common, pob, stated: zero(context.currency), separate: [] };
  const term = termOfVersion(pob.price.term, includes);
  const amounts = lessCredits(pricedTerm(facts, term, termPrices), amendmentCreditsOfVersion(recorded, includes));
  const isSeparate = ({ reason }: PricedAmount) =>
    reason.of === "MODIFICATION" && treatmentOf(facts, reason.id) === "SEPARATE_CONTRACT";
  const { shared, separate } = separateUnits(term, amounts, isSeparate, context);
  const units = { treatments: treatmentsOf(facts), isSeparate, whole: pob.price.term, ...caches };
  const alone = pob.standaloneSellingPrice;
  const selling = alone === null ? [] : sellingPriceOfUnits(alone, term, units, context);
  return {
    ...common,
    pob: { ...pob, price: { of: "TERM", term } },
    selling,
    stated: sumAmounts(shared, context.currency),
    separate,
  };
}

/** The term with the price layers and seat amendments that one version of its contract includes. */
function termOfVersion(term: BillingTerm, includes: Includes): BillingTerm {
  const layers = term.layers.filter(({ createdAt = "" }) => includes({ createdAt }));
  return { ...term, layers, amendments: term.amendments.filter(includes) };
}

function treatmentsOf(facts: EffectiveFacts): ReadonlyMap<string, Treatment> {
  const inForce = [...facts.treatments.keys()].map((id) => [id, treatmentOf(facts, id)] as const);
  return new Map(inForce.flatMap(([id, treatment]) => (treatment === undefined ? [] : [[id, treatment] as const])));
}

/** The price of a term with an end, in parts. */
export function pricedTerm(
  facts: EffectiveFacts,
  term: BillingTerm,
  termPrices: Map<string, TermPrice> | undefined,
): readonly TermAmount[] {
  const price = termPrice(term, treatmentsOf(facts), facts.context, termPrices?.get(term.id));
  termPrices?.set(term.id, price);
  return price.amounts;
}
