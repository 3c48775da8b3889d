import type { PerformanceObligation } from "../billing-terms/performance-obligation.ts";
import type { PricingContext } from "../billing-terms/price.ts";
import { type Day, firstDayOf } from "../kernel/day.ts";
import { ratioFromDecimal } from "../kernel/decimal.ts";
import { add, type Money, money, ratioFromMoney, roundToMoney, subtract } from "../kernel/money.ts";
import { addRatios, multiplyRatios, type Ratio, ratio, zeroRatio } from "../kernel/ratio.ts";

/**
 * Revenue before a day of a promise whose progress is said rather than read off the calendar (data model 6.5; ASC
 * 606-10-25-31): the price × the last progress reported, the weights of the milestones reached, or the months listed. A
 * cumulative part is rounded once, so the last one leads to the price exactly.
 *
 * @param price what the promise is worth now: its stated or allocated price less what was taken back
 */
export function measuredRevenue(
  obligation: PerformanceObligation,
  price: Money,
  through: Day,
  context: PricingContext,
): Money {
  switch (obligation.recognitionPattern) {
    case "PERCENT_COMPLETE":
    case "MILESTONE":
      return partOf(price, progressBy(obligation, through), context);
    default: {
      // As listed, where the price is what was listed; else each month its part of what the price became.
      const { pinned } = obligation;
      const [whole, past] = [minorOf(pinned), pinned.filter(({ month }) => firstDayOf(month) < through)];
      if (whole !== 0n) return partOf(price, ratio(minorOf(past), whole), context);
      // Listed as nothing in the end, and worth something by allocation: the last month has it.
      const listed = money(minorOf(past), price.currency);
      return past.length > 0 && past.length === pinned.length ? add(listed, price) : listed;
    }
  }
}

/** How much of a promise is done before a day, as it was said: the last progress reported, or the milestones reached. */
export function progressBy(obligation: PerformanceObligation, through: Day): Ratio {
  if (obligation.recognitionPattern === "PERCENT_COMPLETE") {
    const last = obligation.progress.filter(({ asOf }) => asOf < through).at(-1);
    return last === undefined ? zeroRatio : ratioFromDecimal(last.percentComplete);
  }
  const { milestones } = obligation;
  const reached = milestones.filter(({ reachedDate }) => reachedDate !== null && reachedDate < through);
  const [part, whole] = [reached, milestones].map((each) => each.map(({ weight }) => weight).reduce(added, zeroRatio));
  if (part === undefined || whole === undefined || whole.numerator === 0n) return zeroRatio;
  return quotient(part, whole);
}

/**
 * Revenue of measured progress after a prospective change: what was earned by it stays, and what is left of the price
 * follows what is left to do (ASC 606-10-25-13(a)).
 *
 * @param earned by the day of the change, `until`
 */
export function measuredAfter(
  obligation: PerformanceObligation,
  { price, earned, until }: { readonly price: Money; readonly earned: Money; readonly until: Day },
  through: Day,
  context: PricingContext,
): Money {
  const [done, now] = [progressBy(obligation, until), progressBy(obligation, through)];
  const left = { numerator: done.denominator - done.numerator, denominator: done.denominator };
  if (left.numerator === 0n) return price;
  const since = addRatios(now, { numerator: -done.numerator, denominator: done.denominator });
  return add(earned, partOf(subtract(price, earned), quotient(since, left), context));
}

function minorOf(months: PerformanceObligation["pinned"]): bigint {
  return months.reduce((sum, { total }) => sum + total.minor, 0n);
}

function added(total: Ratio, weight: string): Ratio {
  return addRatios(total, ratioFromDecimal(weight));
}

function quotient(part: Ratio, whole: Ratio): Ratio {
  return ratio(part.numerator * whole.denominator, part.denominator * whole.numerator);
}

function partOf(price: Money, share: Ratio, { rounding }: PricingContext): Money {
  return roundToMoney(multiplyRatios(ratioFromMoney(price), share), price.currency, rounding);
}
