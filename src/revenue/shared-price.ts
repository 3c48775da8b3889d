import type { BillingTerm } from "../billing-terms/billing-term.ts";
import { fixedBilling } from "../billing-terms/group.ts";
import type { PricingContext } from "../billing-terms/price.ts";
import { type Money, ratioFromMoney, roundToMoney } from "../kernel/money.ts";
import { divideRatios, multiplyRatios } from "../kernel/ratio.ts";
import { corrected } from "./as-of.ts";
import type { ContractFacts, PobFacts } from "./contract-facts.ts";
import { treatmentOf } from "./modifications.ts";
import { isFixedStated, type Pob, pobFrom } from "./pob.ts";

/**
 * Does the obligation share the price of its contract by standalone selling price (data model 6.6; rules 7)? Every fixed one
 * does, stated or following a term with an end. Open-ended terms, whose periods are prices of their own, the residual, and what
 * is a contract of its own (ASC 606-10-25-12) have their price for themselves; a milestone that is not reached has none yet.
 */
export function isSharing(facts: ContractFacts, recorded: PobFacts): boolean {
  if (!facts.isAllocated) return false;
  const record = corrected(recorded);
  const { billingTerm: term } = record;
  // One that was open-ended and came to its end had prices of its own until then.
  if (recorded.initial.billingTerm !== null && recorded.initial.service.end === null) return false;
  const isSeparate = [record.id, term?.id ?? ""].some((id) => treatmentOf(facts, id) === "SEPARATE_CONTRACT");
  if (isSeparate) return false;
  const pob = pobFrom(record);
  return isFixedStated(pob) || isSharingTerm(pob);
}

function isSharingTerm({ price, isFixed, service, standaloneSellingPrice }: Pob): boolean {
  if (price.of !== "TERM" || !isFixed || service.end === null || standaloneSellingPrice === null) return false;
  return price.term.trigger === "DATE" || price.term.reachedOn !== null;
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

/**
 * What an obligation that follows a term sells for alone, with the units that were added to the term or taken from it: they bring
 * their standalone selling price in proportion, whatever is charged for them (rules 7). Rounded half away from zero.
 */
export function sellingPriceOfUnits(selling: Money, term: BillingTerm, context: PricingContext): Money {
  const { quantity } = term.price;
  if (term.amendments.length === 0 && term.layers.every(({ price }) => price.quantity === quantity)) return selling;
  const layers = term.layers.map((layer) => ({
    ...layer,
    price: { ...term.price, quantity: layer.price.quantity },
  }));
  const agreed = fixedBilling({ ...term, layers: [], amendments: [] }, null, context);
  const now = fixedBilling({ ...term, layers }, null, context);
  if (agreed.minor <= 0n || agreed.minor === now.minor) return selling;
  const ratio = divideRatios(ratioFromMoney(now), ratioFromMoney(agreed));
  return roundToMoney(multiplyRatios(ratioFromMoney(selling), ratio), context.currency, "HALF_UP");
}
