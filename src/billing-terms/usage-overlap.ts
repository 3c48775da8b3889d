import type { BlockReason } from "../contracts/readiness.ts";
import type { Day } from "../kernel/day.ts";
import type { BillingTerm } from "./billing-term.ts";

/** As much of a usage term as decides whose usage it bills, and when. `end` is exclusive, null while open-ended. */
export type UsageSpan = Pick<BillingTerm, "id" | "contractId" | "name" | "eventTypeId"> & {
  readonly start: Day;
  readonly end: Day | null;
};

/** The terms of a contract that bill usage by themselves; those of a commitment share theirs by drawdown (rules 6). */
export function standaloneUsage(terms: readonly BillingTerm[]): UsageSpan[] {
  return terms.filter(({ eventTypeId, usageScope }) => eventTypeId !== null && usageScope === "STANDALONE");
}

/**
 * Why usage of a customer would be billed twice: for each of a contract's terms that shares days and event type with another
 * of its own or with one of an approved contract of the customer (data model 12.5).
 *
 * @param own   standalone usage terms of the contract
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

function overlaps(a: UsageSpan, b: UsageSpan): boolean {
  return a.eventTypeId === b.eventTypeId && endsAfter(a, b.start) && endsAfter(b, a.start);
}

function endsAfter({ end }: UsageSpan, day: Day): boolean {
  return end === null || end > day;
}
