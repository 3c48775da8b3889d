import { type BillingCredit, isOfWriteOff } from "../billing-terms/billing-credit.ts";
import type { PricingContext } from "../billing-terms/charges/price.ts";
import { sharesBy } from "../billing-terms/performance-obligations/allocation.ts";
import { type Day, firstDayOf, monthOf } from "../kernel/day.ts";
import {
  add,
  equals,
  isNegative,
  isZero,
  type Money,
  min,
  money,
  negate,
  subtract,
  sum,
  zero,
} from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import { ratio } from "../kernel/ratio.ts";
import {
  type EarningSegment,
  earnedByMonth,
  inSteps,
  monthsOf,
  onDay,
  type SegmentReason,
  sumEarned,
} from "./earning-segment.ts";
import { isMeasuredPob, type Pob, servedDays } from "./pob.ts";
import { byProgress, byProgressAfter } from "./segments/measured.ts";

/**
 * The negative segments by which credits lower the revenue of an obligation: over time on the days that were credited (data model 15.4),
 * for measured progress in proportion to progress, for a single day on that day.
 *
 * @param segments what the obligation earns before credits
 */
export function creditSegments(
  pob: Pob,
  credits: readonly BillingCredit[],
  segments: readonly EarningSegment[],
  context: PricingContext,
): EarningSegment[] {
  if (isMeasuredPob(pob)) return credits.flatMap((credit) => creditedProgress(pob, credit));
  if (pob.recognition.pattern === "POINT_IN_TIME") return credits.map((credit) => creditedDay(pob, credit));
  return creditedService(pob, credits, segments, context);
}

function creditedProgress(pob: Pob, credit: BillingCredit): EarningSegment[] {
  const off = negate(credit.amount);
  // A write-off only covers what was not yet earned: it lowers the remaining progress.
  return isOfWriteOff(credit)
    ? byProgressAfter(pob, off, credit.service.start, reasonOf(credit))
    : byProgress(pob, off, reasonOf(credit));
}

function creditedDay(pob: Pob, credit: BillingCredit): EarningSegment {
  const date = pob.recognition.pattern === "POINT_IN_TIME" ? pob.recognition.date : null;
  return onDay(negate(credit.amount), date ?? servedDays(pob, credit.service).start, reasonOf(credit));
}

/** Credits of an obligation that is earned over time, one after the other: each lowers what the ones before it left. */
function creditedService(
  { service: { start, end }, recognition: { pattern } }: Pob,
  credits: readonly BillingCredit[],
  segments: readonly EarningSegment[],
  context: PricingContext,
): EarningSegment[] {
  const by = pattern === "STRAIGHT_LINE_DAILY" ? "DAYS" : "MONTHS";
  const over = ({ amount, days, reason }: Credited): EarningSegment => ({
    ...{ amount: negate(amount), days, curve: { by }, until: null, reason },
  });
  // Every billing period of an open-ended obligation has its own price, so the credit is on the credited days.
  if (end === null) {
    return credits.map((credit) => over({ amount: credit.amount, days: credit.service, reason: reasonOf(credit) }));
  }
  const earnedOn = earningsOf(segments, context);
  const bounds = segments.flatMap(boundsOf);
  const evenlyOn = (credited: Credited) =>
    earningsOf([over({ ...credited, amount: negate(credited.amount) })], context);
  const made: EarningSegment[] = [];
  for (const credited of creditedDays(credits, { start, end }, { earnedOn, evenlyOn })) {
    const { days } = credited;
    const overlapping = made.filter((one) => one.days.start < days.end && one.days.end > days.start);
    const leftOn = overlapping.length === 0 ? earnedOn : earningsOf([...segments, ...overlapping], context);
    const parts = cutOn(days, [...bounds, ...overlapping.flatMap(boundsOf)]).map((part) => {
      return { days: part, earned: leftOn(part) };
    });
    made.push(
      ...partsOf(credited, parts, evenlyOn(credited)).map(
        (part) => stoppedOn(part, { leftOn, evenlyOn: evenlyOn(part) }) ?? over(part),
      ),
    );
  }
  return made;
}

/**
 * A credit of all that its days still earn, as steps that are day by day the opposite of what is earned, so that each month is zero. Spread
 * evenly it would be rounded by itself, and some months would keep a cent or be a cent below zero. Null if the credit is not all of it, or if an
 * even spread gives the same months.
 */
