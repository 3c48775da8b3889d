import { type Day, firstDayOf } from "../../kernel/day.ts";
import { ratioFromDecimal } from "../../kernel/decimal.ts";
import { type Money, min, ratioFromMoney, roundToMoney, zero } from "../../kernel/money.ts";
import {
  addRatios,
  compareRatios,
  divideRatios,
  multiplyRatios,
  oneRatio,
  type Ratio,
  ratio,
  zeroRatio,
} from "../../kernel/ratio.ts";
import type { PricingContext } from "../charges/price.ts";
import type { PerformanceObligation } from "./performance-obligation.ts";

/** The delivered share of an obligation before a day; over time by days of service. */
function deliveredShare(pob: PerformanceObligation, by: Day): Ratio {
  const { recognitionPattern: pattern, service, recognitionDate: date, progress, milestones, manualMonths } = pob;
  switch (pattern) {
    case "PERCENT_COMPLETE":
      return ratioFromDecimal(progress.findLast(({ asOf }) => asOf < by)?.percentComplete ?? "0");
    case "MILESTONE": {
      const weightOf = (some: typeof milestones) =>
        some.reduce((total, { weight }) => addRatios(total, ratioFromDecimal(weight)), zeroRatio);
      const whole = weightOf(milestones);
      const reached = weightOf(milestones.filter(({ reachedDate }) => reachedDate !== null && reachedDate < by));
      return whole.numerator === 0n ? zeroRatio : divideRatios(reached, whole);
    }
    case "CUSTOM": {
      const minorOf = (months: typeof manualMonths) =>
        months.reduce((total, { total: { minor } }) => total + minor, 0n);
      const whole = minorOf(manualMonths);
      return whole <= 0n
        ? zeroRatio
        : ratio(minorOf(manualMonths.filter(({ month }) => firstDayOf(month + 1) <= by)), whole);
    }
    case "POINT_IN_TIME":
      return date !== null && date < by ? oneRatio : zeroRatio;
    default: {
      const { start, end } = service;
      if (end === null || by <= start) return zeroRatio;
      return by >= end ? oneRatio : ratio(by - start, end - start);
    }
  }
}

/** True if the obligation is fully delivered before a day. */
export function isDelivered(pob: PerformanceObligation, by: Day): boolean {
  return compareRatios(deliveredShare(pob, by), oneRatio) >= 0;
}

/**
 * The delivered parts of some stated prices before a day, each by its own pattern, in order; rounded half away from zero.
 *
 * @param earned revenue so far, by id: the limit for service over time, if its price rose. If equal months have earned more than the share of
 *   days, the share of days counts
 */
export function deliveredPrices(
  pobs: readonly PerformanceObligation[],
  by: Day,
  earned: ReadonlyMap<string, Money>,
  { currency }: PricingContext,
): Money[] {
  return pobs.map((pob) => {
    const isOverTime = pob.recognitionPattern === "STRAIGHT_LINE" || pob.recognitionPattern === "STRAIGHT_LINE_DAILY";
    const price = multiplyRatios(ratioFromMoney(pob.transactionPrice ?? zero(currency)), deliveredShare(pob, by));
    const ofDays = roundToMoney(price, currency, "HALF_UP");
    return min(ofDays, (isOverTime ? earned.get(pob.id) : undefined) ?? ofDays);
  });
}

/**
 * True if less is left of a price than was delivered of it (rules 7), beyond rounding: one minor unit per part.
 */
export function isShort(left: Money, delivered: Money, parts: number): boolean {
  return left.minor + BigInt(parts) < delivered.minor;
}
