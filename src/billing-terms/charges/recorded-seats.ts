import type { Day } from "../../kernel/day.ts";
import type { Period } from "../../kernel/periods.ts";
import { compareRatios, maxRatio, minRatio, type Ratio } from "../../kernel/ratio.ts";
import {
  byEffect,
  byMaking,
  type SeatAmendment,
  type SeatConfig,
  type SeatStep,
  type SeatTimelineInput,
  seatTimeline,
  stepAfter,
} from "../seats.ts";

/** The amendments that concern days which are billed together, by whether they were recorded in time for the invoice. */
export type AmendmentsOfPart = {
  /** Recorded before these days were invoiced, in the order in which they take effect. */
  readonly inTime: readonly SeatAmendment[];
  /** Those of `inTime` that take effect inside days that are billed in advance; none in arrears. */
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
  const inTime = begun.filter((amendment) => !isLater(amendment));
  const inside = isInArrears ? [] : inTime.filter(({ effectiveDate }) => effectiveDate > part.start);
  return { inTime, inside, later: begun.filter(isLater).sort(byMaking) };
}

/** The seat counts after an amendment is recorded, on given days in rising order. */
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
 * The counts as one amendment after another is recorded: those recorded in time by their day, then the later ones as they were
 * made. So no amendment changes what one recorded before it charges (data model 7.2).
 *
 * In advance a decrease leaves the seats charged for the rest of the days, unless it is credited: a level is the highest count
 * up to its day. Amendments of one day that were all recorded in time count with their sum.
 *
 * ```
 *  In advance        1 Jan     10 Jan     20 Jan     31 Jan
 *  10 at first       |── 10 ───|── 10 ────|── 10 ────|        charged by the base
 *  + 3 from 10 Jan   |── 10 ───|── 13 ────|── 13 ────|        3 more from 10 Jan
 *  − 5 from 20 Jan   |── 10 ───|── 13 ────|── 13 ────|        count 8, level 13: nothing more until February
 *    if credited     |── 10 ───|── 13 ────|──  8 ────|        recorded later: level 8, 5 removed from 20 Jan
 * ```
 *
 * @param stepsInTime the timeline of `inTime`, and perhaps of amendments that take effect after these days
 * @param term the seats that it begins with, and their minimum
 * @param days rising days, for each of which there is a count
 */
export function seatsAsRecorded(
  { inTime, inside, later }: AmendmentsOfPart,
  stepsInTime: readonly SeatStep[],
  { isInArrears, creditOnDecrease }: DecreaseRule,
  term: SeatsOfTerm,
  days: readonly Day[],
): RecordedSeats[] {
  const highestInTime = highestSoFar(billedOn(stepsInTime, days));
  const first = inTime.slice(0, inTime.length - inside.length);
  const added = [...inside, ...later];
  // The timeline begins with the seats before any amendment.
  const [begin, ...after] = countsAsRecorded(
    term,
    { first, steps: stepsInTime.slice(0, first.length + 1) },
    added,
    days,
  );
  let before = begin as readonly Ratio[];
  return added.map((amendment, index) => {
    const counts = after[index] as readonly Ratio[];
    const isInTime = index < inside.length;
    const isCredited = creditOnDecrease === "PRORATED" && !isInTime;
    const highest = isInArrears || isCredited ? counts : highestSoFar(counts);
    const levels = isInTime ? lower(highest, highestInTime) : highest;
    const seats = { amendment, isCredited, before, levels };
    before = counts;
    return seats;
  });
}

type SeatsOfTerm = Omit<SeatTimelineInput, "amendments">;

/**
 * The billed counts of some days with the first amendments, and again as each other one is recorded. One that takes effect after all
 * before it, as most do, moves the days from its own on and nothing else.
 *
 * @param begun the first amendments in the order in which they take effect, and their timeline
 */
function countsAsRecorded(
  term: SeatsOfTerm,
  begun: { readonly first: readonly SeatAmendment[]; readonly steps: readonly SeatStep[] },
  added: readonly SeatAmendment[],
  days: readonly Day[],
): (readonly Ratio[])[] {
  const { first } = begun;
  const recorded = [...first];
  let steps = [...begun.steps];
  let latest = first.at(-1);
  const all: (readonly Ratio[])[] = [billedOn(steps, days)];
  for (const amendment of added) {
    recorded.push(amendment);
    if (latest === undefined || byEffect(latest, amendment) < 0) {
      latest = amendment;
      const step = stepAfter(steps.at(-1) as SeatStep, amendment, term);
      steps.push(step);
      const before = all.at(-1) as readonly Ratio[];
      all.push(before.map((count, i) => ((days[i] as Day) < step.from ? count : step.billed)));
    } else {
      steps = seatTimeline({ ...term, amendments: recorded });
      all.push(billedOn(steps, days));
    }
  }
  return all;
}

/** The billed count of each of some rising days. */
export function billedOn(steps: readonly SeatStep[], days: readonly Day[]): Ratio[] {
  let next = 0;
  return days.map((day) => {
    while ((steps[next]?.from ?? Number.POSITIVE_INFINITY) <= day) next++;
    return (steps[Math.max(next - 1, 0)] as SeatStep).billed;
  });
}

/** The highest of each count and those before it; the counts themselves if they rise. */
function highestSoFar(counts: readonly Ratio[]): readonly Ratio[] {
  if (counts.every((count, i) => i === 0 || compareRatios(counts[i - 1] as Ratio, count) <= 0)) return counts;
  let highest = counts[0] as Ratio;
  return counts.map((count) => {
    highest = maxRatio(highest, count);
    return highest;
  });
}

/** The lower of two counts on each day; the first ones themselves if none is higher. */
function lower(counts: readonly Ratio[], most: readonly Ratio[]): readonly Ratio[] {
  if (counts.every((count, i) => compareRatios(count, most[i] as Ratio) <= 0)) return counts;
  return counts.map((count, i) => minRatio(count, most[i] as Ratio));
}
