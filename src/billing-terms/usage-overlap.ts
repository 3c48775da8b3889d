import type { BlockReason } from "../contracts/block-reason.ts";
import type { Day } from "../kernel/day.ts";
import type { BillingTerm } from "./billing-term.ts";

/** As much of a usage term as decides whose usage it bills, and when. `end` is exclusive, null while open-ended. */
export type UsageSpan = Pick<BillingTerm, "id" | "contractId" | "name" | "eventTypeId" | "committed"> & {
  readonly start: Day;
  readonly end: Day | null;
};

/** As much of a term as decides on which days it bills usage. */
type Metered = UsageSpan & Pick<BillingTerm, "usageScope">;

/** The days on which terms bill usage: all of their own, or of terms for commitments those of a commitment (rules 6). */
export function billedUsage(terms: readonly Metered[]): UsageSpan[] {
  return terms.flatMap((term): UsageSpan[] => {
    if (term.eventTypeId === null) return [];
    if (term.usageScope === "STANDALONE") return [term];
    return term.committed.map((days) => ({ ...term, start: days.start, end: days.end, committed: [days] }));
  });
}

/**
 * Why usage of a customer would be billed twice: for each of a contract's terms that shares days and event type with another
 * of its own or with one of an approved contract of the customer (data model 12.5). Days on which the steps of one commitment
 * share the usage by drawdown do not count.
 *
 * @param own   days of the contract's usage terms
 * @param other those of the customer's other approved contracts
 */
export function overlapReasons(own: readonly UsageSpan[], other: readonly UsageSpan[]): BlockReason[] {
  return own.flatMap((term, index) => {
    const twin = [...other, ...own.slice(0, index)].find((each) => overlaps(term, each));
    if (twin === undefined) return [];
    const whose =
      twin.contractId === term.contractId ? "of this contract" : `of the approved contract ${twin.contractId}`;
    const message = `Usage of the same event type is billed by "${twin.name}" ${whose} on the same days; end one of them.`;
    return [{ code: "OVERLAPPING_USAGE_TERMS" as const, message, path: `/billing-terms/${term.id}` }];
  });
}

/** True if both bill a day that no commitment shares between them. */
function overlaps(a: UsageSpan, b: UsageSpan): boolean {
  if (a.eventTypeId !== b.eventTypeId) return false;
  const end = Math.min(a.end ?? Number.POSITIVE_INFINITY, b.end ?? Number.POSITIVE_INFINITY);
  let day = Math.max(a.start, b.start);
  // In the order of time, so one walk leaves the first day that is not shared.
  for (const shared of sharedDays(a, b)) if (shared.start <= day) day = Math.max(day, shared.end);
  return day < end;
}

function sharedDays(a: UsageSpan, b: UsageSpan) {
  return a.committed.filter(({ commitmentId, start }) =>
    b.committed.some((days) => days.commitmentId === commitmentId && days.start === start),
  );
}
