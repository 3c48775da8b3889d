import type { Day } from "../../kernel/day.ts";
import type { BillingTerm } from "../billing-term.ts";
import {
  type Milestone,
  manualMonthsServed,
  type PerformanceObligation,
} from "../performance-obligations/performance-obligation.ts";

/** The term on the days that it bills: a milestone that is reached is served then, whenever it was planned. */
export function asBilled(term: BillingTerm): BillingTerm {
  if (term.reachedOn === null) return term;
  const length = (term.end ?? term.start + 1) - term.start;
  return { ...term, start: term.reachedOn, end: term.reachedOn + length };
}

/** An obligation after its term was moved to other days; unchanged if its service does not follow the term. */
export function movedWith(pob: PerformanceObligation, before: BillingTerm, after: BillingTerm): PerformanceObligation {
  const service = servedWith(pob.service, before, after);
  if (service.start === pob.service.start && service.end === pob.service.end) return pob;
  const recognitionDate = pob.recognitionDate === null ? null : earnedOn(pob.recognitionDate, pob.service, service);
  const manualMonths = manualMonthsServed(pob.manualMonths, { service, recognitionDate });
  return { ...pob, service, recognitionDate, manualMonths };
}

/**
 * The recognition date after the service moved: the last day of the service stays its last day, the first its first (data model 4.2, the
 * default of a point in time); any other date is limited to the service.
 */
function earnedOn(
  date: Day,
  before: PerformanceObligation["service"],
  { start, end }: PerformanceObligation["service"],
) {
  if (before.end !== null && end !== null && date === before.end - 1) return end - 1;
  if (date === before.start) return start;
  return Math.max(start, Math.min(date, (end ?? date + 1) - 1));
}

/**
 * Service that begins or ends with its term follows that day of the term. The day of a one-off is its invoice date, so service on other days
 * does not follow it (rules 13, "service before billing"), unless the term is terminated.
 */
function servedWith(service: PerformanceObligation["service"], before: BillingTerm, after: BillingTerm) {
  const isBilledOnce = before.interval === "NONE" && after.interval === "NONE";
  const [startsAlike, endsAlike] = [service.start === before.start, service.end === before.end];
  const isOfItsOwn = isBilledOnce && !(startsAlike && endsAlike);
  const start = startsAlike && !isOfItsOwn ? after.start : service.start;
  const follows = (endsAlike && !isOfItsOwn) || (service.end === null) !== (after.end === null);
  const isCut = after.terminatedAt !== null && after.end !== null && (service.end === null || service.end > after.end);
  const end = follows || isCut ? after.end : service.end;
  return { start: end === null ? start : Math.min(start, end - 1), end };
}

/**
 * The milestones of a performance obligation after the milestone of a term was reached: milestones with the name of the term get its day,
 * unless another day was reported for them. Returns the same list if nothing changes.
 *
 * @param before the term before the change
 */
export function reachedWith(
  milestones: readonly Milestone[],
  before: Pick<BillingTerm, "name" | "reachedOn">,
  reachedOn: Day,
): readonly Milestone[] {
  const follows = ({ name, reachedDate }: Milestone) =>
    name === before.name && (reachedDate === null || reachedDate === before.reachedOn);
  if (!milestones.some(follows)) return milestones;
  return milestones.map((each) => (follows(each) ? { ...each, reachedDate: reachedOn } : each));
}
