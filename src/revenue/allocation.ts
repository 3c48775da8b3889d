import type { PricingContext } from "../billing-terms/charges/price.ts";
import {
  type DiscountShare,
  discountedWeights,
  sharesBy,
} from "../billing-terms/performance-obligations/allocation.ts";
import { isShort } from "../billing-terms/performance-obligations/delivered.ts";
import { type Day, firstDayOf } from "../kernel/day.ts";
import { add, type Money, money, subtract, sum, zero } from "../kernel/money.ts";
import {
  compareRatios,
  divideRatios,
  multiplyRatios,
  oneRatio,
  type Ratio,
  ratio,
  reduceRatio,
  subtractRatios,
  sumRatios,
  wholeNumbers,
} from "../kernel/ratio.ts";
import { exactlyEarned } from "./earning-segment.ts";
import { changeFor, isEndOfTerm, type Modification } from "./modifications.ts";
import { isMeasuredPob, type Pob } from "./pob.ts";
import { progressBy } from "./segments/measured.ts";
import { type Earlier, segmentsOf } from "./segments/segments-of.ts";
import type { PricedAmount } from "./term-price.ts";
import type { SellingPart } from "./unit-selling-price.ts";

/** An obligation that shares a price with others by standalone selling price. */
export type SharingPob = {
  readonly pob: Pob;
  readonly stated: Money;
  /** The parts of its standalone selling price, each from its own day; absent if there is one, from the first day of service. */
  readonly selling?: readonly SellingPart[];
  /** In the version before, with its allocated price then; null if the modification adds it. */
  readonly before: { readonly pob: Pob; readonly price: Money } | null;
  /** Corrections of its own price with the modification and after it. */
  readonly corrections: readonly Money[];
  /** What it had earned by the modification and keeps; null if all of its part is allocated again. */
  readonly earlier: Earlier | null;
  /** If the end of a term lowers its price: the part of the former price for service already delivered (rules 7). */
  readonly served?: Money;
  /** The first day of what was added to it as a separate contract, which is not allocated (25-12); null if there is none. */
  readonly separateFrom?: Day | null;
};

/**
 * Allocates the shared price to its obligations; the result is by id and sums to the total (data model 6.6).
 *
 * - At inception: by standalone selling price (ASC 606-10-32-31).
 * - After a modification: satisfied obligations keep their price. What is not yet earned, and what the modification adds, is allocated by
 *   the standalone selling prices of the remaining service (25-13(a)). Obligations that catch up take part as a whole (25-13(c)).
 * - If all obligations are satisfied, a change is allocated on the same basis as at inception (32-43).
 * - If a term ends and less is left than what is satisfied and delivered, the whole price is allocated as at inception (rules 7).
 *
 * @param modification what began the version; null at inception
 * @returns the stated prices if a standalone selling price is missing: it is never estimated
 */
export function allocatedPrices(
  members: readonly SharingPob[],
  modification: Modification | null,
  discounts: readonly DiscountShare[],
  context: PricingContext,
): ReadonlyMap<string, Money> {
  const { currency } = context;
  const nothing = zero(currency);
  const kept = new Map<string, Money>();
  for (const { pob, before, corrections, separateFrom = null } of members) {
    if (modification === null || before === null || !keepsPrice(pob, before.pob, modification, separateFrom)) continue;
    kept.set(pob.id, sum([before.price, ...corrections], currency));
  }
  if (members.some(({ pob }) => !kept.has(pob.id) && pob.standaloneSellingPrice === null)) {
    return new Map(members.map(({ pob, stated }) => [pob.id, stated]));
  }
  const selling = discountedSelling(members, discounts, currency);
  const open = members.filter(({ pob }) => !kept.has(pob.id));
  const shares = open.map((member) => {
    const { id } = member.pob;
    const weight = selling.find((one) => one.id === id)?.weight ?? nothing;
    const { earlier } = member;
    if (earlier === null) return { id, earned: nothing, weight: ratio(weight.minor) };
    const served = servedOf(member, weight, earlier.day, context);
    return { id, earned: earlier.earned, weight: subtractRatios(ratio(weight.minor), served) };
  });
  const whole = sum(
    members.map(({ stated }) => stated),
    currency,
  );
  const left = subtract(whole, sum([...kept.values(), ...shares.map(({ earned }) => earned)], currency));
  const weightsAtInception = selling.map(({ weight }) => weight);
  const delivered = sum([...kept.values(), ...open.map(({ served = nothing }) => served)], currency);
  if (modification !== null && isEndOfTerm(modification) && isShort(whole, delivered, members.length)) {
    const parts = sharesBy(whole, weightsAtInception);
    return new Map(selling.map(({ id }, index) => [id, parts[index] ?? nothing]));
  }
  if (shares.length === 0) {
    const parts = sharesBy(left, weightsAtInception);
    return new Map(selling.map(({ id }, index) => [id, add(kept.get(id) ?? nothing, parts[index] ?? nothing)]));
  }
  // With no service left, only the changed obligations take part.
  const isServed = shares.every(({ weight }) => weight.numerator <= 0n);
  const weights = shares.map(({ id, weight }) => (isServed && modification?.changes.has(id) ? oneRatio : weight));
  const parts = sharesBy(
    left,
    wholeNumbers(weights).map((weight) => money(weight, currency)),
  );
  return new Map([
    ...kept,
    ...shares.map(({ id, earned }, index) => [id, add(earned, parts[index] ?? nothing)] as const),
  ]);
}

