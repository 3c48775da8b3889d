import { type BillingTerm, latestPrice } from "../../billing-terms/billing-term.ts";
import { asBilled, movedWith, reachedWith } from "../../billing-terms/modifications/moved-days.ts";
import type { PerformanceObligation } from "../../billing-terms/performance-obligations/performance-obligation.ts";
import { byEffect } from "../../billing-terms/seats.ts";
import { required } from "../../kernel/assert.ts";

/**
 * A term as it will be in the books that load it: all of its prices and seats count as agreed from the beginning, without a record of
 * what was already invoiced when they were changed. A one-off has its latest price.
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

/** The time at which loaded changes and credits were recorded: all at once. */
export const loadedAt = "loaded";

/** An obligation as it will be in the books that load it, after the milestones reached there have moved the dates that depend on them. */
export function pobAsLoaded(pob: PerformanceObligation, terms: readonly BillingTerm[]): PerformanceObligation {
  const reached = terms.filter(({ reachedOn }) => reachedOn !== null);
  const milestones = reached.reduce(
    (all, { name, reachedOn }) => reachedWith(all, { name, reachedOn: null }, required(reachedOn, "a day")),
    pob.milestones,
  );
  const { billingTerm } = pob;
  if (billingTerm === null) return { ...pob, milestones };
  const term = recordedAtOnce(termAsLoaded(billingTerm));
  return { ...movedWith(pob, { ...term, reachedOn: null }, asBilled(term)), milestones, billingTerm: term };
}

function recordedAtOnce(term: BillingTerm): BillingTerm {
  return {
    ...term,
    layers: term.layers.map((layer) => ({ ...layer, createdAt: loadedAt })),
    amendments: term.amendments.map((amendment) => ({ ...amendment, createdAt: loadedAt })),
  };
}
