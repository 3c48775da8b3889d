import type { PricingContext } from "../billing-terms/charges/price.ts";
import { isMeasured } from "../billing-terms/performance-obligations/performance-obligation.ts";
import { type Day, lastDayOf, type Month, monthOf } from "../kernel/day.ts";
import { add, isZero, type Money, money, negate, subtract, sumAmounts, zero } from "../kernel/money.ts";
import {
  type EarningSegment,
  earnedBefore,
  earnedByMonth,
  monthsOf,
  onDay,
  type SegmentReason,
  sumEarned,
} from "./earning-segment.ts";
import { isOverTime, type Pob } from "./pob.ts";

/** How a difference to the pattern is earned: spread over the remaining service, or on the day after the opening. */
export const openingDifferences = ["SPREAD", "CATCH_UP"] as const;
export type OpeningDifference = (typeof openingDifferences)[number];

/** An amount of a month. */
export type MonthAmount = { readonly month: Month; readonly amount: Money };

/** The balances of an obligation in other books at the end of a day (ADR 0077). */
export type PobOpening = {
  /** The last day of those books. */
  readonly asOf: Day;
  /** When it was recorded: later changes come after it. */
  readonly createdAt: string;
  readonly treatedAs: OpeningDifference;
  /** Recognized there by then. */
  readonly recognized: Money;
  /** What the pattern had earned by then, less `recognized`. */
  readonly difference: Money;
  /** The difference by month, if the months of the old books were stated: by how much each differs from the pattern. Null if it is treated as a whole. */
  readonly byMonth: readonly MonthAmount[] | null;
};

/**
 * By how much the stated months after an opening differ from those of the pattern, without months that do not differ (ADR 0103). A month that
 * is not stated has no revenue.
 *
 * @param segments of the pattern, all of them
 */
export function differencesByMonth(
  segments: readonly EarningSegment[],
  stated: readonly MonthAmount[],
  asOf: Day,
  { currency, rounding }: PricingContext,
): MonthAmount[] {
  const from = monthOf(asOf) + 1;
  const to = Math.max(from, ...segments.map((segment) => monthsOf(segment).last));
  const differences = new Map(stated.map(({ month, amount }) => [month, amount.minor]));
  for (const [month, minor] of earnedByMonth(segments, { from, to }, rounding))
    differences.set(month, (differences.get(month) ?? 0n) - minor);
  return [...differences]
    .filter(([, minor]) => minor !== 0n)
    .map(([month, minor]) => ({ month, amount: money(minor, currency) }))
    .toSorted((one, other) => one.month - other.month);
}

/** An obligation as it is from a day on. */
export type ServedFrom = { readonly from: Day; readonly pob: Pob };

/**
 * The segments of an obligation that began in other books: all revenue up to the opening, less the difference, is earned on the day of the
 * opening, and the difference after it. The total stays the same.
 *
 * ```
 *         1 Jan             30 Jun             31 Dec
 * pattern |── 600.00 ────────|── 600.00 ────────|
 * opened                     |550.00
 *                            |── 600.00 ────────|   as the pattern has it
 *                            |── 50.00 ─────────|   SPREAD; CATCH_UP on 1 July
 * ```
 *
 * @param served versions of the obligation from the day after the opening on: as it was loaded, and one for each month from which it has changed;
 *   a version is replaced by a later one of the same day
 */
export function openedSegments(
  segments: readonly EarningSegment[],
  { asOf, treatedAs, difference, byMonth }: PobOpening,
  served: readonly ServedFrom[],
  context: PricingContext,
): EarningSegment[] {
  const day = asOf + 1;
  const earlier = segments
    .filter(({ days }) => days.start < day)
    .map((segment) => ({ ...segment, amount: negate(segment.amount), until: Math.min(segment.until ?? day, day) }));
  const loaded = onDay(subtract(sumEarned(segments, day, context), difference), asOf, reason);
  const opened = [...segments, ...earlier, loaded];
  if (byMonth !== null) return [...opened, ...monthSegments(byMonth, served, context)];
  if (isZero(difference)) return opened;
  if (treatedAs === "CATCH_UP") return [...opened, onDay(difference, day, reason)];
  return [...opened, ...spreadSegments(difference, served, context)];
}

