import type { Day } from "../../kernel/day.ts";
import type { Period } from "../../kernel/periods.ts";
import {
  addRatios,
  compareRatios,
  maxRatio,
  minRatio,
  type Ratio,
  subtractRatios,
  zeroRatio,
} from "../../kernel/ratio.ts";
import type { Price } from "../billing-term.ts";
import type { SeatAmendment } from "../seats.ts";
import type { RecordedSeats } from "./recorded-seats.ts";
import { isSame, type PricedPeriod } from "./segment.ts";

/** True if a full period costs more with `more` seats than with `fewer`, at the price of a day. */
export type IsDearer = (day: Day, more: Ratio, fewer: Ratio) => boolean;

/**
 * Days with one price and one count, with the seats charged on them: the base, and on top of it each true-up in the order of recording. A
 * credited decrease removes seats; they stay in the list, with `left` below `charged`.
 *
 * ```
 *  10 seats, 3 more, then a credited decrease to 8 before the true-up of 3 is issued:
 *
 *  13 ┌─────────┐                        previous  charged  left
 *     │ true-up │  never charged             10       10     10    unbilled seats go first
 *  10 ├─────────┤
 *     │ base    │  2 credited, 8 left         0       10      8    left to a credit memo: from 10 down to 8
 *   0 └─────────┘
 * ```
 *
 * Mutable: amendments are applied one after the other.
 */
export type SeatDays = {
  readonly days: Period;
  readonly price: Price;
  /** The count up to which seats are charged and not removed again. */
  charged: Ratio;
  readonly seats: ChargedSeats[];
};

/** Seats of some days that the base or one true-up charges: those above the count `previous`. */
type ChargedSeats = {
  /** Null for the base. */
  readonly amendment: SeatAmendment | null;
  readonly previous: Ratio;
  /** The count up to which they were charged, even if credited since. */
  charged: Ratio;
  /** The count up to which they were not removed. */
  left: Ratio;
};

/** Billed seats to credit: the cost of the count `quantity` less that of the count `previous`. */
type CreditedCounts = Pick<PricedPeriod, "quantity" | "previous">;

/** Days on which nothing but the base is charged yet. */
export function chargedByBase(days: Period, price: Price, count: Ratio): SeatDays {
  const base = { amendment: null, previous: zeroRatio, charged: count, left: count };
  return { days, price, charged: count, seats: [base] };
}

/**
 * Applies an amendment: charges days on which it raises the count above what was charged, and, if decreases are credited, removes seats from
 * days on which it lowers it. A higher count that costs no more than a lower one (VOLUME) charges nothing.
 *
 * @param all one for each count of the amendment, in the order of days
 * @returns the removed seats that were billed: a credit memo credits them (ADR 0025)
 */
export function applyAmendment(
  all: readonly SeatDays[],
  { amendment, isCredited, before, levels }: RecordedSeats,
  isDearer: IsDearer,
): PricedPeriod[] {
  const credited: PricedPeriod[] = [];
  for (const [i, seatDays] of all.entries()) {
    const [level, former] = [levels[i] as Ratio, before[i] as Ratio];
    const { days, price, charged } = seatDays;
    const change = compareRatios(level, charged);
    if (change > 0 && isDearer(days.start, level, charged)) {
      seatDays.seats.push({ amendment, previous: charged, charged: level, left: level });
      seatDays.charged = level;
    } else if (isCredited && change < 0 && compareRatios(level, former) < 0) {
      // A decrease recorded before invoicing left its seats charged. They stay charged: only the difference is removed.
      seatDays.charged = addRatios(level, maxRatio(subtractRatios(charged, former), zeroRatio));
      const count = subtractRatios(charged, seatDays.charged);
      for (const counts of removeSeats(seatDays, count, amendment, isDearer))
        credited.push({ ...days, price, ...counts });
    }
  }
  return credited;
}

/** What each true-up finally charges, by amendment, in the order of days; adjoining days with the same seats are one. True-ups of zero are left out. */
export function trueUpsOf(all: readonly SeatDays[]): Map<SeatAmendment, PricedPeriod[]> {
  const trueUps = new Map<SeatAmendment, (PricedPeriod & { end: Day })[]>();
  for (const { days, price, seats } of all) {
    for (const { amendment, charged, previous } of seats) {
      if (amendment === null || compareRatios(charged, previous) <= 0) continue;
      const next = { start: days.start, end: days.end, price, quantity: charged, previous };
      const own = trueUps.get(amendment);
      const last = own?.at(-1);
      if (own === undefined) trueUps.set(amendment, [next]);
      else if (last?.end === days.start && isSame(last, next)) last.end = days.end;
      else own.push(next);
    }
  }
  return trueUps;
}

/**
 * Removes some seats: if all seats cost the same, unbilled ones first; else the last charged ones first, so that each is credited at the price
 * it was charged.
 *
 * @param amendment that removes them; its `unbilled` lists the true-ups that were not issued when it was recorded
 * @returns the billed seats among them
 */
function removeSeats(
  { days, price: { pricingType }, seats }: SeatDays,
  count: Ratio,
  { unbilled }: SeatAmendment,
  isDearer: IsDearer,
): CreditedCounts[] {
  const isBilled = ({ amendment }: ChargedSeats) => amendment === null || !unbilled.includes(amendment.id);
  const latest = seats.toReversed();
  const order =
    pricingType === "SIMPLE" ? latest.toSorted((a, b) => Number(isBilled(a)) - Number(isBilled(b))) : latest;
  const credited: CreditedCounts[] = [];
  let open = count;
  for (const one of order) {
    const removed = minRatio(open, subtractRatios(one.left, one.previous));
    if (compareRatios(removed, zeroRatio) <= 0) continue;
    open = subtractRatios(open, removed);
    const quantity = one.left;
    one.left = subtractRatios(quantity, removed);
    if (isBilled(one)) credited.push({ quantity, previous: one.left });
    else credited.push(...lowerTrueUp(one, removed, days.start, isDearer));
  }
  return credited;
}

/**
 * Lowers a true-up that is still to be issued. With volume prices the lower count can cost less than what was billed before
 * the true-up: then the true-up is nothing, and the difference is credited.
 */
function lowerTrueUp(trueUp: ChargedSeats, removed: Ratio, day: Day, isDearer: IsDearer): CreditedCounts[] {
  const { previous } = trueUp;
  if (compareRatios(trueUp.charged, previous) <= 0) return [];
  trueUp.charged = subtractRatios(trueUp.charged, removed);
  if (isDearer(day, trueUp.charged, previous)) return [];
  const counts = { quantity: previous, previous: trueUp.charged };
  trueUp.charged = previous;
  return [counts];
}
