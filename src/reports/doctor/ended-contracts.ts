import { isDeepStrictEqual } from "node:util";
import type { BillingTerm } from "../../billing-terms/billing-term.ts";
import {
  isMeasured,
  type PerformanceObligation,
} from "../../billing-terms/performance-obligations/performance-obligation.ts";
import { firstDayOf, type Month, monthOf, parseDay } from "../../kernel/day.ts";
import { ratioFromDecimal } from "../../kernel/decimal.ts";
import { compareRatios, oneRatio } from "../../kernel/ratio.ts";
import { asOfMonth, asOfNow, corrected } from "../../revenue/as-of.ts";
import type { ContractState } from "./contract-checks.ts";

/**
 * Whether a contract is over at the end of a closed month, with no fact recorded since. `OPEN` if only something without a date is left:
 * progress, a milestone of revenue or billing, or the release of a held contract (rules 8).
 */
export type Ending = "FINISHED" | "OPEN" | "GOES_ON";

/**
 * The ending of a contract at the end of the last closed month. It is over if its service, its billing and the grace days of its usage ended by
 * then, according to the facts as of that month.
 *
 * @param graceDays days that the merchant waits for late usage after the end of a term
 */
export function endingOf(
  { terms, drafts, facts, isLeftOut }: ContractState,
  closedThrough: Month,
  graceDays: number,
): Ending {
  const over = firstDayOf(closedThrough + 1);
  const isOver = (term: BillingTerm) => {
    const grace = term.eventTypeId === null ? 0 : graceDays;
    return term.end !== null && term.end + grace <= over && !isEndedAfter(term, closedThrough);
  };
  if (drafts.length > 0 || !terms.every(isOver)) return "GOES_ON";
  const records = facts.pobs.filter(({ isDeleted }) => !isDeleted).map((pob) => corrected(pob));
  const isServed = ({ service, recognitionDate, manualMonths }: PerformanceObligation) =>
    service.end !== null &&
    service.end <= over &&
    (recognitionDate === null || recognitionDate < over) &&
    manualMonths.every(({ month }) => month <= closedThrough);
  if (!records.every(isServed)) return "GOES_ON";
  const [then, now] = [asOfMonth(facts, closedThrough), asOfNow(facts)];
  if (!isDeepStrictEqual(then, now)) return "GOES_ON";
  const waits = terms.some(({ trigger, reachedOn }) => trigger === "MILESTONE" && reachedOn === null);
  return waits || isLeftOut || records.some(isUnmeasured) ? "OPEN" : "FINISHED";
}

/** True if the term was terminated in a month after the last closed one. */
function isEndedAfter({ terminatedAt }: BillingTerm, closedThrough: Month): boolean {
  const day = terminatedAt === null ? undefined : parseDay(terminatedAt.slice(0, 10));
  return day !== undefined && monthOf(day) > closedThrough;
}

/** True if revenue is measured by milestones or progress, and a milestone is not reached, or progress is below 100% or was never reported. */
function isUnmeasured({ recognitionPattern, progress, milestones }: PerformanceObligation): boolean {
  if (!isMeasured(recognitionPattern)) return false;
  if (recognitionPattern === "MILESTONE") return milestones.some(({ reachedDate }) => reachedDate === null);
  // Only the last report counts: progress may be corrected downwards.
  const last = progress.at(-1);
  return last === undefined || compareRatios(ratioFromDecimal(last.percentComplete), oneRatio) < 0;
}
