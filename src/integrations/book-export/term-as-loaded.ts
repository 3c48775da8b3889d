import { type BillingTerm, latestPrice } from "../../billing-terms/billing-term.ts";
import { asBilled, movedWith, reachedWith } from "../../billing-terms/moved-days.ts";
import type { PerformanceObligation } from "../../billing-terms/performance-obligation.ts";
import { byEffect } from "../../billing-terms/seats.ts";
import { required } from "../../kernel/assert.ts";

/**
 * A term as it is where it is loaded: with all of its prices and seats, agreed from the beginning, and nothing of what was invoiced when
 * they were said. A one-off has the price that was said last.
 */
export function termAsLoaded({ formerStrategies: _former, swapCredit: _credit, ...term }: BillingTerm): BillingTerm {
  const amendments = term.amendments.map((amendment) => {
    return { ...amendment, invoicedThrough: null, unbilled: [], bookMonth: null };
  });
  const plain = { terminatedAt: null, delivered: null, amendments: amendments.toSorted(byEffect) };
  if (term.interval === "NONE") return { ...term, ...plain, price: latestPrice(term), layers: [] };
  const layers = term.layers.map(({ amendment: _amendment, effectiveFrom, ...layer }) => {
    return { ...layer, effectiveFrom: Math.max(effectiveFrom, term.start), bookMonth: null };
  });
  return { ...term, ...plain, layers };
}

/** An obligation where it is loaded before the milestones of its contract are reached there: what follows them is moved by them. */
export function pobAsLoaded(pob: PerformanceObligation, terms: readonly BillingTerm[]): PerformanceObligation {
  const reached = terms.filter(({ reachedOn }) => reachedOn !== null);
  const milestones = reached.reduce(
    (all, { name, reachedOn }) => reachedWith(all, { name, reachedOn: null }, required(reachedOn, "a day")),
    pob.milestones,
  );
  const { billingTerm } = pob;
  if (billingTerm === null) return { ...pob, milestones };
  const term = termAsLoaded(billingTerm);
  return { ...movedWith(pob, { ...term, reachedOn: null }, asBilled(term)), milestones, billingTerm: term };
}