function stoppedOn(
  { amount, days: { start, end }, reason }: Credited,
  { leftOn, evenlyOn }: Readonly<Record<"leftOn" | "evenlyOn", (days: Period) => Money>>,
): EarningSegment | null {
  if (isZero(amount) || !equals(amount, leftOn({ start, end }))) return null;
  const isSame = (until: Day) => equals(leftOn({ start, end: until }), evenlyOn({ start, end: until }));
  const months = monthOf(end - 1) - monthOf(start);
  if (Array.from({ length: months }, (_, index) => firstDayOf(monthOf(start) + index + 1)).every(isSame)) return null;
  const steps = Array.from({ length: end - start }, (_, index) => {
    const day = start + index;
    return { day, share: ratio(leftOn({ start, end: day + 1 }).minor, amount.minor) };
  });
  return inSteps(negate(amount), steps, reason);
}

/**
 * A credit spread evenly over its days if no part of them is credited more than it earns; else spread by what each part earns (days of
 * different contract versions can earn different amounts).
 *
 * @param evenlyOn the part of the credit on some of its days when spread evenly
 */
function partsOf(
  credited: Credited,
  parts: readonly { readonly days: Period; readonly earned: Money }[],
  evenlyOn: (days: Period) => Money,
): Credited[] {
  if (parts.every(({ days, earned }) => !isNegative(subtract(earned, evenlyOn(days))))) return [credited];
  const shares = sharesBy(
    credited.amount,
    parts.map(({ earned }) => earned),
  );
  return parts.flatMap(({ days }, index) => {
    const amount = shares[index];
    return amount === undefined || isZero(amount) ? [] : [{ ...credited, amount, days }];
  });
}

/** Returns what some segments earn on given days; sums up to a day are cached. */
function earningsOf(segments: readonly EarningSegment[], context: PricingContext): (days: Period) => Money {
  const known = new Map<Day, Money>();
  const before = (day: Day) => {
    const earned = known.get(day) ?? sumEarned(segments, day, context);
    known.set(day, earned);
    return earned;
  };
  return ({ start, end }) => subtract(before(end), before(start));
}

/** The days on which the daily rate of a segment changes. */
function boundsOf({ days, until }: EarningSegment): Day[] {
  return [days.start, days.end, ...(until === null ? [] : [until])];
}

/** A period cut at the given days that lie inside it. */
function cutOn({ start, end }: Period, bounds: readonly Day[]): Period[] {
  const inside = bounds.filter((day) => day > start && day < end);
  const cuts = [...new Set([start, ...inside, end])].sort((a, b) => a - b);
  return cuts.slice(1).map((day, index) => ({ start: cuts[index] ?? start, end: day }));
}

/**
 * The negative segments by which write-offs lower listed or manual months: the months after the day of the write-off, in proportion to what
 * each still earns.
 *
 * @param segments what the obligation earns before them
 */
export function stoppedMonths(
  credits: readonly BillingCredit[],
  segments: readonly EarningSegment[],
  { currency, rounding }: PricingContext,
): EarningSegment[] {
  const ends = segments.map((segment) => monthsOf(segment).last);
  return credits.flatMap((credit) => {
    const from = monthOf(credit.service.start - 1) + 1;
    const earned = earnedByMonth(segments, { from, to: Math.max(from, ...ends) }, rounding);
    const months = earned.size === 0 ? [from] : [...earned.keys()];
    const weights = months.map((month) => money(earned.get(month) ?? 0n, currency));
    return sharesBy(negate(credit.amount), weights).flatMap((share, index) => {
      const month = months[index];
      return month === undefined || isZero(share) ? [] : [onDay(share, firstDayOf(month), reasonOf(credit))];
    });
  });
}

function reasonOf({ id }: Pick<BillingCredit, "id">): SegmentReason {
  return { of: "CREDIT", id };
}

/** An amount credited on some days of service. */
type Credited = { readonly amount: Money; readonly days: Period; readonly reason: SegmentReason };

/** A span of service days that every credit covers whole or not at all, its earnings, and its credits so far. */
type Span = { readonly days: Period; readonly earned: Money; credited: Money };

/**
 * Distributes credits over the days of service. A credit is spread evenly over its own days (rules 7). If these earn less than that, it
 * takes what they still earn, and the rest lowers the days after them, then those before (data model 15.4), each span in proportion to
 * what it earns. A credit for days outside the service lowers the whole service. So no span falls below zero as long as the credits do
 * not exceed the price. A void reverses the credit of the same days; if those have no credit (ADR 0026), its amount is added to what they
 * earn, before any other credit.
 *
 * ```
 * earned    |── 100 ──|── 100 ──|── 100 ──|
 * credit              |── 130 ──|              for these days
 * credited            |── 100 ──|── 30 ───|    the rest lowers the days after them
 * ```
 *
 * @param earnedOn what the obligation earns on some days, before credits
 * @param evenlyOn the part of a credit on some of its days when spread evenly
 * @returns parts that sum to the credits, by first day
 */
