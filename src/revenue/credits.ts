import { sharesBy } from "../billing-terms/allocation.ts";
import { type BillingCredit, isOfWriteOff } from "../billing-terms/billing-credit.ts";
import type { PricingContext } from "../billing-terms/price.ts";
import { type Day, firstDayOf, monthOf } from "../kernel/day.ts";
import { add, isNegative, isZero, type Money, min, money, negate, subtract, sum, zero } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";
import {
  type EarningSegment,
  earnedByMonth,
  monthsOf,
  onDay,
  type SegmentReason,
  sumEarned,
} from "./earning-segment.ts";
import { isMeasuredPob, type Pob, servedDays } from "./pob.ts";
import { byProgress, byProgressAfter } from "./segments/measured.ts";

/**
 * The segments, below zero, by which credits lower what an obligation earns. Of service over time, the days that were
 * credited (data model 15.4); of progress, its part of what is complete; of a single day, that day.
 *
 * @param segments what the obligation earns before credits
 */
export function creditSegments(
  pob: Pob,
  credits: readonly BillingCredit[],
  segments: readonly EarningSegment[],
  context: PricingContext,
): EarningSegment[] {
  const { service, recognition } = pob;
  if (credits.length === 0) return [];
  if (isMeasuredPob(pob)) {
    return credits.flatMap((credit) => {
      const off = negate(credit.amount);
      // What was written off was not earned by then: only what is left to do earns less.
      return isOfWriteOff(credit)
        ? byProgressAfter(pob, off, credit.service.start, reasonOf(credit))
        : byProgress(pob, off, reasonOf(credit));
    });
  }
  if (recognition.pattern === "POINT_IN_TIME") {
    return credits.map((credit) => {
      const day = recognition.date ?? servedDays(pob, credit.service).start;
      return onDay(negate(credit.amount), day, reasonOf(credit));
    });
  }
  const by = recognition.pattern === "STRAIGHT_LINE_DAILY" ? "DAYS" : "MONTHS";
  const over = (amount: Money, days: Period, reason: SegmentReason): EarningSegment => ({
    amount: negate(amount),
    days,
    curve: { by },
    until: null,
    reason,
  });
  const { start, end } = service;
  // Every billing period of an open-ended obligation is its own price, so the days that were credited have it.
  if (end === null) return credits.map((credit) => over(credit.amount, credit.service, reasonOf(credit)));
  const earnedOn = earningsOf(segments, context);
  const bounds = segments.flatMap(boundsOf);
  return creditedDays(credits, { start, end }, earnedOn).flatMap(({ amount, days, reason }) => {
    const evenly = over(amount, days, reason);
    const creditedOn = earningsOf([evenly], context);
    const parts = cutOn(days, bounds).map((part) => ({ days: part, earned: earnedOn(part) }));
    const isWithin = parts.every((part) => !isNegative(add(part.earned, creditedOn(part.days))));
    if (isWithin) return [evenly];
    // Days of one version of the contract earn less than those of another: each is credited by what it earns.
    const shares = sharesBy(
      amount,
      parts.map(({ earned }) => earned),
    );
    return parts.flatMap((part, index) => {
      const share = shares[index];
      return share === undefined || isZero(share) ? [] : [over(share, part.days, reason)];
    });
  });
}

/** What some segments earn on some days; what they earn before a day is added up once. */
function earningsOf(segments: readonly EarningSegment[], context: PricingContext): (days: Period) => Money {
  const known = new Map<Day, Money>();
  const before = (day: Day) => {
    const earned = known.get(day) ?? sumEarned(segments, day, context);
    known.set(day, earned);
    return earned;
  };
  return ({ start, end }) => subtract(before(end), before(start));
}

/** The days on which what a segment earns of a day changes. */
function boundsOf({ days, until }: EarningSegment): Day[] {
  return [days.start, days.end, ...(until === null ? [] : [until])];
}

/** Some days, cut on others that are among them. */
function cutOn({ start, end }: Period, bounds: readonly Day[]): Period[] {
  const inside = bounds.filter((day) => day > start && day < end);
  const cuts = [...new Set([start, ...inside, end])].sort((a, b) => a - b);
  return cuts.slice(1).map((day, index) => ({ start: cuts[index] ?? start, end: day }));
}

/**
 * The segments, below zero, by which write-offs lower months that are listed or set manually: those after the day, by what
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

/** What is credited of some days of service. */
type Credited = { readonly amount: Money; readonly days: Period; readonly reason: SegmentReason };

