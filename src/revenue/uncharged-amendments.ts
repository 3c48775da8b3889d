import { amendedLayers } from "../billing-terms/amended-prices.ts";
import type { BillingTerm } from "../billing-terms/billing-term.ts";
import { linesOf } from "../billing-terms/charges.ts";
import type { PricingContext } from "../billing-terms/price.ts";
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
  const found = new Set<string>();
  const replaced = amendedLayers(term).filter(({ effectiveFrom, amendment: { invoicedThrough } }) =>
    term.layers.some(
      (other) => other.effectiveFrom > effectiveFrom && other.effectiveFrom <= (invoicedThrough ?? term.start),
    ),
  );
  if (replaced.length === 0) return found;
  const from = Math.min(...replaced.map(({ effectiveFrom }) => effectiveFrom));
  const all = chargesFrom(from, term, context);
  let charging = term;
  for (const { id } of replaced.toReversed()) {
    if (all.amendmentIds.has(id)) continue;
    const without = { ...charging, layers: charging.layers.filter((layer) => layer.id !== id) };
    if (chargesFrom(from, without, context).text !== all.text) continue;
    found.add(id);
    charging = without;
  }
  return found;
}

/** What a term charges from a day on: the amendments that have true-ups, and a text that is equal for equal charges. */
function chargesFrom(from: Day, term: BillingTerm, context: PricingContext) {
  const lines = [...linesOf(term, context, undefined, from)];
  const texts = lines.map(({ period, type, amendmentId, line: { price } }) =>
    [period.start, type, amendmentId, price.subtotal.minor, price.total.minor].join("/"),
  );
  return { amendmentIds: new Set(lines.map(({ amendmentId }) => amendmentId)), text: texts.join(" ") };
}
