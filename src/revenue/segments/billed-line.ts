import type { LinePrice } from "../../billing-terms/charges/line-price.ts";
import type { PricingContext } from "../../billing-terms/charges/price.ts";
import type { Day } from "../../kernel/day.ts";
import { type Money, money } from "../../kernel/money.ts";
import type { Period } from "../../kernel/periods.ts";
import {
  addRatios,
  divideRatios,
  multiplyRatios,
  ratio,
  roundRatio,
  subtractRatios,
  sumRatios,
  zeroRatio,
} from "../../kernel/ratio.ts";
import { type EarningSegment, onDay } from "../earning-segment.ts";
import type { Pob } from "../pob.ts";

/** How a line is earned over its days: by months, by days, or on one day (the first if `date` is null). */
export type LineRule = { readonly by: "MONTHS" | "DAYS" } | { readonly by: "DAY"; readonly date: Day | null };

/** The rule of an obligation that is earned by the calendar; null for others. */
export function lineRuleOf({ recognition }: Pick<Pob, "recognition">): LineRule | null {
  switch (recognition.pattern) {
    case "STRAIGHT_LINE":
      return { by: "MONTHS" };
    case "STRAIGHT_LINE_DAILY":
      return { by: "DAYS" };
    case "POINT_IN_TIME":
      return { by: "DAY", date: recognition.date };
    default:
      return null;
  }
}

/**
 * The segments of a billed line: its first price and quantity over all its days, and for each later one the difference from its own day on.
 * So a change within the period does not change the days before it (rules 7, "each applies to its own service days"). A line that charges
 * the full price for a short period is earned evenly.
 *
 * @param amount of the line, or what is left of it
 * @param period the days of service of the line
 */
export function segmentsOfLine(
  amount: Money,
  { segments }: Pick<LinePrice, "segments">,
  period: Period,
  rule: LineRule,
  { rounding }: Pick<PricingContext, "rounding">,
): EarningSegment[] {
  const reason = { of: "INCEPTION" } as const;
  const over = (part: Money, days: Period): EarningSegment =>
    rule.by === "DAY"
      ? onDay(part, rule.date ?? days.start, reason)
      : { amount: part, days, curve: { by: rule.by }, until: null, reason };
  const whole = sumRatios(segments.map(({ gross }) => gross));
  const isEven = segments.length < 2 || whole.numerator === 0n || segments.some(({ share }) => share.numerator === 0n);
  if (isEven) return [over(amount, period)];
  let reached = zeroRatio;
  let before = 0n;
  let fullPrice = zeroRatio;
  return segments.map(({ gross, share, start }, index) => {
    const price = divideRatios(gross, share);
    const shareLeft = sumRatios(segments.slice(index).map((segment) => segment.share));
    reached = addRatios(reached, multiplyRatios(subtractRatios(price, fullPrice), shareLeft));
    fullPrice = price;
    const after = roundRatio(divideRatios(multiplyRatios(ratio(amount.minor, 1n), reached), whole), rounding);
    const part = money(after - before, amount.currency);
    before = after;
    return over(part, { start, end: period.end });
  });
}
