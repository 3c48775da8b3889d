import { ratioFromDecimal } from "../../kernel/decimal.ts";
import type { Period } from "../../kernel/periods.ts";
import { compareTexts } from "../../kernel/text-order.ts";
import { appliesOn, type BillingTerm, type Price, type PriceLayer } from "../billing-term.ts";
import type { PriceAmendment } from "../price-amendment.ts";
import { compareCosts, type PeriodCost } from "./line-price.ts";
import { cutSpan, layerDays, type PricedPeriod } from "./segment.ts";

/** A price layer that states how invoiced days are settled. */
export type AmendedLayer = PriceLayer & {
  readonly id: string;
  readonly createdAt: string;
  readonly amendment: PriceAmendment;
};

/** The cost of one full period at a price. */
export type CostOf = (price: Price) => PeriodCost;

/** Days with the price before and after a change; unchanged days have the same price on both sides. */
export type RepricedDays = Period & { readonly former: Price; readonly after: Price };

/** An amendment, and all days that are billed together, with their prices before and after it. */
export type Repricing = { readonly layer: AmendedLayer; readonly days: readonly RepricedDays[] };

export type AmendedPrices = {
  /** Charged by true-ups, in the order in which the amendments were made. */
  readonly raised: readonly Repricing[];
  /** Billed before and credited, if the term credits decreases. */
  readonly lowered: readonly Repricing[];
};

/** The amended prices of a term in the order in which they were made. */
export function amendedLayers({ layers }: Pick<BillingTerm, "layers">): AmendedLayer[] {
  return layers
    .flatMap((layer): AmendedLayer[] => {
      const { id, createdAt, amendment } = layer;
      // A layer that a request is just creating has neither id nor time, and settles nothing yet.
      if (amendment === undefined || id === undefined || createdAt === undefined) return [];
      return [{ ...layer, id, createdAt, amendment }];
    })
    .sort((a, b) => compareTexts(a.createdAt, b.createdAt) || compareTexts(a.id, b.id));
}

/** Amendments that were made after some days were invoiced, and affect them. */
export function amendedAfterInvoice(amended: readonly AmendedLayer[], part: Period): AmendedLayer[] {
  return amended.filter(({ effectiveFrom, amendment: { invoicedThrough } }) => {
    return invoicedThrough !== null && invoicedThrough > part.start && effectiveFrom < part.end;
  });
}

/**
 * How amendments change days that were already invoiced, in the order in which they were made: no amendment changes what an earlier one
 * charged, and together they result in the valid prices.
 *
 * ```
 *  June invoiced at 100, then 160 from 16 June, then 130 from 20 June
 *
 *                    1          16   20        30
 *  160 from 16th     |          |+60 |+60      |   true-up of 160 − 100
 *  130 from 20th     |          |    |         |   nothing: 160 stays charged
 *    if credited     |          |    |−30      |   a credit memo; where the true-up is not issued, it charges less
 * ```
 *
 * A day is charged the highest price so far, unless the term credits decreases. What was charged last is credited first; a true-up that is not
 * issued yet charges less instead (ADR 0025).
 *
 * @param later amendments made after `part` was invoiced, as they were made
 */
export function amendedPrices(
  term: Pick<BillingTerm, "interval" | "price" | "layers">,
  part: Period,
  later: readonly AmendedLayer[],
  costOf: CostOf,
): AmendedPrices {
  const laterIds = new Set(later.map(({ id }) => id));
  const isInTime = ({ id }: PriceLayer) => id === undefined || !laterIds.has(id);
  const all = cutSpan(part, layerDays(term)).map((days) => {
    const at = term.layers.findLastIndex((layer) => isInTime(layer) && appliesOn(term, layer, days.start));
    return chargedAt(days, at, term.layers[at]?.price ?? term.price);
  });
  const places = new Map(term.layers.map(({ id }, at) => [id, at]));
  for (const layer of later) {
    const at = places.get(layer.id);
    if (at === undefined) continue;
    for (const priced of all) {
      // Of the layers that are effective on a day, the last one has its price.
      if (at < priced.layerAt || !appliesOn(term, layer, priced.days.start)) continue;
      if (layer.price !== priced.price) apply(priced, layer, costOf);
      [priced.layerAt, priced.price] = [at, layer.price];
    }
  }
  return inTurn(all, later, costOf);
}

/** A step of the price that the base or one true-up charges, from `former` up to `charged`; `left` is what was not credited. */
type ChargedPrice = { readonly layerId: string | null; readonly former: Price | null; charged: Price; left: Price };

