import { type ExplainedDiscount, type Span, shareText, spanOf } from "../billing-terms/charges/explanation.ts";
import type { PricingContext } from "../billing-terms/charges/price.ts";
import type { TierCharge } from "../billing-terms/charges/tier-price.ts";
import { formatMoney, type Money } from "../kernel/money.ts";
import type { Ratio, Rounding } from "../kernel/ratio.ts";
import { exactText } from "../kernel/ratio-text.ts";
import type { RatedGroup, UsageRule } from "./usage-rule.ts";

/** How the amount of a usage line was calculated. Exact texts: decimals, or fractions such as "275/365". */
export type UsageExplanation = {
  readonly period: Span;
  readonly fullPeriod: Span;
  /** The share of the full period by which flat amounts, minimum and maximum are prorated. */
  readonly share: string;
  /** The quantity that is priced together, and the line's own part of it. */
  readonly pricedQuantity: string;
  readonly ownQuantity: string;
  readonly tiers: readonly TierCharge[];
  readonly gross: string;
  /** The prorated maximum of the billing period, less the charges of earlier parts; null if there is none. */
  readonly maximum: string | null;
  /** The prorated minimum of the billing period; null if there is none. */
  readonly minimum: string | null;
  readonly discounts: readonly ExplainedDiscount[];
  /** The amount of all usage priced together: exact, after discounts, before the minimum. */
  readonly net: string;
  readonly rounding: Rounding;
  /** The line's own share, rounded to minor units by largest remainder, less the credit that is deducted. */
  readonly total: string;
  /** The effect of usage credits on the line; only if more usage was credited than used. */
  readonly usageCredit?: ExplainedCredit;
  /** For a correction, the part of `total` that was billed before; else null. */
  readonly billed: string | null;
};

/** Amounts of a line; all but `usageAmount` are zero or more. */
export type ExplainedCredit = {
  /** The price of its own usage; may be negative. */
  readonly usageAmount: string;
  /** Credit of the same or an earlier period that is deducted from the line. */
  readonly deducted: string;
  /** Credit carried forward to later lines, or for a credit memo at the end of the term. */
  readonly carriedForward: string;
};

type Line = { readonly total: Money; readonly quantity: Ratio };

/** The explanation of a line: the amounts of all usage priced together, and the line's own part. */
export function explainUsage(
  { billingPeriod: { full }, days }: UsageRule,
  group: RatedGroup,
  line: Line,
  { rounding }: PricingContext,
): UsageExplanation {
  return {
    period: spanOf(days),
    fullPeriod: spanOf(full),
    share: shareText(group.share),
    pricedQuantity: exactText(group.quantity),
    ownQuantity: exactText(line.quantity),
    tiers: group.tiers,
    gross: exactText(group.gross),
    maximum: group.maximum === null ? null : exactText(group.maximum),
    minimum: group.minimum === null ? null : exactText(group.minimum),
    discounts: group.appliedDiscounts.map(({ type, amount, note, reduced }) => ({
      type,
      amount,
      note,
      reduced: exactText(reduced),
    })),
    net: exactText(group.net),
    rounding,
    total: formatMoney(line.total),
    billed: null,
  };
}