/** Standalone selling prices less allocated discounts, all scaled by one factor so that nothing is rounded. A discount is shared by those of its obligations that remain. */
function discountedSelling(members: readonly SharingPob[], discounts: readonly DiscountShare[], currency: string) {
  const [scale = 1n, ...scaled] = wholeNumbers([oneRatio, ...members.map(sellingOf)]);
  const weighed = members.map(({ pob, stated }, index) => {
    const { standaloneSellingPrice: alone } = pob;
    const standaloneSellingPrice = alone === null ? null : money(scaled[index] ?? 0n, currency);
    return { id: pob.id, transactionPrice: stated, standaloneSellingPrice };
  });
  const ofSome = discounts.map((one) => ({ ...one, discount: money(one.discount.minor * scale, currency) }));
  return discountedWeights(weighed, ofSome).map(({ id, standaloneSellingPrice }) => {
    return { id, weight: standaloneSellingPrice ?? zero(currency) };
  });
}

/** The standalone selling price of an obligation, in minor units, unrounded. */
function sellingOf({ pob, selling = [] }: SharingPob): Ratio {
  if (selling.length > 0) return sumRatios(selling.map(({ amount }) => amount));
  return ratio(pob.standaloneSellingPrice?.minor ?? 0n);
}

/** The part of its weight for the service that an obligation delivered before a day. */
function servedOf(member: SharingPob, weight: Money, day: Day, context: PricingContext): Ratio {
  const { pob, selling = [] } = member;
  const alone = sellingOf(member);
  const byParts = selling.length > 1 && alone.numerator > 0n;
  const each = byParts ? reduceRatio(divideRatios(ratio(weight.minor), alone)) : oneRatio;
  const parts = byParts ? selling : [{ amount: ratio(weight.minor), from: null }];
  const [scale = 1n, ...scaled] = wholeNumbers([oneRatio, ...parts.map(({ amount }) => multiplyRatios(amount, each))]);
  const weighed = parts.map(({ from }, index): PricedAmount => {
    return { amount: money(scaled[index] ?? 0n, context.currency), from, reason: { of: "INCEPTION" } };
  });
  return divideRatios(exactlyEarned(segmentsOf(pob, weighed, null, context), day), ratio(scale));
}

/**
 * True if the obligation keeps its price: it was satisfied by the day of the modification, and its own price does not change. The end of a
 * term neither changes an obligation's own price nor satisfies it. A separate contract changes no other price, and an obligation of which
 * only the days of a separate contract remain is satisfied as far as this contract goes.
 */
function keepsPrice(pob: Pob, before: Pob, modification: Modification, separateFrom: Day | null): boolean {
  if (modification.isSeparate) return true;
  if (separateFrom !== null && changeFor(modification, pob.id).from >= separateFrom) return true;
  const change = modification.changes.get(pob.id);
  if (change !== undefined && !change.isOfTerm && change.treatment !== "CUMULATIVE_CATCH_UP") return false;
  const { from } = changeFor(modification, pob.id);
  return isSatisfied(change?.isOfTerm ? servedAs(pob, before) : pob, from);
}

/** The obligation with the service days, recognition date and listed months that it had before. */
function servedAs(pob: Pob, { service, recognition: former }: Pob): Pob {
  const { recognition } = pob;
  if (recognition.pattern === "CUSTOM" && former.pattern === "CUSTOM") return { ...pob, service, recognition: former };
  const isDated = recognition.pattern === "POINT_IN_TIME" && former.pattern === "POINT_IN_TIME";
  return { ...pob, service, recognition: isDated ? { ...recognition, date: former.date } : recognition };
}

function isSatisfied(pob: Pob, by: Day): boolean {
  const { recognition, service } = pob;
  if (recognition.pattern === "CUSTOM") {
    const { months } = recognition;
    return months.length > 0 && months.every(({ month }) => firstDayOf(month + 1) <= by);
  }
  if (isMeasuredPob(pob)) return compareRatios(progressBy(pob, by), oneRatio) >= 0;
  if (recognition.pattern === "POINT_IN_TIME" && recognition.date !== null) return recognition.date < by;
  return service.end !== null && service.end <= by;
}