/** Days of service that no credit tells apart, and what they still earn. */
type Stretch = { readonly days: Period; readonly earned: Money; credited: Money; reason: SegmentReason };

/**
 * The days whose revenue credits lower: those that were credited, as far as they still earn it; what is beyond that lowers
 * the days after them, then those before (data model 15.4), each stretch of days by what it earns. Days on which the
 * obligation does not serve earn nothing, so all of a credit for them lowers its service. So no stretch earns less than
 * nothing while the credits come to no more than the price. A void reverses the credit of the same days; where those have no
 * credit (ADR 0026), its amount is added to what they earn, before any other credit. The days of a stretch are credited alike, unless
 * a modification let some of them earn less than that.
 *
 * ```
 * earned    |── 100 ──|── 100 ──|── 100 ──|
 * credit              |── 130 ──|              for these days
 * credited            |── 100 ──|── 30 ───|    what they do not earn falls on the days after them
 * ```
 *
 * @returns parts that sum to the credits
 */
function creditedDays(
  credits: readonly BillingCredit[],
  service: Period,
  earnedOn: (days: Period) => Money,
): Credited[] {
  const byDays = netByDays(credits, service);
  const stretches = stretchesOf(byDays, service, earnedOn);
  for (const { amount, days, reason } of byDays) {
    const own = stretches.filter((one) => one.days.start >= days.start && one.days.end <= days.end);
    const after = stretches.filter((one) => one.days.start >= days.end);
    const before = stretches.filter((one) => one.days.end <= days.start);
    if (isNegative(amount)) creditBy(own, amount, reason, ({ earned }) => earned);
    else {
      const left = [own, after, before].reduce((rest, places) => credit(rest, places, reason), amount);
      // Nothing is left unless more was credited than the price.
      creditBy(own.slice(0, 1), left, reason, roomOf);
    }
  }
  return stretches.flatMap(({ days, credited, reason }) =>
    isZero(credited) ? [] : [{ amount: credited, days, reason }],
  );
}

function stretchesOf(credits: readonly Credited[], service: Period, earnedOn: (days: Period) => Money): Stretch[] {
  const bounds = credits.flatMap(({ days }) => [days.start, days.end]);
  return cutOn(service, bounds).map((days) => {
    const earned = earnedOn(days);
    return { days, earned, credited: zero(earned.currency), reason: { of: "INCEPTION" } };
  });
}

/**
 * Credits by their days of service; all of it where they have none of it, or are of a charge that is billed once, whose
 * service days are those of its obligation (rules 13); of what is written off only those after that day. Amounts below zero,
 * of voids, come first.
 */
function netByDays(credits: readonly BillingCredit[], service: Period): Credited[] {
  const byDays = new Map<string, Credited>();
  for (const credit of credits) {
    const { id, amount, service: days } = credit;
    const isOnce = credit.lineType === "ONE_OFF" && !isOfWriteOff(credit);
    const own = { start: Math.max(days.start, service.start), end: Math.min(days.end, service.end) };
    const served = own.start < own.end && !isOnce ? own : service;
    const key = `${served.start}/${served.end}`;
    const before = byDays.get(key)?.amount;
    byDays.set(key, {
      days: served,
      amount: before === undefined ? amount : add(before, amount),
      reason: { of: "CREDIT", id },
    });
  }
  const net = [...byDays.values()].filter(({ amount }) => !isZero(amount));
  return [...net.filter(({ amount }) => isNegative(amount)), ...net.filter(({ amount }) => !isNegative(amount))];
}

/** Credits some stretches, by what each still earns, as much as they have. @returns what is left to credit */
function credit(left: Money, stretches: readonly Stretch[], reason: SegmentReason): Money {
  const room = sum(stretches.map(roomOf), left.currency);
  if (isZero(room) || isZero(left)) return left;
  const part = min(left, room);
  creditBy(stretches, part, reason, roomOf);
  return subtract(left, part);
}

/** What a stretch still earns. */
function roomOf({ earned, credited }: Stretch): Money {
  const room = subtract(earned, credited);
  return isNegative(room) ? zero(room.currency) : room;
}

/** Credits an amount to stretches by what each weighs, or gives it back where it is below zero. */
function creditBy(
  stretches: readonly Stretch[],
  amount: Money,
  reason: SegmentReason,
  weigh: (stretch: Stretch) => Money,
): void {
  for (const [index, share] of sharesBy(amount, stretches.map(weigh)).entries()) {
    const stretch = stretches[index];
    if (stretch === undefined || isZero(share)) continue;
    stretch.credited = add(stretch.credited, share);
    stretch.reason = reason;
  }
}
