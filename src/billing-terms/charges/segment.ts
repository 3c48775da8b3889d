import type { Day } from "../../kernel/day.ts";
import type { AnchoredPeriod, Period } from "../../kernel/periods.ts";
import { type ProrationPolicy, partShare } from "../../kernel/proration.ts";
import { compareRatios, oneRatio, type Ratio } from "../../kernel/ratio.ts";
import { type BillingTerm, type Price, priceOn } from "../billing-term.ts";

/** Days of service, half-open, with one price and one quantity. `previous` is set if only the difference is charged. */
export type PricedPeriod = Period & {
  readonly price: Price;
  readonly quantity: Ratio;
  readonly previous: Ratio | null;
};

/** Days with one price and their share of a full period's price. */
export type Segment = PricedPeriod & { readonly share: Ratio };

/** Consecutive half-open parts of a span, cut on the days that lie inside it. */
export function cutSpan({ start, end }: Period, days: readonly Day[]): Period[] {
  const inside = days.filter((day) => start < day && day < end);
  const cuts = [...new Set([start, ...inside])].sort((a, b) => a - b);
  return cuts.map((from, index) => ({ start: from, end: cuts[index + 1] ?? end }));
}

/** The days on which the price of a term changes; empty for a one-off, which has one price. */
export function layerDays({ interval, layers }: Pick<BillingTerm, "interval" | "layers">): Day[] {
  if (interval === "NONE") return [];
  return layers.map(({ effectiveFrom }) => effectiveFrom);
}

/** A span cut where the price changes; each part has the quantity of its price, or the given one. */
export function pricedPeriodsOf(term: BillingTerm, span: Period, quantityOf: (price: Price) => Ratio): PricedPeriod[] {
  if (term.layers.length === 0) {
    return [{ ...span, price: term.price, quantity: quantityOf(term.price), previous: null }];
  }
  return merged(
    cutSpan(span, layerDays(term)).map((cell) => {
      const price = priceOn(term, cell.start);
      return { ...cell, price, quantity: quantityOf(price), previous: null };
    }),
  );
}

/** Parts of a billing period with their shares; shares of consecutive parts sum to the share of the whole. */
export function shared(
  pricedPeriods: readonly PricedPeriod[],
  { covered, full }: AnchoredPeriod,
  policy: ProrationPolicy,
): Segment[] {
  return pricedPeriods.map((pricedPeriod) => {
    const isFull = pricedPeriod.start === full.start && pricedPeriod.end === full.end;
    const share = isFull ? oneRatio : partShare(policy, covered, full, pricedPeriod.start, pricedPeriod.end);
    return { ...pricedPeriod, share };
  });
}

/** Merges adjoining parts with equal price and quantity, so that a layer with the same price has no effect. */
export function merged(pricedPeriods: readonly PricedPeriod[]): PricedPeriod[] {
  const kept: PricedPeriod[] = [];
  for (const pricedPeriod of pricedPeriods) {
    const last = kept.at(-1);
    if (last !== undefined && last.end === pricedPeriod.start && isSame(last, pricedPeriod)) {
      kept[kept.length - 1] = { ...last, end: pricedPeriod.end };
    } else {
      kept.push(pricedPeriod);
    }
  }
  return kept;
}

/** True if two parts are equal apart from their days. */
export function isSame(a: PricedPeriod, b: PricedPeriod): boolean {
  return (
    compareRatios(a.quantity, b.quantity) === 0 &&
    (a.previous === null ? b.previous === null : b.previous !== null && compareRatios(a.previous, b.previous) === 0) &&
    (a.price === b.price || JSON.stringify(a.price) === JSON.stringify(b.price))
  );
}
