import type { UsageScope } from "../billing-terms/billing-term.ts";
import type { Day } from "../kernel/day.ts";

/** As much of a usage term of an approved contract as decides which events are its own. */
export type UsageTerm = {
  readonly id: string;
  readonly contractId: string;
  readonly customerId: string;
  readonly eventTypeId: string;
  readonly start: Day;
  /** The day after the last one; null while open-ended. */
  readonly end: Day | null;
  readonly usageScope: UsageScope;
  /** The day after the last one on an issued invoice. */
  readonly invoicedThrough: Day | null;
};

export type Matchable = { readonly customerId: string; readonly eventTypeId: string; readonly day: Day };

/**
 * Finds the usage term that an event belongs to (data model 12.5): of the same customer and event type, with the civil day
 * of the event among its days of service. Approval lets at most one STANDALONE term match. Terms of a commitment share
 * what they match by drawdown; of those the one that begins first is named.
 *
 * @param terms of approved contracts, in any order
 */
export function matcher(terms: readonly UsageTerm[]): (event: Matchable) => UsageTerm | undefined {
  const byStream = Map.groupBy(terms.toSorted(inOrder), (term) => streamOf(term));
  return (event) =>
    byStream.get(streamOf(event))?.find(({ start, end }) => start <= event.day && (end === null || event.day < end));
}

/** The key of a stream: one customer and one event type. */
export function streamOf({ customerId, eventTypeId }: Omit<Matchable, "day">): string {
  return `${customerId}/${eventTypeId}`;
}

function inOrder(a: UsageTerm, b: UsageTerm): number {
  if (a.usageScope !== b.usageScope) return a.usageScope === "STANDALONE" ? -1 : 1;
  if (a.start !== b.start) return a.start - b.start;
  return a.id < b.id ? -1 : 1;
}
