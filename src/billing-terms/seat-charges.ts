import type { Day } from "../kernel/day.ts";
import { type AnchoredPeriod, anchoredPeriods, type Period } from "../kernel/periods.ts";
import { partShare } from "../kernel/proration.ts";
import {
  addRatios,
  compareRatios,
  maxRatio,
  minRatio,
  multiplyRatios,
  type Ratio,
  ratio,
  subtractRatios,
  zeroRatio,
} from "../kernel/ratio.ts";
import { type BillingTerm, isArrears, type Price, periodRule, priceOn } from "./billing-term.ts";
import { plannedIssueDate } from "./invoice-date.ts";
import { restShare } from "./seat-proration.ts";
import {
  byEffect,
  byMaking,
  type SeatAmendment,
  type SeatConfig,
  type SeatStep,
  seatsOn,
  seatTimeline,
} from "./seats.ts";
import { cutSpan, layerDays, merged, type PricedPeriod, pricedPeriodsOf, type Segment, shared } from "./segment.ts";

export type SeatTerm = BillingTerm & { readonly seatConfig: SeatConfig };

/** What seats owe of one billing period, or of a stretch of it that is billed by itself. */
export type SeatSegments = {
  readonly base: readonly Segment[];
  /** In the order in which the amendments count; those that add nothing are left out. */
  readonly trueUps: readonly { readonly amendment: SeatAmendment; readonly segments: readonly Segment[] }[];
  /** What amendments took of seats that were billed by then, in the order in which they were said; each day from `quantity` down. */
  readonly seatsCredited: readonly {
    readonly amendment: SeatAmendment;
    readonly pricedPeriods: readonly PricedPeriod[];
  }[];
};

/** Seats that the base or a true-up charges on some days. */
type ChargedSeats = {
  /** Null for the base. */
  readonly amendment: SeatAmendment | null;
  /** The count that was charged before them. */
  readonly previous: Ratio;
  /** The count up to which they are charged, also where they were credited since. */
  charged: Ratio;
  /** The count up to which they were not removed yet. */
  left: Ratio;
};

/** Days of one price, with what is charged on them. */
type Cell = {
  readonly days: Period;
  readonly price: Price;
  /** The count up to which seats are charged and not removed. */
  charged: Ratio;
  readonly seats: ChargedSeats[];
};

/** What an amendment makes of the count of each cell, by what was said up to it. */
type Heard = {
  readonly amendment: SeatAmendment;
  readonly isCredited: boolean;
  readonly before: readonly Ratio[];
  readonly levels: readonly Ratio[];
};

/** What an amendment adds to the seats that are charged, and what it takes of those that were billed. */
type SeatChange = {
  readonly amendment: SeatAmendment;
  readonly added: readonly { readonly cell: Cell; readonly seats: ChargedSeats }[];
  readonly pricedPeriods: readonly PricedPeriod[];
};

/** Does a full period cost more with `more` seats than with `fewer`, at the price of a day? */
export type IsDearer = (day: Day, more: Ratio, fewer: Ratio) => boolean;

/** Where a charge is billed: on a day of its own, or with the regular invoice of a billing period. */
export type Due =
  | { readonly at: "DATE"; readonly day: Day }
  | { readonly at: "PERIOD"; readonly period: AnchoredPeriod };

/**
 * The seats of a term period by period (data model 7.2, rules 6).
 *
 * What was known when a period was invoiced makes its base quantity: the count of its first day or, in arrears, the count of
 * each day. What was said later (`invoicedThrough` reaches into the period) is a true-up, one for each amendment and period,
 * in the order in which they were said, so that no amendment changes what an earlier one charges. In advance an increase
 * inside a period is a true-up in any case, and a decrease counts from the next period on.
 *
 * A true-up charges what lies above the highest count charged so far for the days that remain: an increase after a decrease
 * costs nothing up to the former count, unless `creditOnDecrease` gave the difference back: a decrease that was known in time
 * leaves its seats charged, and more seats use them up first. Seats that were known to come and to go on one day were never
 * there. A count that costs less than a lower one (VOLUME) charges nothing.
 *
 * Seats that a credited decrease takes from a true-up that was not issued by then (`unbilled`) are never charged; what it takes
 * of others is left to a credit memo, `seatsCredited` (ADR 0025).
 */
