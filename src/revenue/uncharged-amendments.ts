import { type BillingTerm, type Price, priceOn } from "../billing-terms/billing-term.ts";
import { type AmendedLayer, amendedAfterInvoice, amendedLayers } from "../billing-terms/charges/amended-prices.ts";
import { billedParts, invoicedWhenAmended } from "../billing-terms/charges/billed-parts.ts";
import { billingPeriods, linesOf } from "../billing-terms/charges/charges.ts";
import type { PricingContext } from "../billing-terms/charges/price.ts";
import { changesOf } from "../billing-terms/charges/price-charges.ts";
import { cutSpan, layerDays } from "../billing-terms/charges/segment.ts";
import type { Day } from "../kernel/day.ts";

/**
 * The amendments without which the term would charge the same: a lower price of invoiced days alone, because a later price replaces it before the
 * next bill. Its days stay as they are billed, or are credited, so no other price is measured from it.
 *
 * ```
 *  March invoiced at 100, then 160 from the 20th, then 80 from the 10th
 *
 *              1        10        20       31
 *  160         |        |         |+60     |  and April at 160
 *  80          |        |credit   |        |  nothing is charged at 80
 * ```
 */
export function unchargedAmendments(term: BillingTerm, context: PricingContext): ReadonlySet<string> {
  const amended = amendedLayers(term);
  const replaced = amended.filter(({ effectiveFrom, amendment: { invoicedThrough } }) =>
    term.layers.some(
      (other) => other.effectiveFrom > effectiveFrom && other.effectiveFrom <= (invoicedThrough ?? term.start),
    ),
  );
  if (replaced.length === 0) return new Set();
  const charged = chargedPrices(term, amended);
  const unnamed = replaced.flatMap(({ id, price }) => (charged.has(price) ? [] : [id]));
  const from = Math.min(...replaced.map(({ effectiveFrom }) => effectiveFrom));
  const all = chargesFrom(from, term, context);
  const without = (ids: ReadonlySet<string>) => ({
    ...term,
    layers: term.layers.filter(({ id }) => id === undefined || !ids.has(id)),
  });
  // Where a price has no line, it may still lower a true-up that is not issued. Mostly none does, so all are tried together, and then in halves.
  const found = new Set<string>();
  const tried = (ids: readonly string[]): void => {
    if (ids.length === 0) return;
    if (chargesFrom(from, without(new Set([...found, ...ids])), context) === all) for (const id of ids) found.add(id);
    else if (ids.length > 1) {
      const half = ids.length >> 1;
      tried(ids.slice(half));
      tried(ids.slice(0, half));
    }
  };
  tried(unnamed);
  return found;
}

/** The prices that are charged in periods that began before the last amendment was invoiced, and those that true-ups of them are measured from. */
function chargedPrices(term: BillingTerm, amended: readonly AmendedLayer[]): ReadonlySet<Price> {
  const charged = new Set<Price>();
  const last = Math.max(...amended.map(({ amendment }) => amendment.invoicedThrough ?? term.start));
  const parts = invoicedWhenAmended(term);
  for (const billingPeriod of billingPeriods(term)) {
    if (billingPeriod.covered.start > last) break;
    for (const part of billedParts(billingPeriod.covered, undefined, parts)) {
      const later = amendedAfterInvoice(amended, part);
      const isLater = new Set(later.map(({ id }) => id));
      const known = { ...term, layers: term.layers.filter(({ id }) => id === undefined || !isLater.has(id)) };
      for (const { start } of cutSpan(part, layerDays(known))) charged.add(priceOn(known, start));
      const days = changesOf(term, billingPeriod, part, later).raised.flatMap((raised) => raised.days);
      for (const { former, after } of days) if (former !== after) charged.add(former).add(after);
    }
  }
  return charged;
}

/** What a term charges from a day on, as a text that is equal for equal charges. */
function chargesFrom(from: Day, term: BillingTerm, context: PricingContext): string {
  const lines = [...linesOf(term, context, undefined, from)];
  return lines
    .map(({ period, type, amendmentId, line: { price } }) =>
      [period.start, type, amendmentId, price.subtotal.minor, price.total.minor].join("/"),
    )
    .join(" ");
}
