import { isDeepStrictEqual } from "node:util";
import { isMeasured, type Treatment } from "../billing-terms/modification.ts";
import type { PerformanceObligation } from "../billing-terms/performance-obligation.ts";
import type { Day } from "../kernel/day.ts";
import type { Money } from "../kernel/money.ts";
import { compareRatios, oneRatio } from "../kernel/ratio.ts";
import type { KnownPromise } from "./known-promise.ts";
import { progressBy } from "./measured.ts";
import { isTimed } from "./pattern.ts";

/** What a promise was until the day from which a change of the deal counts; what was earned by then stays. */
export type EarlierDeal = { readonly promise: KnownPromise; readonly until: Day };

/** A change that counts from its day on alone: a correction, or a promise that came to share the price. */
export type ProspectiveChange = {
  readonly at: string;
  readonly id: string;
  readonly promiseId: string;
  readonly from: Day;
  readonly treatment: Treatment;
  readonly isAddition: boolean;
};

/** A promise as it is agreed, with what it was before. */
export type Deal = { readonly obligation: PerformanceObligation; readonly earlier?: EarlierDeal };

/** The same with its price as it was said, before it was shared. */
export type Agreed = Deal & { readonly stated: Money | null };

/** What is kept of the deal before a change: all of it where the change is prospective for this promise. */
export function earlierOf(
  before: Agreed | undefined,
  after: PerformanceObligation,
  change: ProspectiveChange | undefined,
): { readonly earlier?: EarlierDeal } {
  if (before === undefined || change === undefined || !isContinued(before.obligation, after)) return {};
  const isTouched =
    change.promiseId === after.id || !isDeepStrictEqual(before.obligation.transactionPrice, after.transactionPrice);
  const earlier = (isTouched ? dealBefore(before, after, change) : null) ?? before.earlier;
  return earlier === undefined ? {} : { earlier };
}

/** What was agreed before a change, where what is left is spread from its day on; else null. */
export function dealBefore(
  before: Agreed | undefined,
  after: PerformanceObligation,
  change: ProspectiveChange,
): EarlierDeal | null {
  if (before === undefined || !isContinued(before.obligation, after) || !isSpreadFrom(change, after)) return null;
  const { obligation, earlier } = before;
  const end = after.service.end ?? change.from + 1;
  return {
    promise: { ...untouched(obligation), ...(earlier === undefined ? {} : { earlier }) },
    until: isMeasured(after.recognitionPattern) ? change.from : Math.min(change.from, end - 1),
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
function isSpreadFrom({ treatment, from }: ProspectiveChange, after: PerformanceObligation): boolean {
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
