import type { ManualMonth } from "../../billing-terms/performance-obligation.ts";
import { firstDayOf, type Month, monthOf } from "../../kernel/day.ts";
import { isNegative, type Money, min, money, subtract, sum, zero } from "../../kernel/money.ts";
import type { Period } from "../../kernel/periods.ts";
import { ratio } from "../../kernel/ratio.ts";
import { type EarningSegment, elapsedUnits, inSteps, onDay, type SegmentReason } from "../earning-segment.ts";
import type { Recognition } from "../pob.ts";

type Timed = Extract<Recognition, { readonly manual: readonly ManualMonth[] }>;

const manual: SegmentReason = { of: "MANUAL" };

/**
 * Manual months have their set amounts, and the other months share the rest of the price by the pattern (data model 4.4). If the price falls
 * below the sum of the set amounts, the manual months use it up in order and the others get nothing: a termination or a credit never makes
 * a month negative.
 *
 * @param price net of credits
 */
export function withManualMonths(price: Money, recognition: Timed, service: Period): EarningSegment[] {
  const { manual: months } = recognition;
  const set = sum(
    months.map(({ total }) => total),
    price.currency,
  );
  const left = subtract(price, set);
  if (isNegative(left) && !isNegative(price)) return upTo(price, months);
  const segments = months.map(({ month, total }) => onDay(total, firstDayOf(month), manual));
  const open = openMonths(recognition, service, new Set(months.map(({ month }) => month)));
  const whole = open.reduce((units, month) => units + month.units, 0);
  // If every month is set, any difference goes to the last month; otherwise it would never be earned.
  if (whole === 0) {
    const last = Math.max(...months.map(({ month }) => month));
    return [...segments, onDay(left, firstDayOf(last), manual)];
  }
  let elapsed = 0;
  const steps = open.map(({ month, units }) => {
    elapsed += units;
    return { day: firstDayOf(month), share: ratio(BigInt(elapsed), BigInt(whole)) };
  });
  const rest = inSteps(left, steps, { of: "INCEPTION" });
  return rest === null ? segments : [...segments, rest];
}

/** Set amounts in order of months, until the price is used up. */
function upTo(price: Money, months: readonly ManualMonth[]): EarningSegment[] {
  let [set, before] = [0n, zero(price.currency)];
  return months
    .toSorted((a, b) => a.month - b.month)
    .map(({ month, total }) => {
      set += total.minor;
      const through = min(money(set, price.currency), price);
      const amount = subtract(through, before);
      before = through;
      return onDay(amount, firstDayOf(month), manual);
    });
}

/** The months of service that are not set manually, weighted by the pattern. */
export function openMonths(
  recognition: Timed,
  service: Period,
  set: ReadonlySet<Month>,
): { readonly month: Month; readonly units: number }[] {
  if (recognition.pattern === "POINT_IN_TIME" && recognition.date !== null) {
    const month = monthOf(recognition.date);
    return set.has(month) ? [] : [{ month, units: 1 }];
  }
  const by = recognition.pattern === "STRAIGHT_LINE_DAILY" ? "DAYS" : "MONTHS";
  const months: { month: Month; units: number }[] = [];
  for (let month = monthOf(service.start); month <= monthOf(service.end - 1); month++) {
    if (set.has(month)) continue;
    const start = Math.max(service.start, firstDayOf(month));
    const end = Math.min(service.end, firstDayOf(month + 1));
    months.push({ month, units: elapsedUnits(by, { start, end }) });
  }
  return months;
}
