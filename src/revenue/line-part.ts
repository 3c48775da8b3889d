import type { LinePrice } from "../billing-terms/line-price.ts";
import type { Day } from "../kernel/day.ts";
import { type Money, money, sum } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import { addRatios, type Rounding, roundRatio, zeroRatio } from "../kernel/ratio.ts";
import { earnedPart, type TimedPattern } from "./pattern.ts";

/**
 * The part of a line's amount that is earned before `through`: what each stretch of its days with one price and one quantity
 * cost, by the pattern over those days (rules 7, "each applies to its own service days"). A line that owes the whole price
 * of a short period, whatever its days, is earned evenly.
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
  const whole = segments.reduce((total, { gross }) => addRatios(total, gross), zeroRatio);
  const isEven = segments.length < 2 || whole.numerator === 0n || segments.some(({ share }) => share.numerator === 0n);
  const earned = (part: Money, days: Period) =>
    earnedPart(part, pattern, days, recognitionDate ?? days.start, through, rounding);
  if (isEven) return earned(amount, period);
  let reached = zeroRatio;
  let before = 0n;
  const parts = segments.map(({ gross, start, end }) => {
    reached = addRatios(reached, gross);
    const numerator = amount.minor * reached.numerator * whole.denominator;
    const after = roundRatio({ numerator, denominator: reached.denominator * whole.numerator }, rounding);
    const part = money(after - before, amount.currency);
    before = after;
    return earned(part, { start, end });
  });
  return sum(parts, amount.currency);
}
