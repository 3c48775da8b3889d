import type { Day } from "../kernel/day.ts";
import type { Period } from "../kernel/periods.ts";
import { maxRatio, minRatio, type Ratio } from "../kernel/ratio.ts";
import { byMaking, type SeatAmendment, type SeatConfig, type SeatStep } from "./seats.ts";

/** The amendments that concern days which are billed together, by whether they were recorded in time for the invoice. */
export type AmendmentsOfPart = {
  /** Recorded before these days were invoiced, in the order in which they take effect. */
  readonly known: readonly SeatAmendment[];
  /** Those of `known` that take effect inside days that are billed in advance; none in arrears. */
  readonly inside: readonly SeatAmendment[];
  /** Recorded after these days were invoiced, in the order in which they were made. */
  readonly later: readonly SeatAmendment[];
};

/** @param inOrder the amendments of the term as they take effect */
export function amendmentsOfPart(
  inOrder: readonly SeatAmendment[],
  part: Period,
  isInArrears: boolean,
): AmendmentsOfPart {
  const isLater = ({ invoicedThrough }: SeatAmendment) => invoicedThrough !== null && invoicedThrough > part.start;
  const begun = inOrder.filter(({ effectiveDate }) => effectiveDate < part.end);
  const known = begun.filter((amendment) => !isLater(amendment));
  const inside = isInArrears ? [] : known.filter(({ effectiveDate }) => effectiveDate > part.start);
  return { known, inside, later: begun.filter(isLater).sort(byMaking) };
}

/** What the seats come to once an amendment is recorded, on each of some rising days. */
export type RecordedSeats = {
  readonly amendment: SeatAmendment;
  /** True if seats that it removes are credited. */
  readonly isCredited: boolean;
  /** The counts without it. */
  readonly before: readonly Ratio[];
  /** The counts up to which seats are charged with it. */
  readonly levels: readonly Ratio[];
};

/** How decreases are charged: in arrears each day has its own count, and a later decrease may be credited. */
export type DecreaseRule = { readonly isInArrears: boolean; readonly creditOnDecrease: SeatConfig["creditOnDecrease"] };

/**
 * The counts as one amendment after another is recorded: those known in time by their day, then the later ones as they were
 * made. So no amendment changes what one recorded before it charges (data model 7.2).
 *
 * In advance a decrease leaves the seats charged for the rest of the days, unless it is credited: a level is the highest count
 * up to its day. Amendments of one day that were all known in time count as what they come to together.
 *
 * ```
 *  In advance        1 Jan     10 Jan     20 Jan     31 Jan
 *  10 at first       |── 10 ───|── 10 ────|── 10 ────|        charged by the base
 *  + 3 from 10 Jan   |── 10 ───|── 13 ────|── 13 ────|        3 more from 10 Jan
 *  − 5 from 20 Jan   |── 10 ───|── 13 ────|── 13 ────|        count 8, level 13: nothing more until February
 *    if credited     |── 10 ───|── 13 ────|──  8 ────|        recorded later: level 8, 5 removed from 20 Jan
 * ```
 *
 * @param countsWith the count on each day with some amendments alone
 */
export function seatsAsRecorded(
  { known, inside, later }: AmendmentsOfPart,
  { isInArrears, creditOnDecrease }: DecreaseRule,
  countsWith: (amendments: readonly SeatAmendment[]) => Ratio[],
): RecordedSeats[] {
  const mostKnown = highestSoFar(countsWith(known));
  const recorded = known.filter((amendment) => !inside.includes(amendment));
  let before = countsWith(recorded);
  return [...inside, ...later].map((amendment, index) => {
    recorded.push(amendment);
    const counts = countsWith(recorded);
    const isKnown = index < inside.length;
    const isCredited = creditOnDecrease === "PRORATED" && !isKnown;
    const highest = isInArrears || isCredited ? counts : highestSoFar(counts);
    const levels = isKnown ? highest.map((level, i) => minRatio(level, mostKnown[i] as Ratio)) : highest;
    const seats = { amendment, isCredited, before, levels };
    before = counts;
    return seats;
  });
}

/** The billed count of each of some rising days. */
export function billedOn(steps: readonly SeatStep[], days: readonly Day[]): Ratio[] {
  let next = 0;
  return days.map((day) => {
    while ((steps[next]?.from ?? Number.POSITIVE_INFINITY) <= day) next++;
    return (steps[Math.max(next - 1, 0)] as SeatStep).billed;
  });
}

function highestSoFar(counts: readonly Ratio[]): Ratio[] {
  let highest = counts[0] as Ratio;
  return counts.map((count) => {
    highest = maxRatio(highest, count);
    return highest;
  });
}
