import type { PricingContext } from "../billing-terms/charges/price.ts";
import { type Day, firstDayOf, monthOf } from "../kernel/day.ts";
import { add, type Money, min, ratioFromMoney, roundToMoney } from "../kernel/money.ts";
import { compareRatios, multiplyRatios, oneRatio, ratio } from "../kernel/ratio.ts";
import { type EarningSegment, endedOn, sumEarned } from "./earning-segment.ts";
import { changeFor, type Modification } from "./modifications.ts";
import { isMeasuredPob, isOverTime, isSetByMonth, type Pob } from "./pob.ts";
import { progressBy } from "./segments/measured.ts";
import type { Earlier } from "./segments/segments-of.ts";
import type { PricedAmount } from "./term-price.ts";

// What an obligation had earned when a modification began a new version of its contract.

/** An obligation in one version of its contract. */
type Earned = {
  readonly pob: Pob;
  readonly segments: readonly EarningSegment[];
  /** What was earned before the last prospective modification. */
  readonly earlier: Earlier | null;
  /** The parts of its price. */
  readonly amounts?: readonly PricedAmount[] | null;
};

/**
 * What was earned before the day of a modification, if the rest of the price is spread from that day on; else null. Manual months are whole: the month
 * in which it begins and those after it have the rest.
 */
export function endedBy(
  before: Earned | undefined,
  pob: Pob,
  modification: Modification | null,
  context: PricingContext,
): Earlier | null {
  if (before === undefined || modification === null) return null;
  const { treatment, from } = changeFor(modification, pob.id);
  if (!isContinued(before.pob, pob) || !isSpreadFrom(from, treatment, pob)) return null;
  const reason = {
    of: "MODIFICATION",
    id: modification.changes.get(pob.id)?.modificationId ?? modification.id,
  } as const;
  if (isSetByMonth(pob)) {
    const day = firstDayOf(monthOf(Math.min(from, (pob.service.end ?? from + 1) - 1)));
    return { ...endedVersion(before, day, context), reason, of: { ...before, amounts: before.amounts ?? [] } };
  }
  const day = isMeasuredPob(pob) ? from : Math.min(from, pob.service.end ?? from);
  return { ...endedVersion(before, day, context), reason };
}

/** What a version had earned by a day on which it ended. */
export function endedVersion(
  before: Earned,
  day: Day,
  context: PricingContext,
): Pick<Earlier, "day" | "segments" | "earned"> {
  return { day, segments: endedOn(before.segments, day), earned: earnedBy(before, day, context) };
}

/**
 * What listed months had earned by the day of a modification. Months that have begun by then keep their part of the shared price, and only
 * later months share the rest. Null if the months are not listed, or if the change catches up.
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
 * The price of the service that was delivered when the end of a term lowers the price of an obligation: what it earned by its last day, or
 * by the day of the new price. Equal months billed by days could earn more than their share of the days; the share of the days is the limit.
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

/** What a version has earned before a day. Segments that an earlier modification ended count with the amount that was fixed then. */
function earnedBy({ segments, earlier }: Earned, day: Day, context: PricingContext): Money {
  const isGoneOnFrom = earlier !== null && earlier.day <= day && segments[0] === earlier.segments[0];
  if (!isGoneOnFrom) return sumEarned(segments, day, context);
  return add(earlier.earned, sumEarned(segments.slice(earlier.segments.length), day, context));
}

/**
 * True if the rest of a price can be spread after a day: both versions are earned by the calendar, both with manual months in it, or both by measured
 * progress. Listed months and a single day fix when the whole price is earned.
 */
export function isContinued(before: Pob, after: Pob): boolean {
  if (isMeasuredPob(before) && isMeasuredPob(after)) return true;
  if (isSetByMonth(before) && isSetByMonth(after)) return true;
  return isOverTime(before) && isOverTime(after) && after.service.end !== null;
}

/** True if part of the service lies after the modification, so that a change can be spread over it. */
function isSpreadFrom(from: Day, treatment: Modification["treatment"], pob: Pob): boolean {
  if (treatment === "CUMULATIVE_CATCH_UP") return false;
  if (!isMeasuredPob(pob)) return true;
  return treatment === "PROSPECTIVE" && compareRatios(progressBy(pob, from), oneRatio) < 0;
}
