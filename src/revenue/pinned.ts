import type { PerformanceObligation } from "../billing-terms/performance-obligation.ts";
import type { PricingContext } from "../billing-terms/price.ts";
import { elapsedPart } from "../kernel/allocate.ts";
import { type Day, firstDayOf, type Month, monthOf } from "../kernel/day.ts";
import { add, isNegative, type Money, min, subtract, sum } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import { elapsedUnits } from "./pattern.ts";

/**
 * Revenue before a day of a promise some of whose months are pinned (data model 4.4): a pinned month has what was said, and
 * the others share what is left of the price by the pattern. Where the price came to be less than what was said, the pins
 * have it in the order of their months, and the others nothing: a termination or a credit never makes them negative.
 *
 * @param through the first day of a month
 */
export function pinnedRevenue(
  price: Money,
  obligation: PerformanceObligation,
  service: Period,
  through: Day,
  context: PricingContext,
): Money {
  const pins = new Map(obligation.pinned.map(({ month, total }) => [month, total]));
  const pinned = sum(
    [...pins].filter(([month]) => firstDayOf(month) < through).map(([, total]) => total),
    context.currency,
  );
  const left = subtract(price, sum(pins.values(), context.currency));
  if (isNegative(left) && !isNegative(price)) return min(pinned, price);
  const open = openMonths(obligation, service, new Set(pins.keys()));
  const whole = open.reduce((units, month) => units + month.units, 0);
  // With every month given, what was credited or billed beyond falls to the last of them, or it would never be earned.
  if (whole === 0) return firstDayOf(Math.max(...pins.keys())) < through ? add(pinned, left) : pinned;
  const elapsed = open
    .filter(({ month }) => firstDayOf(month) < through)
    .reduce((units, month) => units + month.units, 0);
  return add(pinned, elapsedPart(left, elapsed, whole, context.rounding));
}

/** The months of service that are not pinned, with how much of it they have by the pattern. */
export function openMonths(
  { recognitionPattern, recognitionDate }: Pick<PerformanceObligation, "recognitionPattern" | "recognitionDate">,
  service: Period,
  pinned: ReadonlySet<Month>,
): { month: Month; units: number }[] {
  if (recognitionDate !== null) {
    const month = monthOf(recognitionDate);
    return pinned.has(month) ? [] : [{ month, units: 1 }];
  }
  const pattern = recognitionPattern === "STRAIGHT_LINE_DAILY" ? "STRAIGHT_LINE_DAILY" : "STRAIGHT_LINE";
  const months: { month: Month; units: number }[] = [];
  for (let month = monthOf(service.start); month <= monthOf(service.end - 1); month++) {
    if (pinned.has(month)) continue;
    const start = Math.max(service.start, firstDayOf(month));
    const end = Math.min(service.end, firstDayOf(month + 1));
    months.push({ month, units: elapsedUnits(pattern, start, end) });
  }
  return months;
}
