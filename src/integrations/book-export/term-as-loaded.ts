import { type BillingTerm, latestPrice } from "../../billing-terms/billing-term.ts";
import type { PerformanceObligation } from "../../billing-terms/performance-obligation.ts";
import { byEffect } from "../../billing-terms/seats.ts";

/**
 * A term as it is where it is loaded: with all of its prices and seats, agreed from the beginning, and nothing of what was invoiced when
 * they were said. A one-off has the price that was said last.
 */
export function termAsLoaded({ formerStrategies: _former, swapCredit: _credit, ...term }: BillingTerm): BillingTerm {
  const amendments = term.amendments.map((amendment) => {
    return { ...amendment, invoicedThrough: null, unbilled: [], bookMonth: null };
  });
  const plain = { reachedOn: null, terminatedAt: null, delivered: null, amendments: amendments.toSorted(byEffect) };
  if (term.interval === "NONE") return { ...term, ...plain, price: latestPrice(term), layers: [] };
  const layers = term.layers.map(({ amendment: _amendment, effectiveFrom, ...layer }) => {
    return { ...layer, effectiveFrom: Math.max(effectiveFrom, term.start), bookMonth: null };
  });
  return { ...term, ...plain, layers };
}

export function pobAsLoaded(pob: PerformanceObligation): PerformanceObligation {
  return pob.billingTerm === null ? pob : { ...pob, billingTerm: termAsLoaded(pob.billingTerm) };
}
