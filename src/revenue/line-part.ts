import type { LinePrice } from "../billing-terms/line-price.ts";
import type { Day } from "../kernel/day.ts";
import { type Money, money, sum } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import {
  addRatios,
  divideRatios,
  multiplyRatios,
  type Rounding,
  ratio,
  roundRatio,
  subtractRatios,
  sumRatios,
  zeroRatio,
} from "../kernel/ratio.ts";
import { earnedPart, type TimedPattern } from "./pattern.ts";

/**
 * The part of a line's amount that is earned before `through`: what its first price and quantity cost over all its days, by
 * the pattern over those days, and what each later one makes of the days from its own on. So a change inside the period
 * leaves the days before it what they earned (rules 7, "each applies to its own service days"), as in a term with an end. A
 * line that owes the whole price of a short period, whatever its days, is earned evenly.
 *
 * @param amount          what the line bills, or what is left of it
 * @param period          the days of service of the line
 * @param recognitionDate the day control passes; null where that is the first day
 */
export function earnedOfLine(
  amount: Money,
  { segments }: Pick<LinePrice, "segments">,
  period: Period,
  { pattern, recognitionDate }: { readonly pattern: TimedPattern; readonly recognitionDate: Day | null },
  through: Day,
  rounding: Rounding,
): Money {
  const whole = sumRatios(segments.map(({ gross }) => gross));
  const isEven = segments.length < 2 || whole.numerator === 0n || segments.some(({ share }) => share.numerator === 0n);
  const earned = (part: Money, days: Period) =>
    earnedPart(part, pattern, days, recognitionDate ?? days.start, through, rounding);
  if (isEven) return earned(amount, period);
  let reached = zeroRatio;
  let before = 0n;
  let fullPrice = zeroRatio;
  const parts = segments.map(({ gross, share, start }, index) => {
    const price = divideRatios(gross, share);
    const shareLeft = sumRatios(segments.slice(index).map((segment) => segment.share));
    reached = addRatios(reached, multiplyRatios(subtractRatios(price, fullPrice), shareLeft));
    fullPrice = price;
    const after = roundRatio(divideRatios(multiplyRatios(ratio(amount.minor, 1n), reached), whole), rounding);
    const part = money(after - before, amount.currency);
    before = after;
    return earned(part, { start, end: period.end });
  });
  return sum(parts, amount.currency);
}
