import type { ManualMonth } from "../../billing-terms/performance-obligations/performance-obligation.ts";
import { required } from "../../kernel/assert.ts";
import { type Day, firstDayOf, type Month, monthOf } from "../../kernel/day.ts";
import { isNegative, type Money, min, money, subtract, sum, sumAmounts, zero } from "../../kernel/money.ts";
import type { Period } from "../../kernel/periods.ts";
import { compareRatios, ratio, sumRatios, zeroRatio } from "../../kernel/ratio.ts";
import { type EarningSegment, elapsedUnits, inSteps, onDay, type SegmentReason } from "../earning-segment.ts";
import type { Recognition } from "../pob.ts";
import type { PricedAmount } from "../term-price.ts";
import { leftAfter } from "./over-time.ts";

type Timed = Extract<Recognition, { readonly manual: readonly ManualMonth[] }>;

const manual: SegmentReason = { of: "MANUAL" };

/**
 * Manual months have their set amounts, and the other months share the rest of the price by the pattern (data model 4.4): a part of the price that
 * holds from a later day on (a price, a quantity or seats) those from its month on. If the price falls below the sum of the set amounts, the manual
 * months use it up in order and the others get nothing: a termination or a credit never makes a month negative.
 *
 * After a prospective modification, months before the one that it begins in keep what they earned, and the months from then on are set or share what
 * is left. If none is left, or less than nothing, all months are calculated anew.
 *
 * ```
 *            Jan     Feb     Mar     Apr     May     Jun
 * v1         |  80  ||  200* ||  80  ||  80  ||  80  ||  80  |    200.00 set, 600.00 in all
 * v2         |  80  ||  200* ||  80  ||  110 ||  110 ||  110 |    690.00 from April on
 * ```
 *
 * @param amounts parts that sum to the price, net of credits
 */
export function withManualMonths(
  amounts: readonly PricedAmount[],
  recognition: Timed,
  service: Period,
  earlier: EndedMonths | null,
): EarningSegment[] {
  if (earlier === null || earlier.day >= service.end)
    return byMonths(amounts, recognition.manual, recognition, service);
  const later = recognition.manual.filter(({ month }) => firstDayOf(month) >= earlier.day);
  const parts = leftAfter(amounts, earlier);
  if (isNegative(sumAmounts(parts, earlier.earned.currency))) {
    return byMonths(amounts, recognition.manual, recognition, service);
  }
  const left = { start: Math.max(service.start, earlier.day), end: service.end };
  return [...earlier.segments, ...byMonths(parts, later, recognition, left)];
}

/** What months had earned by the first day of the month in which a modification begins. */
type EndedMonths = {
  readonly day: Day;
  readonly segments: readonly EarningSegment[];
  readonly earned: Money;
  readonly reason: SegmentReason;
};

function byMonths(
  amounts: readonly PricedAmount[],
  months: readonly ManualMonth[],
  recognition: Timed,
  service: Period,
): EarningSegment[] {
  const currency = required(amounts[0], "a part of the price").amount.currency;
  const price = sumAmounts(amounts, currency);
  const left = subtract(
    price,
    sum(
      months.map(({ total }) => total),
      currency,
    ),
  );
  if (isNegative(left) && !isNegative(price)) return upTo(price, months);
  const segments = months.map(({ month, total }) => onDay(total, firstDayOf(month), manual));
  const open = openMonths(recognition, service, new Set(months.map(({ month }) => month)));
  // If every month is set, any difference goes to the last month; otherwise it would never be earned.
  if (open.length === 0) {
    const last = Math.max(...months.map(({ month }) => month));
    return [...segments, onDay(left, firstDayOf(last), manual)];
  }
  const shared = ofMonths(amounts, left, open).flatMap((part) => inShares(part) ?? []);
  return [...segments, ...shared];
}

type OpenMonth = ReturnType<typeof openMonths>[number];
type SharedPart = {
  readonly amount: Money;
  readonly months: readonly OpenMonth[];
  readonly reason: SegmentReason;
};

/**
 * What is left of the price, in parts, and the months that share each: parts of later days only months from theirs on. All in one if that left a month
 * with less than nothing.
 */
function ofMonths(amounts: readonly PricedAmount[], left: Money, open: readonly OpenMonth[]): SharedPart[] {
  const whole = { amount: left, months: open, reason: { of: "INCEPTION" } } as const;
  const later = amounts.flatMap(({ amount, from, reason }): SharedPart[] => {
    const months = from === null ? open : open.filter(({ month }) => month >= monthOf(from));
    return months.length === 0 || months.length === open.length ? [] : [{ amount, months, reason }];
  });
  const first = subtract(left, sumAmounts(later, left.currency));
  const parts = [{ ...whole, amount: first }, ...later];
  return open.some((month) => isBelowZero(month, parts)) ? [whole] : parts;
}

/** True if the parts leave a month with less than nothing. */
function isBelowZero(month: OpenMonth, parts: readonly SharedPart[]): boolean {
  const own = parts.filter(({ months }) => months.includes(month));
  const rates = own.map(({ amount, months }) => ratio(amount.minor, BigInt(unitsOf(months))));
  return compareRatios(sumRatios(rates), zeroRatio) < 0;
}

const unitsOf = (months: readonly OpenMonth[]) => months.reduce((units, month) => units + month.units, 0);

function inShares({ amount, months, reason }: SharedPart): EarningSegment | null {
  const whole = unitsOf(months);
  let elapsed = 0;
  const steps = months.map(({ month, units }) => {
    elapsed += units;
    return { day: firstDayOf(month), share: ratio(BigInt(elapsed), BigInt(whole)) };
  });
  return inSteps(amount, steps, reason);
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