export function seatCalculator(
  term: SeatTerm,
): (period: AnchoredPeriod, part: Period, isDearer: IsDearer) => SeatSegments {
  const stepsOf = (amendments: readonly SeatAmendment[]) =>
    seatTimeline({ ...term, quantity: priceOn(term, term.start).quantity, amendments });
  const inOrder = term.amendments.toSorted(byEffect);
  const allSteps = stepsOf(inOrder);
  const weightsDays = isArrears(term);

  return (period, part, isDearer) => {
    const begun = inOrder.filter(({ effectiveDate }) => effectiveDate < part.end);
    const later = begun.filter((amendment) => wasInvoiced(amendment, part)).sort(byMaking);
    const known = later.length === 0 ? begun : begun.filter((amendment) => !wasInvoiced(amendment, part));
    const inside = weightsDays ? [] : known.filter(({ effectiveDate }) => effectiveDate > part.start);
    const recordedSteps = later.length === 0 ? allSteps : stepsOf(known);
    const weigh = (pricedPeriod: PricedPeriod): Segment => ({
      ...pricedPeriod,
      share: dayWeight(term, period, part, pricedPeriod),
    });

    const base = weightsDays
      ? weighedBase(term, part, recordedSteps).map(weigh)
      : shared(
          pricedPeriodsOf(term, part, () => seatsOn(recordedSteps, part.start).billed),
          period,
          term.prorationPolicy,
        );
    if (later.length === 0 && inside.length === 0) return { base, trueUps: [], seatsCredited: [] };

    const cells = cutSpan(part, [...layerDays(term), ...begun.map(({ effectiveDate }) => effectiveDate)]).map(
      (days): Cell => {
        const { billed } = seatsOn(recordedSteps, weightsDays ? days.start : part.start);
        const ofBase = { amendment: null, previous: zeroRatio, charged: billed, left: billed };
        return { days, price: priceOn(term, days.start), charged: billed, seats: [ofBase] };
      },
    );
    const starts = cells.map(({ days }) => days.start);
    const seatsWith = (amendments: readonly SeatAmendment[]) => levelsOn(stepsOf(amendments), starts);
    const changes = seatsAsRecorded(term, { known, inside, later }, seatsWith).map((recorded) =>
      changeOf(cells, recorded, isDearer),
    );

    const trueUps = changes.flatMap(({ amendment, added }) => {
      const pricedPeriods = added.flatMap(
        ({ cell: { days, price }, seats: { charged: quantity, previous } }): PricedPeriod[] =>
          compareRatios(quantity, previous) > 0 ? [{ ...days, price, quantity, previous }] : [],
      );
      const segments = merged(pricedPeriods).map((pricedPeriod) =>
        weightsDays
          ? weigh(pricedPeriod)
          : { ...pricedPeriod, share: restOf(term, amendment, period, part, pricedPeriod) },
      );
      return segments.length > 0 ? [{ amendment, segments }] : [];
    });
    return { base, trueUps, seatsCredited: changes };
  };
}

/**
 * When an amendment's true-ups are billed: `IMMEDIATE` on its effective date; `CO_TERM` with the first period that was not
 * invoiced when it was made and whose invoice is dated on or after that date, or the day after the term ends when none is
 * left.
 */
export function dueOfAmendment(term: BillingTerm, amendment: SeatAmendment): Due {
  const { effectiveDate, invoicedThrough, trueUpTiming } = amendment;
  if (trueUpTiming === "IMMEDIATE") return { at: "DATE", day: effectiveDate };
  for (const period of anchoredPeriods(periodRule(term))) {
    const isInvoiced = invoicedThrough !== null && period.covered.end <= invoicedThrough;
    const issueDate = plannedIssueDate(term.invoiceDateStrategy, period.covered, term.netPaymentTerms);
    if (!isInvoiced && issueDate >= effectiveDate) return { at: "PERIOD", period };
  }
  return { at: "DATE", day: term.end ?? effectiveDate };
}

/**
 * The counts of the cells as one amendment after the other is heard: those that were known in time by their day, then the later
 * ones in the order in which they were made.
 */
function seatsAsRecorded(
  term: SeatTerm,
  of: {
    readonly known: readonly SeatAmendment[];
    /** Those of `known` that change the count inside the part. */
    readonly inside: readonly SeatAmendment[];
    readonly later: readonly SeatAmendment[];
  },
  seatsWith: (amendments: readonly SeatAmendment[]) => Ratio[],
): Heard[] {
  const weightsDays = isArrears(term);
  const credits = term.seatConfig.creditOnDecrease === "PRORATED";
  // Of changes of one day that were known, only what they come to together was ever there.
  const mostRecorded = highestSoFar(seatsWith(of.known));
  const recorded = of.known.filter((amendment) => !of.inside.includes(amendment));
  let before = seatsWith(recorded);
  return [...of.inside, ...of.later].map((amendment, index) => {
    recorded.push(amendment);
    const counts = seatsWith(recorded);
    const isKnown = index < of.inside.length;
    const isCredited = credits && !isKnown;
    const highest = weightsDays || isCredited ? counts : highestSoFar(counts);
    const levels = isKnown ? highest.map((level, i) => minRatio(level, mostRecorded[i] as Ratio)) : highest;
    const result = { amendment, isCredited, before, levels };
    before = counts;
    return result;
  });
}

