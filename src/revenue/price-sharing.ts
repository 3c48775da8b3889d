import { discountedWeights, sharesBy } from "../billing-terms/allocation.ts";
import { isMeasured } from "../billing-terms/modification.ts";
import type { PerformanceObligation, PerformanceObligationRecord } from "../billing-terms/performance-obligation.ts";
import { type Day, firstDayOf } from "../kernel/day.ts";
import { add, type Money, money, subtract, sum, zero } from "../kernel/money.ts";
import { compareRatios, oneRatio } from "../kernel/ratio.ts";
import { type Agreed, dealBefore, type ProspectiveChange, untouched } from "./earlier-deal.ts";
import { progressBy } from "./measured.ts";
import { revenueBefore } from "./recognition.ts";

// Which way half a cent goes changes what is shared by no more than that, and never its sum.
const toSplit = "HALF_UP";

/**
 * Prices of promises that share one, by id. Where the deal changed, what is not earned yet and what the change added is
 * shared by what is still to be served, at the standalone selling prices of the new deal (ASC 606-10-25-13(a)); promises that
 * were satisfied keep their price, and those that catch up take part as a whole (25-13(c)).
 */
export function sharedPrices(
  promises: readonly PerformanceObligation[],
  discounts: PerformanceObligationRecord["discounts"],
  change: ProspectiveChange | undefined,
  agreed: ReadonlyMap<string, Agreed>,
): ReadonlyMap<string, Money> {
  const currency = promises.flatMap(({ transactionPrice }) => transactionPrice?.currency ?? [])[0];
  if (currency === undefined) return new Map();
  const nothing = zero(currency);
  const context = { currency, rounding: toSplit } as const;
  const kept = new Map<string, Money>();
  for (const { id, ...promise } of promises) {
    const { obligation, stated = null } = agreed.get(id) ?? {};
    const price = obligation?.transactionPrice ?? null;
    if (change === undefined || change.promiseId === id || price === null || stated === null) continue;
    // What was corrected of its own price since is its own.
    const corrected = subtract(promise.transactionPrice ?? stated, stated);
    if (isSatisfied({ id, ...promise }, change.from)) kept.set(id, add(price, corrected));
  }
  const open = promises.filter(({ id }) => !kept.has(id));
  if (open.some(({ standaloneSellingPrice }) => standaloneSellingPrice === null)) {
    return new Map(promises.map(({ id, transactionPrice }) => [id, transactionPrice ?? nothing]));
  }
  // A discount goes on to hold for those that are left of its promises.
  const weighted = discountedWeights(promises, discounts).filter(({ id }) => !kept.has(id));
  const shares = weighted.map((promise) => {
    const weight = promise.standaloneSellingPrice ?? nothing;
    const earlier = change === undefined ? null : dealBefore(agreed.get(promise.id), promise, change);
    if (earlier === null) return { id: promise.id, earned: nothing, weight };
    const { until } = earlier;
    const served = revenueBefore(untouched({ ...promise, transactionPrice: weight }), until, context);
    return { id: promise.id, earned: revenueBefore(earlier.promise, until, context), weight: subtract(weight, served) };
  });
  const stated = promises.map(({ transactionPrice }) => transactionPrice ?? nothing);
  const earned = [...kept.values(), ...shares.map((share) => share.earned)];
  const left = subtract(sum(stated, currency), sum(earned, currency));
  // Where nothing is left to serve, the change is that of its promise alone.
  const isServed = shares.every(({ weight }) => weight.minor <= 0n);
  const weights = shares.map(({ id, weight }) => (isServed && id === change?.promiseId ? money(1n, currency) : weight));
  const parts = sharesBy(left, weights);
  return new Map([
    ...kept,
    ...shares.map(({ id, earned }, index) => [id, add(earned, parts[index] ?? nothing)] as const),
  ]);
}

function isSatisfied(promise: PerformanceObligation, by: Day): boolean {
  const { recognitionPattern, recognitionDate, service, pinned } = promise;
  if (recognitionPattern === "CUSTOM")
    return pinned.length > 0 && pinned.every(({ month }) => firstDayOf(month + 1) <= by);
  if (isMeasured(recognitionPattern)) return compareRatios(progressBy(promise, by), oneRatio) >= 0;
  return recognitionDate !== null ? recognitionDate < by : service.end !== null && service.end <= by;
}
