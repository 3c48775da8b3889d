import type { Day, Month } from "../kernel/day.ts";
import { ratioFromDecimal } from "../kernel/decimal.ts";
import { addRatios, compareRatios, maxRatio, type Ratio, zeroRatio } from "../kernel/ratio.ts";
import { compareTexts } from "../kernel/text-order.ts";

export const seatProrationPolicies = ["NONE", "DAY", "MONTH", "STARTED_MONTH", "YEAR"] as const;
/** How added seats are charged for the rest of the billing period (rules 6, data model 7.2). */
export type SeatProrationPolicy = (typeof seatProrationPolicies)[number];

export const trueUpTimings = ["IMMEDIATE", "CO_TERM"] as const;
/** When added seats are billed: on an invoice of their own at once, or on the term's next regular one. */
export type TrueUpTiming = (typeof trueUpTimings)[number];

export const decreaseCredits = ["NONE", "PRORATED"] as const;
export type DecreaseCredit = (typeof decreaseCredits)[number];

export type SeatConfig = {
  /** Billed seats never fall below it; decimal text. */
  readonly minQuantity: string;
  /** True if each increase raises the minimum to the new count. */
  readonly isMovingMinimum: boolean;
  readonly defaultProrationPolicy: SeatProrationPolicy;
  readonly defaultTrueUpTiming: TrueUpTiming;
  readonly creditOnDecrease: DecreaseCredit;
};

/** A requested change of the seat count: either a new total or a difference. Decimal texts. */
export type SeatAmendment = {
  readonly id: string;
  readonly effectiveDate: Day;
  readonly quantity: string | null;
  readonly delta: string | null;
  readonly prorationPolicy: SeatProrationPolicy;
  readonly trueUpTiming: TrueUpTiming;
  readonly note: string | null;
  /** Through which day the term was invoiced when it was recorded, exclusive: days before are charged by true-up lines. */
  readonly invoicedThrough: Day | null;
  /**
   * If the term credits removed seats: the amendments without an issued true-up when it was recorded. Seats are removed from their charges
   * first (ADR 0025).
   */
  readonly unbilled: readonly string[];
  readonly bookMonth: Month | null;
  readonly createdAt: string;
};

/** The seats from `from` on, until the next step; several steps on one day are in the order in which they apply. */
export type SeatStep = {
  /** Null for the count that the term began with. */
  readonly amendmentId: string | null;
  readonly from: Day;
  readonly previous: Ratio;
  readonly count: Ratio;
  /** Billed seats do not fall below it from then on. */
  readonly minimum: Ratio;
  /** The greater of the count and the minimum. */
  readonly billed: Ratio;
};

export type SeatTimelineInput = {
  readonly start: Day;
  /** The count that the term begins with. */
  readonly quantity: string;
  readonly seatConfig: Pick<SeatConfig, "minQuantity" | "isMovingMinimum">;
  /** In any order. */
  readonly amendments: readonly SeatAmendment[];
};

/**
 * The seats of a term over time (data model 7.2): amendments in the order of effective day, then as they were made;
 * `quantity` sets the count, `delta` adds to it. The minimum begins at `minQuantity`; a moving one is raised by each
 * increase of the count to the new count, and never falls.
 */
export function seatTimeline({ amendments, ...term }: SeatTimelineInput): SeatStep[] {
  const [count, minimum] = [term.quantity, term.seatConfig.minQuantity].map(ratioFromDecimal) as [Ratio, Ratio];
  const first = { previous: count, count, minimum, billed: maxRatio(count, minimum) };
  const steps: SeatStep[] = [{ amendmentId: null, from: term.start, ...first }];
  for (const amendment of amendments.toSorted(byEffect)) {
    steps.push(stepAfter(steps.at(-1) as SeatStep, amendment, term));
  }
  return steps;
}

/** The step of an amendment that takes effect after all others. */
export function stepAfter(
  { count: previous, minimum: before }: SeatStep,
  { id, effectiveDate, quantity, delta }: SeatAmendment,
  { start, seatConfig }: Pick<SeatTimelineInput, "start" | "seatConfig">,
): SeatStep {
  const count = quantity !== null ? ratioFromDecimal(quantity) : addRatios(previous, ratioFromDecimal(delta ?? "0"));
  const isRaised = seatConfig.isMovingMinimum && compareRatios(count, previous) > 0;
  const minimum = isRaised ? maxRatio(before, count) : before;
  const from = Math.max(effectiveDate, start);
  return { amendmentId: id, from, previous, count, minimum, billed: maxRatio(count, minimum) };
}

/** What holds on a day: the last step that began by then; before the term it is the first. */
export function seatsOn(steps: readonly SeatStep[], day: Day): SeatStep {
  return steps.findLast(({ from }) => from <= day) ?? (steps[0] as SeatStep);
}

/** The first day on which the count would fall below zero, or null when it never does. */
export function firstDayBelowZero(steps: readonly SeatStep[]): Day | null {
  const below = steps.find(({ from, count }, index) => {
    const isLastOfDay = steps[index + 1]?.from !== from;
    return isLastOfDay && compareRatios(count, zeroRatio) < 0;
  });
  return below?.from ?? null;
}

/**
 * The time of a new amendment: not before that of the others, even if its request began earlier, so that the count in its response stays right.
 *
 * @param moments of the others, written as `timestamp` is
 */
export function recordedAfter(moments: readonly string[], timestamp: string): string {
  return moments.reduce((latest, moment) => (moment > latest ? moment : latest), timestamp);
}

/** The order in which amendments apply: effective day, then as they were made. */
export function byEffect(a: SeatAmendment, b: SeatAmendment): number {
  return a.effectiveDate - b.effectiveDate || byMaking(a, b);
}

/** The order in which amendments were made. */
export function byMaking(a: SeatAmendment, b: SeatAmendment): number {
  return compareTexts(a.createdAt, b.createdAt) || compareTexts(a.id, b.id);
}
