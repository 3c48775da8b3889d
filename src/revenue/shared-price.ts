import type { BillingTerm } from "../billing-terms/billing-term.ts";
import type { Treatment } from "../billing-terms/modification.ts";
import type { PricingContext } from "../billing-terms/price.ts";
import { add, type Money, ratioFromMoney, roundToMoney, subtract, zero } from "../kernel/money.ts";
import { divideRatios, multiplyRatios } from "../kernel/ratio.ts";
import { corrected } from "./as-of.ts";
import type { ContractFacts, PobFacts } from "./contract-facts.ts";
import { treatmentOf } from "./modifications.ts";
import { isFixedStated, type Pob, pobFrom } from "./pob.ts";
import { separateUnits } from "./separate-units.ts";
import { type PricedAmount, termPrice } from "./term-price.ts";

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

/**
 * What an obligation that follows a term sells for alone, in parts: what was agreed at first, and the units that were added to the
 * term or taken from it, each from its day on. They bring their standalone selling price in proportion to what the units and their days
 * cost at the first price, whatever is charged for them (rules 7), so what is still to serve sells for what its own units do (ASC
 * 606-10-25-13(a)). Units that are a contract of their own bring nothing. Rounded half away from zero, cumulatively.
 *
 * @param treatments how layers and amendments are treated, by id
 */
export function sellingPriceOfUnits(
  selling: Money,
  term: BillingTerm,
  {
    treatments,
    isSeparate,
  }: { readonly treatments: ReadonlyMap<string, Treatment>; readonly isSeparate: (part: PricedAmount) => boolean },
  context: PricingContext,
): PricedAmount[] {
  const whole: PricedAmount = { amount: selling, from: null, reason: { of: "INCEPTION" } };
  const { quantity } = term.price;
  if (term.amendments.length === 0 && term.layers.every(({ price }) => price.quantity === quantity)) return [whole];
  const layers = term.layers.map((layer) => ({ ...layer, price: { ...term.price, quantity: layer.price.quantity } }));
  const atFirst = { ...term, layers };
  const { shared } = separateUnits(atFirst, termPrice(atFirst, treatments, context).amounts, isSeparate, context);
  const [agreed] = shared;
  if (agreed === undefined || agreed.amount.minor <= 0n) return [whole];
  return inProportion(selling, agreed.amount, shared, context);
}

/** Parts in the measure in which the first amount stands to the second; their sum is rounded once. */
export function inProportion(
  amount: Money,
  to: Money,
  parts: readonly PricedAmount[],
  { currency }: PricingContext,
): PricedAmount[] {
  const ratio = divideRatios(ratioFromMoney(amount), ratioFromMoney(to));
  let [through, before] = [zero(currency), zero(currency)];
  return parts.map(({ amount: own, from, reason }) => {
    through = add(through, own);
    const next = roundToMoney(multiplyRatios(ratioFromMoney(through), ratio), currency, "HALF_UP");
    const part = { amount: subtract(next, before), from, reason };
    before = next;
    return part;
  });
}
