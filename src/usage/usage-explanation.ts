import { type ExplainedDiscount, type Span, shareText, spanOf } from "../billing-terms/explanation.ts";
import type { PricingContext } from "../billing-terms/price.ts";
import type { TierCharge } from "../billing-terms/tier-price.ts";
import { formatMoney, type Money } from "../kernel/money.ts";
import { compareRatios, oneRatio, type Ratio, type Rounding } from "../kernel/ratio.ts";
import { exactText } from "../kernel/ratio-text.ts";
import type { RatedGroup, UsageRule } from "./rate.ts";

/** How the amount of a usage line came to be. Exact texts: decimals, or fractions such as "275/365". */
export type UsageExplanation = {
  readonly period: Span;
  readonly fullPeriod: Span;
  /** Of the full period: what flat amounts, minimum and maximum are prorated by. */
  readonly share: string;
  /** All that is priced together, and the part of it that is the line's own. */
  readonly pricedQuantity: string;
  readonly ownQuantity: string;
  readonly tiers: readonly TierCharge[];
  readonly gross: string;
  /** After proration; null where there is none. */
  readonly maximum: string | null;
  readonly minimum: string | null;
  readonly discounts: readonly ExplainedDiscount[];
  /** Of all that is priced together: exact, after discounts, before the minimum. */
  readonly net: string;
  readonly rounding: Rounding;
  /** The line's own part, in minor units of the currency, by largest remainder. */
  readonly total: string;
};

type Line = { readonly total: Money; readonly quantity: Ratio; readonly isAlone: boolean };

/** Null where quantity × unit price says it all. */
export function explainUsage(
  { price, billingPeriod: { covered, full } }: UsageRule,
  group: RatedGroup,
  line: Line,
  { rounding }: PricingContext,
): UsageExplanation | null {
  const hasUnitPrice = price.pricingType === "SIMPLE" && group.tiers[0]?.unitPrice !== null;
  const isWhole = compareRatios(group.share, oneRatio) === 0;
  const isUncapped = compareRatios(group.gross, group.capped) === 0;
  if (hasUnitPrice && isWhole && isUncapped && line.isAlone && group.reductions.length === 0) return null;
  return {
    period: spanOf(covered),
    fullPeriod: spanOf(full),
    share: shareText(group.share),
    pricedQuantity: exactText(group.quantity),
    ownQuantity: exactText(line.quantity),
    tiers: group.tiers,
    gross: exactText(group.gross),
    maximum: group.maximum === null ? null : exactText(group.maximum),
    minimum: group.minimum === null ? null : exactText(group.minimum),
    discounts: group.reductions.map(({ type, amount, note, reduced }) => ({
      type,
      amount,
      note,
      reduced: exactText(reduced),
    })),
    net: exactText(group.net),
    rounding,
    total: formatMoney(line.total),
  };
}