/** Days on which no price changes. Changed in place, by one amendment after another. */
type PricedDays = {
  readonly days: Period;
  /** The valid price, whatever is charged, and the index of its layer; −1 for the initial price. */
  price: Price;
  layerAt: number;
  /** The price up to which they are charged and not credited. */
  charged: Price;
  readonly charges: ChargedPrice[];
  /** Credited steps of billed prices, by amendment. */
  readonly lowered: Map<string, readonly PriceStep[]>;
};

type PriceStep = { readonly former: Price; readonly after: Price };

function chargedAt(days: Period, layerAt: number, price: Price): PricedDays {
  const base = { layerId: null, former: null, charged: price, left: price };
  return { days, price, layerAt, charged: price, charges: [base], lowered: new Map() };
}

function apply(priced: PricedDays, { id, amendment, price }: AmendedLayer, costOf: CostOf): void {
  const dearer = compareCosts(costOf(price), costOf(priced.charged));
  if (dearer > 0) {
    priced.charges.push({ layerId: id, former: priced.charged, charged: price, left: price });
    priced.charged = price;
  } else if (dearer < 0 && amendment.creditOnDecrease === "PRORATED") {
    lower(priced, id, amendment, price, costOf);
    priced.charged = price;
  }
}

/** Lowers charges down to a price: true-ups that are not issued charge less; what is billed is left to a credit memo. */
function lower(priced: PricedDays, id: string, { unbilled }: PriceAmendment, price: Price, costOf: CostOf): void {
  const isAbove = (one: Price, other: Price) => compareCosts(costOf(one), costOf(other)) > 0;
  const credited: PriceStep[] = [];
  for (const one of priced.charges.toReversed()) {
    const floor = one.former !== null && isAbove(one.former, price) ? one.former : price;
    if (!isAbove(one.left, floor)) continue;
    if (one.layerId !== null && unbilled.includes(one.layerId)) one.charged = floor;
    else credited.push({ former: one.left, after: floor });
    one.left = floor;
  }
  priced.lowered.set(id, credited);
}

/** The changes in the order in which they were made, each for all days; they sum exactly to the final prices. */
function inTurn(all: readonly PricedDays[], later: readonly AmendedLayer[], costOf: CostOf): AmendedPrices {
  const raised: Repricing[] = [];
  const lowered: Repricing[] = [];
  const now = all.map(({ charges }) => (charges[0] as ChargedPrice).charged);
  const change = (layer: AmendedLayer, into: Repricing[], stepOf: (priced: PricedDays) => PriceStep | undefined) => {
    const days = all.map((priced, index): RepricedDays => {
      const price = now[index] as Price;
      const { former, after } = stepOf(priced) ?? { former: price, after: price };
      now[index] = after;
      return { ...priced.days, former, after };
    });
    if (days.some(({ former, after }) => former !== after)) into.push({ layer, days: mergedDays(days) });
  };
  for (const layer of later) {
    change(layer, raised, ({ charges }) => raisedBy(charges, layer, costOf));
    const steps = Math.max(...all.map((priced) => priced.lowered.get(layer.id)?.length ?? 0));
    for (let step = 0; step < steps; step++) change(layer, lowered, (priced) => priced.lowered.get(layer.id)?.[step]);
  }
  return { raised, lowered };
}

function raisedBy(charges: readonly ChargedPrice[], { id }: AmendedLayer, costOf: CostOf): PriceStep | undefined {
  const own = charges.find(({ layerId }) => layerId === id);
  if (own === undefined || own.former === null) return undefined;
  const isDearer = compareCosts(costOf(own.charged), costOf(own.former)) > 0;
  return isDearer ? { former: own.former, after: own.charged } : undefined;
}

function mergedDays(days: readonly RepricedDays[]): RepricedDays[] {
  const merged: RepricedDays[] = [];
  for (const each of days) {
    const last = merged.at(-1);
    if (last !== undefined && last.former === each.former && last.after === each.after) {
      merged[merged.length - 1] = { ...last, end: each.end };
    } else {
      merged.push(each);
    }
  }
  return merged;
}

/** The days with their price before or after a change. */
export function sideOf(days: readonly RepricedDays[], side: "former" | "after"): PricedPeriod[] {
  return days.map(({ start, end, [side]: price }) => {
    return { start, end, price, quantity: ratioFromDecimal(price.quantity), previous: null };
  });
}
