import { ratioFromDecimal } from "../../kernel/decimal.ts";
import type { AnchoredPeriod, Period } from "../../kernel/periods.ts";
import { proratedShare } from "../../kernel/proration.ts";
import { addRatios, multiplyRatios, type Ratio, subtractRatios } from "../../kernel/ratio.ts";
import type { BillingTerm, Price } from "../billing-term.ts";
import {
  type AmendedLayer,
  type AmendedPrices,
  amendedAfterInvoice,
  amendedLayers,
  amendedPrices,
  type Repricing,
  sideOf,
} from "./amended-prices.ts";
import { costOfFullPeriod, type PeriodCost } from "./line-price.ts";
import { pricedPeriodsOf, type Segment, shared } from "./segment.ts";

/** Days that are billed together before and after an amendment, cut alike, with their shares. */
export type RepricedSegments = {
  readonly layer: AmendedLayer;
  /** From the first day that changes to the last one. */
  readonly days: Period;
  readonly former: readonly Segment[];
  readonly after: readonly Segment[];
};

/** The segments of a term without seats in one billing period, or in a part that is billed separately. */
export type PriceSegments = {
  readonly base: readonly Segment[];
  /** Charged by true-ups, in the order in which the amendments were made. */
  readonly raised: readonly RepricedSegments[];
  /** Billed, and credited by credit memos. */
  readonly lowered: readonly RepricedSegments[];
};

/**
 * The segments of a term without seats, period by period (rules 7, ADR 0033). Prices recorded before a period is invoiced make its base, each for
 * its own days. Later prices are true-ups, or credits if they are lower.
 */
export function priceCalculator(term: BillingTerm): (period: AnchoredPeriod, part: Period) => PriceSegments {
  const amended = amendedLayers(term);
  const quantities = new Map<Price, Ratio>();
  const quantityOf = (price: Price) => {
    const quantity = quantities.get(price) ?? ratioFromDecimal(price.quantity);
    quantities.set(price, quantity);
    return quantity;
  };
  return (period, part) => {
    const segments = (of: BillingTerm) =>
      withDelivered(term, period, part, shared(pricedPeriodsOf(of, part, quantityOf), period, term.prorationPolicy));
    const later = amendedAfterInvoice(amended, part);
    if (later.length === 0) return { base: segments(term), raised: [], lowered: [] };

    const isLater = new Set(later.map(({ id }) => id));
    const known = { ...term, layers: term.layers.filter(({ id }) => id === undefined || !isLater.has(id)) };
    const { raised, lowered } = changesOf(term, period, part, later);
    const both = (changes: readonly Repricing[]) => changes.map((change) => repriced(term, period, part, change));
    return { base: segments(known), raised: both(raised), lowered: both(lowered) };
  };
}

/** The prices that amendments change in a part of a period after it was invoiced. */
export function changesOf(
  term: BillingTerm,
  { covered }: AnchoredPeriod,
  part: Period,
  later: readonly AmendedLayer[],
): AmendedPrices {
  const costs = new Map<Price, PeriodCost>();
  return amendedPrices(term, part, later, (price) => {
    const cost = costs.get(price) ?? costOfFullPeriod(price, { termStart: term.start, periodStart: covered.start });
    costs.set(price, cost);
    return cost;
  });
}

function repriced(
  term: BillingTerm,
  period: AnchoredPeriod,
  part: Period,
  { layer, days }: Repricing,
): RepricedSegments {
  const changed = days.filter(({ former, after }) => former !== after);
  const [former, after] = (["former", "after"] as const).map((side) =>
    withDelivered(term, period, part, shared(sideOf(days, side), period, term.prorationPolicy)),
  );
  return {
    layer,
    days: { start: changed[0]?.start ?? part.start, end: changed.at(-1)?.end ?? part.end },
    former: former ?? [],
    after: after ?? [],
  };
}

/**
 * The segments of a period that a termination cut; the last one includes what delivered obligations keep of the unbilled days (rules 7).
 */
function withDelivered(
  { end, delivered, prorationPolicy }: BillingTerm,
  { covered, full }: AnchoredPeriod,
  part: Period,
  segments: readonly Segment[],
): Segment[] {
  const last = segments.at(-1);
  const isCut = covered.end === end && part.end === end && covered.end < full.end;
  if (delivered === null || last === undefined || !isCut) return [...segments];
  const agreed = { start: covered.start, end: Math.min(full.end, delivered.until ?? full.end) };
  const lost = subtractRatios(
    proratedShare(prorationPolicy, agreed, full),
    proratedShare(prorationPolicy, covered, full),
  );
  const kept = multiplyRatios(ratioFromDecimal(delivered.share), lost);
  return [...segments.slice(0, -1), { ...last, share: addRatios(last.share, kept) }];
}
