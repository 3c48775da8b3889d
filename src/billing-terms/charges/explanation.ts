import { formatDay } from "../../kernel/day.ts";
import { formatMoney } from "../../kernel/money.ts";
import type { AnchoredPeriod, Period } from "../../kernel/periods.ts";
import { compareRatios, oneRatio, type Ratio, type Rounding } from "../../kernel/ratio.ts";
import { exactText } from "../../kernel/ratio-text.ts";
import { type Escalation, escalationOf } from "./escalator.ts";
import type { LinePrice, PricedSegment } from "./line-price.ts";
import type { TierCharge } from "./tier-price.ts";

/** Days as people say them: `YYYY-MM-DD`, the last one included. */
export type Span = { readonly from: string; readonly to: string };

/** How days with one price and one quantity came to their amount. Exact texts: decimals, or fractions such as "275/365". */
export type ExplainedSegment = Span & {
  readonly quantity: string;
  /** The count that is charged already, where only the difference is. */
  readonly previousQuantity: string | null;
  /** Of a full period's price. */
  readonly share: string;
  readonly escalation: Escalation | null;
  /** Of a full period, before proration and discounts; of a true-up, the differences. */
  readonly tiers: readonly TierCharge[];
  /** Of a full period: charged already, and now. Only where the price of days changed that are charged already. */
  readonly priceChange?: { readonly from: string; readonly to: string };
  readonly gross: string;
};

export type ExplainedDiscount = {
  readonly type: string;
  readonly amount: string;
  readonly note: string | null;
  readonly reduced: string;
};

/** How the amount of a line came to be, so that nobody has to work it out again: a plain value, stored with the line. */
export type Explanation = {
  readonly period: Span;
  readonly fullPeriod: Span;
  readonly segments: readonly ExplainedSegment[];
  readonly discounts: readonly ExplainedDiscount[];
  /** Exact, after discounts. */
  readonly net: string;
  readonly rounding: Rounding;
  /** `net`, rounded to the minor units of the currency. */
  readonly total: string;
};

/** Null where the line explains itself: quantity × unit price, or the flat amount, of a full period. */
export function explain(
  { billingPeriod: { covered, full }, period }: { readonly billingPeriod: AnchoredPeriod; readonly period: Period },
  line: LinePrice,
  { rounding }: { readonly rounding: Rounding },
): Explanation | null {
  if (isPlain(line)) return null;
  return {
    period: spanOf(covered),
    fullPeriod: spanOf(full),
    // A line that is priced once for many periods has the days of the first: one segment is all of the charge's own.
    segments: line.segments.map((segment) =>
      explainSegment(line.segments.length > 1 ? segment : { ...segment, ...period }),
    ),
    discounts: line.appliedDiscounts.map(({ type, amount, note, reduced }) => ({
      type,
      amount,
      note,
      reduced: exactText(reduced),
    })),
    net: exactText(line.net),
    rounding,
    total: formatMoney(line.price.total),
  };
}

function isPlain({ segments: [first, second], appliedDiscounts, shown }: LinePrice): boolean {
  return (
    first !== undefined &&
    second === undefined &&
    first.previous === null &&
    first.priceChange === undefined &&
    first.timesEscalated === 0 &&
    compareRatios(first.share, oneRatio) === 0 &&
    appliedDiscounts.length === 0 &&
    shown().unitPrice !== null
  );
}

function explainSegment(segment: PricedSegment): ExplainedSegment {
  const { priceChange: change } = segment;
  return {
    ...spanOf(segment),
    quantity: exactText(segment.quantity),
    previousQuantity: segment.previous === null ? null : exactText(segment.previous),
    share: shareText(segment.share),
    escalation: escalationOf(segment.price, segment.timesEscalated),
    tiers: segment.tiers(),
    ...(change === undefined ? {} : { priceChange: { from: exactText(change.from), to: exactText(change.to) } }),
    gross: exactText(segment.gross),
  };
}

export function spanOf({ start, end }: Period): Span {
  return { from: formatDay(start), to: formatDay(end - 1) };
}

/** As it was counted, not in lowest terms: 9 of 12 months are "9/12". */
export function shareText({ numerator, denominator }: Ratio): string {
  return numerator % denominator === 0n ? String(numerator / denominator) : `${numerator}/${denominator}`;
}
