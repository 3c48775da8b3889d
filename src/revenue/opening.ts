import type { PricingContext } from "../billing-terms/price.ts";
import type { Day } from "../kernel/day.ts";
import { isZero, type Money, negate, subtract } from "../kernel/money.ts";
import { type EarningSegment, earnedBefore, onDay, type SegmentReason, sumEarned } from "./earning-segment.ts";
import { isOverTime, type Pob } from "./pob.ts";

/** What becomes of a difference to the pattern: spread over what is left of the service, or earned on the day after the opening. */
export const openingDifferences = ["SPREAD", "CATCH_UP"] as const;
export type OpeningDifference = (typeof openingDifferences)[number];

/** What other books say of an obligation at the end of a day (ADR 0077). */
export type PobOpening = {
  /** The last day of those books. */
  readonly asOf: Day;
  readonly treatedAs: OpeningDifference;
  /** What they had recognized by then. */
  readonly recognized: Money;
  /** What the pattern had earned by then by the facts of the opening, less what was recognized. */
  readonly difference: Money;
};

/** An obligation as the months from a day on know it. */
export type ServedFrom = { readonly from: Day; readonly pob: Pob };

/**
 * The segments of an obligation that began in other books: what they earned by the opening is earned on its day, less the difference,
 * and that is earned afterwards. Together they come to what they came to before.
 *
 * ```
 *         1 Jan             30 Jun             31 Dec
 * pattern |── 600.00 ────────|── 600.00 ────────|
 * opened                     |550.00
 *                            |── 600.00 ────────|   as the pattern has it
 *                            |── 50.00 ─────────|   SPREAD; CATCH_UP on 1 July
 * ```
 *
 * @param served from the day after the opening on; a new one for each month from which the days of service, or the pattern, are others
 */
export function openedSegments(
  segments: readonly EarningSegment[],
  { asOf, treatedAs, difference }: PobOpening,
  served: readonly ServedFrom[],
  context: PricingContext,
): EarningSegment[] {
  const day = asOf + 1;
  const earlier = segments
    .filter(({ days }) => days.start < day)
    .map((segment) => ({ ...segment, amount: negate(segment.amount), until: Math.min(segment.until ?? day, day) }));
  const loaded = onDay(subtract(sumEarned(segments, day, context), difference), asOf, reason);
  const opened = [...segments, ...earlier, loaded];
  if (isZero(difference)) return opened;
  if (treatedAs === "CATCH_UP") return [...opened, onDay(difference, day, reason)];
  return [...opened, ...spreadSegments(difference, served, context)];
}

/**
 * A difference over what is left of the service. Where that is other days from a month on, because a term ended or was extended, what
 * earlier months earned of it stays (rules 9), and the rest is earned from that month on: over what is left by then, or at once.
 *
 * ```
 *                1 Jul          1 Aug           30 Sep          31 Dec
 * known in July  |── 8.33 ───────|··············· 41.67 left ······|
 * in August                      |── 41.67 ──────|                     the service ends with September
 * ```
 */
function spreadSegments(
  difference: Money,
  served: readonly ServedFrom[],
  { rounding }: PricingContext,
): EarningSegment[] {
  const stretches = served.filter((one, index) => {
    const before = served[index - 1];
    return before === undefined || !isSpreadAlike(before, one);
  });
  const segments: EarningSegment[] = [];
  let left = difference;
  for (const [index, { from, pob }] of stretches.entries()) {
    const until = stretches[index + 1]?.from ?? null;
    const segment = canSpread(pob, from - 1) ? overService(left, pob, from, until) : onDay(left, from, reason);
    segments.push(segment);
    left = until === null ? left : subtract(left, earnedBefore(segment, until, rounding));
    if (isZero(left)) break;
  }
  return segments;
}

function overService(amount: Money, { recognition, service }: Pob, start: Day, until: Day | null): EarningSegment {
  const by = recognition.pattern === "STRAIGHT_LINE_DAILY" ? "DAYS" : "MONTHS";
  return { amount, days: { start, end: service.end ?? start + 1 }, curve: { by }, until, reason };
}

/** Is a difference spread over the same days, in the same way, as it was? */
function isSpreadAlike({ pob: before }: ServedFrom, { from, pob }: ServedFrom): boolean {
  const can = canSpread(pob, from - 1);
  if (can !== canSpread(before, from - 1)) return false;
  return !can || (before.service.end === pob.service.end && before.recognition.pattern === pob.recognition.pattern);
}

/** Is there something left of the service that a difference can be spread over evenly? */
export function canSpread(pob: Pob, asOf: Day): boolean {
  return isOverTime(pob) && pob.service.end !== null && pob.service.end > asOf + 1;
}

const reason: SegmentReason = { of: "OPENING" };
