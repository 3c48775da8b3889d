import type { PricingContext } from "../billing-terms/price.ts";
import type { Day } from "../kernel/day.ts";
import { isZero, type Money, negate, subtract } from "../kernel/money.ts";
import { type EarningSegment, onDay, sumEarned } from "./earning-segment.ts";
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
 */
export function openedSegments(
  segments: readonly EarningSegment[],
  { asOf, treatedAs, difference }: PobOpening,
  pob: Pob,
  context: PricingContext,
): EarningSegment[] {
  const day = asOf + 1;
  const earlier = segments
    .filter(({ days }) => days.start < day)
    .map((segment) => ({ ...segment, amount: negate(segment.amount), until: Math.min(segment.until ?? day, day) }));
  const reason = { of: "OPENING" } as const;
  const loaded = onDay(subtract(sumEarned(segments, day, context), difference), asOf, reason);
  const opened = [...segments, ...earlier, loaded];
  if (isZero(difference)) return opened;
  if (treatedAs === "CATCH_UP" || !canSpread(pob, asOf)) return [...opened, onDay(difference, day, reason)];
  const by = pob.recognition.pattern === "STRAIGHT_LINE_DAILY" ? "DAYS" : "MONTHS";
  const days = { start: day, end: pob.service.end ?? day + 1 };
  return [...opened, { amount: difference, days, curve: { by }, until: null, reason }];
}

/** Is there something left of the service that a difference can be spread over evenly? */
export function canSpread(pob: Pob, asOf: Day): boolean {
  return isOverTime(pob) && pob.service.end !== null && pob.service.end > asOf + 1;
}
