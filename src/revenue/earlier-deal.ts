import { isDeepStrictEqual } from "node:util";
import { isMeasured, type Treatment } from "../billing-terms/modification.ts";
import type { PerformanceObligation } from "../billing-terms/performance-obligation.ts";
import type { Day } from "../kernel/day.ts";
import { compareRatios, oneRatio } from "../kernel/ratio.ts";
import type { KnownPromise } from "./known-promise.ts";
import { progressBy } from "./measured.ts";
import { changeFor, type NewDeal } from "./new-deal.ts";
import { isTimed } from "./pattern.ts";

/** What a promise was until the day from which a change of the deal counts; what was earned by then stays. */
export type EarlierDeal = { readonly promise: KnownPromise; readonly until: Day };

/** A promise as it is agreed, with what it was before. */
export type Deal = { readonly obligation: PerformanceObligation; readonly earlier?: EarlierDeal };

/** What is kept of the deal before a new one: all of it where that is prospective for this promise. */
export function earlierOf(
  before: Deal | undefined,
  after: PerformanceObligation,
  deal: NewDeal | undefined,
): { readonly earlier?: EarlierDeal } {
  if (before === undefined || deal === undefined || !isContinued(before.obligation, after)) return {};
  const isTouched =
    deal.changes.has(after.id) || !isDeepStrictEqual(before.obligation.transactionPrice, after.transactionPrice);
  const earlier = (isTouched ? dealBefore(before, after, deal) : null) ?? before.earlier;
  return earlier === undefined ? {} : { earlier };
}

/** What was agreed before a new deal, where what is left is spread from its day on; else null. */
export function dealBefore(before: Deal | undefined, after: PerformanceObligation, deal: NewDeal): EarlierDeal | null {
  const { treatment, from } = changeFor(deal, after.id);
  if (before === undefined || !isContinued(before.obligation, after) || !isSpreadFrom(from, treatment, after))
    return null;
  const { obligation, earlier } = before;
  const end = after.service.end ?? from + 1;
  return {
    promise: { ...untouched(obligation), ...(earlier === undefined ? {} : { earlier }) },
    until: isMeasured(after.recognitionPattern) ? from : Math.min(from, end - 1),
  };
}

/**
 * Can what is left of a price be earned after what was earned by a day? Both have to be read off the calendar, or off
 * progress; months that are listed, and a single day, say what the whole comes to.
 */
function isContinued(before: PerformanceObligation, after: PerformanceObligation): boolean {
  const isPriced = ({ billingTerm, transactionPrice }: PerformanceObligation) =>
    billingTerm !== null || transactionPrice !== null;
  if (!isPriced(before) || !isPriced(after) || before.pinned.length > 0 || after.pinned.length > 0) return false;
  const patterns = [before.recognitionPattern, after.recognitionPattern];
  if (patterns.every(isMeasured)) return true;
  return isSpread(after) && patterns.every((pattern) => isTimed(pattern) && pattern !== "POINT_IN_TIME");
}

/** Is there something left of this promise that a change is spread over? Measured progress also catches up. */
function isSpreadFrom(from: Day, treatment: Treatment, after: PerformanceObligation): boolean {
  if (treatment === "CUMULATIVE_CATCH_UP") return false;
  if (!isMeasured(after.recognitionPattern)) return true;
  return treatment === "PROSPECTIVE" && compareRatios(progressBy(after, from), oneRatio) < 0;
}

/** Is the price earned by the calendar, over days with an end? */
export function isSpread({ recognitionPattern: pattern, pinned, service }: PerformanceObligation): boolean {
  return isTimed(pattern) && pattern !== "POINT_IN_TIME" && pinned.length === 0 && service.end !== null;
}

export function untouched(obligation: PerformanceObligation): KnownPromise {
  return { obligation, reductions: [], billed: [], consumed: [] };
}