/**
 * Spreads a difference over the remaining service. If the service days change from a month on, because a term ended or was extended, earlier
 * months keep what they earned (rules 9), and the rest is spread over the service that remains from that month, or earned at once.
 *
 * ```
 *                1 Jul          1 Aug           30 Sep          31 Dec
 * July           |── 8.33 ───────|··············· 41.67 left ······|
 * August                         |── 41.67 ──────|                     the service ends with September
 * ```
 */
function spreadSegments(
  difference: Money,
  served: readonly ServedFrom[],
  { rounding }: PricingContext,
): EarningSegment[] {
  const lasting = served.filter(({ from }, index) => served[index + 1]?.from !== from);
  const differing = lasting.filter((one, index) => {
    const before = lasting[index - 1];
    return before === undefined || !isSpreadAlike(before, one);
  });
  const segments: EarningSegment[] = [];
  let left = difference;
  for (const [index, { from, pob }] of differing.entries()) {
    const until = differing[index + 1]?.from ?? null;
    const segment = canSpread(pob, from - 1) ? overService(left, pob, from, until) : onDay(left, from, reason);
    segments.push(segment);
    left = until === null ? left : subtract(left, earnedBefore(segment, until, rounding));
    if (isZero(left)) break;
  }
  return segments;
}

/**
 * The differences of stated months, each at the end of its month. If the service ends earlier from a month on, those of later months are
 * earned over the service that remains, or at once.
 */
function monthSegments(
  months: readonly MonthAmount[],
  served: readonly ServedFrom[],
  { currency, rounding }: PricingContext,
): EarningSegment[] {
  const segments: EarningSegment[] = [];
  let [left, moved] = [months, zero(currency)];
  for (const [index, { from, pob }] of served.entries()) {
    const until = served[index + 1]?.from ?? null;
    const { service } = pob;
    const isLate = ({ month }: MonthAmount) =>
      service.end !== null && endsEarlier(served, index) && month > monthOf(service.end - 1);
    moved = add(moved, sumAmounts(left.filter(isLate), currency));
    const kept = left.filter((one) => !isLate(one));
    const isOwn = ({ month }: MonthAmount) => until === null || month < monthOf(until);
    segments.push(...kept.filter(isOwn).map(({ month, amount }) => onDay(amount, lastDayOf(month), reason)));
    left = kept.filter((one) => !isOwn(one));
    if (isZero(moved)) continue;
    const segment = canSpread(pob, from - 1) ? overService(moved, pob, from, until) : onDay(moved, from, reason);
    segments.push(segment);
    moved = until === null ? zero(currency) : subtract(moved, earnedBefore(segment, until, rounding));
  }
  return segments;
}

/** True if the service of a version ends before that of the obligation as it was loaded. */
function endsEarlier(served: readonly ServedFrom[], index: number): boolean {
  const [first, own] = [served[0]?.pob.service.end ?? null, served[index]?.pob.service.end ?? null];
  return own !== null && (first === null || own < first);
}

function overService(amount: Money, { recognition, service }: Pob, start: Day, until: Day | null): EarningSegment {
  const by = recognition.pattern === "STRAIGHT_LINE_DAILY" ? "DAYS" : "MONTHS";
  return { amount, days: { start, end: service.end ?? start + 1 }, curve: { by }, until, reason };
}

/** True if both versions spread a difference over the same days in the same way. */
function isSpreadAlike({ pob: before }: ServedFrom, { from, pob }: ServedFrom): boolean {
  const can = canSpread(pob, from - 1);
  if (can !== canSpread(before, from - 1)) return false;
  return !can || (before.service.end === pob.service.end && before.recognition.pattern === pob.recognition.pattern);
}

/** True if all months of an obligation are known in advance: it has an end, and its price follows neither progress nor billing nor usage. */
export function hasKnownMonths({ service, price, recognition }: Pob): boolean {
  const isOpen = price.of === "BILLING" || price.of === "USAGE" || isMeasured(recognition.pattern);
  return service.end !== null && !isOpen;
}

/** True if a difference can be spread evenly over remaining service after `asOf`. */
export function canSpread(pob: Pob, asOf: Day): boolean {
  return isOverTime(pob) && pob.service.end !== null && pob.service.end > asOf + 1;
}

const reason: SegmentReason = { of: "OPENING" };