function creditedDays(
  credits: readonly BillingCredit[],
  service: Period,
  {
    earnedOn,
    evenlyOn,
  }: {
    readonly earnedOn: (days: Period) => Money;
    readonly evenlyOn: (credited: Credited) => (days: Period) => Money;
  },
): Credited[] {
  const byDays = netByDays(credits, service);
  const spans = spansOf(byDays, service, earnedOn);
  const made = byDays.flatMap((one) => {
    const { amount, days, reason } = one;
    const own = spans.filter((each) => each.days.start >= days.start && each.days.end <= days.end);
    if (isNegative(amount)) return creditBy(own, amount, reason, ({ earned }) => earned);
    const evenly = own.map(evenlyOf(evenlyOn(one)));
    if (evenly.every(({ span, share }) => !isNegative(subtract(roomOf(span), share)))) {
      for (const { span, share } of evenly) span.credited = add(span.credited, share);
      return [one];
    }
    const after = spans.filter((each) => each.days.start >= days.end);
    const before = spans.filter((each) => each.days.end <= days.start);
    const parts: Credited[] = [];
    let left = amount;
    for (const places of [own, after, before]) {
      const part = min(left, sum(places.map(roomOf), left.currency));
      if (isZero(part)) continue;
      parts.push(...creditBy(places, part, reason, roomOf));
      left = subtract(left, part);
    }
    // Something is left only if the credits exceed the price.
    return isZero(left) ? parts : [...parts, ...creditBy(own.slice(0, 1), left, reason, roomOf)];
  });
  return sumByDays(made).toSorted((a, b) => a.days.start - b.days.start);
}

/** A span and its part of an evenly spread credit. */
const evenlyOf = (on: (days: Period) => Money) => (span: Span) => ({ span, share: on(span.days) });

function spansOf(credits: readonly Credited[], service: Period, earnedOn: (days: Period) => Money): Span[] {
  const bounds = credits.flatMap(({ days }) => [days.start, days.end]);
  return cutOn(service, bounds).map((days) => {
    const earned = earnedOn(days);
    return { days, earned, credited: zero(earned.currency) };
  });
}

/**
 * Credits by days of service, net for the same days, voids (negative) first. Days outside the service, and those of a one-off charge, count
 * as the whole service (rules 13); a write-off of a one-off keeps its days, which begin after the write-off.
 */
function netByDays(credits: readonly BillingCredit[], service: Period): Credited[] {
  const served = credits.map((credit): Credited => {
    const { id, amount, service: days } = credit;
    const isOnce = credit.lineType === "ONE_OFF" && !isOfWriteOff(credit);
    const own = { start: Math.max(days.start, service.start), end: Math.min(days.end, service.end) };
    return { days: own.start < own.end && !isOnce ? own : service, amount, reason: reasonOf({ id }) };
  });
  const net = sumByDays(served);
  return [...net.filter(({ amount }) => isNegative(amount)), ...net.filter(({ amount }) => !isNegative(amount))];
}

/** One sum for the same days, with the reason of the last credit; zero sums are left out. */
function sumByDays(credited: readonly Credited[]): Credited[] {
  const byDays = new Map<string, Credited>();
  for (const one of credited) {
    const key = `${one.days.start}/${one.days.end}`;
    const before = byDays.get(key)?.amount;
    byDays.set(key, { ...one, amount: before === undefined ? one.amount : add(before, one.amount) });
  }
  return [...byDays.values()].filter(({ amount }) => !isZero(amount));
}

/** The amount that a span still earns; zero if its credits exceed its earnings. */
function roomOf({ earned, credited }: Span): Money {
  const room = subtract(earned, credited);
  return isNegative(room) ? zero(room.currency) : room;
}

/** Allocates a credit (or, if negative, a void) to spans by weight, adds it to their `credited`, and returns the parts. */
function creditBy(
  spans: readonly Span[],
  amount: Money,
  reason: SegmentReason,
  weigh: (span: Span) => Money,
): Credited[] {
  return sharesBy(amount, spans.map(weigh)).flatMap((share, index) => {
    const span = spans[index];
    if (span === undefined || isZero(share)) return [];
    span.credited = add(span.credited, share);
    return [{ amount: share, days: span.days, reason }];
  });
}