/** Charges the cells on which an amendment makes seats more, and credits those on which it is credited for fewer. */
function changeOf(
  cells: readonly Cell[],
  { amendment, isCredited, before, levels }: Heard,
  isDearer: IsDearer,
): SeatChange {
  const added: { cell: Cell; seats: ChargedSeats }[] = [];
  const pricedPeriods: PricedPeriod[] = [];
  for (const [i, cell] of cells.entries()) {
    const [level, former, old] = [levels[i] as Ratio, before[i] as Ratio, cell.charged];
    const { days, price } = cell;
    if (compareRatios(level, old) > 0 && isDearer(days.start, level, old)) {
      const seats = { amendment, previous: old, charged: level, left: level };
      cell.seats.push(seats);
      cell.charged = level;
      added.push({ cell, seats });
    } else if (isCredited && compareRatios(level, former) < 0 && compareRatios(level, old) < 0) {
      // No more than the difference is removed: what a decrease that was known left charged stays so.
      cell.charged = addRatios(level, maxRatio(subtractRatios(old, former), zeroRatio));
      const taken = takenSeats(cell, subtractRatios(old, cell.charged), amendment, isDearer);
      pricedPeriods.push(...taken.map((counts) => ({ ...days, price, ...counts })));
    }
  }
  return { amendment, added, pricedPeriods };
}

function wasInvoiced({ invoicedThrough }: SeatAmendment, part: Period): boolean {
  return invoicedThrough !== null && invoicedThrough > part.start;
}

/**
 * Takes seats back: those that are not billed yet first, where each costs the same, else those that were charged last first, so
 * that each is worth what it was charged for.
 *
 * @returns what is taken of billed ones, each from `quantity` down to `previous`
 */
function takenSeats(
  { days, price: { pricingType }, seats }: Cell,
  count: Ratio,
  { unbilled }: SeatAmendment,
  isDearer: IsDearer,
): Pick<PricedPeriod, "quantity" | "previous">[] {
  const isBilled = ({ amendment }: ChargedSeats) => amendment === null || !unbilled.includes(amendment.id);
  const latest = seats.toReversed();
  const order =
    pricingType === "SIMPLE" ? latest.toSorted((a, b) => Number(isBilled(a)) - Number(isBilled(b))) : latest;
  const ofBilled: Pick<PricedPeriod, "quantity" | "previous">[] = [];
  let open = count;
  for (const one of order) {
    const taken = minRatio(open, subtractRatios(one.left, one.previous));
    if (compareRatios(taken, zeroRatio) <= 0) continue;
    open = subtractRatios(open, taken);
    const quantity = one.left;
    one.left = subtractRatios(quantity, taken);
    if (isBilled(one)) {
      ofBilled.push({ quantity, previous: one.left });
    } else if (compareRatios(one.charged, one.previous) > 0) {
      one.charged = subtractRatios(one.charged, taken);
      // Where so many cost less than fewer (VOLUME), the true-up is nothing, and the rest was billed before it.
      if (!isDearer(days.start, one.charged, one.previous)) {
        ofBilled.push({ quantity: one.previous, previous: one.charged });
        one.charged = one.previous;
      }
    }
  }
  return ofBilled;
}

function weighedBase(term: SeatTerm, part: Period, steps: readonly SeatStep[]): PricedPeriod[] {
  const cells = cutSpan(part, [...layerDays(term), ...steps.map(({ from }) => from)]);
  return merged(
    cells.map((cell) => {
      const { billed } = seatsOn(steps, cell.start);
      return { ...cell, price: priceOn(term, cell.start), quantity: billed, previous: null };
    }),
  );
}

/** The part's share of a full period, weighed by days: counted so, seats of arrears sum to their day-weighted count. */
function dayWeight(term: SeatTerm, { covered, full }: AnchoredPeriod, part: Period, { start, end }: Period): Ratio {
  if (term.prorationPolicy === "DAY") return partShare("DAY", covered, full, start, end);
  const whole = partShare(term.prorationPolicy, covered, full, part.start, part.end);
  return multiplyRatios(whole, ratio(end - start, part.end - part.start));
}

function restOf(
  term: SeatTerm,
  { prorationPolicy }: SeatAmendment,
  period: AnchoredPeriod,
  part: Period,
  { start, end }: Period,
): Ratio {
  const from = (day: Day) => restShare(prorationPolicy, term, period, part, day);
  return subtractRatios(from(start), from(end));
}

/** The billed count of each of some rising days. */
function levelsOn(steps: readonly SeatStep[], days: readonly Day[]): Ratio[] {
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
