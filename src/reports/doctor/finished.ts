import { isDeepStrictEqual } from "node:util";
import type { BillingTerm } from "../../billing-terms/billing-term.ts";
import { isMeasured, type PerformanceObligation } from "../../billing-terms/performance-obligation.ts";
import { firstDayOf, type Month, monthOf, parseDay } from "../../kernel/day.ts";
import { ratioFromDecimal } from "../../kernel/decimal.ts";
import { compareRatios, oneRatio } from "../../kernel/ratio.ts";
import { asOfMonth, asOfNow, corrected } from "../../revenue/as-of.ts";
import type { ContractState } from "./contract-checks.ts";

/**
 * Is a contract over at the end of a closed month, and has nothing been recorded of it since? `OPEN` where only something
 * that has no date is left: progress, milestones, billing that waits for one, or the release of a held contract (rules 8).
 */
export type Ending = "FINISHED" | "OPEN" | "GOES_ON";

/**
 * Where a contract stands at the end of the last closed month: its last service, its last billing and the grace of its last usage
 * are past in a finished one, by the facts that its closes knew.
 *
 * @param graceDays of the merchant, in which late usage is waited for
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
  const isServed = ({ service, recognitionDate, pinned }: PerformanceObligation) =>
    service.end !== null &&
    service.end <= over &&
    (recognitionDate === null || recognitionDate < over) &&
    pinned.every(({ month }) => month <= closedThrough);
  if (!records.every(isServed)) return "GOES_ON";
  const [then, now] = [asOfMonth(facts, closedThrough), asOfNow(facts)];
  if (!isDeepStrictEqual(then, now)) return "GOES_ON";
  const waits = terms.some(({ trigger, reachedOn }) => trigger === "MILESTONE" && reachedOn === null);
  return waits || isLeftOut || records.some(isUnmeasured) ? "OPEN" : "FINISHED";
}

/** Was it terminated in a month that its last close did not know? */
function isEndedAfter({ terminatedAt }: BillingTerm, closedThrough: Month): boolean {
  const day = terminatedAt === null ? undefined : parseDay(terminatedAt.slice(0, 10));
  return day !== undefined && monthOf(day) > closedThrough;
}

/** Is its work not measured to the end? */
function isUnmeasured({ recognitionPattern, progress, milestones }: PerformanceObligation): boolean {
  if (!isMeasured(recognitionPattern)) return false;
  if (recognitionPattern === "MILESTONE") return milestones.some(({ reachedDate }) => reachedDate === null);
  // The last report counts: an earlier one may have said more.
  const last = progress.at(-1);
  return last === undefined || compareRatios(ratioFromDecimal(last.percentComplete), oneRatio) < 0;
}
