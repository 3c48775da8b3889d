import { subtract } from "../../kernel/money.ts";
import { compareRatios, subtractRatios, zeroRatio } from "../../kernel/ratio.ts";
import { shownDecimal } from "../../kernel/ratio-text.ts";
import type { Price } from "../billing-term.ts";
import type { AppliedDiscount } from "./discount.ts";
import type { PeriodOfTerm } from "./escalator.ts";
import { type LinePrice, type PricedSegment, priceLine, type ShownPrice } from "./line-price.ts";
import type { PricingContext } from "./price.ts";
import type { RepricedSegments } from "./price-charges.ts";
import { amountOfQuantity } from "./tier-price.ts";

/**
 * The difference that a new price of invoiced days makes: their rounded total after it less that before (rules 5, "a changed total spreads only
 * the difference"). So percentage discounts apply to the difference, and fixed discounts do not change. Its segments are the changed days.
 */
export function lineDifference(
  { former, after }: Pick<RepricedSegments, "former" | "after">,
  period: PeriodOfTerm,
  context: PricingContext,
): LinePrice {
  const rule = { ...period, discounts: "ALL" } as const;
  const [was, is] = [priceLine(former, rule, context), priceLine(after, rule, context)];
  const subtotal = subtract(is.price.subtotal, was.price.subtotal);
  const total = subtract(is.price.total, was.price.total);
  const changed = is.segments.flatMap((segment, index) => changedSegment(segment, was.segments[index]));
  return {
    price: { subtotal, discountTotal: subtract(subtotal, total), total },
    shown: () => shownQuantity(changed),
    segments: changed,
    appliedDiscounts: discountDifferences(is.appliedDiscounts, was.appliedDiscounts),
    net: subtractRatios(is.net, was.net),
  };
}

function changedSegment(is: PricedSegment, was: PricedSegment | undefined): PricedSegment[] {
  if (was === undefined || JSON.stringify(is.price) === JSON.stringify(was.price)) return [];
  return [
    {
      ...is,
      previous: compareRatios(is.quantity, was.quantity) === 0 ? null : was.quantity,
      priceChange: {
        from: amountOfQuantity(was.price, was.quantity),
        to: amountOfQuantity(is.price, is.quantity),
      },
      gross: subtractRatios(is.gross, was.gross),
    },
  ];
}

/** The displayed quantity: a change of units at one price, or for a changed price the units that have it, without a unit price. */
function shownQuantity(changed: readonly PricedSegment[]): ShownPrice {
  const [first] = changed;
  if (first === undefined) return { quantity: "0", unitPrice: null };
  const [amount] = first.price.pricing;
  const isOfUnits = changed.length === 1 && first.previous !== null && isOfOnePrice(first.price);
  if (isOfUnits && amount !== undefined && first.priceChange !== undefined) {
    const units = subtractRatios(first.quantity, first.previous ?? zeroRatio);
    const byUnit = amountOfQuantity(first.price, units);
    const added = subtractRatios(first.priceChange.to, first.priceChange.from);
    if (compareRatios(byUnit, added) === 0) return { quantity: shownDecimal(units), unitPrice: amount.amount };
  }
  return { quantity: shownDecimal(first.quantity), unitPrice: null };
}

function isOfOnePrice({ pricingType, pricing }: Price): boolean {
  return pricingType === "SIMPLE" && pricing[0]?.amountType === "PER_ITEM";
}

/** By how much each discount changes; unchanged ones are left out. */
function discountDifferences(
  is: readonly AppliedDiscount[],
  was: readonly AppliedDiscount[],
): readonly AppliedDiscount[] {
  const keyOf = ({ reduced: _reduced, ...discount }: AppliedDiscount) => JSON.stringify(discount);
  const open = [...was];
  const differences = is.map((discount) => {
    const index = open.findIndex((other) => keyOf(other) === keyOf(discount));
    const [former] = index === -1 ? [] : open.splice(index, 1);
    return { ...discount, reduced: subtractRatios(discount.reduced, former?.reduced ?? zeroRatio) };
  });
  const gone = open.map((discount) => ({ ...discount, reduced: subtractRatios(zeroRatio, discount.reduced) }));
  return [...differences, ...gone].filter(({ reduced }) => reduced.numerator !== 0n);
}
