import { type ExplainedDiscount, type Span, shareText, spanOf } from "../billing-terms/explanation.ts";
import type { PricingContext } from "../billing-terms/price.ts";
import type { TierCharge } from "../billing-terms/tier-price.ts";
import { formatMoney, type Money } from "../kernel/money.ts";
import type { Ratio, Rounding } from "../kernel/ratio.ts";
import { exactText } from "../kernel/ratio-text.ts";
import type { RatedGroup, UsageRule } from "./usage-rule.ts";

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
  /** Of the billing period after proration, less what its days with an earlier price took of it; null where there is none. */
  readonly maximum: string | null;
  /** Of the billing period after proration; null where there is none. */
  readonly minimum: string | null;
  readonly discounts: readonly ExplainedDiscount[];
  /** Of all that is priced together: exact, after discounts, before the minimum. */
  readonly net: string;
  readonly rounding: Rounding;
  /** The line's own part, in minor units of the currency, by largest remainder, less what is taken off it. */
  readonly total: string;
  /** Only where more usage was credited than used: what that has to do with the line. */
  readonly waitingCredit?: ExplainedCredit;
  /** Of a correction: what was billed of `total` before; null where nothing was. */
  readonly billed: string | null;
};

/** Amounts of a line, zero or more but for `worth`. */
export type ExplainedCredit = {
  /** What its usage is worth by itself. */
  readonly worth: string;
  /** Credit of the same or an earlier period that is taken off the line. */
  readonly takenOff: string;
  /** What the line leaves to the lines after it, and to a credit memo at the end of the term. */
  readonly waits: string;
};

type Line = { readonly total: Money; readonly quantity: Ratio };

/** What a line is explained with: its own part of all that is priced together. */
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
