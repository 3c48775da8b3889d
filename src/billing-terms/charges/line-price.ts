import { ratioFromDecimal } from "../../kernel/decimal.ts";
import { roundToMoney, subtract } from "../../kernel/money.ts";
import {
  addRatios,
  compareRatios,
  multiplyRatios,
  oneRatio,
  type Ratio,
  ratio,
  zeroRatio,
} from "../../kernel/ratio.ts";
import { shownDecimal } from "../../kernel/ratio-text.ts";
import type { Price } from "../billing-term.ts";
import { type AppliedDiscount, activeDiscounts, applyDiscounts } from "./discount.ts";
import { escalatedPrice, type PeriodOfTerm, timesEscalated } from "./escalator.ts";
import type { PeriodPrice, PricingContext } from "./price.ts";
import type { Segment } from "./segment.ts";
import { amountOfQuantity, priceOfChange, priceOfQuantity, type TierCharge } from "./tier-price.ts";

export type PricedSegment = Segment & {
  readonly timesEscalated: number;
  /** Of a full period, before proration and discounts. */
  readonly tiers: () => readonly TierCharge[];
  /** Exact, after proration, before discounts; of a changed price the difference. */
  readonly gross: Ratio;
  /** Of a full period, where the days are charged already at another price. */
  readonly priceChange?: { readonly from: Ratio; readonly to: Ratio };
};

/** The price of one line, and how it came to be. */
export type LinePrice = {
  readonly price: PeriodPrice;
  /** Made when it is asked for: revenue sums many prices and shows neither. */
  readonly shown: () => ShownPrice;
  readonly segments: readonly PricedSegment[];
  readonly appliedDiscounts: readonly AppliedDiscount[];
  /** Exact. */
  readonly net: Ratio;
};

/** Decimal texts of at most 12 places. */
export type ShownPrice = {
  /** Of several segments the mean, weighed by their shares. */
  readonly quantity: string;
  /** Null where more than one price makes the amount. */
  readonly unitPrice: string | null;
};

/** How a line is priced; where its billing period begins decides on escalation and discounts. */
export type LineRule = PeriodOfTerm & {
  /** Fixed discounts are for the base line of a period, not for its true-ups. */
  readonly discounts: "ALL" | "PERCENTAGES";
};

/**
 * The price of a line of one or more segments. Nothing is rounded on the way: `total` is the exact net rounded once,
 * `subtotal` the exact gross rounded once, and the discount their difference (rules 5).
 */
export function priceLine(segments: readonly Segment[], rule: LineRule, context: PricingContext): LinePrice {
  const priced = segments.map((segment) => priceSegment(segment, rule));
  const gross = priced.reduce((sum, segment) => addRatios(sum, segment.gross), zeroRatio);
  const { net, appliedDiscounts } = applyDiscounts(
    priced.map(({ gross, share, price }) => ({ gross, share, discounts: discountsOf(price, rule) })),
  );
  const subtotal = roundToMoney(gross, context.currency, context.rounding);
  const total = roundToMoney(net, context.currency, context.rounding);
  return {
    price: { subtotal, discountTotal: subtract(subtotal, total), total },
    shown: () => ({ quantity: shownDecimal(meanQuantity(segments)), unitPrice: unitPriceOf(priced) }),
    segments: priced,
    appliedDiscounts,
    net,
  };
}

/** What a full billing period costs before and after discounts in percent, in units of the currency. Exact. */
export type PeriodCost = { readonly gross: Ratio; readonly net: Ratio };

/** Returns less than zero if `a` costs less than `b`. Periods that cost the same after percentages, as free ones do, are compared before them. */
export function compareCosts(a: PeriodCost, b: PeriodCost): number {
  return compareRatios(a.net, b.net) || compareRatios(a.gross, b.gross);
}

/** What a full billing period costs at a price. Fixed discounts are left out, because they are of the line as a whole. */
export function costOfFullPeriod(price: Price, period: PeriodOfTerm): PeriodCost {
  const times = timesEscalated(price, period);
  const gross = amountOfQuantity(escalatedPrice(price, times), ratioFromDecimal(price.quantity));
  const discounts = discountsOf(price, { ...period, discounts: "PERCENTAGES" });
  return { gross, net: applyDiscounts([{ gross, share: oneRatio, discounts }]).net };
}

function discountsOf({ discounts }: Price, rule: LineRule): Price["discounts"] {
  const active = activeDiscounts(discounts, rule.periodStart);
  return rule.discounts === "ALL" ? active : active.filter(({ type }) => type === "PERCENTAGE");
}

function priceSegment(segment: Segment, period: PeriodOfTerm): PricedSegment {
  const times = timesEscalated(segment.price, period);
  const price = escalatedPrice(segment.price, times);
  const priced =
    segment.previous === null
      ? priceOfQuantity(price, segment.quantity)
      : priceOfChange(price, segment.previous, segment.quantity);
  return {
    ...segment,
    price,
    timesEscalated: times,
    gross: multiplyRatios(priced.amount, segment.share),
    tiers: priced.tiers,
  };
}

function meanQuantity(segments: readonly Segment[]): Ratio {
  const quantityOf = ({ quantity, previous }: Segment) =>
    previous === null ? quantity : addRatios(quantity, { ...previous, numerator: -previous.numerator });
  const [first] = segments;
  if (first !== undefined && segments.length === 1) return quantityOf(first);

  let [sum, shares] = [zeroRatio, zeroRatio];
  for (const segment of segments) {
    sum = addRatios(sum, multiplyRatios(quantityOf(segment), segment.share));
    shares = addRatios(shares, segment.share);
  }
  const last = segments.at(-1);
  if (shares.numerator === 0n) return last === undefined ? zeroRatio : quantityOf(last);
  return multiplyRatios(sum, ratio(shares.denominator, shares.numerator));
}

function unitPriceOf(segments: readonly PricedSegment[]): string | null {
  const prices = new Set(segments.flatMap(unitPrices));
  const [only] = prices;
  return only !== undefined && only !== null && prices.size === 1 ? shownDecimal(ratioFromDecimal(only)) : null;
}

/** A flat amount that stands alone is shown as the unit price, the quantity only printed (data model 5.2). */
function unitPrices({ price, tiers }: PricedSegment): (string | null)[] {
  switch (price.pricingType) {
    case "SIMPLE":
      return price.pricing.map(({ amount }) => amount);
    case "PACKAGE":
      return [null];
    default:
      return tiers().map(({ unitPrice }) => unitPrice);
  }
}
