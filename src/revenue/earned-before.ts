import type { PricingContext } from "../billing-terms/price.ts";
import type { Day } from "../kernel/day.ts";
import { add, type Money, min, ratioFromMoney, roundToMoney } from "../kernel/money.ts";
import { compareRatios, multiplyRatios, oneRatio, ratio } from "../kernel/ratio.ts";
import { type EarningSegment, endedOn, sumEarned } from "./earning-segment.ts";
import { changeFor, type Modification } from "./modifications.ts";
import { isMeasuredPob, isOverTime, type Pob } from "./pob.ts";
import { progressBy } from "./segments/measured.ts";
import type { Earlier } from "./segments/segments-of.ts";

// What an obligation had earned when a modification began another version of its contract.

/** An obligation as a version of its contract has it. */
type Earned = {
  readonly pob: Pob;
  readonly segments: readonly EarningSegment[];
  /** What the last prospective modification left as earned. */
  readonly earlier: Earlier | null;
};

/** What was earned before the day of a modification, where what is left is spread from that day on; else null. */
export function endedBy(
  before: Earned | undefined,
  pob: Pob,
  modification: Modification | null,
  context: PricingContext,
): Earlier | null {
  if (before === undefined || modification === null) return null;
  const { treatment, from } = changeFor(modification, pob.id);
  if (!isContinued(before.pob, pob) || !isSpreadFrom(from, treatment, pob)) return null;
  const day = isMeasuredPob(pob) ? from : Math.min(from, pob.service.end ?? from);
  return {
    day,
    segments: endedOn(before.segments, day),
    earned: earnedBy(before, day, context),
    reason: { of: "MODIFICATION", id: modification.changes.get(pob.id)?.modificationId ?? modification.id },
  };
}

/**
 * What was listed of the months that had begun by the day of a modification: they keep their part of a price that is shared, and only the
 * later ones take part in what is left of it. Null of what is not listed, and where it catches up.
 */
export function listedBy(
  before: Earned | undefined,
  pob: Pob,
  modification: Modification | null,
  context: PricingContext,
): Earlier | null {
  if (before === undefined || modification === null) return null;
  if (before.pob.recognition.pattern !== "CUSTOM" || pob.recognition.pattern !== "CUSTOM") return null;
  const { from: day, treatment } = changeFor(modification, pob.id);
  if (treatment === "CUMULATIVE_CATCH_UP") return null;
  const reason = { of: "MODIFICATION", id: modification.id } as const;
  return { day, segments: before.segments, earned: earnedBy(before, day, context), reason };
}

/**
 * What an obligation was served for when the end of a term takes price from it: what it earned by its last day, or by the day from which the
 * price is another. Where months are earned alike and billed by their days that may be more than its part of the days; then the days count.
 */
export function servedBy(
  before: Earned,
  price: Money,
  pob: Pob,
  modification: Modification,
  context: PricingContext,
): Money {
  const { from } = changeFor(modification, pob.id);
  const { start, end } = before.pob.service;
  const isCut = end !== null && pob.service.end !== null && pob.service.end < end;
  const day = isCut ? Math.max(from, pob.service.end) : from;
  const earned = earnedBy(before, day, context);
  if (!isOverTime(before.pob) || end === null) return earned;
  const days = ratio(Math.min(Math.max(day, start), end) - start, end - start);
  const ofDays = roundToMoney(multiplyRatios(ratioFromMoney(price), days), context.currency, context.rounding);
  return min(earned, ofDays);
}

/** What a version has earned before a day. Segments that an earlier modification ended count with the amount fixed then. */
function earnedBy({ segments, earlier }: Earned, day: Day, context: PricingContext): Money {
  const isGoneOnFrom = earlier !== null && earlier.day <= day && segments[0] === earlier.segments[0];
  if (!isGoneOnFrom) return sumEarned(segments, day, context);
  return add(earlier.earned, sumEarned(segments.slice(earlier.segments.length), day, context));
}

/**
 * Can what is left of a price be earned after what was earned by a day? Both have to be read off the calendar, or off
 * progress; months that are listed, and a single day, say what the whole comes to.
 */
export function isContinued(before: Pob, after: Pob): boolean {
  if (isMeasuredPob(before) && isMeasuredPob(after)) return true;
  return isOverTime(before) && isOverTime(after) && after.service.end !== null;
}

/** Is there something left of the obligation that a change is spread over? Measured progress also catches up. */
function isSpreadFrom(from: Day, treatment: Modification["treatment"], pob: Pob): boolean {
  if (treatment === "CUMULATIVE_CATCH_UP") return false;
  if (!isMeasuredPob(pob)) return true;
  return treatment === "PROSPECTIVE" && compareRatios(progressBy(pob, from), oneRatio) < 0;
}
