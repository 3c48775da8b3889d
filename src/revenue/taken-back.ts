import { sharesBy } from "../billing-terms/allocation.ts";
import type { BillingReduction } from "../billing-terms/reduction.ts";
import type { Day } from "../kernel/day.ts";
import { add, isNegative, isZero, type Money, min, subtract, sum, zero } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";

/** What was taken back, and the days whose revenue it lowers. */
export type TakenBack = { readonly amount: Money; readonly window: Period };

/** How a promise earns over its days of service, before anything is taken back. */
type Earning = { readonly service: Period; readonly until: (through: Day) => Money };

/**
 * The days whose revenue falls by what was taken back of a promise: those that were credited, as far as they still earn it; what
 * is beyond that lowers the days after them, then those before (data model 15.4), each stretch of days by what it earns. Days on
 * which the promise does not serve earn nothing, so all of a credit for them lowers its service. So no stretch earns less than
 * nothing while the credits come to no more than the price. A void takes back what was credited for the same days; what it
 * gives to days that nothing was taken from (ADR 0026) is earned as they are, before anything is taken from them.
 *
 * @returns parts that sum to the reductions
 */
export function takenBack(reductions: readonly BillingReduction[], { service, until }: Earning): TakenBack[] {
  const credits = netByDays(reductions, service);
  const stretches = stretchesOf(credits, { service, until });
  for (const { amount, days } of credits) {
    const isIn = ({ window }: Stretch) => window.start >= days.start && window.end <= days.end;
    const own = stretches.filter(isIn);
    const places = [
      own,
      stretches.filter(({ window }) => window.start >= days.end),
      stretches.filter(({ window }) => window.end <= days.start),
    ];
    if (isNegative(amount)) takeBy(own, amount, (stretch) => stretch.earned);
    // Nothing is left to take unless more was credited than the price.
    else takeBy(own.slice(0, 1), places.reduce(take, amount), roomOf);
  }
  return stretches.flatMap(({ window, taken }) => (isZero(taken) ? [] : [{ amount: taken, window }]));
}

type Credit = { readonly amount: Money; readonly days: Period };

/** Days of service that no credit tells apart. */
type Stretch = { readonly window: Period; readonly earned: Money; taken: Money };

function stretchesOf(credits: readonly Credit[], { service: { start, end }, until }: Earning): Stretch[] {
  const bounds = [start, end, ...credits.flatMap(({ days }) => [days.start, days.end])];
  const days = [...new Set(bounds)].sort((a, b) => a - b);
  return days.slice(1).map((day, index) => {
    const window = { start: days[index] ?? start, end: day };
    const earned = subtract(until(window.end), until(window.start));
    return { window, earned, taken: zero(earned.currency) };
  });
}

/** Credits by their days of service; all of it where they have none of it. What is given to them comes before what is taken. */
function netByDays(reductions: readonly BillingReduction[], service: Period): Credit[] {
  const byDays = new Map<string, Credit>();
  for (const { amount, service: days } of reductions) {
    const own = { start: Math.max(days.start, service.start), end: Math.min(days.end, service.end) };
    const served = own.start < own.end ? own : service;
    const key = `${served.start}/${served.end}`;
    const before = byDays.get(key)?.amount;
    byDays.set(key, { days: served, amount: before === undefined ? amount : add(before, amount) });
  }
  const credits = [...byDays.values()].filter(({ amount }) => !isZero(amount));
  return [
    ...credits.filter(({ amount }) => isNegative(amount)),
    ...credits.filter(({ amount }) => !isNegative(amount)),
  ];
}

/** Takes from some stretches, by what each still earns, as much as they have. @returns what is left to take */
function take(left: Money, stretches: readonly Stretch[]): Money {
  const room = sum(stretches.map(roomOf), left.currency);
  if (isZero(room) || isZero(left)) return left;
  const part = min(left, room);
  takeBy(stretches, part, roomOf);
  return subtract(left, part);
}

/** What a stretch still earns. */
function roomOf({ earned, taken }: Stretch): Money {
  const room = subtract(earned, taken);
  return isNegative(room) ? zero(room.currency) : room;
}

/** Takes an amount from stretches by what each weighs, or gives it where it is below zero. */
function takeBy(stretches: readonly Stretch[], amount: Money, weigh: (stretch: Stretch) => Money): void {
  for (const [index, share] of sharesBy(amount, stretches.map(weigh)).entries()) {
    const stretch = stretches[index];
    if (stretch !== undefined) stretch.taken = add(stretch.taken, share);
  }
}
