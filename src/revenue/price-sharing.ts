import { discountedWeights, sharesBy } from "../billing-terms/allocation.ts";
import { isMeasured } from "../billing-terms/modification.ts";
import type { PerformanceObligation, PerformanceObligationRecord } from "../billing-terms/performance-obligation.ts";
import { type Day, firstDayOf } from "../kernel/day.ts";
import { add, type Money, money, subtract, sum, zero } from "../kernel/money.ts";
import { compareRatios, oneRatio } from "../kernel/ratio.ts";
import { type Deal, dealBefore, untouched } from "./earlier-deal.ts";
import { progressBy } from "./measured.ts";
import { changeFor, type NewDeal } from "./new-deal.ts";
import { revenueBefore } from "./recognition.ts";

// Which way half a cent goes changes what is shared by no more than that, and never its sum.
const toSplit = "HALF_UP";

/** What a price is shared by beside the promises. */
type Sharing = {
  readonly discounts: PerformanceObligationRecord["discounts"];
  /** The deal that it is shared by; undefined at first. */
  readonly deal: NewDeal | undefined;
  readonly agreed: ReadonlyMap<string, Deal>;
  /** What a promise's own price was corrected by with the deal and since. */
  readonly corrected: (promiseId: string) => readonly Money[];
};

/**
 * Prices of promises that share one, by id. Where the deal changed, what is not earned yet and what the change added is
 * shared by what is still to be served, at the standalone selling prices of the new deal (ASC 606-10-25-13(a)); promises that
 * were satisfied keep their price, and those that catch up take part as a whole (25-13(c)). Where all were satisfied, the
 * change is shared as the price was at inception (32-43).
 */
export function sharedPrices(
  promises: readonly PerformanceObligation[],
  { discounts, deal, agreed, corrected }: Sharing,
): ReadonlyMap<string, Money> {
  const currency = promises.flatMap(({ transactionPrice }) => transactionPrice?.currency ?? [])[0];
  if (currency === undefined) return new Map();
  const nothing = zero(currency);
  const context = { currency, rounding: toSplit } as const;
  const kept = new Map<string, Money>();
  for (const promise of promises) {
    const before = agreed.get(promise.id)?.obligation;
    const price = before?.transactionPrice ?? null;
    if (deal === undefined || before === undefined || price === null || !keepsPrice(promise, before, deal)) continue;
    kept.set(promise.id, sum([price, ...corrected(promise.id)], currency));
  }
  const isOpen = ({ id }: { readonly id: string }) => !kept.has(id);
  if (promises.some((promise) => isOpen(promise) && promise.standaloneSellingPrice === null)) {
    return new Map(promises.map(({ id, transactionPrice }) => [id, transactionPrice ?? nothing]));
  }
  // A discount goes on to hold for those that are left of its promises.
  const weighted = discountedWeights(promises, discounts);
  const shares = weighted.filter(isOpen).map((promise) => {
    const weight = promise.standaloneSellingPrice ?? nothing;
    const earlier = deal === undefined ? null : dealBefore(agreed.get(promise.id), promise, deal);
    if (earlier === null) return { id: promise.id, earned: nothing, weight };
    const { until } = earlier;
    const served = revenueBefore(untouched({ ...promise, transactionPrice: weight }), until, context);
    return { id: promise.id, earned: revenueBefore(earlier.promise, until, context), weight: subtract(weight, served) };
  });
  const stated = promises.map(({ transactionPrice }) => transactionPrice ?? nothing);
  const earned = [...kept.values(), ...shares.map((share) => share.earned)];
  const left = subtract(sum(stated, currency), sum(earned, currency));
  if (shares.length === 0) {
    const parts = sharesBy(
      left,
      weighted.map(({ standaloneSellingPrice }) => standaloneSellingPrice ?? nothing),
    );
    return new Map(weighted.map(({ id }, index) => [id, add(kept.get(id) ?? nothing, parts[index] ?? nothing)]));
  }
  // Where nothing is left to serve, the change is that of its promises alone.
  const isServed = shares.every(({ weight }) => weight.minor <= 0n);
  const weights = shares.map(({ id, weight }) => (isServed && deal?.changes.has(id) ? money(1n, currency) : weight));
  const parts = sharesBy(left, weights);
  return new Map([
    ...kept,
    ...shares.map(({ id, earned }, index) => [id, add(earned, parts[index] ?? nothing)] as const),
  ]);
}

/**
 * Was the promise satisfied by the day of a new deal? A price of its own that is said to count from that day on is shared anew. What
 * the end of a term takes is no price of its own, and nothing is satisfied because it ends.
 */
function keepsPrice(promise: PerformanceObligation, before: PerformanceObligation, deal: NewDeal): boolean {
  const change = deal.changes.get(promise.id);
  if (change !== undefined && !change.isOfTerm && change.treatment !== "CUMULATIVE_CATCH_UP") return false;
  const { service, recognitionDate } = change?.isOfTerm ? before : promise;
  return isSatisfied({ ...promise, service, recognitionDate }, changeFor(deal, promise.id).from);
}

function isSatisfied(promise: PerformanceObligation, by: Day): boolean {
  const { recognitionPattern, recognitionDate, service, pinned } = promise;
  if (recognitionPattern === "CUSTOM")
    return pinned.length > 0 && pinned.every(({ month }) => firstDayOf(month + 1) <= by);
  if (isMeasured(recognitionPattern)) return compareRatios(progressBy(promise, by), oneRatio) >= 0;
  return recognitionDate !== null ? recognitionDate < by : service.end !== null && service.end <= by;
}
